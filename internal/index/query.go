package index

import (
	"math"
	"slices"

	"kinodex/internal/text"
)

// term is one distinct word of a query.
type term struct {
	text string
	word uint32 // its number, or none
	stem uint32 // its stem's, or none
	// Words of the same stem are among those from kinFirst to kinLast.
	kinFirst, kinLast uint32
	// near are the words it may be a mistyped form of, ascending, and
	// [follows, followsEnd) those it may be the beginning of; empty unless the
	// query was widened.
	near                []uint32
	follows, followsEnd uint32
	year                uint16 // the year it names, or 0
	known               bool   // some document has it
}

// parse splits the query into words: m.terms are its distinct words, m.sequence all of them in
// order, as places in m.terms, and m.dates the places of years in m.sequence.
func (ix *Index) parse(query string, m *Matches) {
	for w := range text.Tokens(query) {
		i := slices.IndexFunc(m.terms, func(t term) bool { return t.text == w })
		if i < 0 {
			i = len(m.terms)
			m.terms = append(m.terms, ix.term(w))
		}
		if m.terms[i].year != 0 {
			m.dates = append(m.dates, len(m.sequence))
		}
		m.sequence = append(m.sequence, uint32(i))
	}
}

// term looks a word of a query up: as it stands, by its stem, and as a year. A word
// that no document has is not known.
func (ix *Index) term(w string) term {
	t := term{text: w, word: ix.words.find(w), year: yearNamed(w), kinFirst: none}
	if t.word != none {
		t.stem = ix.wordStem[t.word]
		t.known = ix.words.count[t.word] > 0
	} else if t.stem = ix.stems.find(text.Stem(w)); t.stem != none {
		t.known = ix.stems.count[t.stem] > 0
	}
	if int(t.stem) < ix.stems.size() && int(ix.kinLast[t.stem]) < ix.words.size() {
		t.kinFirst, t.kinLast = ix.kinFirst[t.stem], ix.kinLast[t.stem]
	}
	return t
}

// yearNamed returns the year that a word of four digits names, or 0.
func yearNamed(w string) uint16 {
	if len(w) != 4 {
		return 0
	}
	year := uint16(0)
	for i := range len(w) {
		if w[i] < '0' || w[i] > '9' {
			return 0
		}
		year = year*10 + uint16(w[i]-'0')
	}
	return year
}

// operand returns the list of the documents that have the word as it was typed.
func (ix *Index) operand(t *term) operand {
	switch {
	case t.word != none:
		return ix.operandAt(ix.words.start[t.word], ix.words.count[t.word])
	case int(t.stem) < ix.stems.size():
		return ix.operandAt(ix.stems.start[t.stem], ix.stems.count[t.stem])
	}
	return operand{}
}

// idf returns the inverse document frequency of a word that count documents have:
// ln(1 + documents / (count + 1)).
func (ix *Index) idf(count int) float32 {
	return float32(math.Log1p(float64(ix.docCount) / (float64(count) + 1)))
}
