package table

import (
	"math"
	"strconv"
	"strings"

	"kinodex/internal/stat"
)

// How pages write numbers. Thousands are grouped by commas, the decimal mark is a
// point, the sign of negative numbers is the minus sign U+2212, which is read aloud,
// and a number that rounds to zero has no sign. What is unknown, not a number or
// infinite reads "unknown".

// Number returns v with so many decimals: "1,234.5".
func Number[T Real](v T, decimals int) string { return written(v, 1, decimals, "", "") }

// Count returns how many there are of something whose name is given for one: "1 film",
// "2,000 films", "3 countries". Nouns with a plural of their own are not for it.
func Count[T Whole](n T, noun string) string {
	if v, ok := integer(n); ok && v == 1 {
		return "1 " + noun
	}
	stem, y := strings.CutSuffix(noun, "y")
	if y && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou") {
		return Number(n, 0) + " " + stem + "ies"
	}
	return Number(n, 0) + " " + noun + "s"
}

// Dollars returns US dollars, rounded to whole ones: "$1,234,567".
func Dollars[T Real](v T) string { return written(v, 1, 0, "$", "") }

// Share returns a part of one in percent: "12.5%" of 0.125 with one decimal.
func Share[T Real](part T, decimals int) string { return written(part, 100, decimals, "", "%") }

// ShortDollars returns US dollars in at most three significant digits with k (thousand),
// M (million) or B (billion), for axes and other narrow places: "$1.25M".
func ShortDollars[T Real](v T) string {
	f, ok := float(v)
	if !ok || !stat.Finite(f) {
		return UnknownText
	}
	sign := ""
	if f < 0 {
		sign, f = "\u2212", -f
	}
	if f < 999.5 {
		return sign + "$" + strconv.FormatFloat(math.Round(f), 'f', 0, 64)
	}
	unit, units := "", []string{"k", "M", "B", "T"}
	for _, unit = range units {
		if f /= 1000; f < 999.5 {
			break
		}
	}
	decimals := 2
	if f >= 99.95 {
		decimals = 0
	} else if f >= 9.995 {
		decimals = 1
	}
	short := strconv.FormatFloat(f, 'f', decimals, 64)
	if decimals > 0 {
		short = strings.TrimRight(strings.TrimRight(short, "0"), ".")
	}
	return sign + "$" + short + unit
}

// Minutes returns a length in minutes, rounded to whole ones: "1 h 52 min", "52 min",
// "2 h".
func Minutes[T Real](v T) string {
	f, ok := float(v)
	if !ok || !stat.Finite(f) || math.Abs(f) > 1e12 {
		return UnknownText
	}
	n, sign := int64(math.Round(f)), ""
	if n < 0 {
		sign, n = "\u2212", -n
	}
	hours, minutes := n/60, n%60
	switch {
	case hours == 0:
		return sign + strconv.FormatInt(minutes, 10) + " min"
	case minutes == 0:
		return sign + Number(hours, 0) + " h"
	}
	return sign + Number(hours, 0) + " h " + strconv.FormatInt(minutes, 10) + " min"
}

// written returns v times factor with its sign, a prefix, groups of three digits,
// decimals and a suffix.
func written(v any, factor float64, decimals int, prefix, suffix string) string {
	digits := ""
	if n, ok := integer(v); ok && factor == 1 {
		digits = strconv.FormatInt(n, 10)
		if decimals > 0 {
			digits += "." + strings.Repeat("0", decimals)
		}
	} else {
		f, known := float(v)
		if f *= factor; !known || !stat.Finite(f) {
			return UnknownText
		}
		digits = strconv.FormatFloat(halfUp(f, decimals), 'f', max(decimals, 0), 64)
	}
	sign := ""
	if rest, negative := strings.CutPrefix(digits, "-"); negative {
		digits = rest
		if strings.Trim(digits, "0.") != "" {
			sign = "\u2212"
		}
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + prefix + grouped(whole) + fraction + suffix
}

// halfUp rounds to so many decimals, a half away from zero, as people do: 0.125 with two
// decimals is 0.13.
func halfUp(v float64, decimals int) float64 {
	scale := math.Pow10(max(decimals, 0))
	if r := math.Round(v*scale) / scale; stat.Finite(r) {
		return r
	}
	return v
}

// grouped puts a comma before every three digits from the right.
func grouped(digits string) string {
	if len(digits) <= 3 {
		return digits
	}
	var b strings.Builder
	first := len(digits) % 3
	b.WriteString(digits[:first])
	for i := first; i < len(digits); i += 3 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(digits[i : i+3])
	}
	return b.String()
}
