package deflate

import (
	"encoding/binary"
	"math"
	"slices"
)

// token is a step of a coded text.
type token struct {
	kind tokenKind
	// n is how many bytes of text it stands for; value is the distance of a match, the number of a
	// phrase or the literal.
	n, value int
	marks    int // how many marks a match goes across
}

type tokenKind uint8

const (
	literalToken tokenKind = iota
	matchToken
	phraseToken
	markToken
)

// Encoder codes texts one after the other. It is for one goroutine.
type Encoder struct {
	c *Coder
	// cost is what the cheapest way to each byte costs, in bits, and from its last token.
	cost []int32
	from []token
	// head and previous chain the places whose first four bytes have the same hash, from the last
	// on, counted from 1. marks is how many marks there are up to a place.
	head     [1 << hashBits]int32
	previous []int32
	marks    []int32
	tokens   []token
	bits     Stream // of the run at hand
}

const (
	hashBits = 12
	// longestChain is how many places are tried for a match, and farthest how far back they may be:
	// marks may push them farther.
	longestChain = 4
	farthest     = window / 2
	// goodMatch is how long a match is that nothing better is looked for within.
	goodMatch = 32
	// usualDistance is how far back a phrase is taken to have stood.
	usualDistance = 3000
	// mostMarks is how many marks a match goes across at most.
	mostMarks = 8
)

// Encoder returns an encoder of the coder's texts. It panics for a coder that was read from a file,
// which only joins them.
func (c *Coder) Encoder() *Encoder {
	if c.index == nil {
		panic("deflate: a coder that was read from a file codes no texts")
	}
	return &Encoder{c: c}
}

// Append codes a text, without what others have said before it, and appends it to dst.
func (e *Encoder) Append(dst, text []byte) []byte { return e.append(dst, e.parse(text)) }

func hash4(b []byte) uint32 { return binary.LittleEndian.Uint32(b) * 0x9e3779b1 >> (32 - hashBits) }

// hash8 is the hash of a phrase's first bytes, which are shortestPhrase.
func hash8(b []byte) uint64 {
	return binary.LittleEndian.Uint64(b) * 0x9e3779b97f4a7c15 >> (64 - hashBits)
}

// parse finds the cheapest tokens for a text. They are valid until the next parse.
func (e *Encoder) parse(text []byte) []token {
	n := len(text)
	e.cost, e.from = slices.Grow(e.cost[:0], n+1)[:n+1], slices.Grow(e.from[:0], n+1)[:n+1]
	e.previous, e.marks = slices.Grow(e.previous[:0], n)[:n], slices.Grow(e.marks[:0], n)[:n]
	for i := range e.cost {
		e.cost[i] = math.MaxInt32
	}
	e.cost[0] = 0
	clear(e.head[:])
	marks := int32(0)
	until := 0 // nothing is looked for before it
	for i := range n {
		if text[i] == e.c.mark {
			marks++
		}
		e.marks[i] = marks
		if i < until {
			e.enter(text, i)
			continue
		}
		if text[i] == e.c.mark {
			e.step(i, token{markToken, 1, 0, 0}, 0)
			e.enter(text, i)
			continue
		}
		e.step(i, token{literalToken, 1, int(text[i]), 0}, int32(e.c.literal[text[i]].size))
		until = max(e.matches(text, i), e.phrases(text, i))
		e.enter(text, i)
	}
	e.tokens = e.tokens[:0]
	for i := n; i > 0; i -= e.from[i].n {
		e.tokens = append(e.tokens, e.from[i])
	}
	slices.Reverse(e.tokens)
	return e.tokens
}

// step offers a token as the last of the way to where it ends.
func (e *Encoder) step(i int, t token, cost int32) {
	if cost += e.cost[i]; cost < e.cost[i+t.n] {
		e.cost[i+t.n], e.from[i+t.n] = cost, t
	}
}

// enter adds a place to the chains.
func (e *Encoder) enter(text []byte, i int) {
	if i+minMatch > len(text) {
		return
	}
	h := &e.head[hash4(text[i:])]
	e.previous[i], *h = *h, int32(i+1)
}

// matches offers the matches at a place, and returns where one ends that is good enough, or 0.
func (e *Encoder) matches(text []byte, i int) (until int) {
	if i+minMatch > len(text) {
		return 0
	}
	limit := min(len(text)-i, maxMatch)
	best := minMatch - 1
	at := int(e.head[hash4(text[i:])]) - 1
	for tries := 0; at >= 0 && tries < longestChain && i-at <= farthest && e.marks[i]-e.marks[at] <= mostMarks; tries++ {
		if best == limit {
			break
		}
		if text[at+best] == text[i+best] {
			k := 0
			for k < limit && text[at+k] == text[i+k] && text[i+k] != e.c.mark {
				k++
			}
			if k > best {
				d := i - at
				t := token{matchToken, 0, d, int(e.marks[i] - e.marks[at])}
				number, extra := distanceCode(d)
				cost := int32(e.c.distance[number].size) + int32(extra)
				if t.marks > 0 {
					cost += 32 // as it is no part of a run
				}
				from := best + 1
				if k >= goodMatch {
					from = k
				}
				for t.n = from; t.n <= k; t.n++ {
					e.step(i, t, cost+int32(e.c.length[t.n].size))
				}
				best = k
			}
		}
		at = int(e.previous[at]) - 1
	}
	if best >= goodMatch {
		return i + best
	}
	return 0
}

// phrases offers the phrases at a place, and returns where one ends that is good enough, or 0.
func (e *Encoder) phrases(text []byte, i int) (until int) {
	if i+shortestPhrase > len(text) {
		return 0
	}
	rest := text[i:]
	for _, k := range e.c.index[hash8(rest)] {
		p := &e.c.phrases[k]
		if len(p.text) > len(rest) || string(rest[:len(p.text)]) != p.text {
			continue
		}
		e.step(i, token{phraseToken, len(p.text), int(k), 0}, p.cost)
		if len(p.text) >= goodMatch && p.missing < 128 {
			until = max(until, i+len(p.text))
		}
	}
	return until
}

// append codes tokens.
func (e *Encoder) append(dst []byte, tokens []token) []byte {
	s := &e.bits
	n := 0 // bytes of text in the run at hand
	begin := func() {
		*s = Stream{coder: e.c, out: s.out[:0]}
		n = 0
	}
	end := func(op int) {
		size := 8*len(s.out) + int(s.pending)
		dst = appendShortUvarint(dst, size)
		if size > 0 {
			dst = append(appendShortUvarint(dst, n), s.flush()...)
		}
		dst = binary.LittleEndian.AppendUint16(dst, uint16(op))
		begin()
	}
	begin()
	for _, t := range tokens {
		if n+t.n >= maxRun { // what could not be said of a longer run
			end(opNext)
		}
		s.reserve(16)
		switch {
		case t.kind == literalToken:
			x := &e.c.literal[t.value]
			s.write(uint64(x.bits), x.size)
			n++
		case t.kind == markToken:
			end(opMark)
		case t.kind == phraseToken:
			end(t.value)
		case t.marks > 0:
			end(opFar)
			dst = binary.LittleEndian.AppendUint16(dst, uint16(t.n))
			dst = binary.LittleEndian.AppendUint16(dst, uint16(t.value))
			dst = append(dst, byte(t.marks))
		default:
			s.match(t.n, t.value)
			n += t.n
		}
	}
	end(opEnd)
	return dst
}

// maxRun is how many bytes of text a run may stand for, so that its bits, 15 a byte at most, and
// they themselves are below 1<<14.
const maxRun = 1 << 10

func appendShortUvarint(dst []byte, n int) []byte {
	if n < 0x80 {
		return append(dst, byte(n))
	}
	return append(dst, byte(n)|0x80, byte(n>>7))
}
