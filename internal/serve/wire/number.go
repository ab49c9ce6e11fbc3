package wire

import "strconv"

// ParseInteger reads an integer of the interface: an optional minus and one to
// nine ASCII digits, nothing else (REQ L-10). "+5", "5e1", "1.5" and "" are
// not integers.
func ParseInteger(s string) (int, bool) {
	digits := s
	if digits != "" && digits[0] == '-' {
		digits = digits[1:]
	}
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

// ParseNumber reads a number of the interface: an optional minus, one to
// fifteen digits and, after a point, one to fifteen more. Exponents, signs
// other than minus, "inf" and "nan" are not numbers, so every number is finite.
func ParseNumber(s string) (float64, bool) {
	rest := s
	if rest != "" && rest[0] == '-' {
		rest = rest[1:]
	}
	whole, part, pointed := rest, "", false
	for i := range len(rest) {
		if rest[i] == '.' {
			whole, part, pointed = rest[:i], rest[i+1:], true
			break
		}
	}
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
