package index

import "slices"

// Place says in which parts of a document a word of a query was found. The zero
// Place is nowhere.
type Place uint8

// Title reports whether the word is in the title or another title, OtherTitle
// whether it is in another one only.
func (p Place) Title() bool      { return p&anyTitle != 0 }
func (p Place) OtherTitle() bool { return p&anyTitle == inAltTitle }

// Director reports whether the word is in the name of one who directed, and
// People whether it is in a name of cast or crew.
func (p Place) Director() bool { return p&inDirector != 0 }
func (p Place) People() bool   { return p&inPeople != 0 }

// Subject reports whether the word is in a keyword or genre.
func (p Place) Subject() bool { return p&inSubject != 0 }

// Year reports whether the word is the document's year.
func (p Place) Year() bool { return p&isYear != 0 }

// Prose reports whether the word is in the prose.
func (p Place) Prose() bool { return p>>proseShift != 0 }

// Places appends to dst, for each distinct word of the query in the order they
// were typed, where in the document it was found: as it was typed or, when the
// search was widened, as what it may be a mistyped form of. A word that only a
// mended title answers was found nowhere.
func (m *Matches) Places(doc uint32, dst []Place) []Place {
	from := len(dst)
	for range m.terms {
		dst = append(dst, 0)
	}
	for i := range m.operands {
		o := &m.operands[i]
		if at, ok := slices.BinarySearch(o.docs, doc); ok && o.term < len(m.terms) {
			dst[from+o.term] = Place(o.bits[at])
		}
	}
	return dst
}

// Word is a word of a query as the search understood it.
type Word struct {
	// Forms are the words that count as it: as it was typed and, when the search
	// was widened, those it may be a mistyped form of.
	Forms []string
	// Begun is set when words that begin as it was typed count too.
	Begun bool
}

// Words returns the distinct words of the query in the order they were typed.
func (ix *Index) Words(m *Matches) []Word {
	words := make([]Word, len(m.terms))
	for i := range m.terms {
		t := &m.terms[i]
		forms := append(make([]string, 0, 1+len(t.near)), t.text)
		for _, id := range t.near {
			forms = append(forms, string(ix.words.word(id)))
		}
		words[i] = Word{Forms: forms, Begun: t.follows < t.followsEnd}
	}
	return words
}

// KeepProse drops the documents that do not have every word of the query in
// their prose. The scores of the others stay.
func (ix *Index) KeepProse(m *Matches) {
	for i := range m.operands {
		o := &m.operands[i]
		m.meet(o, m.Docs, ix.docCount)
		n := 0
		for _, p := range m.pairs {
			if Place(o.bits[p.at]).Prose() {
				m.Docs[n], m.Scores[n] = m.Docs[p.from], m.Scores[p.from]
				n++
			}
		}
		m.Docs, m.Scores = m.Docs[:n], m.Scores[:n]
	}
}
