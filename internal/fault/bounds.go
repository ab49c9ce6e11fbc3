package fault

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Between returns a fault of kind InvalidParameter unless value, the parameter called
// name, is from least to most, both included.
func Between(name string, value, least, most int) error {
	if value >= least && value <= most {
		return nil
	}
	return Param(name, Bounds("an integer", float64(least), float64(most)))
}

// Printable returns a fault of kind InvalidParameter unless value, the parameter called name,
// has at most 200 bytes, all of them of printable characters (unicode.IsPrint). It may be empty.
func Printable(name, value string) error {
	hidden := func(r rune) bool { return !unicode.IsPrint(r) }
	if len(value) <= 200 && utf8.ValidString(value) && !strings.ContainsFunc(value, hidden) {
		return nil
	}
	return Param(name, "at most 200 printable characters")
}

// Bounds says in words what a number may be, for Param's allowed: noun, such as "an
// integer", and its bounds, both included. An infinite bound is none; an upper bound
// alone is not told.
func Bounds(noun string, least, most float64) string {
	decimal := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	switch {
	case math.IsInf(least, 0):
		return noun
	case math.IsInf(most, 0):
		return noun + " of at least " + decimal(least)
	}
	return noun + " from " + decimal(least) + " to " + decimal(most)
}
