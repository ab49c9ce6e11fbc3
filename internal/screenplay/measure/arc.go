package measure

import (
	"math"
	"sort"
)

// Segments is how many parts of equal words a script's mood is followed over.
const Segments = 20

// sentimentArc is the sentiment of each segment, -1 to 1: the mean over the
// segment's words of their sentence's sentiment.
type sentimentArc [Segments]float64

// slope returns the least-squares slope of the sentiment over position, in
// score per script: the middle of segment i is at (i + 0.5) / Segments. It is
// -3.01 to 3.01.
func (a *sentimentArc) slope() float64 {
	sum, square := 0.0, 0.0
	for i, mood := range a {
		x := (float64(i)+0.5)/Segments - 0.5 // from the middle of the script
		sum += x * mood
		square += x * x
	}
	return sum / square
}

// volatility returns the standard deviation of the segments (divisor n), 0 to
// 1.
func (a *sentimentArc) volatility() float64 {
	average := 0.0
	for _, mood := range a {
		average += mood / Segments
	}
	square := 0.0
	for _, mood := range a {
		square += (mood - average) * (mood - average)
	}
	return math.Sqrt(square / Segments)
}

// prefixSums are the words and the sentiment before each sentence, so that
// what lies between any two words is a difference.
type prefixSums struct {
	sentences []sentence
	// words and mood before each sentence, and of all.
	words     []int
	sentiment []float64
}

func newPrefixSums(sentences []sentence) *prefixSums {
	c := &prefixSums{
		sentences: sentences,
		words:     make([]int, len(sentences)+1),
		sentiment: make([]float64, len(sentences)+1),
	}
	for i := range sentences {
		s := &sentences[i]
		c.words[i+1] = c.words[i] + int(s.words)
		c.sentiment[i+1] = c.sentiment[i] + s.score*float64(s.words)
	}
	return c
}

// before returns the sentiment, summed over words, before a place among the
// words. A place may lie inside a sentence, or be a fraction of a word. The
// time is logarithmic in the number of sentences.
func (c *prefixSums) before(place float64) float64 {
	i := sort.Search(len(c.sentences), func(i int) bool { return float64(c.words[i+1]) >= place })
	if i == len(c.sentences) {
		return c.sentiment[i]
	}
	return c.sentiment[i] + c.sentences[i].score*(place-float64(c.words[i]))
}

// arcWithout returns the arc of the script without the sentences from to to;
// all 0 when no words are left.
func (c *prefixSums) arcWithout(from, to int) sentimentArc {
	var a sentimentArc
	gap := c.words[to] - c.words[from]
	missing := c.sentiment[to] - c.sentiment[from]
	total := c.words[len(c.sentences)] - gap
	if total == 0 {
		return a
	}
	length := float64(total) / Segments
	last := 0.0
	for i := range a {
		place := float64(total) * float64(i+1) / Segments
		var mood float64
		if place <= float64(c.words[from]) {
			mood = c.before(place)
		} else {
			mood = c.before(place+float64(gap)) - missing
		}
		a[i] = (mood - last) / length
		last = mood
	}
	return a
}
