package pdf

import (
	"strings"
	"unicode"
)

// sideBySide takes dual dialogue apart. Where a row holds two cues with a wide
// gap between, it and the rows under it up to a blank line are two columns: the
// left speech is written first, then the right one after a blank line.
func sideBySide(lines []string) []string {
	var out []string
	for i := 0; i < len(lines); i++ {
		border := dualBorder(lines[i])
		if border == 0 || i > 0 && strings.TrimSpace(lines[i-1]) != "" {
			out = append(out, lines[i])
			continue
		}
		var left, right []string
		for ; i < len(lines) && strings.TrimSpace(lines[i]) != ""; i++ {
			l, r := splitAt(lines[i], border)
			if l != "" {
				left = append(left, l)
			}
			if strings.TrimSpace(r) != "" {
				right = append(right, r)
			}
		}
		out = append(append(append(out, left...), ""), right...)
		i-- // the blank line that ended them
	}
	return out
}

// dualBorder gives the column where the right of two cues begins, 0 when the
// line does not hold two.
// It holds two when it is indented by four columns or more and six blanks or more
// stand between two names.
func dualBorder(line string) int {
	first := strings.TrimLeft(line, " ")
	indent := len(line) - len(first)
	gap := strings.Index(first, "      ")
	if indent < 4 || gap < 1 {
		return 0
	}
	second := strings.TrimLeft(first[gap:], " ")
	if strings.Contains(second, "   ") || !isName(first[:gap]) || !isName(second) {
		return 0
	}
	return len(line) - len(second)
}

// isName reports whether s could be a cue: a few words of capitals.
// They have two letters or more, no small ones, and are at most four.
func isName(s string) bool {
	s, _, _ = strings.Cut(s, "(")
	letters := 0
	for _, r := range s {
		if unicode.IsLower(r) || unicode.IsDigit(r) && letters == 0 {
			return false
		}
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 2 && len(strings.Fields(s)) <= 4 && !strings.HasSuffix(strings.TrimSpace(s), ".") && !strings.HasSuffix(s, ":")
}

// splitAt divides a line of two columns at the gap nearest to the border: what
// begins less than ten columns left of the right cue is the right speech, for
// it is set wider than its cue.
// right keeps its column, filled up with blanks; it is empty when there is no such
// gap.
func splitAt(line string, border int) (left, right string) {
	best, bestAway := -1, 0
	for i := 0; i < len(line); i++ {
		if line[i] == ' ' || i > 0 && line[i-1] != ' ' || i > 1 && i < len(line) && line[i-1] == ' ' && line[i-2] != ' ' {
			continue // not the start of a run behind two blanks
		}
		away := border - i
		if away < 0 {
			away = -away
		}
		if i >= border-20 && (best < 0 || away < bestAway) {
			best, bestAway = i, away
		}
	}
	if best < 0 {
		return line, ""
	}
	return strings.TrimRight(line[:best], " "), strings.Repeat(" ", best) + line[best:]
}
