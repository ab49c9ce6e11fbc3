package deflate

import (
	"cmp"
	"slices"
)

// What training looks for.
const (
	mostParts = 2256 // of phrases, and the 256 bytes
	// rarest is how often two phrases follow each other in the sample at least for them to be one:
	// once in so many texts.
	rarest = 20
	// together is how many texts are taken to be joined.
	together = 50
	// rounds is how often texts are coded, each time with a code for what the last round used.
	rounds = 3
)

// Train makes a coder for texts like those of a sample. mark is a byte that stands for what is
// known only when texts are joined. The same sample gives the same coder.
func Train(sample [][]byte, mark byte) *Coder {
	c := &Coder{mark: mark}
	c.find(sample)
	c.setCode(&counts{}) // any, to begin with
	for i := range c.phrases {
		c.phrases[i].missing = 64
	}
	for range rounds {
		c.reckon()
		c.learn(sample)
	}
	c.reckon()
	e := c.Encoder()
	c.nowhere = make([]place, len(c.phrases))
	for i := range c.phrases {
		p := &c.phrases[i]
		p.coded = e.append(nil, p.tokens)
		c.nowhere[i] = place{nowhere, uint16(len(p.text))}
	}
	return c
}

// part is a phrase that is being found, or a part of one: a byte, or two parts.
type part struct {
	text          string
	first, second int32
	number        int // of the phrase it became, -1 for none
}

// find finds the phrases of a sample by byte pair encoding (Gage 1994): what follows each other most
// often becomes one, again and again. Of equally many the first is taken first.
func (c *Coder) find(sample [][]byte) {
	parts := make([]part, 256)
	for i := range parts {
		parts[i] = part{text: string([]byte{byte(i)}), number: -1}
	}
	texts := make([][]int32, len(sample))
	for i, text := range sample {
		texts[i] = make([]int32, len(text))
		for k, b := range text {
			texts[i][k] = int32(b)
		}
	}
	least := int32(max(2, len(sample)/rarest))
	n := pairCounts{times: make([]int32, mostParts*mostParts)}
	for more := true; more && len(parts) < mostParts; {
		parts, more = c.merge(parts, texts, &n, least)
	}
	c.phrases = c.phrases[:0]
	for i := 256; i < len(parts); i++ {
		p := &parts[i]
		if len(p.text) >= shortestPhrase {
			p.number = len(c.phrases)
			c.phrases = append(c.phrases, phrase{text: p.text, tokens: append(tokensOf(parts, p.first), tokensOf(parts, p.second)...)})
		}
	}
	c.index = make([][]uint16, 1<<hashBits)
	for i, p := range c.phrases {
		h := hash8([]byte(p.text))
		c.index[h] = append(c.index[h], uint16(i))
	}
}

// tokensOf returns a part as tokens of a phrase that has it.
func tokensOf(parts []part, i int32) (all []token) {
	p := &parts[i]
	if p.number >= 0 {
		return []token{{phraseToken, len(p.text), p.number, 0}}
	}
	for k := range len(p.text) {
		all = append(all, token{literalToken, 1, int(p.text[k]), 0})
	}
	return all
}

// pairCounts counts pairs of parts: times has a place for each that there may be.
type pairCounts struct {
	times []int32
	seen  []int32 // the places that are not 0
}

// count counts the pairs of texts anew.
func (n *pairCounts) count(texts [][]int32) {
	for _, i := range n.seen {
		n.times[i] = 0
	}
	n.seen = n.seen[:0]
	for _, text := range texts {
		for k := 1; k < len(text); k++ {
			i := text[k-1]*mostParts + text[k]
			if n.times[i] == 0 {
				n.seen = append(n.seen, i)
			}
			n.times[i]++
		}
	}
}

// merge makes parts of the pairs that are most frequent and at least so many, so that no part is in
// two of them, and puts them in place of the pairs. It reports whether there was one.
func (c *Coder) merge(parts []part, texts [][]int32, n *pairCounts, least int32) ([]part, bool) {
	n.count(texts)
	frequent := n.seen[:0:0]
	for _, i := range n.seen {
		a, b := parts[i/mostParts].text, parts[i%mostParts].text
		if n.times[i] >= least && len(a)+len(b) <= maxMatch && a[0] != c.mark && b[0] != c.mark {
			frequent = append(frequent, i)
		}
	}
	if len(frequent) == 0 {
		return parts, false
	}
	slices.SortFunc(frequent, func(a, b int32) int {
		return cmp.Or(cmp.Compare(n.times[b], n.times[a]), cmp.Compare(a, b))
	})
	// by part: the part that follows it in a pair, and the number of both; -1 for none
	follows, whole := slices.Repeat([]int32{-1}, len(parts)), make([]int32, len(parts))
	used := make([]bool, len(parts))
	for _, i := range frequent {
		if n.times[i] < n.times[frequent[0]]/2 || len(parts) == mostParts {
			break
		}
		a, b := i/mostParts, i%mostParts
		if used[a] || used[b] {
			continue
		}
		used[a], used[b] = true, true
		follows[a], whole[a] = b, int32(len(parts))
		parts = append(parts, part{text: parts[a].text + parts[b].text, first: a, second: b, number: -1})
	}
	for k, text := range texts {
		to := text[:0]
		for i := 0; i < len(text); i++ {
			if x := text[i]; i+1 < len(text) && follows[x] == text[i+1] {
				to = append(to, whole[x])
				i++
			} else {
				to = append(to, x)
			}
		}
		texts[k] = to
	}
	return parts, true
}

// reckon says what each phrase costs, and puts the longest first of those that begin alike.
func (c *Coder) reckon() {
	number, extra := distanceCode(usualDistance)
	distance := int(c.distance[number].size) + extra
	for i := range c.phrases {
		p := &c.phrases[i]
		literal := 0
		for k := range len(p.text) {
			literal += int(c.literal[p.text[k]].size)
		}
		match := int(c.length[len(p.text)].size) + distance
		p.cost = int32(((256-p.missing)*match + p.missing*literal) / 256)
	}
	for _, all := range c.index {
		slices.SortFunc(all, func(a, b uint16) int {
			return cmp.Or(cmp.Compare(len(c.phrases[b].text), len(c.phrases[a].text)), cmp.Compare(a, b))
		})
	}
}

// learn codes the sample as if it were joined, and sets the Huffman code and how often phrases are
// missing by what it sees.
func (c *Coder) learn(sample [][]byte) {
	l := learner{c: c, last: make([]int, len(c.phrases)), used: make([]int, len(c.phrases)), missed: make([]int, len(c.phrases))}
	e := c.Encoder()
	for i, text := range sample {
		if i%together == 0 {
			l.at = 0
			clear(l.last)
		}
		l.count(e.parse(text), true)
		if i%together == together-1 || i == len(sample)-1 {
			l.n[endOfBlock]++
		}
	}
	c.setCode(&l.n)
	for i := range c.phrases {
		c.phrases[i].missing = (256*l.missed[i] + 64) / (l.used[i] + 1)
	}
}

// learner counts what joined texts use.
type learner struct {
	c            *Coder
	n            counts
	at           int
	last         []int // as in Stream
	used, missed []int // by phrase, how often texts have it, and how often it was not in the window
}

// count notes tokens, which are a text's or a phrase's.
func (l *learner) count(tokens []token, text bool) {
	for _, t := range tokens {
		switch t.kind {
		case literalToken:
			l.n[t.value]++
		case matchToken:
			l.match(t.n, t.value)
		case phraseToken:
			last := l.last[t.value]
			l.last[t.value] = l.at + 1
			d := l.at + 1 - last
			missing := last == 0 || d > window
			if text {
				l.used[t.value]++
			}
			if missing {
				if text {
					l.missed[t.value]++
				}
				l.count(l.c.phrases[t.value].tokens, false)
				continue
			}
			l.match(t.n, d)
		}
		l.at += t.n
	}
}

func (l *learner) match(n, d int) {
	l.n[literals+1+lengthCode(n)]++
	number, _ := distanceCode(d)
	l.n[literals+1+lengths+number]++
}
