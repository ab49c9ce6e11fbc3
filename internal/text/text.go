// Package text normalises and tokenises text: case and accent folding, tokens, stems,
// slugs, romanisation, and the words nearest to a misspelled one.
//
// Folding follows one rule everywhere (index, filters, keys of titles, joins of
// sources), so that two spellings that are equal in one package are equal in all of
// them: Unicode NFKD, combining marks dropped, letters that do not decompose replaced
// by a table (ø, ł, ß, æ, …), lower case. It is idempotent.
//
// All functions are pure and safe for concurrent use. The package imports no other
// package of the program. Start reading at Fold and Tokens.
package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

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

// Fold returns the form of s in which texts are compared: lower case, without
// diacritics, with ASCII quotes and hyphens, one space for every run of white space, and
// none at the ends. Fold(Fold(s)) equals Fold(s). A string that is folded ASCII already
// is returned as it is, without an allocation.
func Fold(s string) string {
	if plain(s) {
		return s
	}
	if folded, ok := foldLatin(s); ok {
		return folded
	}
	return foldUnicode(s)
}

// foldUnicode returns Fold of any string.
func foldUnicode(s string) string {
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

// latin is where the characters end that foldLatin knows: ASCII, Latin-1 and Latin Extended-A.
const latin = 0x180

// foldedLatin is, of each of these characters, what it is folded to inside a word.
var foldedLatin = func() (to [latin]string) {
	for r := range to {
		to[r] = strings.TrimSuffix(strings.TrimPrefix(foldUnicode("x"+string(rune(r))+"x"), "x"), "x")
	}
	return to
}()

// foldLatin returns Fold of a string of such characters; false when it has others. None of them
// changes what another is folded to.
func foldLatin(s string) (string, bool) {
	var room [64]byte // most are names
	folded, space := room[:0], false
	for _, r := range s {
		if r >= latin {
			return "", false
		}
		to := foldedLatin[r]
		for i := range len(to) {
			switch {
			case to[i] == ' ':
				space = len(folded) > 0
				continue
			case space:
				folded, space = append(folded, ' '), false
			}
			folded = append(folded, to[i])
		}
	}
	return string(folded), true
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

// Tokens yields the words of s, folded and in order: maximal runs of letters and
// digits. An apostrophe inside a word is dropped ("don't" is "dont"); any other
// character ends a word ("S.W.A.T." is "s", "w", "a", "t"). In scripts that are written
// without spaces (Han, Hiragana, Katakana, Thai) every character is a word. No token is
// empty.
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
			case 'a' <= r && r <= 'z' || unicode.IsLetter(r) || unicode.IsNumber(r):
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

// isWordByte reports whether c, a byte of a folded string, can begin a letter or digit.
func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || 'a' <= c && c <= 'z' || '0' <= c && c <= '9'
}

// unspaced reports whether r is of a script that is written without spaces.
func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// Words returns all Tokens of s; nil when it has none.
func Words(s string) []string {
	var words []string
	for w := range Tokens(s) {
		if words == nil {
			words = make([]string, 0, 1+strings.Count(s, " "))
		}
		words = append(words, w)
	}
	return words
}

// HasWord reports whether s has a token.
func HasWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < utf8.RuneSelf && (isWordByte(c) || 'A' <= c && c <= 'Z') {
			return true
		}
	}
	for range Tokens(s) {
		return true
	}
	return false
}

// Key returns the tokens of s with one space between them: names of one key are one name,
// whatever their case, accents, hyphens and points. It is empty when s has no letter or digit.
func Key(s string) string {
	s = Fold(s)
	other := func(r rune) bool { return r != ' ' && (r >= utf8.RuneSelf || !isWordByte(byte(r))) }
	if !strings.ContainsFunc(s, other) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for word := range Tokens(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// Slug returns the tokens of a name, joined by hyphens (REQ AC-12). It has only the
// letters a-z, digits and hyphens: what is not ASCII after folding is dropped, and the
// slug of a name of which nothing is left is empty. Slug(Slug(s)) equals Slug(s).
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

// Clean returns s in a form that can be published: valid UTF-8, without control
// characters, zero-width spaces and byte order marks, one space for every run of white
// space, and neither white space nor marks of direction at the ends. It keeps case and accents.
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
	s = strings.TrimFunc(s, func(r rune) bool { return r == ' ' || unicode.Is(unicode.Bidi_Control, r) })
	if !strings.Contains(s, "  ") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}
