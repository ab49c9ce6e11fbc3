package taste

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/pack"
)

// nameKinds are the kinds of features that prompts name.
var nameKinds = [...]kind{director, actor, keyword}

// surnameLeast is how prominent a director or actor must be to be found by last name alone.
const surnameLeast = 4.0

// listNames fills in names and surnames. Features, fame and the inverted lists must be there.
func (m *index) listNames() {
	type named struct {
		key        string
		feature    uint32
		prominence float32
	}
	order := func(a, b named) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(b.prominence, a.prominence), cmp.Compare(a.feature, b.feature))
	}
	var all, last []named
	for _, k := range nameKinds {
		for f := m.ranges[k]; f < m.ranges[k+1]; f++ {
			n := named{titleKey(m.spelling(f)), f, m.prominence(f)}
			all = append(all, n)
			if k != keyword && n.prominence >= surnameLeast {
				n.key = n.key[strings.LastIndexByte(n.key, ' ')+1:]
				last = append(last, n)
			}
		}
	}
	slices.SortFunc(all, order)
	slices.SortFunc(last, order)
	m.names.First, m.surnames.First = []uint32{0}, []uint32{0}
	for _, n := range all {
		m.names.Append(n.key)
		m.nameFeatures = append(m.nameFeatures, n.feature)
	}
	for _, n := range last {
		m.surnames.Append(n.key)
		m.surnameFeatures = append(m.surnameFeatures, n.feature)
	}
}

// prominence returns how well known a feature is, from 0 up: the sum over its films of fame
// squared times the feature's weight there. It takes time linear in its films.
func (m *index) prominence(f uint32) float32 {
	docs, weights := m.with(f)
	sum := float32(0)
	for i, d := range docs {
		sum += m.fame[d] * m.fame[d] * float32(weights[i]) / 255
	}
	return sum
}

// called returns the features of some kinds that have a name, given as titleKey gives it: of
// each kind the most prominent, the most prominent first. It is nil when there is none.
func (m *index) called(key string, of ...kind) []uint32 {
	return m.firstOfKinds(&m.names, m.nameFeatures, key, of)
}

// surnamed returns the people of some kinds with a last name, given as titleKey gives it: of
// each kind the most prominent. Only people with surnameLeast are known by it.
func (m *index) surnamed(key string, of ...kind) []uint32 {
	return m.firstOfKinds(&m.surnames, m.surnameFeatures, key, of)
}

// firstOfKinds returns the features under a key of a sorted list, of each kind in of the
// first. It takes logarithmic time, and time linear in the features under the key.
func (m *index) firstOfKinds(list *pack.Strings, features []uint32, key string, of []kind) []uint32 {
	var found []uint32
	var met [kinds]bool
	for i := list.Search(key); i < list.Len() && string(list.At(i)) == key; i++ {
		if k := m.kindOf(features[i]); !met[k] && slices.Contains(of, k) {
			met[k] = true
			found = append(found, features[i])
		}
	}
	return found
}
