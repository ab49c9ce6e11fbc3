package naming

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/text"
)

// Names finds, among names that are known, those nearest to one that may be misspelt. It is
// immutable once built and safe for concurrent use.
//
// Names are compared by their letters alone. Those that share most trigrams with the asked
// one are candidates, and the Damerau-Levenshtein distance decides among them.
type Names struct {
	// keys are the names, the shortest first, with their references and the places they
	// were given at; those of n letters begin at byLength[n].
	keys     []string
	refs     []uint32
	places   []uint32
	byLength []uint32
	// grams are the numbers of the names by trigram: those of gram g are
	// members[ends[g]:ends[g+1]].
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
		for len(n.byLength) <= len(keys[place]) {
			n.byLength = append(n.byLength, uint32(i))
		}
		n.keys, n.refs, n.places = append(n.keys, keys[place]), append(n.refs, refs[place]), append(n.places, place)
	}
	for _, k := range n.keys {
		grams(k, func(g int) { n.ends[g+1]++ })
	}
	for g := range gramCount {
		n.ends[g+1] += n.ends[g]
	}
	n.members = make([]uint32, n.ends[gramCount])
	next := slices.Clone(n.ends[:gramCount])
	for i, k := range n.keys {
		grams(k, func(g int) {
			n.members[next[g]] = uint32(i)
			next[g]++
		})
	}
	return n
}

// grams calls yield with the number of every trigram of a key, with its ends as characters of
// their own. A trigram that is there twice is told twice.
func grams(key string, yield func(g int)) {
	a, b := 0, 0
	for i := 0; i <= len(key); i++ {
		c := 0
		if i < len(key) {
			c = class(key[i])
		}
		if i > 0 || len(key) == 0 {
			yield((a*37+b)*37 + c)
		}
		a, b = b, c
	}
}

// class returns the number of a byte among 37 classes: the letters, the digits, all others.
func class(c byte) int {
	switch {
	case 'a' <= c && c <= 'z':
		return 1 + int(c-'a')
	case '0' <= c && c <= '9':
		return 27 + int(c-'0')
	}
	return 0
}

// Near is a name near to the asked one.
type Near struct {
	Ref      uint32
	Distance int // in edits
}

// spareGrams is how many trigrams are looked for beyond those that edits may change.
const spareGrams = 4

// rarest returns at most so many trigrams of a key, those that fewest names have: a near name
// has some of them, and the others would only make it long to find.
func (n *Names) rarest(key string, most int) []int {
	all := make([]int, 0, len(key)+1)
	grams(key, func(g int) { all = append(all, g) })
	if len(all) > most {
		slices.SortFunc(all, func(a, b int) int {
			return cmp.Compare(n.ends[a+1]-n.ends[a], n.ends[b+1]-n.ends[b])
		})
		all = all[:most]
	}
	return all
}

// firstOf returns the place of the first name of so many letters or more.
func (n *Names) firstOf(letters int) uint32 {
	if letters >= len(n.byLength) {
		return uint32(len(n.keys))
	}
	return n.byLength[max(0, letters)]
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

// candidates is how many names are compared letter by letter.
const candidates = 48

// Near returns the known names at most most edits from key, the nearest first and of equally
// near ones those added first. It takes time proportional to the number of known names of
// about that length that share a trigram with key.
func (n *Names) Near(key string, most int) []Near {
	from, to := n.firstOf(len(key)-most), n.firstOf(len(key)+most+1)
	shared := make([]uint8, to-from)
	var touched []uint32
	asked := n.rarest(key, 4*most+spareGrams)
	for _, g := range asked {
		members := n.members[n.ends[g]:n.ends[g+1]]
		first, _ := slices.BinarySearch(members, from)
		for _, i := range members[first:] {
			if i >= to {
				break
			}
			if shared[i-from]++; shared[i-from] == 1 {
				touched = append(touched, i)
			}
		}
	}
	// An edit changes at most three trigrams, a swap of neighbours four.
	least := max(1, len(asked)-4*most)
	kept := touched[:0]
	for _, i := range touched {
		if int(shared[i-from]) >= least {
			kept = append(kept, i)
		}
	}
	slices.SortFunc(kept, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(shared[b-from], shared[a-from]), cmp.Compare(n.places[a], n.places[b]))
	})
	var near []Near
	for _, i := range kept[:min(len(kept), candidates)] {
		if d := text.Distance(key, n.keys[i], most); d <= most {
			near = append(near, Near{n.refs[i], d})
		}
	}
	slices.SortStableFunc(near, func(a, b Near) int { return cmp.Compare(a.Distance, b.Distance) })
	return near
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
