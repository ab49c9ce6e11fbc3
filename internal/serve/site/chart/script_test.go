package chart_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"kinodex/internal/serve/site/chart"
)

// cast are names as scripts have them.
var cast = strings.Fields("ANNA BRUNO CLARA DETECTIVE_MARLOWE EDITH FRANK GUS HELENA IVAN JO KARL LENA MAX NINA OTTO PIA QUINN ROSA SAM TOM")

// script returns how many scenes who is in.
func inScenes(who, scenes int) []int {
	var in []int
	for n := 1; n <= scenes; n++ {
		if (n*(who+3)+who*who)%(who+2) < 2 && (n/9+who)%3 != 0 {
			in = append(in, n)
		}
	}
	return in
}

func network() chart.Network {
	n := chart.Network{
		Head:      chart.Head{ID: "talk", Title: "Who speaks with whom", Desc: "Anna speaks with most others."},
		NodeValue: chart.Axis{Name: "Words", Unit: "words"}, EdgeValue: chart.Axis{Name: "Scenes together", Unit: "scenes"},
		Seed: 7,
	}
	for i, name := range cast {
		n.Nodes = append(n.Nodes, chart.Node{Label: strings.ReplaceAll(name, "_", " "), Value: 9000 / float64(i+1), Href: "#" + name})
		for k := range i {
			if (i*k+i+k)%5 == 0 || k == 0 && i < 12 {
				n.Edges = append(n.Edges, chart.Edge{From: i, To: k, Value: float64(1 + 40/(1+i*k))})
			}
		}
	}
	return n
}

func TestNetwork(t *testing.T) {
	golden(t, "network", network())
	grouped := network()
	grouped.Nodes, grouped.Groups = grouped.Nodes[:7], []string{"cast", "crew", "both", "other"}
	for i := range grouped.Nodes {
		grouped.Nodes[i].Group = i % 4
	}
	grouped.Size = chart.Small
	golden(t, "network-groups", grouped)
	if got := network().NodeTable().Rows[0][2].Text; got != "12" {
		t.Errorf("Anna is connected with %s", got)
	}
}

func TestPresence(t *testing.T) {
	p := chart.Presence{Head: chart.Head{ID: "presence", Title: "Who is on the page when", Desc: "Anna is there throughout."}}
	for n := 1; n <= 90; n++ {
		p.Scenes = append(p.Scenes, fmt.Sprintf("INT. ROOM %d - DAY", n))
		p.SceneHrefs = append(p.SceneHrefs, fmt.Sprint("#scene-", n))
	}
	for i, name := range cast[:12] {
		p.Characters = append(p.Characters, chart.Present{Name: name, Scenes: inScenes(i, 90)})
	}
	p.Characters = append(p.Characters, chart.Present{Name: "NOBODY"}, chart.Present{Name: "OUTSIDE", Scenes: []int{0, -4, 91, 90, 90}})
	golden(t, "presence", p)
	if got := p.Table().Rows[13]; got[1].Text != "1" || got[4].Text != "90" {
		t.Errorf("scenes that are not there: %v", got)
	}
}

func TestScenes(t *testing.T) {
	s := chart.Scenes{
		Head:   chart.Head{ID: "scenes", Title: "Scenes", Desc: "Most scenes are inside."},
		Length: chart.Axis{Name: "Words", Unit: "words"}, Kinds: []string{"inside", "outside", "both", "unclear", "a fifth", "a sixth"},
	}
	for n := range 70 {
		s.Scenes = append(s.Scenes, chart.Scene{
			Label: fmt.Sprintf("INT. ROOM %d - NIGHT", n+1), Length: float64(60 + n*n*37%400), Kind: n * n % 7 % 6, Href: fmt.Sprint("#scene-", n+1), On: n == 30,
		})
	}
	s.Scenes[5].Kind, s.Scenes[6].Length = 17, math.NaN()
	golden(t, "scenes", s)
}

func TestArc(t *testing.T) {
	a := chart.Arc{
		Head:  chart.Head{ID: "arc", Title: "Mood", Desc: "The mood falls to the middle and rises to the end."},
		Value: chart.Axis{Name: "Mood", Decimals: 2}, Low: -1, High: 1,
		Acts: []chart.Act{{Name: "Act 1", From: 0, To: 0.24}, {Name: "Act 2", From: 0.24, To: 0.76}, {Name: "Act 3", From: 0.76, To: 1}},
	}
	for i := range 20 {
		a.Values = append(a.Values, math.Round(80*math.Cos(float64(i)/3))/100)
	}
	a.Values[9] = math.NaN()
	golden(t, "arc", a)
	a.Low, a.High, a.Acts = 0, 0, nil
	a.Size = chart.Medium
	golden(t, "arc-own-scale", a)
}
