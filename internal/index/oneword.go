package index

import "slices"

// oneWord finds and ranks the documents of a query of a single word as typed.
// It does what meet and rank do, in one pass: the list of a word can be of
// nearly every document, and that is where the slowest queries spend their
// time. It reports whether titles decided; if not, the scores of documents with
// the word in a title are not to be used.
func (ix *Index) oneWord(m *Matches, o *operand) (byTitle bool) {
	docs, scores := slices.Grow(m.Docs[:0], len(o.docs)), slices.Grow(m.Scores[:0], len(o.docs))
	t := &m.terms[0]
	next := uint32(0)
	for i, d := range o.docs {
		if d < next || int(d) >= ix.docCount {
			continue
		}
		next = d + 1
		prior := ix.prior[d]
		score := ix.fieldScore(o, uint32(i), d) + fieldPrior*prior
		if o.bits[i]&anyTitle != 0 {
			if s := ix.wordStanding(t, ix.titleWords[ix.titleEnds[d]:ix.titleEnds[d+1]]); s.relation != unrelated {
				byTitle = byTitle || s.tells(1)
				score = s.score(prior) + fieldTrace*score
			}
		}
		docs, scores = append(docs, d), append(scores, score)
	}
	m.Docs, m.Scores = docs, scores
	return byTitle
}

// wordStanding is standing for a query of the one word t as typed.
func (ix *Index) wordStanding(t *term, titles []uint32) (best standing) {
	for first := true; len(titles) > 0; first = false {
		title, class, rest := cutTitle(titles)
		titles = rest
		if first {
			class = mainTitle
		}
		n := len(title)
		s := standing{}
		for at, w := range title {
			switch {
			case w == t.word:
			case t.kinFirst <= w && w <= t.kinLast && ix.wordStem[w] == t.stem:
				s.stems = 1
			default:
				continue
			}
			s.relation = phrase
			switch {
			case at == 0 && n == 1:
				s.relation = whole
			case at == 0:
				s.relation = opening
			case at == 1 && n == 2 && slices.Contains(ix.articles[:], title[0]):
				s.relation = articled
			}
			s.coverage = 1 / float32(n)
			best.improve(&s, class, false)
			break
		}
	}
	return best
}
