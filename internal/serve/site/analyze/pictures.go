package analyze

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kinodex/internal/serve/site/chart"
)

// How many characters the pictures show at most.
const (
	mostPresent   = 14
	mostConnected = 24
)

// settingKinds are the kinds of scenes of the strip.
var settingKinds = []string{"interior", "exterior", "both", "not stated"}

// strip is the picture of the scenes in order.
func (r *report) strip() chart.Scenes {
	c := chart.Scenes{
		Head:   chart.Head{ID: "scene-strip", Title: "Scenes by length and setting", Desc: "Every scene as wide as it has words, marked by whether it plays inside or outside."},
		Length: chart.Axis{Name: "Words", Unit: "words"}, Kinds: settingKinds,
	}
	for i := range r.Scenes {
		s := &r.Scenes[i]
		kind := len(settingKinds) - 1
		if s.Setting != nil {
			kind = slices.Index(settingKinds, *s.Setting)
		}
		c.Scenes = append(c.Scenes, chart.Scene{Label: s.Heading, Length: float64(s.Words), Kind: kind, Href: anchor(s.Scene)})
	}
	return c
}

// arc is the picture of the mood from beginning to end.
func (r *report) arc() chart.Arc {
	c := chart.Arc{
		Head:  chart.Head{ID: "mood", Title: "Mood from beginning to end", Desc: "The mood of the words in twenty parts of equal length, with the three acts."},
		Value: chart.Axis{Name: "Mood", Unit: "-1 to 1", Decimals: 2}, Values: r.Sentiment,
	}
	at := 0.0
	for _, a := range r.Acts {
		c.Acts = append(c.Acts, chart.Act{Name: fmt.Sprintf("Act %d", a.Act), From: at, To: min(1, at+a.Share)})
		at += a.Share
	}
	if n := len(c.Acts); n > 0 {
		c.Acts[n-1].To = 1
	}
	return c
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
