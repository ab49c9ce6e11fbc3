package param

import (
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"kinodex/internal/fault"
)

// SetText sets the parameter of v, a struct, to what a query says. A number outside the
// bounds is clamped, accepted or refused, as the field says. An empty text is as good as none;
// for everything else it is malformed. A fault names the parameter and what it may be. A list
// cannot be read from a text.
func (f *Field) SetText(v reflect.Value, value string) error {
	to := v.FieldByIndex(f.Index)
	switch f.Kind {
	case Text:
		return f.setText(to, value)
	case Boolean:
		switch value {
		case "true", "1":
			to.SetBool(true)
		case "false", "0":
			to.SetBool(false)
		default:
			return f.refuse()
		}
		return nil
	case List:
		return f.refuse()
	}
	parse := ParseNumber
	if f.Kind == Integer {
		parse = parseInteger
	}
	n, ok := parse(value)
	if ok && (n < f.Min || n > f.Max) {
		switch f.beyond {
		case "clamp":
			n = min(max(n, f.Min), f.Max)
		case "accept":
		default:
			ok = false
		}
	}
	if !ok {
		return f.refuse()
	}
	setNumber(to, n)
	return nil
}

// refuse returns the fault of a value that the parameter may not have.
func (f *Field) refuse() error { return fault.Param(f.Name, f.Allowed) }

// setNumber sets an int, a float64 or a pointer to one.
func setNumber(to reflect.Value, n float64) {
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	if to.Kind() == reflect.Int {
		to.SetInt(int64(n))
	} else {
		to.SetFloat(n)
	}
}

// setText checks a text by its characters, not its bytes. A word of an enum may be in any case and
// is set as the enum has it. An empty text fits every enum: it is as good as none.
func (f *Field) setText(to reflect.Value, value string) error {
	if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
		return fault.Param(f.Name, "valid UTF-8 text without NUL characters")
	}
	if f.Enum != nil && value != "" {
		if value = f.word(value); value == "" {
			return f.refuse()
		}
	}
	if !within(value, 0, f.Longest) {
		return f.refuse()
	}
	to.SetString(value)
	return nil
}

// word returns the word of the enum that s is in any case, empty for none.
func (f *Field) word(s string) string {
	for _, w := range f.Enum {
		if strings.EqualFold(w, s) {
			return w
		}
	}
	return ""
}

// within reports whether a text has from least to most characters; most is 0 for no bound.
// They are counted only where the number of bytes does not decide.
func within(s string, least, most int) bool {
	if len(s) >= 4*least && (most == 0 || len(s) <= most) {
		return true
	}
	n := utf8.RuneCountInString(s)
	return n >= least && (most == 0 || n <= most)
}

// ParseInteger reads an integer of the interface: an optional minus and one to nine ASCII
// digits, nothing else (REQ L-10). "+5", "5e1", "1.5" and "" are not integers.
func ParseInteger(s string) (int, bool) {
	digits := strings.TrimPrefix(s, "-")
	if len(digits) > 9 || !allDigits(digits) {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// parseInteger is ParseInteger with a float64 as result.
func parseInteger(s string) (float64, bool) {
	n, ok := ParseInteger(s)
	return float64(n), ok
}

// ParseNumber reads a number of the interface: an optional minus, one to fifteen digits and,
// after a point, one to fifteen more. Exponents, signs other than minus, "inf" and "nan" are
// not numbers, so every number is finite.
func ParseNumber(s string) (float64, bool) {
	whole, part, pointed := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	if len(whole) > 15 || len(part) > 15 || !allDigits(whole) || pointed && !allDigits(part) {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	return n + 0, err == nil // + 0: minus zero is zero
}

// allDigits reports whether s has nothing but ASCII digits, and at least one.
func allDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
