package writersroom

import (
	"context"
	"slices"
)

// TrailerReading is a trailer as an engine writes it.
type TrailerReading struct {
	Hook  string      `json:"hook"`
	Beats []BeatClaim `json:"beats"`
	Plan  []PlanPart  `json:"plan"`
}

// BeatClaim is a piece of a trailer.
type BeatClaim struct {
	Beat    string  `json:"beat" doc:"What it does in the trailer."`
	Scene   *int    `json:"scene" nullable:"true" doc:"From 1; null for a synopsis."`
	Why     string  `json:"why"`
	Line    *string `json:"line" nullable:"true" doc:"To be heard; it stands in the text."`
	Seconds int     `json:"seconds"`
}

// PlanPart is a part of the edit.
type PlanPart struct {
	Part    string `json:"part"`
	Seconds int    `json:"seconds"`
	Cut     string `json:"cut" doc:"How it is cut and what is heard."`
}

// Beat is a piece of a trailer, and where it is in the text.
type Beat struct {
	BeatClaim
	Page    *int    `json:"page" nullable:"true"`
	Heading *string `json:"heading" nullable:"true"`
}

// TrailerResult is a concept for a trailer.
type TrailerResult struct {
	Hook   string     `json:"hook"`
	Beats  []Beat     `json:"beats" doc:"In the order of the trailer."`
	Plan   []PlanPart `json:"plan"`
	Turns  []Turn     `json:"turns" doc:"Where the mood of the script changes most, which the choice of beats looks at."`
	Pacing *Pacing    `json:"pacing,omitempty" doc:"Left out for a synopsis."`
	Notes  []string   `json:"notes"`
}

// spoiler is the position in a script from which scenes are left out of a trailer,
// as a share of its words.
const spoiler = 0.8

// TrailerConcept returns a concept for a trailer of at most q.Limit beats. Of a
// script, beats of a model whose scene does not exist are dropped, and it is an error
// if none is left (REQ K-05).
func (r *Tools) TrailerConcept(ctx context.Context, _ Library, q Question) (*Answer[TrailerResult], error) {
	result := &TrailerResult{Beats: []Beat{}, Plan: []PlanPart{}, Turns: []Turn{}, Notes: []string{}}
	if q.Script != nil {
		pacing := q.pacing()
		result.Turns, result.Pacing = q.turns(), &pacing
	}
	if r.model == nil {
		said := q.trailer()
		q.locate(result, said)
		result.Notes = append(result.Notes, "the beats are scenes of the text chosen by what was measured; nothing from its last fifth. No rule knows what a scene means")
		if len(said.Beats) == 0 {
			result.Notes = append(result.Notes, "no scenes were found to choose from")
		}
		return &Answer[TrailerResult]{*result, builtIn}, nil
	}
	shown := struct {
		Limit int `json:"limit"`
		*TrailerResult
	}{q.Limit, result}
	said, err := read[TrailerReading](ctx, r, "trailer-concept", q, shown)
	if err != nil {
		return nil, err
	}
	c := newChecker(q)
	said.said.Beats = c.beats(said.said.Beats, q.Limit)
	if len(said.said.Beats) == 0 {
		return nil, unconfirmed()
	}
	q.locate(result, said.said)
	result.Notes = slices.Concat(result.Notes, said.notes, c.notes())
	return &Answer[TrailerResult]{*result, said.by}, nil
}

// locate fills in hook, plan and beats, and adds page and heading to each beat that
// has a scene.
func (q Question) locate(result *TrailerResult, said TrailerReading) {
	result.Hook, result.Plan = said.Hook, said.Plan
	for _, b := range said.Beats {
		beat := Beat{BeatClaim: b}
		if b.Scene != nil {
			p := q.place(*b.Scene - 1)
			beat.Page, beat.Heading = &p.Page, &p.Heading
		}
		result.Beats = append(result.Beats, beat)
	}
	if result.Plan == nil {
		result.Plan = []PlanPart{}
	}
}

// beats returns at most most beats whose scene exists. Where the text has no scenes
// all are kept, without a scene. A line that is not in the text is removed.
func (c *checker) beats(all []BeatClaim, most int) []BeatClaim {
	kept := []BeatClaim{}
	scenic := c.q.Script != nil && len(c.q.Report.Scenes) > 0
	for _, b := range all {
		b.Line = c.quote(b.Line)
		if !scenic {
			b.Scene = nil
		} else if !c.claim(b.Scene != nil && *b.Scene >= 1 && *b.Scene <= len(c.q.Report.Scenes)) {
			continue
		}
		if len(kept) < most {
			kept = append(kept, b)
		}
	}
	return kept
}
