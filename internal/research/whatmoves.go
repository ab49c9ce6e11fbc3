package research

import "kinodex/internal/screenplay/measure"

// WhatMoves are the smallest changes of a script's features that would have the
// model put it in another class: see counterfactuals for what is tried. They are not
// advice: that a feature goes with a class in the set does not make it the cause.
type WhatMoves struct {
	Causal      bool   `json:"causal" enum:"false"`
	Note        string `json:"note"`
	WithinRange bool   `json:"within_range" doc:"Whether the text lies where scripts of the set do; if not, there are no moves."`
	Moves       []Move `json:"moves" doc:"The smallest first."`
}

// Move is one of them, a change of one or two features, with what the model would
// then predict.
type Move struct {
	Prediction
	Size    float64  `json:"size" doc:"In standard deviations of the set."`
	Changes []Change `json:"changes"`

	Votes votes `json:"-"`
}

// Change is one feature's part of a move. Scenes are those that push the feature
// the other way most, or hold it where it is: the first to look at, the strongest
// first.
type Change struct {
	Feature string  `json:"feature"`
	From    float64 `json:"from"`
	To      float64 `json:"to"`
	Scenes  []Place `json:"scenes" doc:"Those that weigh most in the feature."`
}

// movesNote labels the moves.
const movesNote = "The smallest changes of one or two features, within what scripts of the research set look like, that would have the model say another class. " +
	"Not causal: that a feature goes with a class does not make the class. The scenes named weigh most in the feature; they are where to look, not what to cut."

// whatMoves returns the moves of a report, and the scenes they point at. A script
// that the set's joint range does not hold has none, since nothing is known of
// scripts like it.
func (x *Set) whatMoves(r *measure.Report, influences []measure.Vector, places *offsets) WhatMoves {
	told := WhatMoves{Note: movesNote, WithinRange: x.domain.contains(&r.Vector), Moves: []Move{}}
	if !told.WithinRange {
		return told
	}
	names := measure.Names()
	for _, m := range counterfactuals(r.Vector, x.domain, x.tier.vote) {
		move := Move{Prediction: predictionOf(m.class, m.after), Size: round(m.distance, 4), Votes: m.after}
		for _, c := range m.changes {
			scenes := []Place{}
			for _, scene := range strongest(influences, c.feature, c.to < c.from) {
				scenes = append(scenes, placeOf(r, scene, places))
			}
			move.Changes = append(move.Changes, Change{names[c.feature], c.from, c.to, scenes})
		}
		told.Moves = append(told.Moves, move)
	}
	return told
}
