package index

import "kinodex/internal/docset"

// How a description is ranked: by BM25 over all of its words, each of which may be missing. What is
// told of a document counts more than what it is called, since people who describe a film do not
// recall its title. Found by measurement on the development half of package eval/descriptions.
var describedTable = fieldWeights{title: 0.3, altTitle: 0.3, director: 0.2, people: 0.2, subject: 1, year: 1, prose: 1, saturation: 1}.table()

// furtherTable has the weights of Reading.Further.
var furtherTable = fieldWeights{prose: furtherProse, saturation: 1}.table()

const (
	// furtherProse is how much a word of further prose tells beside one of the prose.
	furtherProse = 1
	// describedFame is what the heaviest document gets for its weight, beside 1 for the document
	// with the highest sum over the words.
	describedFame = 0.4
	// describedLeast is the least share of the highest sum that a document must have.
	describedLeast = 0.15
)

// Describe sets m to the documents that have words of a text in somebody's own words, also in the
// further prose of r. The one whose words tell most has 1, the others in proportion, to which their
// weights are added. Words that no document has are left out of account. Documents of also are among
// them whatever words they have, where any document has some. r.Share is not read.
func (ix *Index) Describe(text string, r Reading, also []uint32, m *Matches) {
	ops := ix.wordsOf(text, r, m)
	further := ix.furtherOf(text, r, m)
	sums, _ := m.widening.sumsOf(ix.docCount)
	found, others, highest := docset.New(ix.docCount), docset.New(ix.docCount), float32(0)
	add := func(d uint32, score float32) {
		if int(d) < ix.docCount {
			found.Add(d)
			sums[d] += score
			highest = max(highest, sums[d])
		}
	}
	for i := range ops {
		o, more := &ops[i], &further[ops[i].term]
		ix.describedBy(o, more, r.Further, add)
		*more = operand{}
	}
	for i := range further { // words that only the further prose has
		ix.describedBy(&operand{idf: further[i].idf}, &further[i], r.Further, add)
	}
	if highest > 0 { // else the text is no description at all
		others.AddAll(also)
		found.Union(others)
	}
	for d := range found.All() {
		if sums[d] > 0 && sums[d] >= describedLeast*highest || others.Has(d) {
			m.Docs = append(m.Docs, d)
			m.Scores = append(m.Scores, sums[d]/highest+describedFame*ix.prior[d])
		}
		sums[d] = 0
	}
}

// furtherOf returns, for each word of m, its list in the further prose, which is empty where that does
// not have it.
func (ix *Index) furtherOf(text string, r Reading, m *Matches) []operand {
	lists := make([]operand, len(m.terms))
	if r.Further == nil || r.Further.docCount != ix.docCount {
		return lists
	}
	if m.further == nil {
		m.further = &Matches{}
	}
	for _, o := range r.Further.wordsOf(text, r, m.further) {
		lists[o.term] = o
	}
	return lists
}

// describedBy gives add the documents of a word with what it tells of them: by own, its list, by more,
// that in further prose, or by both, of which each tells the share of what the other leaves open. A
// word is as rare as in the prose where it is more common.
func (ix *Index) describedBy(own, more *operand, further *Index, add func(d uint32, score float32)) {
	if len(more.docs) > 0 {
		own.idf = min(own.idf, more.idf)
		more.idf = own.idf
	}
	next := 0
	for at, d := range own.docs {
		for next < len(more.docs) && more.docs[next] < d {
			add(more.docs[next], further.furtherScore(more, next))
			next++
		}
		if int(d) >= ix.docCount {
			continue
		}
		score := ix.fieldScoreBy(&describedTable, own, uint32(at), d)
		if next < len(more.docs) && more.docs[next] == d {
			told := further.furtherScore(more, next)
			score += told - score*told/own.idf
			next++
		}
		add(d, score)
	}
	for ; next < len(more.docs); next++ {
		add(more.docs[next], further.furtherScore(more, next))
	}
}

// furtherScore returns what the place at of a list tells in further prose; 0 for a document that is none.
func (ix *Index) furtherScore(o *operand, at int) float32 {
	if d := o.docs[at]; int(d) < ix.docCount {
		return ix.fieldScoreBy(&furtherTable, o, uint32(at), d)
	}
	return 0
}
