package index

import (
	"math"
	"math/bits"
	"slices"

	"kinodex/internal/docset"
	"kinodex/internal/intern"
	"kinodex/internal/text"
)

// finish returns the sections of what was added, or the first error of Add. The builder cannot
// be used afterwards.
func (b *Builder) finish() (*sections, error) {
	if b.err != nil {
		return nil, b.err
	}
	s := &b.sections
	docs := len(b.weights)
	s.about = []uint32{formatVersion, uint32(docs)}
	b.scaleWeights()
	words := b.sortWords()

	stems := make([]string, b.stems.Len())
	for i := range stems {
		stems[i] = b.stems.At(uint32(i))
	}
	s.stems = dictionaryOf(stems)
	s.stems.start, s.stems.count, s.docs, s.bits = b.byStem.sort(len(stems))
	b.byStem = postings{}
	s.words = dictionaryOf(words)
	s.wordStem = b.stemOf
	s.gatherKin()
	b.wordLists(len(words))
	s.gatherCommon(docs)
	s.typoEnds, s.typoWords = typoTable(words)
	s.gapEnds, s.gapDocs = gapTable(s.titleEnds, s.titleWords)
	return s, nil
}

// scaleWeights sets prior to the weights divided by the greatest finite one. Weights that are
// NaN or not above 0 become 0, infinite ones 1.
func (b *Builder) scaleWeights() {
	greatest := 0.0
	for _, w := range b.weights {
		if w > greatest && !math.IsInf(w, 1) {
			greatest = w
		}
	}
	b.sections.prior = make([]float32, len(b.weights))
	for i, w := range b.weights {
		if w > 0 { // not NaN
			b.sections.prior[i] = float32(min(w/greatest, 1))
		}
	}
}

// sortWords renumbers the words in the order of their spelling, and returns them in it. It finds
// the stem of each that was not stemmed yet, for a query word asks for its stem
// even where the word itself is nobody's prose.
func (b *Builder) sortWords() []string {
	order := make([]uint32, b.words.Len()) // by new number: the old one
	for i := range order {
		order[i] = uint32(i)
	}
	intern.Sort(order, b.words.At)
	renamed := make([]uint32, len(order)) // by old number: the new one
	list := make([]string, len(order))
	stemOf := make([]uint32, len(order))
	for now, old := range order {
		renamed[old] = uint32(now)
		list[now] = b.words.At(old)
		stemOf[now] = b.stemOf[old]
		if stemOf[now] == none {
			if id, ok := b.stems.Find(text.Stem(list[now])); ok {
				stemOf[now] = id
			}
		}
	}
	b.words, b.stemOf = intern.Table{}, stemOf
	for i, old := range b.byWord.terms {
		b.byWord.terms[i] = renamed[old]
	}
	titles := b.sections.titleWords
	for len(titles) > 0 {
		var title []uint32
		title, _, titles = cutTitle(titles)
		for i, old := range title {
			title[i] = renamed[old]
		}
	}
	return list
}

// dictionaryOf returns a dictionary of the words, numbered in their order, still
// without lists.
func dictionaryOf(words []string) dictionary {
	d := dictionary{ends: make([]uint32, 1, len(words)+1), slots: slotsFor(words)}
	for _, w := range words {
		d.text = append(d.text, w...)
		d.ends = append(d.ends, uint32(len(d.text)))
	}
	return d
}

// sort returns the postings as lists, one for each term, documents ascending in each. It takes
// linear time.
func (p *postings) sort(terms int) (start, count, docs []uint32, places []uint8) {
	start, count = make([]uint32, terms), make([]uint32, terms)
	for _, t := range p.terms {
		count[t]++
	}
	sum := uint32(0)
	for t, n := range count {
		start[t] = sum
		sum += n
	}
	docs, places = make([]uint32, len(p.terms)), make([]uint8, len(p.terms))
	free, i := slices.Clone(start), uint32(0)
	for doc, end := range p.ends {
		for ; i < end; i++ {
			t := p.terms[i]
			docs[free[t]], places[free[t]] = uint32(doc), p.bits[i]
			free[t]++
		}
	}
	return start, count, docs, places
}

// wordLists sets the list of every word: that of its stem, shared, where the word occurs in no
// name; else the union of both.
func (b *Builder) wordLists(words int) {
	s := &b.sections
	start, count, docs, places := b.byWord.sort(words)
	b.byWord = postings{}
	for w, n := range count {
		from, stems := uint32(0), uint32(0)
		if stem := s.wordStem[w]; stem != none {
			from, stems = s.stems.start[stem], s.stems.count[stem]
		}
		if n == 0 {
			start[w], count[w] = from, stems
			continue
		}
		own, ownPlaces := docs[start[w]:start[w]+n], places[start[w]:start[w]+n]
		start[w] = uint32(len(s.docs))
		for i := from; i < from+stems || len(own) > 0; {
			switch {
			case len(own) == 0 || i < from+stems && s.docs[i] < own[0]:
				s.docs, s.bits = append(s.docs, s.docs[i]), append(s.bits, s.bits[i])
				i++
			case i == from+stems || own[0] < s.docs[i]:
				s.docs, s.bits = append(s.docs, own[0]), append(s.bits, ownPlaces[0])
				own, ownPlaces = own[1:], ownPlaces[1:]
			default:
				s.docs, s.bits = append(s.docs, own[0]), append(s.bits, ownPlaces[0]|s.bits[i])
				own, ownPlaces = own[1:], ownPlaces[1:]
				i++
			}
		}
		count[w] = uint32(len(s.docs)) - start[w]
	}
	s.words.start, s.words.count = start, count
}

// gatherKin sets, for each stem, the first and the last of its words. Words between them may be
// of other stems.
func (s *sections) gatherKin() {
	n := s.stems.size()
	s.kinFirst, s.kinLast = make([]uint32, n), make([]uint32, n)
	for i := range s.kinFirst {
		s.kinFirst[i] = none
	}
	for w, stem := range s.wordStem {
		if stem != none {
			s.kinFirst[stem] = min(s.kinFirst[stem], uint32(w))
			s.kinLast[stem] = uint32(w)
		}
	}
}

// gatherCommon makes the sets of the lists that isCommon says are long.
func (s *sections) gatherCommon(docs int) {
	lists := map[uint32]uint32{} // by start, for words share lists
	for _, d := range []*dictionary{&s.words, &s.stems} {
		for i, n := range d.count {
			if isCommon(int(n), docs) {
				lists[d.start[i]] = n
			}
		}
	}
	for start := range lists {
		s.commonStart = append(s.commonStart, start)
	}
	slices.Sort(s.commonStart)
	for _, start := range s.commonStart {
		set := docset.New(docs)
		set.AddAll(s.docs[start : start+lists[start]])
		before := uint32(0)
		for i, w := range set {
			if i%rankBlock == 0 {
				s.commonRanks = append(s.commonRanks, before)
			}
			before += uint32(bits.OnesCount64(w))
		}
		s.commonSets = append(s.commonSets, set...)
	}
}

// isCommon reports whether a list of count documents is also kept as a set.
func isCommon(count, docs int) bool { return count > docs/commonShare }
