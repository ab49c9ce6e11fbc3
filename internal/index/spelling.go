package index

import (
	"strings"
	"unicode"

	"kinodex/internal/text"
)

// spellings returns the other ways people write a title: marks inside a word left
// out ("Spider-Man" as spiderman, "S.W.A.T." as swat, "WALL·E" as walle) and an
// ampersand said aloud.
func spellings(title string) []string {
	var all []string
	t := text.Fold(title)
	if strings.Contains(t, "&") {
		all = append(all, strings.ReplaceAll(t, "&", " and "))
	}
	if joined := join(t); joined != t {
		all = append(all, joined)
	}
	return all
}

// join returns t without the marks that stand between two letters, and without the full stop
// after a letter that stands alone.
func join(t string) string {
	if !strings.ContainsAny(t, "-.·/") {
		return t
	}
	runes := []rune(t)
	letter := func(i int) bool { return i >= 0 && i < len(runes) && unicode.IsLetter(runes[i]) }
	var b strings.Builder
	for i, r := range runes {
		switch r {
		case '-', '.', '·', '/':
			if letter(i-1) && (letter(i+1) || r == '.' && !letter(i-2)) {
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
