package feature

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/pack"
)

// nameKinds are the kinds of features that prompts name.
var nameKinds = [...]Kind{Director, Actor, Keyword}

// surnameLeast is how prominent a director or actor must be to be found by last name alone.
const surnameLeast = 4.0

// ListNames fills in Names and Surnames. Features, Fame and the inverted lists must be there.
func (ix *Index) ListNames() {
	type nameEntry struct {
		key        string
		feature    uint32
		prominence float32
	}
	order := func(a, b nameEntry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.prominence, a.prominence), cmp.Compare(a.feature, b.feature))
	}
	var all, last []nameEntry
	for _, k := range nameKinds {
		for f := ix.Ranges[k]; f < ix.Ranges[k+1]; f++ {
			n := nameEntry{TitleKey(ix.Spelling(f)), f, ix.Prominence(f)}
			all = append(all, n)
			if k != Keyword && n.prominence >= surnameLeast {
				n.key = n.key[strings.LastIndexByte(n.key, ' ')+1:]
				last = append(last, n)
			}
		}
	}
	slices.SortFunc(all, order)
	slices.SortFunc(last, order)
	ix.Names.First, ix.Surnames.First = []uint32{0}, []uint32{0}
	for _, n := range all {
		ix.Names.Append(n.key)
		ix.NameFeatures = append(ix.NameFeatures, n.feature)
	}
	for _, n := range last {
		ix.Surnames.Append(n.key)
		ix.SurnameFeatures = append(ix.SurnameFeatures, n.feature)
	}
}

// Prominence returns how well known a feature is, from 0 up: the sum over its films of fame
// squared times the feature's weight there. It takes time linear in its films.
func (ix *Index) Prominence(f uint32) float32 {
	docs, weights := ix.With(f)
	sum := float32(0)
	for i, d := range docs {
		sum += ix.Fame[d] * ix.Fame[d] * float32(weights[i]) / 255
	}
	return sum
}

// Called returns the features of some kinds that have a name, given as TitleKey gives it: of
// each kind the most prominent, the most prominent first. It is nil when there is none. A tag of
// that name comes behind keywords.
func (ix *Index) Called(key string, of ...Kind) []uint32 {
	found := ix.firstOfKinds(&ix.Names, ix.NameFeatures, key, of)
	if slices.Contains(of, Keyword) {
		found = append(found, ix.Noted(key)...)
	}
	return found
}

// Noted returns the features of some tags. Those that no film is noted to have are left out.
func (ix *Index) Noted(tags ...string) (features []uint32) {
	for _, tag := range tags {
		if i, ok := slices.BinarySearch(ix.Tags, TitleKey(tag)); ok {
			features = append(features, ix.Ranges[Kinds]+uint32(i))
		}
	}
	return features
}

// Surnamed returns the people of some kinds with a last name, given as TitleKey gives it: of
// each kind the most prominent. Only people with surnameLeast are known by it.
func (ix *Index) Surnamed(key string, of ...Kind) []uint32 {
	return ix.firstOfKinds(&ix.Surnames, ix.SurnameFeatures, key, of)
}

// firstOfKinds returns the features under a key of a sorted list, of each kind in of the
// first. It takes logarithmic time, and time linear in the features under the key.
func (ix *Index) firstOfKinds(list *pack.Strings, features []uint32, key string, of []Kind) []uint32 {
	var found []uint32
	var met [Kinds]bool
	for i := list.Search(key); i < list.Len() && string(list.At(i)) == key; i++ {
		if k := ix.KindOf(features[i]); !met[k] && slices.Contains(of, k) {
			met[k] = true
			found = append(found, features[i])
		}
	}
	return found
}
