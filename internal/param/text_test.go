package param

import (
	"math"
	"reflect"
	"regexp"
	"testing"
)

// A word of an enum may be typed in any case, and is then the enum's.
func TestAWordOfAnEnumInAnyCase(t *testing.T) {
	fields := Of(reflect.TypeFor[asked](), "json")
	kind := &fields[1]
	for typed, want := range map[string]string{"RED": "Red", "red": "Red", "Green": "green", "": ""} {
		var a asked
		if err := kind.SetText(reflect.ValueOf(&a).Elem(), typed); err != nil || a.Kind != want {
			t.Errorf("%q became %q, %v; want %q", typed, a.Kind, err, want)
		}
	}
	if err := kind.SetText(reflect.ValueOf(&asked{}).Elem(), "blue"); err == nil {
		t.Error("blue is taken")
	}
}

// REQ L-10: the integers are those of the rule, and nothing else.
func FuzzNumbers(f *testing.F) {
	for _, seed := range []string{"5", "-5", "050", "+5", "5e1", "٥", "1.5", "", "-", "999999999", "9999999999", "1.", ".5", "-0", "NaN", "1_0", "0x1"} {
		f.Add(seed)
	}
	integer, decimal := regexp.MustCompile(`^-?[0-9]{1,9}$`), regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,15})?$`)
	f.Fuzz(func(t *testing.T, s string) {
		n, ok := ParseInteger(s)
		if ok != integer.MatchString(s) || ok && (n > 999999999 || n < -999999999) {
			t.Errorf("integer %q: %d, %v", s, n, ok)
		}
		v, ok := ParseNumber(s)
		if ok != decimal.MatchString(s) || math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("number %q: %v, %v", s, v, ok)
		}
	})
}
