package research

import (
	"kinodex/internal/grade"
	"kinodex/internal/screenplay/measure"
)

// Moves are the smallest changes of a script's features that would have the model
// put it in another class. See movesOf for what is tried. They are not advice:
// that a feature goes with a class in the set does not make it the cause.
type Moves struct {
	// Within is whether the script lies in the set's joint range; if not, there
	// are no moves, since nothing is known of scripts like it.
	Within bool
	All    []Move // smallest first
}

// Move is one of them: one or two features that change.
type Move struct {
	Class   grade.Class // that the model would give
	Votes   [grade.Classes]int
	Size    float64 // sum over its changes of their distance in standard deviations
	Changes []Change
}

// Change is one feature's part of a move.
type Change struct {
	Feature  int // place in a Vector
	From, To float64
	// Scenes push the feature the other way most, or hold it where it is: the
	// first to look at, the strongest first.
	Scenes []int
}

// whatMoves finds the moves and the scenes they point at.
func (x *Set) whatMoves(v measure.Vector, influences []measure.Vector) Moves {
	m := Moves{Within: x.joint.holds(&v)}
	if !m.Within {
		return m
	}
	for _, found := range movesOf(v, x.joint, x.tier.vote) {
		move := Move{Class: found.class, Votes: found.after, Size: found.size}
		for _, c := range found.changes {
			move.Changes = append(move.Changes, Change{c.feature, c.from, c.to, strongest(influences, c.feature, c.to < c.from)})
		}
		m.All = append(m.All, move)
	}
	return m
}
