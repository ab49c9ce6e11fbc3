package measure

import "math"

// The constants of VADER (Hutto & Gilbert 2014), as the library has them.
const (
	capsEmphasis    = 0.733 // added to a word written in capitals among others that are not
	negationScalar  = -0.74 // what negation makes of a valence
	boosterAtTwo    = 0.95  // how much of a booster reaches across one word
	boosterAtThree  = 0.9   // and across two
	neverSoScalar   = 1.25  // "never so good"
	butBefore       = 0.5
	butAfter        = 1.5
	perExclamation  = 0.292 // a ! adds, up to four
	maxExclamations = 4
	perQuestion     = 0.18 // two or three ? add each
	manyQuestions   = 0.96 // four and more add together
	normalization   = 15
)

// token is a word in its sentence.
type token struct {
	word uint32
	// capital: written with a capital; capitals: with capitals only.
	capital, capitals bool
}

// vader gives sentences their sentiment by the rules of VADER (Hutto & Gilbert
// 2014), as package govader has them: its lexicon, boosters, negations,
// idioms, capitals and marks. It agrees with the package on the words of a
// sentence joined by spaces. What differs is what counts as a word (words.go),
// and that the names of those who speak carry no sentiment: Joy is a person,
// not a feeling.
type vader struct {
	*lexicon
	traits    []trait // by word, those of the script's own words included
	mixedCase bool    // some but not all words of the sentence are in capitals
}

// compound returns VADER's compound score of a sentence, -1 to 1, and 0 for a
// sentence without any word of the lexicon. bangs and asks are its exclamation
// and question marks.
func (s *vader) compound(sentence []token, bangs, asks int) float64 {
	if !s.anyValence(sentence) {
		return 0
	}
	capitals := 0
	for _, t := range sentence {
		if t.capitals {
			capitals++
		}
	}
	s.mixedCase = capitals > 0 && capitals < len(sentence)

	but := -1
	for i, t := range sentence {
		if t.word == s.ruleWords.but {
			but = i
			break
		}
	}
	sum := 0.0
	for i := range sentence {
		v := s.valenceOf(sentence, i)
		switch {
		case but < 0 || i == but:
		case i < but:
			v *= butBefore
		default:
			v *= butAfter
		}
		sum += v
	}
	switch {
	case sum > 0:
		sum += emphasis(bangs, asks)
	case sum < 0:
		sum -= emphasis(bangs, asks)
	}
	return sum / math.Sqrt(sum*sum+normalization)
}

// anyValence reports whether a word of the sentence has a valence.
func (s *vader) anyValence(sentence []token) bool {
	for _, t := range sentence {
		if s.traits[t.word]&hasValence != 0 {
			return true
		}
	}
	return false
}

// valenceOf returns what the i-th word adds to the sum, in units of the
// lexicon (-4 to 4 before boosters).
func (s *vader) valenceOf(sentence []token, i int) float64 {
	t := sentence[i]
	traits := s.traits[t.word]
	if traits&hasValence == 0 || traits&booster != 0 {
		return 0
	}
	if traits&characterName != 0 && t.capital {
		return 0
	}
	if t.word == s.ruleWords.kind && i+1 < len(sentence) && sentence[i+1].word == s.ruleWords.of {
		return 0
	}
	v := s.valence[t.word]
	if t.word == s.ruleWords.no && i+1 < len(sentence) && s.traits[sentence[i+1].word]&hasValence != 0 {
		v = 0
	}
	if s.negatedByNo(sentence, i) {
		v = s.valence[t.word] * negationScalar
	}
	if t.capitals && s.mixedCase {
		v = awayFromZero(v, capsEmphasis)
	}
	for back := 1; back <= 3 && back <= i; back++ {
		before := sentence[i-back]
		if s.traits[before.word]&hasValence != 0 && !before.capital {
			continue // a word with a mood of its own neither strengthens nor turns
		}
		v += s.boosterEffect(before, back, v)
		v = s.negate(sentence, i, back, v)
		if back == 3 {
			v = s.idiom(sentence, i, v)
		}
	}
	return s.negateAfterLeast(sentence, i, v)
}

// negatedByNo reports whether "no" stands one or two words before the i-th word, or
// three with "or" or "nor" right before it.
func (s *vader) negatedByNo(sentence []token, i int) bool {
	no := s.ruleWords.no
	return i > 0 && sentence[i-1].word == no ||
		i > 1 && sentence[i-2].word == no ||
		i > 2 && sentence[i-3].word == no && (sentence[i-1].word == s.ruleWords.or || sentence[i-1].word == s.ruleWords.nor)
}

// boosterEffect returns what a booster adds to the valence of the word that it
// stands before, back words away.
// The result is 0 when before is no booster.
func (s *vader) boosterEffect(before token, back int, v float64) float64 {
	if s.traits[before.word]&booster == 0 {
		return 0
	}
	b := s.strength[before.word]
	if v < 0 {
		b = -b
	}
	if before.capitals && s.mixedCase {
		if v > 0 {
			b += capsEmphasis
		} else {
			b -= capsEmphasis
		}
	}
	switch back {
	case 2:
		b *= boosterAtTwo
	case 3:
		b *= boosterAtThree
	}
	return b
}

// negate returns v after a negation back words before the i-th, or v when
// there is none.
func (s *vader) negate(sentence []token, i, back int, v float64) float64 {
	k, first := &s.ruleWords, sentence[i-back].word
	soOrThis := func(j int) bool { return sentence[j].word == k.so || sentence[j].word == k.this }
	doubt := func(j int) bool { return sentence[j].word == k.doubt }
	switch {
	case back == 1:
	case first == k.never && (soOrThis(i-1) || back == 3 && soOrThis(i-2)):
		return v * neverSoScalar
	case first == k.without && (doubt(i-1) || back == 3 && doubt(i-2)):
		return v
	}
	if s.traits[first]&negation != 0 {
		return v * negationScalar
	}
	return v
}

// idiom gives the valence of an idiom that the i-th word belongs to, or v, and
// what a hedge before it takes away.
// i must be at least 3.
func (s *vader) idiom(sentence []token, i int, v float64) float64 {
	at := func(j int) uint32 {
		if j < len(sentence) {
			return sentence[j].word
		}
		return noWord
	}
	three, two, one, here, next, afterNext := at(i-3), at(i-2), at(i-1), at(i), at(i+1), at(i+2)
	if s.traits[two]&idiomatic == 0 && s.traits[one]&idiomatic == 0 && s.traits[here]&idiomatic == 0 {
		return v
	}
	for _, p := range [...]phrase{
		{one, here, noWord}, {two, one, here}, {two, one, noWord}, {three, two, one}, {three, two, noWord},
	} {
		if value, met := s.idioms[p]; met {
			v = value
			break
		}
	}
	if next != noWord {
		if value, met := s.idioms[phrase{here, next, noWord}]; met {
			v = value
		}
	}
	if afterNext != noWord {
		if value, met := s.idioms[phrase{here, next, afterNext}]; met {
			v = value
		}
	}
	for _, p := range [...]phrase{{three, two, one}, {three, two, noWord}, {two, one, noWord}} {
		v += s.hedges[p]
	}
	return v
}

// negateAfterLeast turns v after "least", unless it is "at least" or "very least".
func (s *vader) negateAfterLeast(sentence []token, i int, v float64) float64 {
	k := &s.ruleWords
	if i == 0 || sentence[i-1].word != k.least || sentence[i-1].capital {
		return v
	}
	if i > 1 && (sentence[i-2].word == k.at || sentence[i-2].word == k.very) && !sentence[i-2].capital {
		return v
	}
	return v * negationScalar
}

// awayFromZero moves v away from zero; zero moves down, as in the library.
func awayFromZero(v, by float64) float64 {
	if v > 0 {
		return v + by
	}
	return v - by
}

// emphasis is what the marks of a sentence add to its sum, whatever its sign.
func emphasis(bangs, asks int) float64 {
	e := float64(min(bangs, maxExclamations)) * perExclamation
	switch {
	case asks > 3:
		e += manyQuestions
	case asks > 1:
		e += float64(asks) * perQuestion
	}
	return e
}
