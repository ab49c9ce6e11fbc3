package naming

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"strings"

	"kinodex/internal/text"
)

// Names finds, among names that are known, those nearest to one that may be misspelt. It is
// immutable once built and safe for concurrent use.
//
// Names are compared by their letters alone. Of more trigrams of a name than edits may change
// one stays as it is, so that only names with one of these trigrams need be looked at; the
// Damerau-Levenshtein distance decides among them.
type Names struct {
	// keys are the names, the shortest first, with the sets of their characters, their
	// references and the places they were given at; those of n letters begin at byLength[n].
	keys     []string
	sets     []uint64
	refs     []uint32
	places   []uint32
	byLength []uint32
	// The names that have trigram g are members[ends[g]:ends[g+1]], ascending.
	ends    []uint32
	members []uint32
}

// gramCount is the number of trigrams: three of 37 characters each.
const gramCount = 37 * 37 * 37

// NewNames returns the index of keys, each with the reference that Near gives for it. Keys are
// folded words without blanks between them.
func NewNames(keys []string, refs []uint32) *Names {
	n := &Names{ends: make([]uint32, gramCount+1), byLength: []uint32{0}}
	order := make([]uint32, len(keys))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(len(keys[a]), len(keys[b])) })
	for i, place := range order {
		key := keys[place]
		for len(n.byLength) <= len(key) {
			n.byLength = append(n.byLength, uint32(i))
		}
		n.keys, n.sets = append(n.keys, key), append(n.sets, characters(key))
		n.refs, n.places = append(n.refs, refs[place]), append(n.places, place)
		for at := range len(key) {
			n.ends[gram(key, at, at+1, at+2)+1]++
		}
	}
	for g := range gramCount {
		n.ends[g+1] += n.ends[g]
	}
	n.members = make([]uint32, n.ends[gramCount])
	next := slices.Clone(n.ends[:gramCount])
	for i, key := range n.keys {
		for at := range len(key) {
			g := gram(key, at, at+1, at+2)
			n.members[next[g]] = uint32(i)
			next[g]++
		}
	}
	return n
}

// gram returns the number of the trigram of three places of a key, counted from 1: in front of
// the first letter and behind the last one stands a character of its own.
func gram(key string, a, b, c int) int { return (class(key, a)*37+class(key, b))*37 + class(key, c) }

// class returns the number of the character at a place, counted from 1, among 37 classes: the
// letters, the digits, all others.
func class(key string, at int) int {
	if at == 0 || at > len(key) {
		return 0
	}
	switch c := key[at-1]; {
	case 'a' <= c && c <= 'z':
		return 1 + int(c-'a')
	case '0' <= c && c <= '9':
		return 27 + int(c-'0')
	}
	return 0
}

// characters returns the set of the classes in a key, and in the bits above them which letters
// are there twice. An edit takes at most one of them away and adds at most one.
func characters(key string) (set uint64) {
	for i := range len(key) {
		c := class(key, i+1)
		if set>>c&1 != 0 && 0 < c && c <= 26 {
			c += 37
		}
		set |= 1 << c
	}
	return set
}

// firstOf returns the place of the first name of so many letters or more.
func (n *Names) firstOf(letters int) uint32 {
	if letters >= len(n.byLength) {
		return uint32(len(n.keys))
	}
	return n.byLength[max(0, letters)]
}

// having returns the names from one place to before another that have a trigram; a name that
// has it twice is there twice.
func (n *Names) having(g int, from, to uint32) []uint32 {
	of := n.members[n.ends[g]:n.ends[g+1]]
	first, _ := slices.BinarySearch(of, from)
	of = of[first:]
	last, _ := slices.BinarySearch(of, to)
	return of[:last]
}

// Edits returns how many edits somebody may be from a name of so many letters who misspells it:
// none of fewer than four letters, one of fewer than six, else one for four letters, six at most.
func Edits(letters int) int {
	switch {
	case letters < 4:
		return 0
	case letters < 6:
		return 1
	}
	return min(letters/4, 6)
}

// Near is a name near to the asked one.
type Near struct {
	Ref      uint32
	Distance int // in edits
	place    uint32
}

// maxAsked is for how many trigrams there is room without an allocation.
const maxAsked = 32

// Near returns the known names at most most edits from key, the nearest first and of equally
// near ones those added first. Names that have no trigram in common with a key of at most
// 3*most letters are left out, and below 0 edits there are none. It takes time proportional to the number of known names of about
// that length that have one of most+1 trigrams; of all of key's, where it is as short as that.
func (n *Names) Near(key string, most int) []Near {
	if most < 0 {
		return nil
	}
	from, to := n.firstOf(len(key)-most), n.firstOf(len(key)+most+1)
	set := characters(key)
	var near []Near
	var room [maxAsked]int
	for _, g := range n.asked(key, most, room[:0]) {
		for _, i := range n.having(g, from, to) {
			if bits.OnesCount64(set&^n.sets[i]) > most || bits.OnesCount64(n.sets[i]&^set) > most {
				continue
			}
			if d := text.Distance(key, n.keys[i], most); d <= most {
				near = append(near, Near{n.refs[i], d, n.places[i]})
			}
		}
	}
	slices.SortFunc(near, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.place, b.place))
	})
	return slices.Compact(near)
}

// asked appends to chosen trigrams of a key of which every name within most edits has one, as
// rare ones as there are. An edit changes only one of trigrams that have a letter between them:
// a swap of neighbours lies in one or behind it. Where the key is too short for that they stand
// side by side, and each is looked for, too, as a swap with what follows leaves it. A key that
// is too short for most+1 trigrams has all asked.
func (n *Names) asked(key string, most int, chosen []int) []int {
	step := 4
	if len(key) < step*most+1 {
		step = 3
	}
	room := len(key) - (step-1)*most // places for the beginnings of the trigrams
	if room <= most {
		for at := range len(key) {
			chosen = append(chosen, gram(key, at, at+1, at+2))
		}
		return chosen
	}
	for zone := range most + 1 {
		best, fewest := 0, uint32(math.MaxUint32)
		for at := zone * room / (most + 1); at < (zone+1)*room/(most+1); at++ {
			start := at + zone*(step-1)
			g := gram(key, start, start+1, start+2)
			if count := n.ends[g+1] - n.ends[g]; count < fewest {
				best, fewest = start, count
			}
		}
		chosen = append(chosen, gram(key, best, best+1, best+2))
		if step == 3 && best+3 <= len(key) {
			chosen = append(chosen, gram(key, best, best+1, best+3))
		}
	}
	return chosen
}

// sounds are spellings that sound like others, the longest first. What is behind them is
// written in their place.
var sounds = strings.NewReplacer("tch", "k", "igh", "i", "sch", "sk", "ph", "f", "ck", "k", "ch", "k", "qu", "kw", "gh", "", "wh", "w",
	"ce", "se", "ci", "si", "cy", "si", "c", "k", "q", "k", "x", "ks", "z", "s", "y", "i")

// Sound returns the form of a key in which spellings that sound alike are mostly equal: by the
// sounds of its letters, double letters once, without an e at its end. It is for keys of Latin
// letters.
func Sound(key string) string {
	s := sounds.Replace(key)
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if len(b) == 0 || b[len(b)-1] != s[i] {
			b = append(b, s[i])
		}
	}
	if n := len(b); n > 3 && b[n-1] == 'e' {
		b = b[:n-1]
	}
	return string(b)
}
