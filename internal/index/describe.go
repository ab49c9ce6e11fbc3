package index

import (
	"math"

	"kinodex/internal/docset"
)

// How a description is ranked: by BM25 over all of its words, each of which may be missing. What is
// told of a document counts more than what it is called, since people who describe a film do not
// recall its title. Found by measurement on the development half of package eval/descriptions.
var (
	describedWeights = fieldWeights{title: 0.3, altTitle: 0.3, director: 0.2, people: 0.2, subject: 1, year: 1, prose: 1, saturation: 1}
	describedTable   = describedWeights.table()
	// With further prose the sum of both is looked up in parts.
	describedFields = describedWeights.outsideProse()
	describedNorms  = furtherNorms()
)

const (
	// describedFame is what the heaviest document gets for its weight, beside 1 for the document
	// with the highest sum over the words.
	describedFame = 0.2
	// describedLeast is the least share of the highest sum that a document must have.
	describedLeast = 0.15

	// With further prose, whose length differs more than that of an overview, a word counts as BM25
	// has it: in proportion to the length for so much, with a norm of 1 at so many words.
	furtherSlope = 0.75
	furtherWords = 80

	// What a word counts for that is a subject in the further prose: of a few words on what people remember of a
	// document. It is less the more words the text has, since of many some are there by chance. Found by measurement
	// on the development half and other authors' descriptions.
	notedWords = 6
	mostNoted  = 1
)

// furtherNorms returns by the length classes of the prose and of the further prose what a word in
// either is divided by.
func furtherNorms() (norms [lengthClasses][lengthClasses]float64) {
	words := func(class int) float64 { // about the middle of the class
		return 8 * math.Pow(2, (float64(class)-0.5)/2)
	}
	for class := range norms {
		for further := range norms[class] {
			n := words(class)
			if further > 0 {
				n += words(further)
			}
			norms[class][further] = 1 - furtherSlope + furtherSlope*n/furtherWords
		}
	}
	return norms
}

// Describe sets m to the documents that have words of a text in somebody's own words, also in the
// further prose of r. The one whose words tell most has 1, the others in proportion, to which their
// weights are added. Words that no document has are left out of account. Documents of also are among
// them whatever words they have, where any document has some. r.Share is not read.
func (ix *Index) Describe(text string, r Reading, also []uint32, m *Matches) {
	ops := ix.wordsOf(text, r, m)
	x := describing{ix: ix, further: r.Further, found: docset.New(ix.docCount)}
	x.noted = min(mostNoted, notedWords/float64(max(1, len(ops))))
	x.sums, _ = m.widening.sumsOf(ix.docCount)
	if x.further != nil && x.further.docCount == ix.docCount {
		x.addBoth(ops, m.furtherLists(text, r))
	} else {
		x.addProse(ops)
	}
	others := docset.New(ix.docCount)
	if x.highest > 0 { // else the text is no description at all
		others.AddAll(also)
		x.found.Union(others)
	}
	for d := range x.found.All() {
		if x.sums[d] > 0 && x.sums[d] >= describedLeast*x.highest || others.Has(d) {
			m.Docs = append(m.Docs, d)
			m.Scores = append(m.Scores, x.sums[d]/x.highest+describedFame*ix.prior[d])
		}
		x.sums[d] = 0
	}
}

// describing is a description at work.
type describing struct {
	ix, further *Index
	sums        []float32 // by document
	found       docset.Set
	highest     float32 // of sums
	noted       float64 // what a word counts for that is a subject in the further prose
}

// add adds to the sum of a document that there is.
func (x *describing) add(d uint32, score float32) {
	x.found.Add(d)
	x.sums[d] += score
	x.highest = max(x.highest, x.sums[d])
}

// addProse adds what the words tell by their lists in the index alone.
func (x *describing) addProse(ops []operand) {
	for i := range ops {
		for at, d := range ops[i].docs {
			if int(d) < x.ix.docCount {
				x.add(d, x.ix.fieldScoreBy(&describedTable, &ops[i], uint32(at), d))
			}
		}
	}
}

// furtherLists returns, by the place of each word in m.terms, its list in the further prose, which is
// empty where that does not have it.
func (m *Matches) furtherLists(text string, r Reading) []operand {
	if m.further == nil {
		m.further = &Matches{}
	}
	lists := make([]operand, len(m.terms))
	for _, o := range r.Further.wordsOf(text, r, m.further) {
		lists[o.term] = o
	}
	return lists
}

// addBoth adds what the words tell by their lists in the index and in the further prose. A word is as
// rare as where it is more common.
func (x *describing) addBoth(ops, further []operand) {
	for i := range ops {
		o, more := &ops[i], &further[ops[i].term]
		if len(more.docs) > 0 {
			o.idf = min(o.idf, more.idf)
		}
		x.addUnion(o, more)
		more.docs = nil
	}
	for i := range further { // which the index itself does not have
		x.addUnion(&operand{idf: further[i].idf}, &further[i])
	}
}

// addUnion adds what a word tells of each document in either list.
func (x *describing) addUnion(o, more *operand) {
	next := 0
	for at, d := range o.docs {
		for ; next < len(more.docs) && more.docs[next] < d; next++ {
			x.addWord(o.idf, more.docs[next], 0, more.bits[next], more.is(next))
		}
		if next < len(more.docs) && more.docs[next] == d {
			x.addWord(o.idf, d, o.bits[at], more.bits[next], o.is(at) || more.is(next))
			next++
		} else {
			x.addWord(o.idf, d, o.bits[at], 0, o.is(at))
		}
	}
	for ; next < len(more.docs); next++ {
		x.addWord(o.idf, more.docs[next], 0, more.bits[next], more.is(next))
	}
}

// is reports whether the document at a place of the list has the word itself, without an edit.
func (o *operand) is(at int) bool { return o.edited == nil || !o.edited[at] }

// addWord adds what a word tells that has these bits in a document and in its further prose.
func (x *describing) addWord(idf float32, d uint32, bits, further uint8, typed bool) {
	if int(d) >= x.ix.docCount {
		return
	}
	norm := describedNorms[x.ix.lengths[d]&(lengthClasses-1)][x.further.lengths[d]&(lengthClasses-1)]
	w := describedFields[bits] + (proseCounts[bits>>proseShift]+proseCounts[further>>proseShift])/norm
	if further&inSubject != 0 {
		w += x.noted
	}
	score := idf * float32(w/(w+describedWeights.saturation))
	if !typed {
		score *= editedShare
	}
	x.add(d, score)
}
