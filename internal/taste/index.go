package taste

import (
	"math"

	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// index is what the films of a catalogue have, as features, and the titles they go by: arrays
// that a Builder makes in memory, and that Open finds in a mapped file, where they must not be
// written to. Features are numbered kind by kind and, within a kind, by their folded spelling;
// the features of kind k are ranges[k] <= f < ranges[k+1]. Arrays named first, or ending so, have
// one element more than there are films or features: what belongs to number i is from first[i]
// to first[i+1]. year is 0 when unknown, runtime is in minutes and 0 when unknown, fame is from
// 0 to 1.
type index struct {
	films int

	ranges [kinds + 1]uint32
	keys   [kinds]pack.Strings // folded, sorted
	shown  [kinds]pack.Strings // as records spell them; empty for kinds that are not named

	// By film, its features ascending and how strongly each is its own, 0 to
	// 255; within a kind the squares of a film's weights add up to about 255².
	first    []uint32
	features []uint32
	weights  []uint8
	// The same by feature: its films ascending.
	postFirst   []uint32
	posts       []uint32
	postWeights []uint8

	year    []int16
	runtime []uint16
	fame    []float32
	newest  int // the year of the newest film that anybody knows

	// names are the words of names and keywords, sorted, of each the most
	// prominent first; surnames the last words of well-known names.
	names           pack.Strings
	nameFeatures    []uint32
	surnames        pack.Strings
	surnameFeatures []uint32

	titles    pack.Strings // sorted; the best known film of each first
	titleDocs []uint32
}

// kindOf returns the kind of a feature, kinds for a number that is none.
func (m *index) kindOf(f uint32) kind {
	for k := kind(0); k < kinds; k++ {
		if f < m.ranges[k+1] {
			return k
		}
	}
	return kinds
}

// spelling returns a feature as records spell it, and a word as it is compared. It allocates
// a string.
func (m *index) spelling(f uint32) string {
	k := m.kindOf(f)
	if !k.named() {
		return string(m.keys[k].At(int(f - m.ranges[k])))
	}
	return string(m.shown[k].At(int(f - m.ranges[k])))
}

// feature returns the feature of a kind that has a folded spelling, and whether there is one.
// It takes logarithmic time.
func (m *index) feature(k kind, key string) (uint32, bool) {
	i := m.keys[k].Search(key)
	if i == m.keys[k].Len() || string(m.keys[k].At(i)) != key {
		return 0, false
	}
	return m.ranges[k] + uint32(i), true
}

// of returns a film's features, ascending, and their weights, of which 255 is 1. The slices
// are the model's own and must not be changed.
func (m *index) of(d uint32) ([]uint32, []uint8) {
	from, to := m.first[d], m.first[d+1]
	return m.features[from:to], m.weights[from:to]
}

// ofKind returns the features of one kind of a film, ascending. The slice is the model's own.
func (m *index) ofKind(d uint32, k kind) []uint32 {
	all, _ := m.of(d)
	from, to := 0, len(all)
	for from < to && all[from] < m.ranges[k] {
		from++
	}
	end := from
	for end < to && all[end] < m.ranges[k+1] {
		end++
	}
	return all[from:end]
}

// with returns the films that have a feature, ascending, and its weight in each, of
// which 255 is 1 (an inverted index).
// The slices are the model's own and must not be changed.
func (m *index) with(f uint32) ([]uint32, []uint8) {
	from, to := m.postFirst[f], m.postFirst[f+1]
	return m.posts[from:to], m.postWeights[from:to]
}

// rarity returns the inverse document frequency of a feature that so many of the films
// have: ln((films + 1) / (have + 0.5)), which is above 0 unless nearly all have it.
func rarity(films, have int) float64 { return math.Log(float64(films+1) / (float64(have) + 0.5)) }

// plotStem returns the form in which a folded word of a plot or a prompt is compared; "" for
// one of fewer than three bytes or one that begins with a digit.
func plotStem(word string) string {
	if len(word) < 3 || word[0] <= '9' {
		return ""
	}
	return text.Stem(word)
}
