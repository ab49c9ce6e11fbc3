package writersroom

import (
	"cmp"
	"math"
	"slices"
)

// Turn is a border of scenes where the mood changes. Place is the scene that begins
// there.
type Turn struct {
	Place
	Before float64 `json:"mood_before" doc:"Mean mood of the stretch before it, -1 to 1."`
	After  float64 `json:"mood_after"`
}

// The stretch on either side of a turn that is looked at, the least between two
// turns, both as parts of the script, and how many are told.
const (
	stretch   = 0.06
	apart     = 0.1
	mostTurns = 5
)

// turns returns at most mostTurns borders of scenes with the greatest change of
// mood, in order of the script. No two are nearer than apart, and none is in the
// first or last stretch. It is never nil.
func (m *Manuscript) turns() []Turn {
	type border struct {
		scene         int
		before, after float64
	}
	var all []border
	scenes := m.Report.Scenes
	for i := 1; i < len(scenes); i++ {
		at := scenes[i].Position
		if at < stretch || at > 1-stretch {
			continue
		}
		before := m.mood(i-1, -1, at-stretch)
		after := m.mood(i, 1, at+stretch)
		all = append(all, border{i, before, after})
	}
	slices.SortStableFunc(all, func(a, b border) int {
		return cmp.Compare(math.Abs(b.after-b.before), math.Abs(a.after-a.before))
	})
	chosen := []Turn{}
	var positions []float64
	for _, b := range all {
		at := scenes[b.scene].Position
		near := slices.ContainsFunc(positions, func(p float64) bool { return math.Abs(p-at) < apart })
		if near || len(chosen) == mostTurns || b.before == b.after {
			continue
		}
		positions = append(positions, at)
		chosen = append(chosen, Turn{m.place(b.scene), round(b.before, 4), round(b.after, 4)})
	}
	slices.SortFunc(chosen, func(a, b Turn) int { return a.Scene - b.Scene })
	return chosen
}

// TurningPoint is a scene where a turning point of a story is expected.
type TurningPoint struct {
	Point    string  `json:"point" enum:"opportunity,change of plans,point of no return,major setback,climax"`
	Basis    string  `json:"basis" enum:"position" doc:"What the scene was chosen by. Position: it lies where the literature states such an event; nothing was read."`
	Position float64 `json:"position" minimum:"0" maximum:"1" doc:"The stated position, of the script's words."`
	Place
}

// byPosition is the basis of all turning points: what was tried beside the stated
// positions did not beat them (docs/cards/turns.md).
const byPosition = "position"

// turningPoints returns the scenes at the positions that the literature states for the
// turning points. It is never nil, and empty for a script that has none.
func (m *Manuscript) turningPoints() []TurningPoint {
	all := []TurningPoint{}
	for _, p := range m.Report.TurningPoints() {
		all = append(all, TurningPoint{p.Name, byPosition, p.Position, m.place(p.Scene)})
	}
	return all
}

// mood returns the mean mood, -1 to 1, of the scenes from one on, in the direction
// of step (1 or -1), up to a position; weighted by words, 0 without words.
func (m *Manuscript) mood(from, step int, until float64) float64 {
	sum, words := 0.0, 0
	for i := from; i >= 0 && i < len(m.Report.Scenes); i += step {
		s := &m.Report.Scenes[i]
		if step < 0 && s.Position+s.Share < until || step > 0 && s.Position > until {
			break
		}
		sum += s.Sentiment * float64(s.Words.Film())
		words += s.Words.Film()
	}
	if words == 0 {
		return 0
	}
	return sum / float64(words)
}
