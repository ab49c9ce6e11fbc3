package plain

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// maxUnspaced is the size, in bytes, of the largest text whose spaces are
// restored: ten screenplays' worth.
const maxUnspaced = 2 << 20

// lacksSpaces reports whether the text lost the spaces between its words, as
// some scrapers leave it: fewer than one space for fifty letters. It looks at
// the first 32,768 letters and needs 200 of them.
func (p *document) lacksSpaces() bool {
	if len(p.source) > maxUnspaced {
		return false
	}
	letters, spaces := 0, 0
	for i := range p.lines {
		if letters > 1<<15 {
			break
		}
		s := p.lines[i].text
		for j := range len(s) {
			switch b := s[j]; {
			case b == ' ':
				spaces++
			case isASCIILetter(b):
				letters++
			}
		}
	}
	return letters >= 200 && spaces*50 < letters
}

// restoreSpaces puts lost spaces back: around punctuation by rule, between
// words by word segmentation. It does so in every line of a document that lost
// them, and in lines whose letters were spaced. It changes line.text and
// nothing else; offsets into the source stay.
func (p *document) restoreSpaces() {
	all := p.lacksSpaces()
	if !all && !slices.ContainsFunc(p.lines, func(l line) bool { return l.letterSpaced }) {
		return
	}
	g := &segmenter{words: plainTrie()}
	if all {
		g.names = p.unspacedNames()
	}
	for i := range p.lines {
		if l := &p.lines[i]; all || l.letterSpaced {
			l.text = g.segmentLine(l.text)
		}
	}
}

// isLetterSpaced reports whether the letters of a line stand apart: "E X T .
// A  S T R E E T". It looks at the first 24 bytes before it reads on.
// At least five of its words, and three of five of them, must be single letters.
func isLetterSpaced(raw string) bool {
	spaces := 0
	for i := range min(len(raw), 24) {
		if raw[i] == ' ' {
			spaces++
		}
	}
	if spaces < 5 || spaces*3 < min(len(raw), 24) {
		return false
	}
	fields, single := 0, 0
	for field := range strings.FieldsSeq(raw) {
		fields++
		if len(field) == 1 && isASCIILetter(field[0]) {
			single++
		}
	}
	return single >= 5 && single*5 >= fields*3
}

// joinLetters brings spaced letters together again. Words that stood further
// apart than their letters stay apart; where none did, lost is true and the
// line must be segmented.
// Tabs count as spaces.
func joinLetters(raw string) (text string, lost bool) {
	var out strings.Builder
	lost = !strings.Contains(raw, "  ")
	for i := 0; i < len(raw); i++ {
		if raw[i] != ' ' && raw[i] != '\t' {
			out.WriteByte(raw[i])
			continue
		}
		if i+1 < len(raw) && (raw[i+1] == ' ' || raw[i+1] == '\t') {
			out.WriteByte(' ')
			for i+1 < len(raw) && (raw[i+1] == ' ' || raw[i+1] == '\t') {
				i++
			}
		}
	}
	return out.String(), lost
}

// segmenter restores spaces, line by line. Words are found by Viterbi decoding
// of a unigram model: of all ways to divide a run of letters, the one whose
// words have the least sum of costs, a cost being ten times the negative
// natural logarithm of a word's probability (see Norvig, Natural Language
// Corpus Data, 2009). It is not safe for concurrent use; its buffers serve all
// lines of a document.
type segmenter struct {
	words *trie
	names map[string]struct{}
	cost  []int32 // of the best words up to a place
	back  []int32 // where the last of them begins
	out   strings.Builder
}

// segmentLine returns a line with its spaces restored. Only spaces are added;
// a scene number at either end is set apart. The time is linear in the length
// of the line.
func (g *segmenter) segmentLine(s string) string {
	if number, rest, twice := unspacedNumber(s); number != "" {
		rest = g.segmentLine(rest)
		if twice {
			return number + " " + rest + " " + number
		}
		return number + " " + rest
	}
	if g.out.Cap()-g.out.Len() < 3*len(s)+8 {
		g.out = strings.Builder{}
		g.out.Grow(max(cleanChunk, 3*len(s)+8))
	}
	from := g.out.Len()
	heading := screenplay.IsHeading(s)
	quotes := 0
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && isWordLetter(s, j) {
			_, n := utf8.DecodeRuneInString(s[j:])
			j += n
		}
		if j > i {
			g.space(from, s, i, heading, quotes)
			g.segment(s[i:j])
			i = j
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == '"' {
			quotes++
		}
		if isDigit(s[i]) {
			if end := ordinalEnd(s, i); end > 0 {
				g.space(from, s, i, heading, quotes)
				g.out.WriteString(s[i:end])
				if end < len(s) && isASCIILetter(s[end]) {
					g.out.WriteByte(' ')
				}
				i = end
				continue
			}
		}
		g.space(from, s, i, heading, quotes)
		g.out.WriteString(s[i : i+n])
		i += n
	}
	return g.out.String()[from:]
}

// isWordLetter reports whether s[i] begins a letter, or is an apostrophe
// between letters.
func isWordLetter(s string, i int) bool {
	b := s[i]
	if isASCIILetter(b) {
		return true
	}
	if b == '\'' {
		return i > 0 && i+1 < len(s) && isASCIILetter(s[i-1]) && isASCIILetter(s[i+1])
	}
	if b < utf8.RuneSelf {
		return false
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(r) || r == '’' && i > 0 && i+3 < len(s) && isASCIILetter(s[i-1]) && isASCIILetter(s[i+3])
}

// space writes the space that belongs before s[i], if one does. quotes is how
// many quotation marks were read, the one at i included.
func (g *segmenter) space(from int, s string, i int, heading bool, quotes int) {
	if i == 0 || s[i-1] == ' ' || s[i] == ' ' || g.out.Len() == from {
		return
	}
	if joins(s, i, heading, quotes) {
		return
	}
	g.out.WriteByte(' ')
}

// joins reports whether s[i] and the character before it, i at least 1, belong
// together without a space.
func joins(s string, i int, heading bool, quotes int) bool {
	before, after := s[i-1], s[i]
	letter := isASCIILetter(after) || after >= utf8.RuneSelf
	digit := after >= '0' && after <= '9'
	wordBefore := isASCIILetter(before) || before >= '0' && before <= '9' || before >= utf8.RuneSelf
	switch {
	case after == '(' || after == '[':
		return before == '(' || before == '"'
	case before == '(' || before == '[' || after == ')' || after == ']':
		return true
	case before == '"':
		return quotes%2 == 1 || !letter && !digit && after != '-'
	case after == '"':
		return quotes%2 == 0 || before == '-' && !strings.HasSuffix(s[:i], "--")
	case before == ')' || before == ']':
		return !letter && !digit
	case before == '&' || after == '&':
		return false
	case before == '-' || after == '-':
		long := strings.HasSuffix(s[:i], "--") || strings.HasPrefix(s[i:], "--") || before == '-' && after == '-'
		if before == '-' && after == '-' {
			return true
		}
		return !long && !heading
	case before == '.' && (letter || digit):
		if strings.HasSuffix(s[:i], "..") {
			return i == strings.LastIndexFunc(s[:i], func(r rune) bool { return r != '.' })+1 || onlyDots(s[:i])
		}
		return digit && i >= 2 && s[i-2] >= '0' && s[i-2] <= '9' || isAbbreviationStop(s, i)
	case before == ',' || before == ':':
		return digit && i >= 2 && s[i-2] >= '0' && s[i-2] <= '9' || !letter && !digit
	case before == ';' || before == '!' || before == '?':
		return !letter && !digit
	case digit && isASCIILetter(before):
		return false
	case letter && isDigit(before):
		return after < utf8.RuneSelf && after < 'a' && (i+1 == len(s) || !isASCIILetter(s[i+1])) // "11A."
	case wordBefore && !letter && !digit:
		return true
	}
	return true
}

// onlyDots reports whether s has no character but full stops.
func onlyDots(s string) bool { return strings.Trim(s, ".") == "" }

// isAbbreviationStop reports a stop inside an abbreviation: "O.S.", "p.m.".
func isAbbreviationStop(s string, i int) bool {
	single := i >= 2 && isASCIILetter(s[i-2]) && (i < 3 || !isASCIILetter(s[i-3]))
	return single && i+1 < len(s) && s[i+1] == '.'
}
