package fountain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unmarked removes the marks of emphasis from one line, *, **, *** and _, and
// the backslashes that make a mark a plain character. A mark that opens
// stands before no space, one that closes after none; what has no partner stays.
// An underscore inside a word is part of the word.
// A line without marks is returned as it is, without copying.
func Unmarked(line string) string {
	if !strings.ContainsAny(line, "*_") {
		return line
	}
	type run struct{ at, n int }
	var open [2][]run // stars, underscores
	var cut []run
	for i := 0; i < len(line); {
		c := line[i]
		if c == '\\' && i+1 < len(line) && (line[i+1] == '*' || line[i+1] == '_') {
			cut = append(cut, run{i, 1})
			i += 2
			continue
		}
		if c != '*' && c != '_' {
			i++
			continue
		}
		n := 1
		for i+n < len(line) && line[i+n] == c {
			n++
		}
		before, _ := utf8.DecodeLastRuneInString(line[:i])
		after, _ := utf8.DecodeRuneInString(line[i+n:])
		opens := i+n < len(line) && !unicode.IsSpace(after)
		closes := i > 0 && !unicode.IsSpace(before)
		stack := &open[0]
		if c == '_' {
			stack = &open[1]
			opens = opens && !isWordRune(before)
			closes = closes && !isWordRune(after)
		}
		left := n
		for closes && left > 0 && len(*stack) > 0 {
			o := &(*stack)[len(*stack)-1]
			k := min(o.n, left)
			o.n -= k
			cut = append(cut, run{o.at + o.n, k}, run{i + n - left, k})
			left -= k
			if o.n == 0 {
				*stack = (*stack)[:len(*stack)-1]
			}
		}
		if opens && left > 0 && left <= 3 {
			*stack = append(*stack, run{i + n - left, left})
		}
		i += n
	}
	if len(cut) == 0 {
		return line
	}
	drop := make([]bool, len(line))
	for _, c := range cut {
		for j := range c.n {
			drop[c.at+j] = true
		}
	}
	kept := make([]byte, 0, len(line))
	for i := range len(line) {
		if !drop[i] {
			kept = append(kept, line[i])
		}
	}
	return string(kept)
}

// isWordRune reports whether r is a letter or a digit of any script.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
