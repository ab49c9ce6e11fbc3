package table

import (
	"math"
	"reflect"
	"strconv"

	"kinodex/internal/stat"
)

// UnknownText is what a page shows for a missing value.
const UnknownText = "unknown"

// noneText is what a page shows for a value that there cannot be.
const noneText = "none"

// Cell is one value of a table. Value is nil (unknown or none), a string, a bool, or a number
// of any type; it is what a file has, while Text is what a page shows.
type Cell struct {
	Text  string
	Href  string // where the text leads; empty if nowhere
	Value any
}

// Real is any number, or a pointer to one; a pointer that is nil stands for an unknown
// value, as do NaN and the infinities.
type Real interface {
	Whole | ~float32 | ~float64 | *float32 | *float64
}

// Whole is any whole number, or a pointer to one; nil stands for an unknown value.
type Whole interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 |
		*int | *int8 | *int16 | *int32 | *int64 | *uint8 | *uint16 | *uint32
}

// Known reports whether the cell has a value.
func (c Cell) Known() bool { return c.Value != nil }

// To returns the cell with its text as a link to href, unless the value is unknown or
// href is empty.
func (c Cell) To(href string) Cell {
	if c.Known() {
		c.Href = href
	}
	return c
}

// Unknown returns the cell of a missing value.
func Unknown() Cell { return Cell{Text: UnknownText} }

// None returns the cell of a value that there cannot be, as of a scene that was cut in the
// draft that lacks it.
func None() Cell { return Cell{Text: noneText} }

// Text returns a cell of text; a nil pointer is unknown.
func Text[T ~string | *string](s T) Cell {
	v := reflect.ValueOf(s)
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return Unknown()
		}
		v = v.Elem()
	}
	return Cell{Text: v.String(), Value: v.String()}
}

// Link returns a cell of text that leads to href.
func Link(text, href string) Cell { return Cell{Text: text, Href: href, Value: text} }

// YesNo returns a cell that reads "yes" or "no".
func YesNo(v bool) Cell {
	if v {
		return Cell{Text: "yes", Value: true}
	}
	return Cell{Text: "no", Value: false}
}

// Int returns a cell of a whole number: "1,234".
func Int[T Whole](v T) Cell {
	n, ok := integer(v)
	if !ok {
		return Unknown()
	}
	return Cell{Text: Number(n, 0), Value: n}
}

// Float returns a cell of a number that is shown with so many decimals; the file has
// all of them.
func Float[T Real](v T, decimals int) Cell {
	f, ok := float(v)
	if !ok || !stat.Finite(f) {
		return Unknown()
	}
	return Cell{Text: Number(f, decimals), Value: f}
}

// Percent returns a cell of a part of one, shown in percent: 0.125 is "12.5%" with one
// decimal. The value is in percent too (12.5), so the column's unit is "%".
func Percent[T Real](part T, decimals int) Cell {
	f, ok := float(part)
	if !ok || !stat.Finite(f) {
		return Unknown()
	}
	return Cell{Text: Share(f, decimals), Value: halfUp(f*100, 9)}
}

// Money returns a cell of US dollars: "$1,234,567".
func Money[T Real](v T) Cell {
	if n, ok := integer(v); ok {
		return Cell{Text: Dollars(n), Value: n}
	}
	f, ok := float(v)
	if !ok || !stat.Finite(f) {
		return Unknown()
	}
	return Cell{Text: Dollars(f), Value: f}
}

// Year returns a cell of a year, which is not grouped: "1949".
func Year[T Whole](v T) Cell {
	n, ok := integer(v)
	if !ok {
		return Unknown()
	}
	return Cell{Text: strconv.FormatInt(n, 10), Value: n}
}

// Runtime returns a cell of a length in minutes: "1 h 52 min". The value is in minutes.
func Runtime[T Real](minutes T) Cell {
	if n, ok := integer(minutes); ok {
		return Cell{Text: Minutes(n), Value: n}
	}
	f, ok := float(minutes)
	if !ok || !stat.Finite(f) {
		return Unknown()
	}
	return Cell{Text: Minutes(f), Value: f}
}

// integer returns a whole number of any type, and false of anything else and of nil.
func integer(v any) (int64, bool) {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer {
		r = r.Elem()
	}
	switch {
	case r.IsValid() && r.CanInt():
		return r.Int(), true
	case r.IsValid() && r.CanUint():
		return int64(min(r.Uint(), math.MaxInt64)), true
	}
	return 0, false
}

// float returns a number of any type, and false of anything else and of nil.
func float(v any) (float64, bool) {
	r := reflect.ValueOf(v)
	if r.Kind() == reflect.Pointer {
		r = r.Elem()
	}
	if r.IsValid() && r.CanFloat() {
		return r.Float(), true
	}
	n, ok := integer(v)
	return float64(n), ok
}
