package research

import (
	"slices"

	"kinodex/internal/screenplay/measure"
)

// WhatMoves are the smallest changes of a script's features that would have the
// model put it in another class: see counterfactuals for what is tried. They are not
// advice: that a feature goes with a class in the set does not make it the cause.
type WhatMoves struct {
	Causal      bool   `json:"causal" enum:"false"`
	Note        string `json:"note"`
	WithinRange bool   `json:"within_range" doc:"Whether the text lies where scripts of the set do; if not, there are no moves."`
	// Silent says why there are no moves; nil when there are.
	Silent *string `json:"silent" nullable:"true" enum:"not_a_screenplay,out_of_range,within_noise,none_found" doc:"Why there are no moves. within_noise: small edits change the class by themselves."`
	Moves  []Move  `json:"moves" doc:"The smallest first. Each changes features, and the class, by more than small edits do."`
}

// The reasons why there are no moves.
const (
	silentForm  = "not_a_screenplay"
	silentRange = "out_of_range"
	silentNoise = "within_noise"
	silentNone  = "none_found"
)

// Silence says for people why there are no moves; "" when there are.
func (m *WhatMoves) Silence() string {
	if m.Silent == nil {
		return ""
	}
	return silences[*m.Silent]
}

// silences says for people why there are no moves.
var silences = map[string]string{
	silentForm:  "Nothing can be said: this is no screenplay, and the model knows of nothing else.",
	silentRange: "Nothing can be said: together, these features are unlike those of nearly all scripts of the research set.",
	silentNoise: "Nothing can be said: the first two classes are so close that small edits, one line in a hundred dropped or doubled, change the class by themselves.",
	silentNone:  "No change of one or two features that is larger than what small edits do, and within what scripts of the research set look like, would have the model say another class.",
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

// whatMoves returns the moves of a report, and the scenes they point at. A text that
// is no screenplay has none; nor has one that the set's joint range does not hold,
// since nothing is known of scripts like it, nor one whose class small edits change
// by themselves. A move within the noise floor, of one of its features or of the
// class it leads to, is none.
func (x *Set) whatMoves(r *measure.Report, isScreenplay bool, influences []measure.Vector, places *offsets) WhatMoves {
	told := WhatMoves{Note: movesNote, WithinRange: x.domain.contains(&r.Vector), Moves: []Move{}}
	switch {
	case !isScreenplay:
		told.Silent = new(silentForm)
	case !told.WithinRange:
		told.Silent = new(silentRange)
	case !x.decided(x.tier.vote(&r.Vector)):
		told.Silent = new(silentNoise)
	}
	if told.Silent != nil {
		return told
	}
	names := measure.Names()
	for _, m := range counterfactuals(r.Vector, x.domain, x.tier.vote, x.beyondAllNoise) {
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
	if len(told.Moves) == 0 {
		told.Silent = new(silentNone)
	}
	return told
}

// beyondAllNoise reports whether each of the changes, and the class they lead to, is
// beyond what small edits do.
func (x *Set) beyondAllNoise(changes []change, after votes) bool {
	return x.decided(after) && !slices.ContainsFunc(changes, func(c change) bool { return !x.beyondNoise(c) })
}
