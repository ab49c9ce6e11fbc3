package index

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"kinodex/internal/intern"
	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// Builder collects documents and writes their index. It serves one goroutine: Add for every
// document, then WriteTo once.
type Builder struct {
	err error

	words    intern.Table
	stems    intern.Table
	stemOf   []uint32 // by word: its stem's id, or none where not asked for yet
	byWord   postings // where words occur as they are: people, years
	byStem   postings // where stems occur: titles, subjects, prose
	perWord  occurrenceSet
	perStem  occurrenceSet
	sections sections
	weights  []float64
}

// NewBuilder returns an empty builder.
func NewBuilder() *Builder {
	return &Builder{sections: sections{titleEnds: []uint32{0}, nameEnds: []uint32{0}}}
}

// Add takes the next document. Numbers have no gaps: the first is 0, each next one is one more.
// Any other number is an error, which WriteTo returns. Nothing of d is kept but copies.
func (b *Builder) Add(doc uint32, d Document) {
	if b.err != nil {
		return
	}
	if int(doc) != len(b.weights) {
		b.err = fmt.Errorf("index: document %d added after %d others", doc, len(b.weights))
		return
	}
	b.titles(d)
	if d.Year > 0 && d.Year <= math.MaxUint16 {
		b.word(strconv.Itoa(d.Year), isYear)
	}
	b.names(d.People, inPeople)
	b.names(d.Directors, inDirector)
	b.subjects(d.Keywords)
	b.subjects(d.Genres)
	n := 0
	for _, s := range d.Prose {
		for w := range text.Tokens(s) {
			b.stem(b.id(w), inProse)
			n++
		}
	}
	b.perWord.flush(&b.byWord)
	b.perStem.flush(&b.byStem)

	s := &b.sections
	s.titleEnds = append(s.titleEnds, uint32(len(s.titleWords)))
	s.nameText = append(s.nameText, d.Title...)
	s.nameEnds = append(s.nameEnds, uint32(len(s.nameText)))
	s.lengths = append(s.lengths, lengthClass(n))
	s.years = append(s.years, uint16(max(0, min(d.Year, math.MaxUint16))))
	b.weights = append(b.weights, d.Weight)
}

// titles notes the titles and their other spellings, each once by its words.
func (b *Builder) titles(d Document) {
	s := &b.sections
	first := len(s.titleWords)
	add := func(title string, mark uint32, bit uint8) {
		at := len(s.titleWords)
		s.titleWords = append(s.titleWords, 0)
		for w := range text.Tokens(title) {
			s.titleWords = append(s.titleWords, b.id(w))
		}
		n := uint32(len(s.titleWords) - at - 1)
		s.titleWords[at] = n | mark
		if n == 0 && at > first || hasTitle(s.titleWords[first:at], s.titleWords[at+1:]) {
			s.titleWords = s.titleWords[:at]
			return
		}
		for _, id := range s.titleWords[at+1:] {
			b.stem(id, bit)
		}
	}
	add(d.Title, 0, inTitle)
	for _, t := range d.AltTitles {
		add(t, 0, inAltTitle)
	}
	for _, t := range spellings(d.Title) {
		add(t, 0, inAltTitle)
	}
	for _, t := range d.OtherTitles {
		add(t, otherMark, inAltTitle)
	}
}

// hasTitle reports whether titles (each with its length before it) has one of
// the words.
func hasTitle(titles, words []uint32) bool {
	for len(titles) > 0 {
		var title []uint32
		if title, _, titles = cutTitle(titles); slices.Equal(title, words) {
			return true
		}
	}
	return false
}

// names notes the words of names of people as they are: names are not stemmed.
func (b *Builder) names(names []string, bit uint8) {
	for _, s := range names {
		for w := range text.Tokens(s) {
			b.word(w, bit)
		}
	}
}

// subjects notes keywords and genres by the stems of their words.
func (b *Builder) subjects(subjects []string) {
	for _, s := range subjects {
		for w := range text.Tokens(s) {
			b.stem(b.id(w), inSubject)
		}
	}
}

// id returns the number of a word, provisional until the words are sorted.
func (b *Builder) id(word string) uint32 {
	id := b.words.Number(word)
	if int(id) == len(b.stemOf) {
		b.stemOf = append(b.stemOf, none)
	}
	return id
}

// word notes that the document has the word itself.
func (b *Builder) word(w string, bit uint8) { b.perWord.add(b.id(w), bit) }

// stem notes that the document has a word of the same stem.
func (b *Builder) stem(word uint32, bit uint8) {
	if b.stemOf[word] == none {
		b.stemOf[word] = b.stems.Number(text.Stem(b.words.At(word)))
	}
	b.perStem.add(b.stemOf[word], bit)
}

// WriteTo writes the index as sections of w, or returns the error of an earlier Add. The builder
// cannot be used afterwards.
func (b *Builder) WriteTo(w *pack.Writer) error {
	s, err := b.finish()
	if err != nil {
		return err
	}
	return s.write(w)
}

// postings are occurrences in the order of documents, terms mixed.
type postings struct {
	terms []uint32
	bits  []uint8
	ends  []uint32 // by document: where its occurrences end
}

// occurrenceSet collects the occurrences in one document, each term once.
type occurrenceSet struct {
	terms []uint32
	bits  []uint8
	at    []uint32 // by term: where in terms it may be
}

// add notes one occurrence of a term. Occurrences in prose are counted, up to
// maxProse; any other sets its bit.
func (g *occurrenceSet) add(term uint32, bit uint8) {
	for int(term) >= len(g.at) {
		g.at = append(g.at, make([]uint32, max(1024, len(g.at)))...)
	}
	i := g.at[term]
	if int(i) >= len(g.terms) || g.terms[i] != term {
		i = uint32(len(g.terms))
		g.at[term] = i
		g.terms = append(g.terms, term)
		g.bits = append(g.bits, 0)
	}
	if bit != inProse {
		g.bits[i] |= bit
	} else if g.bits[i]>>proseShift < maxProse {
		g.bits[i] += 1 << proseShift
	}
}

// flush appends what was gathered to the postings, as those of the next document, and empties g.
func (g *occurrenceSet) flush(to *postings) {
	to.terms, to.bits = append(to.terms, g.terms...), append(to.bits, g.bits...)
	to.ends = append(to.ends, uint32(len(to.terms)))
	g.terms, g.bits = g.terms[:0], g.bits[:0]
}
