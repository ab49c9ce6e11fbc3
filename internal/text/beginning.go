package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Beginning returns the beginning of a text up to the end of the last sentence that most bytes have
// room for, and whether it ends so. If there is none, it ends with the last whole word, or the last
// whole character. A text that has room is returned whole. A point behind a short word with a capital
// (Mr., Dr., J.) ends no sentence.
func Beginning(s string, most int) (beginning string, whole bool) {
	if len(s) <= most {
		return s, true
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	for end := most; end > 0; end-- {
		if s[end] != ' ' && s[end] != '\n' {
			continue
		}
		sentence := strings.TrimRight(s[:end], `"')”’`)
		switch {
		case strings.HasSuffix(sentence, "!"), strings.HasSuffix(sentence, "?"):
			return s[:end], true
		case strings.HasSuffix(sentence, ".") && !isTitle(sentence[strings.LastIndexAny(sentence, " \n")+1:len(sentence)-1]):
			return s[:end], true
		}
	}
	if end := strings.LastIndexAny(s[:most+1], " \n"); end > 0 {
		most = end
	}
	return strings.TrimRightFunc(s[:most], unicode.IsSpace), false
}

// isTitle reports whether a word is one that a point shortens: an initial, or a title before a name.
func isTitle(word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && utf8.RuneCountInString(word) <= 3
}
