package analyze

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/part"
)

// How many characters the pictures show at most.
const (
	mostPresent   = 14
	mostConnected = 24
	mostMedium    = 12 // more have one size, in which a phone moves the picture sideways
)

// strip is the picture of the scenes in order. Those that the page lists have a link.
func (r *report) strip() chart.Scenes {
	return part.SceneStrip(r.series, func(i int) string { return r.heading(i + 1) }, func(i int) string {
		if i >= len(r.Scenes) {
			return ""
		}
		return anchor(i + 1)
	})
}

// presence is the picture of who speaks in which scene.
func (r *report) presence() chart.Presence {
	c := chart.Presence{Head: chart.Head{ID: "presence", Title: "Who is on the page when", Desc: "For each of the largest parts, the scenes that the character speaks in."}}
	in := map[string][]int{}
	for i := range r.Scenes {
		s := &r.Scenes[i]
		c.Scenes, c.SceneHrefs = append(c.Scenes, s.Heading), append(c.SceneHrefs, anchor(s.Scene))
		for _, name := range s.Characters {
			in[name] = append(in[name], s.Scene)
		}
	}
	for _, who := range r.Characters[:min(len(r.Characters), mostPresent)] {
		c.Characters = append(c.Characters, chart.Present{Name: strings.ToUpper(who.Name), Scenes: in[who.Name]})
	}
	return c
}

// pair is two characters, by their places in Script.Characters, the lower one first.
type pair struct{ one, other int }

// exchanges counts how often a speech of one follows a speech of the other in the same scene.
func (r *report) exchanges() map[pair]int {
	found := map[pair]int{}
	for i := 1; i < len(r.Script.Speeches); i++ {
		a, b := &r.Script.Speeches[i-1], &r.Script.Speeches[i]
		same := r.Script.Elements[a.First].Scene == r.Script.Elements[b.First].Scene
		if same && a.Character != b.Character {
			found[pair{min(a.Character, b.Character), max(a.Character, b.Character)}]++
		}
	}
	return found
}

// network is the picture of who speaks with whom.
func (r *report) network() chart.Network {
	c := chart.Network{
		Head:      chart.Head{ID: "network", Title: "Who speaks with whom", Desc: "The largest parts, joined where a speech of one follows a speech of the other in a scene."},
		NodeValue: chart.Axis{Name: "Words", Unit: "words"}, EdgeValue: chart.Axis{Name: "Exchanges", Unit: "exchanges"}, Seed: 1,
	}
	at := map[int]int{} // place in Script.Characters to node
	for _, who := range r.Characters[:min(len(r.Characters), mostConnected)] {
		if i := slices.Index(r.Script.Characters, who.Name); i >= 0 {
			at[i] = len(c.Nodes)
			c.Nodes = append(c.Nodes, chart.Node{Label: strings.ToUpper(who.Name), Value: float64(who.Words)})
		}
	}
	if len(c.Nodes) > mostMedium {
		c.Size = chart.Wide
	}
	found := r.exchanges()
	for _, p := range slices.SortedFunc(maps.Keys(found), func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.one, b.one), cmp.Compare(a.other, b.other))
	}) {
		from, ok := at[p.one]
		to, also := at[p.other]
		if ok && also {
			c.Edges = append(c.Edges, chart.Edge{From: from, To: to, Value: float64(found[p])})
		}
	}
	return c
}
