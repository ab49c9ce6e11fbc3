package plain

import (
	"strings"

	"kinodex/internal/screenplay"
)

// ordinalEnd gives where a number with its ending at i ends: "1st", "30TH",
// "80s"; 0 when there is none.
// s[i] must be a digit. The number has at most four.
func ordinalEnd(s string, i int) int {
	j := i
	for j < len(s) && isDigit(s[j]) {
		j++
	}
	if j+1 >= len(s) || j-i > 4 {
		return 0
	}
	ending := "th"
	if j-i < 2 || s[j-2] != '1' {
		switch s[j-1] {
		case '1':
			ending = "st"
		case '2':
			ending = "nd"
		case '3':
			ending = "rd"
		}
	}
	next := s[j : j+2]
	if next == ending || next == strings.ToUpper(ending) {
		return j + 2
	}
	if (s[j] == 's' || s[j] == 'S') && s[j-1] == '0' && !isASCIILetter(s[j+1]) {
		return j + 1
	}
	return 0
}

// unspacedNumber takes the scene number off "7AINT.KITCHEN-DAY7A", "A7.EXT.STREET"
// and "12BBACKTOSCENE12B". twice is true when it stands at both ends.
// Without a scene number, number is empty and rest is s.
func unspacedNumber(s string) (number, rest string, twice bool) {
	digits := 0
	for i := range min(len(s), 8) {
		switch b := s[i]; {
		case b >= '0' && b <= '9':
			digits++
		case b >= 'A' && b <= 'Z' || b == '-' || b == '.':
		default:
			if number == "" {
				rest = s
			}
			return number, rest, twice
		}
		if digits == 0 && i > 1 {
			return "", s, false
		}
		head := s[:i+1]
		if digits == 0 || i+2 >= len(s) {
			continue
		}
		tail := s[i+1:]
		if mayStateSetting(tail) && screenplay.IsHeading(tail) {
			number, rest = head, tail
			if body, ok := strings.CutSuffix(tail, strings.TrimRight(head, ".")); ok {
				return head, body, true
			}
			return number, rest, false
		}
		if body, ok := strings.CutSuffix(tail, head); ok && len(body) > 2 && head != "." && !isDigit(body[0]) && !isDigit(body[len(body)-1]) {
			number, rest, twice = head, body, true // a longer one may follow
		}
	}
	if number == "" {
		rest = s
	}
	return number, rest, twice
}

// isDigit reports whether b is an ASCII digit.
func isDigit(b byte) bool { return b >= '0' && b <= '9' }
