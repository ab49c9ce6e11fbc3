package measure

import (
	"math"
	"sort"
)

// Segments is how many parts of equal words a script's mood is followed over.
const Segments = 20

// sentimentArc is the mood of the segments, each the mean over its words of their
// sentence's sentiment.
type sentimentArc [Segments]float64

// slope is the least-squares slope of the mood over position 0 to 1.
func (a *sentimentArc) slope() float64 {
	sum, square := 0.0, 0.0
	for i, mood := range a {
		x := (float64(i)+0.5)/Segments - 0.5 // from the middle of the script
		sum += x * mood
		square += x * x
	}
	return sum / square
}

// volatility is the standard deviation of the segments.
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

// prefixSums is the mood of a script summed up from its beginning: what lies between
// any two words is a difference.
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

// before gives the mood before a place among the words.
func (c *prefixSums) before(place float64) float64 {
	i := sort.Search(len(c.sentences), func(i int) bool { return float64(c.words[i+1]) >= place })
	if i == len(c.sentences) {
		return c.sentiment[i]
	}
	return c.sentiment[i] + c.sentences[i].score*(place-float64(c.words[i]))
}

// arcWithout gives the arc of the script without the sentences from to to.
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
