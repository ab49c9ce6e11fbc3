package measure

import "sort"

// window is how many words MATTR counts distinct words in, as Covington &
// McFall use for long texts.
const window = 500

// mattr returns the moving-average type/token ratio of words (MATTR, Covington
// & McFall 2010), 0 to 1: the mean over all windows of distinct words /
// window. A text shorter than the window is one window; no words have 0. Words
// are numbers below kinds. The time is linear in words and kinds.
func mattr(words []uint32, kinds int) float64 {
	if len(words) == 0 {
		return 0
	}
	sum, windows := uint64(0), 0
	size := eachWindow(words, make([]uint16, kinds), func(distinct int) {
		sum += uint64(distinct)
		windows++
	})
	return float64(sum) / float64(windows) / float64(size)
}

// eachWindow calls each with the distinct words of every window, in order, and
// returns the size of a window: less than window for a short text. counts must
// be 0 for every word, and is again afterwards.
func eachWindow(words []uint32, counts []uint16, each func(distinct int)) (size int) {
	size = min(window, len(words))
	distinct := 0
	for i, w := range words {
		if counts[w]++; counts[w] == 1 {
			distinct++
		}
		if i >= size {
			old := words[i-size]
			if counts[old]--; counts[old] == 0 {
				distinct--
			}
		}
		if i >= size-1 {
			each(distinct)
		}
	}
	for _, w := range words[len(words)-size:] {
		counts[w] = 0
	}
	return size
}

// The constants of MTLD (McCarthy & Jarvis 2010). The threshold is a fraction of
// integers, 0.72, so that no rounding decides.
const (
	thresholdNum, thresholdDen = 18, 25
	threshold                  = float64(thresholdNum) / thresholdDen
	// maxFactorLength caps the measure for texts that hardly repeat themselves, of
	// which a few words say little.
	maxFactorLength = 500.0
)

// factorization is one pass over words for MTLD (McCarthy & Jarvis 2010). A
// factor is the shortest run of words whose type/token ratio falls below the
// threshold; starts says where each factor begins, partial how much of a
// factor the last words are, 0 to 1. It is read-only once made.
type factorization struct {
	words   []uint32
	starts  []int32
	partial float64
}

// mtld returns words / factors: the mean length of a factor in words, 0 to
// maxFactorLength.
func mtld(words int, runs float64) float64 {
	if words == 0 {
		return 0
	}
	if runs*maxFactorLength < float64(words) {
		return maxFactorLength
	}
	return float64(words) / runs
}

// factorScan is the state of a pass over words in factors. seen holds, by
// word, the stamp of the factor that had it last, so that a new factor needs
// no clearing. It may be used again after reset.
type factorScan struct {
	seen     []uint32
	stamp    uint32
	length   int
	distinct int
}

func newFactorScan(kinds int) *factorScan { return &factorScan{seen: make([]uint32, kinds), stamp: 1} }

// next takes a word and reports whether a factor ends with it.
func (r *factorScan) next(word uint32) bool {
	if r.seen[word] != r.stamp {
		r.seen[word] = r.stamp
		r.distinct++
	}
	r.length++
	if r.distinct*thresholdDen < thresholdNum*r.length {
		r.reset()
		return true
	}
	return false
}

func (r *factorScan) reset() {
	r.stamp++
	r.length, r.distinct = 0, 0
}

// partial returns how much of a factor the words since the last one are: (1 -
// type/token ratio) / (1 - threshold), 0 to 1.
func (r *factorScan) partial() float64 {
	if r.length == 0 {
		return 0
	}
	return (1 - float64(r.distinct)/float64(r.length)) / (1 - threshold)
}

// factorize divides words into factors. The time is linear.
func factorize(words []uint32, r *factorScan) *factorization {
	t := &factorization{words: words, starts: make([]int32, 1, 1+len(words)/40)}
	r.reset()
	for i, w := range words {
		if r.next(w) {
			t.starts = append(t.starts, int32(i+1))
		}
	}
	t.partial = r.partial()
	return t
}

// factors returns the number of factors, with the unfinished one in part.
func (t *factorization) factors() float64 { return float64(len(t.starts)-1) + t.partial }

// expectedFactors returns how many factors so many words have on average in
// this text.
func (t *factorization) expectedFactors(words int) float64 {
	return t.factors() * float64(words) / float64(len(t.words))
}

// maxRescan bounds, in words, how much of a factor before a gap and how many
// words after it factorsWithout reads. Natural language ends a factor within a
// few hundred words and meets the old factors again after one or two.
const maxRescan = 10_000

// factorsWithout returns the number of factors of the text without
// words[from:to]. It reads on after the gap until a factor begins where one of
// the whole text does: from there on both are the same. If maxRescan ends
// before that, the rest is estimated with expectedFactors. r is overwritten.
func (t *factorization) factorsWithout(from, to int, r *factorScan) float64 {
	if from == to {
		return t.factors()
	}
	at := sort.Search(len(t.starts), func(i int) bool { return int(t.starts[i]) > from }) - 1
	left := len(t.words) - (to - from)
	if from-int(t.starts[at]) > maxRescan {
		return t.expectedFactors(left)
	}
	done := float64(at)
	r.reset()
	for _, w := range t.words[t.starts[at]:from] {
		r.next(w)
	}
	rest := t.words[to:]
	meeting := sort.Search(len(t.starts), func(i int) bool { return int(t.starts[i]) >= to })
	for i, w := range rest {
		if i >= maxRescan {
			return done + r.partial() + t.expectedFactors(len(rest)-i)
		}
		if !r.next(w) {
			continue
		}
		done++
		here := to + i + 1
		for meeting < len(t.starts) && int(t.starts[meeting]) < here {
			meeting++
		}
		if meeting < len(t.starts) && int(t.starts[meeting]) == here {
			return done + t.factors() - float64(meeting)
		}
	}
	return done + r.partial()
}
