package terminal

import (
	"fmt"
	"strconv"

	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// mostMoves is how many moves the page shows at most.
const mostMoves = 4

// moves adds the smallest changes of features that would change the vote, or why
// there are none.
func (p *page) moves(s *Study) {
	m := s.Analysis.WhatMoves
	p.section("WHAT WOULD MOVE THE CLASS (NOT CAUSAL)")
	if m.Silent != nil {
		p.prose(2, "", m.Silence())
		return
	}
	p.prose(2, "", "The smallest changes of one or two features with which the trees would vote for another class. This describes the model, not the world: "+
		"a script is not received better because its numbers were moved.")
	for i := range m.Moves[:min(mostMoves, len(m.Moves))] {
		p.line()
		p.move(&m.Moves[i])
	}
}

// move adds one move: its changes, its size in standard deviations, the votes after
// it, and the scenes that weigh most, each once.
func (p *page) move(m *research.Move) {
	features := measure.Features()
	var changes, scenes []string
	seen := map[int]bool{}
	for _, c := range m.Changes {
		f, _ := measure.Index(c.Feature)
		about := features[f]
		changes = append(changes, fmt.Sprintf("%s %s %s %s %s", about.Label, featureText(c.From, about), p.arrow, featureText(c.To, about), shortUnit(about.Unit)))
		for _, scene := range c.Scenes {
			if !seen[scene.Scene] {
				seen[scene.Scene] = true
				scenes = append(scenes, strconv.Itoa(scene.Scene))
			}
		}
	}
	high, mid, low := m.Votes[tiermodel.High], m.Votes[tiermodel.Mid], m.Votes[tiermodel.Low]
	says := fmt.Sprintf("%s: %s. %.1f standard deviations in all; votes High %d, Mid %d, Low %d of %d.",
		m.PredictedClass, listed(changes), m.Size, high, mid, low, high+mid+low)
	if len(scenes) == 1 {
		says += " Scene " + scenes[0] + " weighs most in it."
	} else if len(scenes) > 1 {
		says += " Scenes " + listed(scenes) + " weigh most in it."
	}
	p.item(says)
}
