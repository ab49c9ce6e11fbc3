package search

import (
	"unicode"
	"unicode/utf8"

	"kinodex/internal/index"
	"kinodex/internal/text"
)

// word is a word of the text that was searched for.
type word struct {
	forms []string // folded; the first is the word as it was typed
	stems []string // beside forms
	begun bool     // words that begin like it count too
}

// words are compared with what stands in a record, to quote it. They are at most
// 64, one bit each; what a longer text has more is left out of account.
type words []word

func understand(typed []index.Word) words {
	ws := make(words, 0, len(typed))
	for _, w := range typed[:min(len(typed), 64)] {
		next := word{forms: w.Forms, begun: w.Begun}
		for _, form := range w.Forms {
			next.stems = append(next.stems, text.Stem(form))
		}
		ws = append(ws, next)
	}
	return ws
}

// span is a part of a text.
type span struct{ from, to int }

// each calls hit with what each piece of a text is of the words and where it
// stands, until hit says to stop. Stemmed words match by their stem as well, as in
// prose; names do not.
func (ws words) each(s []byte, stemmed bool, hit func(which uint64, at span) bool) {
	for i := 0; i < len(s); {
		end := pieceEnd(s, i)
		if end == i {
			_, n := utf8.DecodeRune(s[i:])
			i += n
			continue
		}
		if which := ws.are(s[i:end], stemmed); which != 0 && !hit(which, span{i, end}) {
			return
		}
		i = end
	}
}

// in says which of the words are in a text, as bits.
func (ws words) in(s []byte, stemmed bool) (held uint64) {
	ws.each(s, stemmed, func(which uint64, _ span) bool {
		held |= which
		return true
	})
	return held
}

// first says where the first of the words stands in prose.
func (ws words) first(s []byte) (at span, ok bool) {
	ws.each(s, true, func(_ uint64, place span) bool {
		at, ok = place, true
		return false
	})
	return at, ok
}

// pieceEnd gives the end of the piece that starts at i, or i when none does. A
// piece is what package text may make words of and never joins with its
// neighbours: a run of letters, digits, marks and apostrophes, or one character
// of a script that is written without spaces.
func pieceEnd(s []byte, i int) int {
	start := i
	for i < len(s) {
		if c := s[i]; c < utf8.RuneSelf {
			if !alphanumeric(c) && c != '\'' && c != '`' {
				return i
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(s[i:])
		switch {
		case unspaced(r):
			if i > start {
				return i
			}
			for i += n; i < len(s); i += n {
				if r, n = utf8.DecodeRune(s[i:]); !unicode.IsMark(r) {
					break
				}
			}
			return i
		case !unicode.In(r, unicode.L, unicode.N, unicode.M) && r != '’' && r != '‘' && r != '´':
			return i
		}
		i += n
	}
	return i
}

func alphanumeric(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}

func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// are says which of the words a piece is.
func (ws words) are(piece []byte, stemmed bool) (which uint64) {
	var room [32]byte
	lower := room[:0]
	for _, c := range piece {
		if !alphanumeric(c) {
			for w := range text.Tokens(string(piece)) {
				which |= ws.is([]byte(w), stemmed)
			}
			return which
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		lower = append(lower, c)
	}
	return ws.is(lower, stemmed)
}

// likeStem reports whether a word may have the stem, so that few must be stemmed:
// stemming changes the last letter of a stem at most, but for a few short ones.
func likeStem(word []byte, stem string) bool {
	same := 1
	if len(stem) > 3 {
		same = 3
	}
	return len(word) >= same && len(stem) >= same && string(word[:same]) == stem[:same]
}

// is says which of the words a folded one is.
func (ws words) is(folded []byte, stemmed bool) (which uint64) {
	stem := ""
	for i := range ws {
		w := &ws[i]
		for j, form := range w.forms {
			same := string(folded) == form || w.begun && j == 0 && len(folded) > len(form) && string(folded[:len(form)]) == form
			if !same && stemmed && likeStem(folded, w.stems[j]) {
				if stem == "" {
					stem = text.Stem(string(folded))
				}
				same = stem == w.stems[j]
			}
			if same {
				which |= 1 << i
				break
			}
		}
	}
	return which
}
