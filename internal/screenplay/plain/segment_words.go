package plain

import (
	"strings"
	"unicode/utf8"
)

// unspacedNames returns the names of the document, in lower case: capitalised
// words of 3 to 20 letters that stand alone between line ends and punctuation
// three times or more, cues above all.
// The map is never nil.
func (p *document) unspacedNames() map[string]struct{} {
	count := map[string]int{}
	for i := range p.lines {
		s := p.lines[i].text
		for j := 0; j < len(s); {
			k := j
			for k < len(s) && isWordLetter(s, k) {
				k++
			}
			if run := strings.TrimSuffix(s[j:k], "'s"); len(run) >= 3 && len(run) <= 20 && isOneName(run) {
				count[run]++
			}
			j = k + 1
		}
	}
	names := map[string]struct{}{}
	g := &segmenter{words: plainTrie()}
	for s, n := range count {
		if n >= 3 && !g.isCommonWords(s) {
			names[strings.ToLower(s)] = struct{}{}
		}
	}
	return names
}

// isOneName reports letters that begin with a capital and go on in one case.
func isOneName(s string) bool {
	if s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	upper, lower := 0, 0
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] >= 'A' && s[i] <= 'Z':
			upper++
		case s[i] >= 'a' && s[i] <= 'z':
			lower++
		default:
			return false
		}
	}
	return upper == 0 || lower == 0
}

// isCommonWords reports whether a name is common words run together, such as
// "UNCLEHENRY", rather than one word.
func (g *segmenter) isCommonWords(s string) bool {
	parts := 0
	for part := range strings.FieldsSeq(g.segmentLine(s)) {
		parts++
		node := int32(0)
		part, _ = strings.CutSuffix(strings.ToLower(part), "'s")
		for i := 0; i < len(part) && node >= 0; i++ {
			node = g.words.child(node, part[i])
		}
		if len(part) < 3 || node < 0 || g.words.cost(node) == 0 || g.words.cost(node) > 100 {
			return false
		}
	}
	return parts > 1
}

// The costs of the model, as of the word list: ten times a negative logarithm.
const (
	unknownWord   = 60 // a word that is not in the list ...
	unknownLetter = 24 // ... and each of its letters
	mixedCase     = 90 // a word of the list that changes case as no word does
	nameCost      = 60 // a name of the document
	possessive    = 25 // 's behind a word
	maxName       = 20
	maxRun        = 2000 // letters in a row that may still be words of a line
	infiniteCost  = 1 << 30
)

// segment writes a run of letters as its likeliest words. Unknown words are
// possible, at a cost for the word and for each letter. The time is linear in
// the length of the run, since the length of a word is bounded; a run longer than maxRun is written as it is.
func (g *segmenter) segment(run string) {
	n := len(run)
	if n == 1 || n > maxRun {
		g.out.WriteString(run)
		return
	}
	g.cost, g.back = g.cost[:0], g.back[:0]
	for range n + 1 {
		g.cost, g.back = append(g.cost, infiniteCost), append(g.back, 0)
	}
	g.cost[0] = 0
	unknown, from := int32(infiniteCost), 0 // an unknown word that goes on, and where it began
	for i := range n {
		if i > 0 && !g.mayExtend(run, i, from) {
			unknown = infiniteCost
		}
		if g.cost[i] < infiniteCost {
			if fresh := g.cost[i] + unknownWord; fresh < unknown {
				unknown, from = fresh, i
			}
			g.relaxKnown(run, i)
		}
		unknown += unknownLetter
		if i+1 == n || utf8.RuneStart(run[i+1]) {
			g.relax(from, i+1, unknown)
		}
	}
	g.writeWords(run)
}

// mayExtend reports whether an unknown word that began at from may include
// run[i]: a word does not go from small letters to capitals, nor from capitals
// to small ones but after the first.
func (g *segmenter) mayExtend(run string, i, from int) bool {
	before, b := run[i-1], run[i]
	switch {
	case isSmall(before) && isCapital(b):
		return false
	case isCapital(before) && isSmall(b):
		return i-1 == from
	}
	return true
}

// isCapital reports whether b is a capital of ASCII.
func isCapital(b byte) bool { return b >= 'A' && b <= 'Z' }

// isSmall reports whether b is a small letter of ASCII.
func isSmall(b byte) bool { return b >= 'a' && b <= 'z' }

// relaxKnown tries every word of the list, and every name, that begins at
// run[i].
func (g *segmenter) relaxKnown(run string, i int) {
	base := g.cost[i]
	upper, lower, mixed := 0, 0, false
	named := len(g.names) > 0 && isCapital(run[i])
	scots := strings.HasPrefix(run[i:], "Mc") || strings.HasPrefix(run[i:], "Mac")
	for node, j := int32(0), i; j < len(run) && (node >= 0 || named && j-i < maxName); j++ {
		b := run[j]
		switch {
		case isCapital(b):
			mixed = mixed || lower > 0
			upper++
		case isSmall(b):
			mixed = mixed || upper > 1
			lower++
		}
		extra := int32(0)
		switch {
		case mixed:
			extra = mixedCase
		case upper == 1 && lower > 0:
			extra = 2
		}
		if node >= 0 {
			if isCapital(b) {
				b |= 0x20
			}
			if node = g.words.child(node, b); node >= 0 && g.words.cost(node) > 0 {
				g.relaxWord(run, i, j+1, base+g.words.cost(node)+extra)
			}
		}
		if named && j-i >= 2 && j-i < maxName && (!mixed || scots) && g.isName(run[i:j+1]) {
			g.relaxWord(run, i, j+1, base+nameCost)
		}
		named = named && (!mixed || scots)
	}
}

// isName reports whether a word of at most maxName bytes is a name of the
// document.
func (g *segmenter) isName(word string) bool {
	var low [maxName]byte
	for i := range len(word) {
		low[i] = word[i]
		if isCapital(word[i]) {
			low[i] |= 0x20
		}
	}
	_, known := g.names[string(low[:len(word)])]
	return known
}

// relaxWord tries a word, and the same word with 's behind it.
func (g *segmenter) relaxWord(run string, from, to int, cost int32) {
	g.relax(from, to, cost)
	if to+1 < len(run) && run[to] == '\'' && run[to+1]|0x20 == 's' {
		g.relax(from, to+2, cost+possessive)
	}
}

// relax keeps the word run[from:to] if a text that ends with it costs less
// than the best that ends at to so far.
func (g *segmenter) relax(from, to int, cost int32) {
	if cost < g.cost[to] {
		g.cost[to], g.back[to] = cost, int32(from)
	}
}

// writeWords follows the back pointers from the end and writes the words in
// order. It overwrites g.cost.
func (g *segmenter) writeWords(run string) {
	// The way back is turned round in place: back[i] becomes the end of the word
	// that begins at i.
	end := int32(len(run))
	for at := end; at > 0; {
		from := g.back[at]
		g.cost[from] = at
		at = from
	}
	for at := int32(0); at < end; at = g.cost[at] {
		if at > 0 {
			g.out.WriteByte(' ')
		}
		g.out.WriteString(run[at:g.cost[at]])
	}
}
