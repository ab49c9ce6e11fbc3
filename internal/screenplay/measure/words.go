package measure

import (
	"unicode"
	"unicode/utf8"
)

// A word is a run of letters and digits, with single hyphens and apostrophes
// inside ("well-worn", "don't"), with a full stop, comma or colon between digits
// ("3.5", "10,000", "9:30"), and with full stops between single letters
// ("U.S."). Each character of a script written without spaces (Han, Hiragana,
// Katakana, Thai) is a word.

// nextWord returns the word of text that begins at i. It appends the word's
// lower-case form to buf; an empty result means that no word begins there. It
// also returns where the word ends, and whether it has capitals and small
// letters.
func nextWord(text string, i int, buf []byte) (end int, word []byte, upper, lower bool) {
	start, letters := i, 0 // letters since the last full stop inside
	for i < len(text) {
		c := text[i]
		switch {
		case c >= 'a' && c <= 'z':
			buf, lower = append(buf, c), true
			letters++
			i++
		case c >= 'A' && c <= 'Z':
			buf, upper = append(buf, c|0x20), true
			letters++
			i++
		case c >= '0' && c <= '9':
			buf = append(buf, c)
			letters += 2 // a number is never an initial
			i++
		case c == '\'' || c == '-':
			if i == start || !wordAt(text, i+1) {
				return i, buf, upper, lower
			}
			buf = append(buf, c)
			letters += 2
			i++
		case c == '.' || c == ',' || c == ':':
			if i == start || !jointAt(text, i, letters) {
				return i, buf, upper, lower
			}
			buf = append(buf, c)
			letters = 0
			i++
		case c < utf8.RuneSelf:
			return i, buf, upper, lower
		default:
			r, size := utf8.DecodeRuneInString(text[i:])
			switch {
			case writtenWithoutSpaces(r):
				if i == start {
					return i + size, append(buf, text[i:i+size]...), upper, true
				}
				return i, buf, upper, lower
			case unicode.IsLetter(r) || unicode.IsNumber(r):
				small := unicode.ToLower(r)
				upper, lower = upper || small != r, lower || small == r
				buf = utf8.AppendRune(buf, small)
				letters++
			case i == start:
				return i, buf, upper, lower
			case unicode.IsMark(r):
				buf = append(buf, text[i:i+size]...)
			case r == '\u00ad': // a hyphen that is not there unless a line ends
			case (r == '’' || r == '‘' || r == 'ʼ') && wordAt(text, i+size):
				buf = append(buf, '\'')
				letters += 2
			case (r == '‐' || r == '‑') && wordAt(text, i+size):
				buf = append(buf, '-')
				letters += 2
			default:
				return i, buf, upper, lower
			}
			i += size
		}
	}
	return i, buf, upper, lower
}

// wordAt reports whether a letter or digit stands at i.
// It is false past the end of text.
func wordAt(text string, i int) bool {
	if i >= len(text) {
		return false
	}
	c := text[i]
	if c < utf8.RuneSelf {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	return (unicode.IsLetter(r) || unicode.IsNumber(r)) && !writtenWithoutSpaces(r)
}

// jointAt reports whether the full stop, comma or colon at i, after so many
// letters of its word, joins what stands around it.
func jointAt(text string, i, letters int) bool {
	digit := func(j int) bool { return j < len(text) && text[j] >= '0' && text[j] <= '9' }
	if digit(i-1) && digit(i+1) {
		return true
	}
	return text[i] == '.' && letters == 1 && wordAt(text, i+1) && !digit(i+1) && !wordAt(text, i+2)
}

// writtenWithoutSpaces reports whether r belongs to a script written without spaces.
func writtenWithoutSpaces(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// CountWords counts the words of a text, as every feature does.
func CountWords(text string) int {
	var scratch [64]byte
	words := 0
	for i := 0; i < len(text); {
		end, word, _, _ := nextWord(text, i, scratch[:0])
		if len(word) > 0 {
			words++
			i = end
			continue
		}
		i += width(text, i)
	}
	return words
}

// width gives the bytes of the character at i.
// i must be within text.
func width(text string, i int) int {
	if text[i] < utf8.RuneSelf {
		return 1
	}
	_, size := utf8.DecodeRuneInString(text[i:])
	return size
}
