package index

import "slices"

// relation says how a query sits in a title, the worst first.
type relation uint8

const (
	unrelated relation = iota
	scattered          // all its words, in some order
	phrase             // its words one after another
	opening            // the same, at the beginning
	articled           // it is the title but for its leading article
	whole              // it is the title
)

// titleClass says which of a document's titles one is.
type titleClass uint8

const (
	mainTitle  titleClass = iota // Document.Title
	altTitle                     // one of AltTitles, or a spelling of Title
	otherTitle                   // one of OtherTitles
)

// otherMark is set in the length of a title that is one of OtherTitles.
const otherMark = 1 << 31

// cutTitle returns the first of titles, which are not empty, and those behind it. Its class is
// otherTitle or altTitle: which one is the main title the caller knows.
func cutTitle(titles []uint32) (title []uint32, class titleClass, rest []uint32) {
	n := min(int(titles[0]&^otherMark), len(titles)-1)
	class = altTitle
	if titles[0]&otherMark != 0 {
		class = otherTitle
	}
	return titles[1 : 1+n], class, titles[1+n:]
}

// standing is how a document's titles answer a query.
type standing struct {
	relation relation
	other    bool    // in one of OtherTitles
	edits    uint8   // words that are there only with an edit, or only begun
	typos    uint8   // words that are there only with an edit
	stems    uint8   // words that are there in another form of the same stem
	coverage float32 // the share of the title the query covers
	value    float32 // the score before the document's weight
}

// titleScore is a document, by its place in the matches, with its score by title.
type titleScore struct {
	at    uint32
	score float32
}

// standing returns the best way in which the query is in one of d's titles, with and without
// words of the query that are d's year. Its relation is unrelated when the query is in none.
func (ix *Index) standing(m *Matches, d uint32) standing {
	var best standing
	titles := ix.titleWords[ix.titleEnds[d]:ix.titleEnds[d+1]]
	for first := true; len(titles) > 0; first = false {
		title, class, rest := cutTitle(titles)
		titles = rest
		if first {
			class = mainTitle
		}
		s := ix.place(m, title, m.sequence)
		best.improve(&s, class, false)
		for _, i := range m.dates {
			if m.terms[m.sequence[i]].year == ix.years[d] {
				m.undated = append(append(m.undated[:0], m.sequence[:i]...), m.sequence[i+1:]...)
				s := ix.place(m, title, m.undated)
				best.improve(&s, class, true)
			}
		}
	}
	return best
}

// improve sets best to s, which is in a title of that class, when s is worth more. Words out of
// order in another title are chance.
func (best *standing) improve(s *standing, class titleClass, dated bool) {
	if s.relation == unrelated || s.relation == scattered && class == otherTitle {
		return
	}
	s.other = class == otherTitle
	if s.value = s.worth(class, dated); best.relation == unrelated || s.value > best.value {
		*best = *s
	}
}

// place returns how the words of sequence are in the title.
func (ix *Index) place(m *Matches, title, sequence []uint32) standing {
	if len(title) < len(sequence) || len(sequence) == 0 {
		return standing{}
	}
	s := standing{coverage: float32(len(sequence)) / float32(len(title))}
	start := &m.terms[sequence[0]]
	for from := 0; from+len(sequence) <= len(title); from++ {
		if ix.fit(start, title[from]) == misfit || !ix.fits(m, title[from:], sequence, &s) {
			continue
		}
		switch {
		case from == 1 && len(sequence)+1 == len(title) && slices.Contains(ix.articles[:], title[0]):
			s.relation = articled
		case from > 0:
			s.relation = phrase
		case len(sequence) < len(title):
			s.relation = opening
		default:
			s.relation = whole
		}
		return s
	}
	if len(sequence) == 1 {
		return s
	}
	for _, at := range sequence {
		if !slices.ContainsFunc(title, func(w uint32) bool { return ix.fit(&m.terms[at], w) != misfit }) {
			return s
		}
	}
	s.relation = scattered
	return s
}

// fits reports whether the title starts with the words of sequence, and counts
// in s how far they are from what was typed.
func (ix *Index) fits(m *Matches, title, sequence []uint32, s *standing) bool {
	s.edits, s.typos, s.stems = 0, 0, 0
	for i, at := range sequence {
		switch ix.fit(&m.terms[at], title[i]) {
		case misfit:
			return false
		case stemFit:
			s.stems++
		case typoFit:
			s.edits++
			s.typos++
		case begunFit:
			s.edits++
		}
	}
	return true
}

// fitness says in which way a query word is a title's word.
type fitness uint8

const (
	misfit fitness = iota
	exactFit
	stemFit
	typoFit
	begunFit
)

// fit returns in which way a word of a query is a word of a title: the best of all that hold.
func (ix *Index) fit(t *term, word uint32) fitness {
	if word == t.word {
		return exactFit
	}
	if t.kinFirst <= word && word <= t.kinLast && ix.wordStem[word] == t.stem {
		return stemFit
	}
	if t.widened() {
		return ix.widenedFit(t, word)
	}
	return misfit
}

// widenedFit is fit for what only a widened word may be: a word within the edits, or
// one that begins so.
func (ix *Index) widenedFit(t *term, word uint32) fitness {
	if _, ok := slices.BinarySearch(t.near, word); ok {
		return typoFit
	}
	if t.follows <= word && word < t.followsEnd {
		return begunFit
	}
	return misfit
}
