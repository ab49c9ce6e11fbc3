package naming

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"kinodex/internal/text"
)

// Names finds, among names that are known, those nearest to one that may be misspelt. It is
// immutable once built and safe for concurrent use.
//
// Names are compared by their letters and by the sound of these (Sound), since some mishear and
// others mistype. At most a third of the letters typed may be wrong, or half where it sounds the same. The
// more edits, the better known a name must be to be meant all the same, so that many edits are
// looked for among few names.
type Names struct {
	keys              []string // as they are written, the best known first
	refs              []uint32
	worths            []float64 // of every worthStep-th name
	sounds, spellings *table
	jumbled           map[uint64][]uint32 // places of keys by jumble
	jumbles           Filter              // the keys of jumbled
}

// table is one form of all names. Of more trigrams of a form than edits may change one stays as it
// is, at about its place, so that only forms with one of these trigrams there need be looked at; the
// Damerau-Levenshtein distance decides among them.
type table struct {
	at      []uint32 // where the letters of each form begin
	sets    []uint64 // beside at, the sets of their characters
	letters string   // of all forms, one after another
	// The forms that have trigram g are members[ends[g]:ends[g+1]], ascending.
	ends    []uint32
	members []member
	halves  Filter // the halves of all forms (mayBeNear)
}

// worthStep is the number of names that are looked at or left out together.
const worthStep = 64

// gramCount is the number of trigrams: three of 37 characters each.
const gramCount = 37 * 37 * 37

// NewNames returns the index of keys, less than a million, each with the reference that Near
// gives for it and with its worth, which says how likely it is meant; none is worth more than the
// one before it. Keys are folded words without blanks between them.
func NewNames(keys []string, refs []uint32, worths []float64) *Names {
	n := &Names{keys: keys, refs: refs, spellings: newTable(keys), jumbled: map[uint64][]uint32{}, jumbles: NewFilter(len(keys))}
	sounds := make([]string, len(keys))
	for i, key := range keys {
		if i%worthStep == 0 {
			n.worths = append(n.worths, worths[i])
		}
		sounds[i] = Sound(key)
		if len(key) >= leastJumbled {
			of := jumble(key)
			n.jumbled[of] = append(n.jumbled[of], uint32(i))
			n.jumbles.Add(of)
		}
	}
	n.sounds = newTable(sounds)
	return n
}

// leastJumbled is how many letters a name has at least whose letters may be typed in any order
// between the first and the last, and jumbledEdits how many edits that counts as.
const (
	leastJumbled = 6
	jumbledEdits = 1.5
)

// jumble returns a number that keys have in common whose letters between the first and the last are
// the same in any order; few others have it.
func jumble(key string) uint64 {
	last := len(key) - 1
	sum := uint64(key[0])<<8 | uint64(key[last])
	for i := 1; i < last; i++ {
		x := (uint64(key[i]) + 1) * 0x9e3779b97f4a7c15
		sum += (x ^ x>>29) * 0xbf58476d1ce4e5b9
	}
	return sum
}

// mayBeJumbled reports whether a name may have the letters of a key in another order. Where it reports
// false, no name has.
func (n *Names) mayBeJumbled(key string) bool {
	return len(key) >= leastJumbled && n.jumbles.Has(jumble(key))
}

// isJumbled reports whether two keys are the same but for the order of the letters between the first
// and the last.
func isJumbled(a, b string) bool {
	if len(a) != len(b) || a[0] != b[0] || a[len(a)-1] != b[len(b)-1] {
		return false
	}
	var counts [256]int
	for i := range len(a) {
		counts[a[i]]++
		counts[b[i]]--
	}
	return counts == [256]int{}
}

func newTable(forms []string) *table {
	n := &table{at: make([]uint32, len(forms)), sets: make([]uint64, len(forms)), letters: strings.Join(forms, ""), ends: make([]uint32, gramCount+1)}
	at := 0
	for i, form := range forms {
		n.at[i], n.sets[i] = uint32(at), characters(form)
		at += len(form)
		for start := range len(form) {
			n.ends[gram(form, start, start+1, start+2)+1]++
		}
	}
	for g := range gramCount {
		n.ends[g+1] += n.ends[g]
	}
	n.members = make([]member, n.ends[gramCount])
	next := slices.Clone(n.ends[:gramCount])
	n.halves = NewFilter(6 * len(forms))
	for i, form := range forms {
		for letters := len(form) - 1; letters <= len(form)+1; letters++ {
			before, behind := halves(letters)
			if before > 0 && behind <= len(form) { // else no key of so many letters is asked for
				n.halves.Add(halfHash(letters, form[:before]))
				n.halves.Add(halfHash(-letters, form[len(form)-behind:]))
			}
		}
		for start := range len(form) {
			g := gram(form, start, start+1, start+2)
			n.members[next[g]] = memberOf(i, form, start)
			next[g]++
		}
	}
	return n
}

// form returns the letters of the form at a place.
func (n *table) form(place int) string {
	end := uint32(len(n.letters))
	if place+1 < len(n.at) {
		end = n.at[place+1]
	}
	return n.letters[n.at[place]:end]
}

// member is a name that has a trigram: the place of the name, and how many letters stand before
// the trigram's beginning and behind it, of which more than maxBeside count as so many.
type member uint32

const (
	besideBits = 6
	maxBeside  = 1<<besideBits - 1
)

func memberOf(place int, key string, start int) member {
	return member(place<<(2*besideBits) | min(start, maxBeside)<<besideBits | min(len(key)-start, maxBeside))
}

func (m member) place() int  { return int(m >> (2 * besideBits)) }
func (m member) before() int { return int(m >> besideBits & maxBeside) }
func (m member) behind() int { return int(m & maxBeside) }

// gram returns the number of the trigram of three places of a key, counted from 1: in front of
// the first letter and behind the last one stands a character of its own.
func gram(key string, a, b, c int) int { return (class(key, a)*37+class(key, b))*37 + class(key, c) }

// class returns the number of the character at a place, counted from 1, among 37 classes.
func class(key string, at int) int {
	if at == 0 || at > len(key) {
		return 0
	}
	return int(classes[key[at-1]])
}

// classes are the numbers of characters: the letters, the digits, all others.
var classes = func() (of [256]uint8) {
	for c := byte('a'); c <= 'z'; c++ {
		of[c] = 1 + c - 'a'
	}
	for c := byte('0'); c <= '9'; c++ {
		of[c] = 27 + c - '0'
	}
	return of
}()

// characters returns the set of the classes in a key, and in the bits above them which letters
// are there twice. An edit takes at most one of them away and adds at most one.
func characters(key string) (set uint64) {
	for i := range len(key) {
		c := classes[key[i]]
		if set>>c&1 != 0 && 0 < c && c <= 26 {
			c += 37
		}
		set |= 1 << c
	}
	return set
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
	Ref uint32
	// Distance is in edits: those of the letters, or less where it sounds more alike.
	Distance float64
	place    int
}

// keyTrigram is a trigram of a key that names are looked for by: who has it, and where it begins.
type keyTrigram struct {
	first, end uint32 // of its members
	start      int
}

// Room for trigrams without an allocation: of a key, and of those that are looked for.
const (
	maxLetters = 32
	maxAsked   = 7
)

// Near returns the known names that are, or sound, at most most edits from key, the nearest first
// and of equally near ones those given first. Of those so many edits away only the ones that are
// worth enough need be there, as whatever is worth more or is fewer edits away must be, too. Names
// that have no trigram in common with a form of at most 3*most letters are left out, and below 0 edits
// there are none. It takes time proportional to the number of names worth enough that have one of a
// trigram more than there are edits; of all of key's, where it is too short for that.
func (n *Names) Near(key string, most int, enough func(worth float64, edits int) bool) []Near {
	if most < 0 {
		return nil
	}
	sound, half := Sound(key), len(key)/2
	if most <= 1 && !n.sounds.mayBeNear(sound) && !n.spellings.mayBeNear(key) && !n.mayBeJumbled(key) {
		return nil
	}
	var room [maxAsked]int
	ends := n.worthy(most, enough, room[:0])
	var near []Near
	add := func(place int) {
		wrong := text.Distance(key, n.keys[place], half)
		heard := text.Distance(sound, n.sounds.form(place), wrong)
		if wrong > half || heard > 0 && wrong > len(key)/3 {
			return
		}
		near = append(near, Near{n.refs[place], min(float64(wrong), float64(2*wrong+heard)/3), place})
	}
	n.sounds.near(sound, ends[:min(most, len(sound)/3)+1], add)
	if most > 0 { // else equal letters have been found as equal sounds
		n.spellings.near(key, ends[:min(most, len(key)/3)+1], add)
		if n.mayBeJumbled(key) {
			for _, place := range n.jumbled[jumble(key)] {
				if isJumbled(key, n.keys[place]) && text.Distance(key, n.keys[place], 1) > 1 {
					near = append(near, Near{n.refs[place], jumbledEdits, int(place)})
				}
			}
		}
	}
	slices.SortFunc(near, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.place, b.place))
	})
	return slices.Compact(near)
}

// worthy appends to ends, for no edits and each number of them up to most, the end of the names that
// are worth enough for so many.
func (n *Names) worthy(most int, enough func(worth float64, edits int) bool, ends []int) []int {
	steps := n.worths
	for edits := range most + 1 {
		steps = steps[:sort.Search(len(steps), func(i int) bool { return !enough(steps[i], edits) })]
		ends = append(ends, min(worthStep*len(steps), len(n.keys)))
	}
	return ends
}

// near calls found for the places of forms that are near to a key, some more than once: those below
// ends[e] that are at most e edits from it.
func (n *table) near(key string, ends []int, found func(place int)) {
	most := len(ends) - 1
	for most > 0 && ends[most] == 0 {
		most--
	}
	if ends[most] == 0 || most <= 1 && !n.mayBeNear(key) {
		return
	}
	var gramRoom [maxLetters]keyTrigram
	var zoneRoom [maxAsked]zone
	look := lookup{table: n, key: key, set: characters(key), ends: ends[:most+1], found: found}
	grams := n.grams(key, gramRoom[:0])
	if len(key) <= 3*most {
		for i := range grams {
			look.anywhere(&grams[i])
		}
		if look.from, look.ends = ends[most], look.ends[:most]; most == 0 {
			return
		}
		most--
	}
	// A form that so many edits lead to has the trigram of one of a zone more than those: the zones of
	// the rarest trigrams do.
	zones := n.choose(key, most, grams, zoneRoom[:0])
	slices.SortFunc(zones, func(a, b zone) int { return cmp.Compare(a.members(), b.members()) })
	for i := range zones {
		look.inPlace(&zones[i].rarest, ends[i])
		if zones[i].swapped.end > 0 {
			look.inPlace(&zones[i].swapped, ends[i])
		}
	}
}

// halves returns the number of letters before the middle letter of a key and behind it. The middle letter
// is in neither half, so one edit, also a swap of neighbours, changes one half at most. A form within one
// edit of the key therefore begins with the first half or ends with the second.
func halves(letters int) (before, behind int) {
	before = (letters - 1) / 2
	return before, letters - 1 - before
}

// halfHash returns the hash of a half of a key. letters is the length of the key, negative for the second
// half.
func halfHash(letters int, half string) uint64 { return HashKey(uint64(letters), half) }

// mayBeNear reports whether a form may be at most one edit from a key. Where it reports false, no form is.
// It reports true for every key of three letters or fewer.
func (n *table) mayBeNear(key string) bool {
	if len(key) <= 3 {
		return true
	}
	before, behind := halves(len(key))
	return n.halves.Has(halfHash(len(key), key[:before])) || n.halves.Has(halfHash(-len(key), key[len(key)-behind:]))
}

// lookup is the search for the forms that are near to one key.
type lookup struct {
	*table
	key   string
	set   uint64 // its characters
	from  int    // forms before it have been looked at
	ends  []int  // as near has them
	found func(place int)
	// places are the forms that inPlace and compareAll still have to compare.
	places [64]uint32
}

// anywhere looks at the forms that have a trigram of the key at any place, for the most edits.
func (l *lookup) anywhere(of *keyTrigram) {
	most := len(l.ends) - 1
	for _, m := range l.members[of.first:of.end] {
		if m.place() >= l.ends[most] {
			break
		}
		longer := m.before() + m.behind() - min(of.start, maxBeside) - min(len(l.key)-of.start, maxBeside)
		if max(longer, -longer) <= most {
			l.compare(m.place(), most)
		}
	}
}

// inPlace looks at the forms before end that have a trigram of the key at about its place. A processor
// cannot predict which of them pass the test of their place, so the loop collects these without a branch,
// and compareAll compares many at once.
func (l *lookup) inPlace(of *keyTrigram, end int) {
	before, behind := min(of.start, maxBeside), min(len(l.key)-of.start, maxBeside)
	members, n := startingAt(l.members[of.first:of.end], l.from), 0
	for edits := len(l.ends) - 1; edits >= 0 && len(members) > 0; edits-- {
		bound := member(min(end, l.ends[edits]) << (2 * besideBits))
		for len(members) > 0 && members[0] < bound {
			m := members[0]
			members = members[1:]
			// Edits before the trigram move it, and those behind it do not.
			moved, longer := m.before()-before, m.behind()-behind
			l.places[n] = uint32(m.place())
			if max(moved, -moved)+max(longer, -longer) <= edits {
				n++
			}
			if n == len(l.places) {
				l.compareAll(n, edits)
				n = 0
			}
		}
		l.compareAll(n, edits)
		n = 0
	}
}

// compareAll is compare for the first n of l.places, which it overwrites.
func (l *lookup) compareAll(n, edits int) {
	alike := 0
	for _, place := range l.places[:n] {
		l.places[alike] = place
		if l.differ(int(place)) <= edits {
			alike++
		}
	}
	for _, place := range l.places[:alike] {
		if text.Distance(l.key, l.form(int(place)), edits) <= edits {
			l.found(int(place))
		}
	}
}

// differ returns a lower bound of the edits between a form and the key, by the sets of their characters.
func (l *lookup) differ(place int) int {
	of := l.sets[place]
	return max(bits.OnesCount64(l.set&^of), bits.OnesCount64(of&^l.set))
}

// compare calls found for a form that is at most so many edits from the key.
func (l *lookup) compare(place, edits int) {
	if l.differ(place) <= edits && text.Distance(l.key, l.form(place), edits) <= edits {
		l.found(place)
	}
}

// startingAt returns those of members whose place is not before from.
func startingAt(members []member, from int) []member {
	if from == 0 {
		return members
	}
	first, _ := slices.BinarySearch(members, member(from<<(2*besideBits)))
	return members[first:]
}

// having returns the trigram g, which begins in a key at start; a name that has it twice is there twice.
func (n *table) having(g, start int) keyTrigram { return keyTrigram{n.ends[g], n.ends[g+1], start} }

// grams appends all trigrams of a key to all.
func (n *table) grams(key string, all []keyTrigram) []keyTrigram {
	g := class(key, 1)
	for start := range len(key) {
		g = (g*37 + class(key, start+2)) % gramCount
		all = append(all, n.having(g, start))
	}
	return all
}

// zone is a part of a key, by its rarest trigram. Where there is no room between zones for a letter,
// swapped is the trigram as a swap with what follows leaves it, else nothing.
type zone struct{ rarest, swapped keyTrigram }

// members returns how many names are looked at for the zone.
func (z *zone) members() uint32 {
	return z.rarest.end - z.rarest.first + z.swapped.end - z.swapped.first
}

// choose appends to zones parts of a key, one more than edits, of which every name within so many
// edits has one, by as rare trigrams as there are. An edit changes only one of trigrams that have a letter
// between them: a swap of neighbours lies in one or behind it. Where the key is too short for that
// they stand side by side, and each is looked for, too, as a swap with what follows leaves it. The
// key has more than three letters for each edit.
func (n *table) choose(key string, edits int, grams []keyTrigram, zones []zone) []zone {
	step := 4
	if len(key) < step*edits+1 {
		step = 3
	}
	room := len(key) - (step-1)*edits // places for the beginnings of the trigrams
	for i := range edits + 1 {
		from, to := i*room/(edits+1), (i+1)*room/(edits+1)
		rarest := &grams[from+i*(step-1)]
		for at := from + 1; at < to; at++ {
			if g := &grams[at+i*(step-1)]; g.end-g.first < rarest.end-rarest.first {
				rarest = g
			}
		}
		z := zone{rarest: *rarest}
		if start := rarest.start; step == 3 && start+3 <= len(key) {
			z.swapped = n.having(gram(key, start, start+1, start+3), start)
		}
		zones = append(zones, z)
	}
	return zones
}

// sounds are spellings that sound like others, by their first letter, the longest first. What is
// behind them is written in their place.
var sounds = func() (of [256][]sound) {
	for _, s := range []sound{{"tch", "k"}, {"igh", "i"}, {"sch", "sk"}, {"ph", "f"}, {"ck", "k"}, {"ch", "k"}, {"qu", "kw"}, {"gh", ""}, {"wh", "w"},
		{"ce", "se"}, {"ci", "si"}, {"cy", "si"}, {"c", "k"}, {"q", "k"}, {"x", "ks"}, {"z", "s"}, {"y", "i"}} {
		of[s.spelling[0]] = append(of[s.spelling[0]], s)
	}
	return of
}()

type sound struct{ spelling, as string }

// Sound returns the form of a key in which spellings that sound alike are mostly equal: by the
// sounds of its letters, double letters once, without an e at its end. It is for keys of Latin
// letters.
func Sound(key string) string {
	b := make([]byte, 0, 64)
	for len(key) > 0 {
		as, n := key[:1], 1
		for _, s := range sounds[key[0]] {
			if strings.HasPrefix(key, s.spelling) {
				as, n = s.as, len(s.spelling)
				break
			}
		}
		for i := range len(as) {
			if len(b) == 0 || b[len(b)-1] != as[i] {
				b = append(b, as[i])
			}
		}
		key = key[n:]
	}
	if n := len(b); n > 3 && b[n-1] == 'e' {
		b = b[:n-1]
	}
	return string(b)
}
