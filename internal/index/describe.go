package index

import "kinodex/internal/docset"

// How a description is ranked: by BM25 over all of its words, each of which may be missing. What is
// told of a document counts more than what it is called, since people who describe a film do not
// recall its title. Found by measurement on the development half of package eval/descriptions.
var describedTable = fieldWeights{title: 0.3, altTitle: 0.3, director: 0.2, people: 0.2, subject: 1, year: 1, prose: 1, saturation: 1}.table()

const (
	// describedFame is what the heaviest document gets for its weight, beside 1 for the document
	// with the highest sum over the words.
	describedFame = 0.4
	// describedLeast is the least share of the highest sum that a document must have.
	describedLeast = 0.15
)

// Describe sets m to the documents that have words of a text in somebody's own words. The one whose
// words tell most has 1, the others in proportion, to which their weights are added. Words that no
// document has are left out of account. Documents of also are among them whatever words they have,
// where any document has some. r.Share is not read.
func (ix *Index) Describe(text string, r Reading, also []uint32, m *Matches) {
	ops := ix.wordsOf(text, r, m)
	sums, _ := m.widening.sumsOf(ix.docCount)
	found, others, highest := docset.New(ix.docCount), docset.New(ix.docCount), float32(0)
	for i := range ops {
		for at, d := range ops[i].docs {
			if int(d) < ix.docCount {
				found.Add(d)
				sums[d] += ix.fieldScoreBy(&describedTable, &ops[i], uint32(at), d)
				highest = max(highest, sums[d])
			}
		}
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
