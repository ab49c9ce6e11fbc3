// Package text turns written language into comparable units: folded strings,
// tokens, stems, slugs, word-edge cuts.
//
// Folding follows one rule everywhere (index, filters, title keys, joins), so
// that two spellings that are equal in one room are equal in all of them:
// Unicode NFKD, combining marks dropped, letters that do not decompose mapped
// by hand (ø, ł, ß, æ, …), lower case. It is idempotent.
//
// The package imports nothing of the house. Start reading at Fold and Tokens.
package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"golang.org/x/text/unicode/norm"
)

// undecomposed maps the letters that NFKD leaves whole although readers type
// them with plain Latin letters.
var undecomposed = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'æ': "ae", 'Æ': "ae", 'œ': "oe", 'Œ': "oe",
	'ø': "o", 'Ø': "o", 'ł': "l", 'Ł': "l", 'đ': "d", 'Đ': "d", 'ð': "d", 'Ð': "d",
	'þ': "th", 'Þ': "th", 'ħ': "h", 'Ħ': "h", 'ı': "i", 'ĸ': "k", 'ŋ': "n", 'Ŋ': "n",
	'’': "'", '‘': "'", 'ʼ': "'", '`': "'", '´': "'", '“': `"`, '”': `"`, '–': "-", '—': "-", '‐': "-",
}

// fractions would decompose into digits glued to the number before them: 8½ is
// typed "8 1/2".
var fractions = strings.NewReplacer("½", " 1/2", "¼", " 1/4", "¾", " 3/4", "⅓", " 1/3", "⅔", " 2/3")

// Fold gives the comparable form of s: no case, no diacritics, plain
// punctuation, white space runs as one space, none at the ends.
func Fold(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space := false
	write := func(r rune) {
		if unicode.IsSpace(r) || r == 0 {
			space = b.Len() > 0
			return
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	if ascii(s) {
		for i := range len(s) {
			switch c := s[i]; {
			case c == '`':
				write('\'')
			case 'A' <= c && c <= 'Z':
				write(rune(c | 0x20))
			default:
				write(rune(c))
			}
		}
		return b.String()
	}
	var it norm.Iter
	it.InitString(norm.NFKD, fractions.Replace(s))
	for !it.Done() {
		for seg := it.Next(); len(seg) > 0; {
			r, n := utf8.DecodeRune(seg)
			seg = seg[n:]
			switch to, ok := undecomposed[r]; {
			case ok:
				for _, q := range to {
					write(q)
				}
			case unicode.Is(unicode.Mn, r):
			default:
				write(unicode.ToLower(r))
			}
		}
	}
	return b.String()
}

// ascii reports whether s has no character that Unicode would decompose.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// plain reports whether s is already folded ASCII.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == '`' || 'A' <= c && c <= 'Z' {
			return false
		}
		if c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

// Tokens yields the words of s, folded: maximal runs of letters and digits,
// with an apostrophe inside a word dropped ("don't" is "dont") and a full stop
// or ampersand ending one ("S.W.A.T." is "s w a t"). Scripts
// written without spaces (Han, Hiragana, Katakana, Thai) yield one token a
// character.
func Tokens(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		s := Fold(s)
		start := -1
		var buf []byte // set once the word has lost an apostrophe
		flush := func(end int) bool {
			if start < 0 {
				return true
			}
			word := s[start:end]
			if buf != nil {
				word = string(buf)
			}
			start, buf = -1, nil
			return word == "" || yield(word)
		}
		for i, r := range s {
			switch {
			case unspaced(r):
				if !flush(i) || !yield(string(r)) {
					return
				}
			case unicode.IsLetter(r) || unicode.IsNumber(r):
				if start < 0 {
					start = i
				}
				if buf != nil {
					buf = utf8.AppendRune(buf, r)
				}
			case r == '\'' && start >= 0 && i+1 < len(s) && isWordByte(s[i+1]):
				if buf == nil {
					buf = append([]byte{}, s[start:i]...)
				}
			default:
				if !flush(i) {
					return
				}
			}
		}
		flush(len(s))
	}
}

func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
}

func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// Words collects Tokens.
func Words(s string) []string {
	var words []string
	for w := range Tokens(s) {
		words = append(words, w)
	}
	return words
}

// Stem gives the Snowball English stem of a folded token, for prose. Names and
// titles are not stemmed.
func Stem(token string) string { return english.Stem(token, false) }

// Slug gives the lower-case, ASCII-folded, hyphen-separated form of a name
// (TRACE AC-12). Letters outside ASCII after folding are dropped; the slug of a
// name with none left is empty.
func Slug(name string) string {
	var b strings.Builder
	for w := range Tokens(name) {
		n := b.Len()
		if n > 0 {
			b.WriteByte('-')
		}
		for i := 0; i < len(w); i++ {
			if w[i] < utf8.RuneSelf {
				b.WriteByte(w[i])
			}
		}
		if b.Len() == n+1 && n > 0 {
			s := b.String()[:n]
			b.Reset()
			b.WriteString(s)
		}
	}
	return b.String()
}

// Clean makes s fit to publish: valid UTF-8, no control characters, white
// space runs as one space, none at the ends.
func Clean(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == '\u200b', r == '\ufeff':
			return -1
		}
		return r
	}, s)
	if !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	return strings.Join(strings.Fields(s), " ")
}
