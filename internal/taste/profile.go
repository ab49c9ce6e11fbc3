package taste

import (
	"cmp"
	"slices"

	"kinodex/internal/taste/feature"
)

// profileOf returns what the liked films have in common. In each list what most films have
// comes first, then what has the greatest weights. Lists are never nil.
func (m *model) profileOf(liked []uint32) Profile {
	return Profile{
		Genres:    m.strongest(liked, feature.Genre, 5),
		Keywords:  m.strongest(liked, feature.Keyword, 10),
		Directors: m.strongest(liked, feature.Director, 10),
		Actors:    m.strongest(liked, feature.Actor, 10),
	}
}

// strongest returns the spellings of the features of a kind that the films have most, at most
// most of them and in the order of profileOf. It is not nil.
func (m *model) strongest(liked []uint32, k feature.Kind, most int) []string {
	type tally struct {
		feature uint32
		films   int
		weight  int
	}
	var all []tally
	at := map[uint32]int{}
	for _, d := range liked {
		features, weights := m.Of(d)
		for i, f := range features {
			if f < m.Ranges[k] || f >= m.Ranges[k+1] {
				continue
			}
			j, met := at[f]
			if !met {
				j = len(all)
				at[f], all = j, append(all, tally{feature: f})
			}
			all[j].films++
			all[j].weight += int(weights[i])
		}
	}
	slices.SortFunc(all, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.films, a.films), cmp.Compare(b.weight, a.weight), cmp.Compare(a.feature, b.feature))
	})
	names := make([]string, 0, most)
	for _, t := range all[:min(most, len(all))] {
		names = append(names, m.Spelling(t.feature))
	}
	return names
}
