package breakdown

import (
	"cmp"
	"slices"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// sums adds the scenes up by setting, time of day, place and location.
func (b *Breakdown) sums() {
	b.Settings = inOrder(b.sumBy(func(s *Scene) *string { return s.Setting }), settings[screenplay.Interior], settings[screenplay.Exterior], settings[screenplay.Both])
	b.TimesOfDay = inOrder(b.sumBy(func(s *Scene) *string { return s.TimeOfDay }), day, night, dawn, dusk)
	b.Locations = longestFirst(b.sumBy(func(s *Scene) *string { return s.Location }))
	places := longestFirst(b.sumBy(func(s *Scene) *string { return s.Place }))
	b.Places = make([]Place, len(places))
	for i, sum := range places {
		b.Places[i] = Place{Sum: sum, Settings: []string{}}
		for k := range b.Scenes {
			scene := &b.Scenes[k]
			if scene.Omitted || deref(scene.Place) != deref(sum.Name) {
				continue
			}
			b.Places[i].Location = scene.Location
			if said := deref(scene.Setting); said != "" && !slices.Contains(b.Places[i].Settings, said) {
				b.Places[i].Settings = append(b.Places[i].Settings, said)
			}
		}
	}
}

// sumBy adds up the scenes that are not omitted by what they have in common, in order
// of first occurrence. The slice is never nil.
func (b *Breakdown) sumBy(common func(*Scene) *string) []Sum {
	all, at := []Sum{}, map[string]int{}
	for i := range b.Scenes {
		scene := &b.Scenes[i]
		if scene.Omitted {
			continue
		}
		name := common(scene)
		k, known := at[deref(name)]
		if !known {
			k = len(all)
			at[deref(name)] = k
			all = append(all, Sum{Name: name})
		}
		all[k].Scenes++
		all[k].Eighths += scene.Eighths
		all[k].Words += scene.Words
	}
	return all
}

// inOrder sorts sums as their names are listed; what has no name comes last.
func inOrder(all []Sum, names ...string) []Sum {
	place := func(s Sum) int {
		if i := slices.Index(names, deref(s.Name)); i >= 0 {
			return i
		}
		return len(names)
	}
	slices.SortStableFunc(all, func(x, y Sum) int { return place(x) - place(y) })
	return all
}

// longestFirst sorts sums by eighths. Equals stay in order of first occurrence.
func longestFirst(all []Sum) []Sum {
	slices.SortStableFunc(all, func(x, y Sum) int { return y.Eighths - x.Eighths })
	return all
}

// charactersOf returns who speaks in a script, the most scenes first; of equals the
// most words, then the first to speak. The slice is never nil.
func charactersOf(s *screenplay.Script, scenes []Scene) []Character {
	all := make([]Character, len(s.Characters))
	at := make(map[string]int, len(s.Characters))
	for i, name := range s.Characters {
		all[i] = Character{Name: name, SceneNumbers: []int{}}
		at[name] = i
	}
	for _, speech := range s.Speeches {
		c := &all[speech.Character]
		c.Speeches++
		for i := speech.First + 1; i < speech.Last; i++ {
			if e := &s.Elements[i]; e.Kind == screenplay.Dialogue || e.Kind == screenplay.Lyric {
				c.Words += measure.CountWords(e.Text)
			}
		}
	}
	for i := range scenes {
		for _, name := range scenes[i].Characters {
			c := &all[at[name]]
			c.Scenes++
			c.Eighths += scenes[i].Eighths
			c.SceneNumbers = append(c.SceneNumbers, scenes[i].Scene)
		}
	}
	slices.SortStableFunc(all, func(x, y Character) int { return cmp.Or(y.Scenes-x.Scenes, y.Words-x.Words) })
	return all
}
