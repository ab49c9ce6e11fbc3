package fault

import (
	"math"
	"strings"
	"testing"
)

// REQ E-12: a number out of bounds is told what it may be.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		least, most float64
		want        string
	}{
		{1, 500, "an integer from 1 to 500"},
		{0, 1e9, "an integer from 0 to 1000000000"},
		{-1, 1, "an integer from -1 to 1"},
		{0.5, 1, "an integer from 0.5 to 1"},
		{1, math.Inf(1), "an integer of at least 1"},
		{math.Inf(-1), math.Inf(1), "an integer"},
	} {
		if got := Bounds("an integer", c.least, c.most); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.least, c.most, got, c.want)
		}
	}
	for _, v := range []int{0, 6} {
		if f := From(Between("limit", v, 1, 5)); f == nil || f.Kind != InvalidParameter || f.Param != "limit" || f.Allowed != "an integer from 1 to 5" {
			t.Errorf("%d: %+v", v, f)
		}
	}
	for _, v := range []int{1, 5} {
		if err := Between("limit", v, 1, 5); err != nil {
			t.Errorf("%d: %v", v, err)
		}
	}
}

func TestWordsArePrintable(t *testing.T) {
	for value, good := range map[string]bool{
		"": true, "Söder Malm 東京": true, strings.Repeat("a", 200): true,
		strings.Repeat("a", 201): false, "a\nb": false, "\x00": false, "\xff": false,
	} {
		f := From(Printable("account", value))
		if good && f != nil || !good && (f == nil || f.Kind != InvalidParameter || f.Param != "account" || f.Allowed != "at most 200 printable characters") {
			t.Errorf("%q: %+v", value, f)
		}
	}
}
