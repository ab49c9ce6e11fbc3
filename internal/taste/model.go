package taste

import (
	"math"

	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// dims is how many latent themes a plot is described by.
const dims = 96

// model is everything that is known of the films, as arrays. A Builder makes it in memory;
// Open finds it in the mapped file, where it must not be written to. Features are numbered
// kind by kind and, within a kind, by their folded spelling; the features of kind k are
// ranges[k] <= f < ranges[k+1]. Arrays named first, or ending so, have one element more than
// there are films or features: what belongs to number i is from first[i] to first[i+1].
// year is 0 when unknown, runtime is in minutes and 0 when unknown, fame and quality are from
// 0 to 1.
type model struct {
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
	quality []float32
	flags   []uint8 // see hasContent, …
	oscars  []uint8 // wins in the low half, nominations in the high, 15 at most

	// themes is by film dims numbers, a unit vector times 127, or zeros.
	themes []int8
	// terms are the latent themes of features, plot words and keywords only:
	// feature termFeatures[i] has termThemes[i*dims:], times termScale[i].
	termFeatures []uint32
	termThemes   []int8
	termScale    []float32

	// Similar films, best first, and how similar: 255 is as similar as can be.
	likeFirst  []uint32
	like       []uint32
	likeScores []uint8

	// What was liked together, best first; empty without imported ratings.
	togetherFirst  []uint32
	together       []uint32
	togetherScores []uint8

	// names are the words of names and keywords, sorted, of each the most
	// prominent first; surnames the last words of well-known names.
	names           pack.Strings
	nameFeatures    []uint32
	surnames        pack.Strings
	surnameFeatures []uint32

	newest int // the year of the newest film that anybody knows

	renown []float32           // by film, while neighbours are computed, as is
	series map[uint32][]uint32 // by film, the others of its series

	titles    pack.Strings // sorted; the best known film of each first
	titleDocs []uint32
}

// The flags of a film.
const (
	hasContent    = 1 << iota // film.HasContent
	collaborative             // imported ratings say what it was liked with
)

// kindOf returns the kind of a feature, kinds for a number that is none.
func (m *model) kindOf(f uint32) kind {
	for k := kind(0); k < kinds; k++ {
		if f < m.ranges[k+1] {
			return k
		}
	}
	return kinds
}

// spelling returns a feature as records spell it, and a word as it is compared. It allocates
// a string.
func (m *model) spelling(f uint32) string {
	k := m.kindOf(f)
	if !k.named() {
		return string(m.keys[k].At(int(f - m.ranges[k])))
	}
	return string(m.shown[k].At(int(f - m.ranges[k])))
}

// feature returns the feature of a kind that has a folded spelling, and whether there is one.
// It takes logarithmic time.
func (m *model) feature(k kind, key string) (uint32, bool) {
	i := m.keys[k].Search(key)
	if i == m.keys[k].Len() || string(m.keys[k].At(i)) != key {
		return 0, false
	}
	return m.ranges[k] + uint32(i), true
}

// of returns a film's features, ascending, and their weights, of which 255 is 1. The slices
// are the model's own and must not be changed.
func (m *model) of(d uint32) ([]uint32, []uint8) {
	from, to := m.first[d], m.first[d+1]
	return m.features[from:to], m.weights[from:to]
}

// ofKind returns the features of one kind of a film, ascending. The slice is the model's own.
func (m *model) ofKind(d uint32, k kind) []uint32 {
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
func (m *model) with(f uint32) ([]uint32, []uint8) {
	from, to := m.postFirst[f], m.postFirst[f+1]
	return m.posts[from:to], m.postWeights[from:to]
}

// rarity returns the inverse document frequency of a feature that so many of the films
// have: ln((films + 1) / (have + 0.5)), which is above 0 unless nearly all have it.
func rarity(films, have int) float64 { return math.Log(float64(films+1) / (float64(have) + 0.5)) }

// theme returns a film's vector of latent themes, of which 127 is 1; all zero when
// nothing is known of its plot.
// The slice is the model's own.
func (m *model) theme(d uint32) []int8 { return m.themes[int(d)*dims : int(d+1)*dims] }

// titleKey returns the form in which titles and names are compared: their words, folded and
// with one blank between them, or the folded text when it has no word.
func titleKey(s string) string {
	if key := text.Key(s); key != "" {
		return key
	}
	return text.Fold(s)
}
