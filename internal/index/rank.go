package index

// How much a word tells of a document by where it occurs, for queries across
// fields. Found by measurement on the development questions of package eval/search;
// what matters is their order.
const (
	weightTitle    = 3.0
	weightAltTitle = 1.5
	weightDirector = 4.0
	weightPeople   = 1.5
	weightSubject  = 2.5
	weightYear     = 1.0
	weightProse    = 1.0

	// saturation is the weight at which a word counts half.
	saturation = 1.2
	// fieldScale is the score of a document that has every word in the best of
	// places, fieldPrior what the heaviest document gets for its weight.
	fieldScale = 10
	fieldPrior = 2
	// editedShare is what a word counts that is there only with an edit.
	editedShare = 0.6
)

// fieldWeights is how much a word tells by where it occurs, and the weight at which it counts half.
type fieldWeights struct {
	title, altTitle, director, people, subject, year, prose float64
	saturation                                              float64
}

// fieldTable has the weights for queries across fields.
var fieldTable = fieldWeights{weightTitle, weightAltTitle, weightDirector, weightPeople, weightSubject, weightYear, weightProse, saturation}.table()

// proseCounts is how much a word counts that occurs in prose so many times, maxProse or more at most.
var proseCounts = [maxProse + 1]float64{0, 1, 1.6, 2}

// table returns the weight of a posting's bits by the length class of the prose.
func (f fieldWeights) table() (table [lengthClasses << 8]float32) {
	fields := f.outsideProse()
	for class := range lengthClasses {
		// Words in long prose tell less: the norm is 1 at 32 words and grows by
		// a sixth each half octave.
		norm := 1 + (float64(class)-4)/6
		norm = max(norm, 0.5)
		for b := range 256 {
			w := fields[b] + f.prose*proseCounts[b>>proseShift]/norm
			table[class<<8|b] = float32(w / (w + f.saturation))
		}
	}
	return table
}

// outsideProse returns the weight of a posting's bits but for prose.
func (f fieldWeights) outsideProse() (weights [256]float64) {
	for b := range weights {
		w := &weights[b]
		switch {
		case b&inTitle != 0:
			*w += f.title
		case b&inAltTitle != 0:
			*w += f.altTitle
		}
		if b&inDirector != 0 {
			*w += f.director
		}
		if b&inPeople != 0 {
			*w += f.people
		}
		if b&inSubject != 0 {
			*w += f.subject
		}
		if b&isYear != 0 {
			*w += f.year
		}
	}
	return weights
}

// weigh turns the operands' idf into shares of the whole score.
func (ix *Index) weigh(ops []operand) {
	sum := float32(0)
	for i := range ops {
		sum += ops[i].idf
	}
	if sum <= 0 {
		return
	}
	for i := range ops {
		ops[i].idf *= fieldScale / sum
	}
}

// fieldScore returns what the place at of the operand's list adds to the score of document d.
func (ix *Index) fieldScore(o *operand, at, d uint32) float32 {
	return ix.fieldScoreBy(&fieldTable, o, at, d)
}

// fieldScoreBy is fieldScore with other weights.
func (ix *Index) fieldScoreBy(weights *[lengthClasses << 8]float32, o *operand, at, d uint32) float32 {
	s := o.idf * weights[int(ix.lengths[d]&(lengthClasses-1))<<8|int(o.bits[at])]
	if o.edited != nil && o.edited[at] {
		s *= editedShare
	}
	return s
}

// rank finishes the scores: by fields, or by titles where a title answers the
// query. It reports which.
func (ix *Index) rank(m *Matches) (byTitle bool) {
	m.titled = m.titled[:0]
	for i, d := range m.Docs {
		m.Scores[i] += fieldPrior * ix.prior[d]
		if m.flags[i] == 0 {
			continue
		}
		if s := ix.standing(m, d); s.relation != unrelated {
			m.titled = append(m.titled, titleScore{uint32(i), s.score(ix.prior[d])})
			byTitle = byTitle || s.tells(len(m.sequence))
		}
	}
	if !byTitle {
		return false
	}
	for _, t := range m.titled {
		score := &m.Scores[t.at]
		*score = t.score + *score*fieldTrace
	}
	return true
}

// How much of a title a single word, or words out of order, must cover to be
// more than chance.
const (
	tellingCoverage  = 0.25
	tellingScattered = 0.6
)

// tells reports whether a title that stands so to a query of so many words
// shows that it is titles that are asked for: the query is a title, or a part of
// one that cannot be chance. Of another title only the whole one shows it.
func (s *standing) tells(words int) bool {
	if s.other && s.relation < articled {
		return false
	}
	switch s.relation {
	case whole, articled:
		return true
	case opening, phrase:
		return words > 1 || s.coverage >= tellingCoverage
	case scattered:
		return s.coverage >= tellingScattered
	}
	return false
}

// Scores by title. What is nearer to being the title comes first; the steps
// between are wider than what weight and coverage add, but for the steps from
// scattered to opening, over which a far better known film passes.
const (
	scatteredScore = 15
	phraseScore    = 20
	openingScore   = 20.5
	wholeScore     = 40
	// A title but for its article comes behind every title that is the query to
	// the letter. Where there was a typo the two are as likely, and the better
	// known comes first.
	articledScore  = 33
	articledEdited = 39
	datedScore     = 10 // for a title with its year
	altTitleCost   = 1
	// An other title comes behind every title that answers as well, however well known its
	// document is: it costs more than weight adds.
	otherWholeCost = wholePrior + 1
	otherPartCost  = partPrior
	editCost       = 6
	wholeStemCost  = 16 // for words that are not the title's very own
	partStemCost   = 4
	wholePrior     = 6
	partPrior      = 8
	coverageScore  = 3
	// fieldTrace is what the score by fields counts where titles decide.
	fieldTrace = 0.01
)

// worth returns the score of a standing without the document's weight. class says which of the
// document's titles it is in, dated that the query has its year, too.
func (s *standing) worth(class titleClass, dated bool) float32 {
	v := float32(0)
	switch s.relation {
	case scattered:
		v = scatteredScore + coverageScore*s.coverage
	case phrase:
		v = phraseScore + coverageScore*s.coverage
	case opening:
		v = openingScore + coverageScore*s.coverage
	case whole, articled:
		v = wholeScore
		if s.relation == articled && s.edits == 0 {
			v = articledScore
		} else if s.relation == articled {
			v = articledEdited
		}
		if dated {
			v += datedScore
		}
	}
	switch {
	case class == altTitle:
		v -= altTitleCost
	case class == otherTitle && s.relation >= articled:
		v -= otherWholeCost
	case class == otherTitle:
		v -= otherPartCost
	}
	if s.stems > 0 {
		switch s.relation {
		case whole, articled:
			v -= wholeStemCost
		case opening, phrase:
			v -= partStemCost
		}
	}
	return v - editCost*float32(s.edits)
}

// score returns the score of a standing with the document's weight, which is from 0 to 1.
func (s *standing) score(prior float32) float32 {
	if s.relation >= articled {
		return s.value + wholePrior*prior
	}
	return s.value + partPrior*prior
}
