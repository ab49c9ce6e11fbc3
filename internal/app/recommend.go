package app

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
)

// The bounds of a question for recommendations (REQ F2-47).
const (
	MaxPrompt = 2000 // characters
	MaxPicks  = 50
)

// RecommendQuestion asks for films for a text.
type RecommendQuestion struct {
	Prompt string // 1 to MaxPrompt characters, not blank
	Limit  int    // from 1 to MaxPicks
	// Filters say which films may be recommended at all; nil for all.
	Filters *film.Query
	// Fields are those wanted of the list view, comma-separated; empty for all.
	Fields string

	projection *film.Projection
}

// Recommendations answers a RecommendQuestion, with at most as many films as it asks for.
type Recommendations struct {
	Records
	Understood *prompt.Request
	// Unmet says which wishes of the text some of the films do not meet.
	Unmet []taste.UnmetConstraint
	// UnknownGenres are those of the filters that no film has.
	UnknownGenres []catalog.UnknownGenre

	picks []taste.Pick
	taste *taste.Taste
}

// Recommend returns the films that fit a text best, best first, each with one sentence that
// is true of its record. The same question gets the same films from one generation.
func (v *Visit) Recommend(ctx context.Context, q RecommendQuestion) (*Recommendations, error) {
	if err := v.enter(ctx, access.Needs.Recommend, q.check); err != nil {
		return nil, err
	}
	picks := v.library.Taste.Recommend(taste.Request{Prompt: q.Prompt, Filters: q.Filters, Limit: q.Limit})
	docs := make([]catalog.Doc, len(picks.Films))
	for i, p := range picks.Films {
		docs[i] = p.Doc
	}
	found := &Recommendations{
		Records:    Records{v.library.Catalog, docs, film.List, q.projection},
		Understood: picks.Understood, Unmet: picks.Unmet, picks: picks.Films, taste: v.library.Taste,
	}
	if q.Filters != nil && found.Len() == 0 {
		found.UnknownGenres = v.library.Catalog.UnknownGenres(q.Filters)
	}
	return found, v.carries(ctx, found.excerpt(0))
}

// check checks the text and the limit, reads the fields, then checks the filters; faults name a filter as
// filters.<name>.
func (q *RecommendQuestion) check() (err error) {
	switch {
	case strings.TrimSpace(q.Prompt) == "":
		return fault.Missing("prompt", fmt.Sprintf("a text of 1 to %d characters", MaxPrompt))
	case utf8.RuneCountInString(q.Prompt) > MaxPrompt || !utf8.ValidString(q.Prompt):
		return fault.Param("prompt", fmt.Sprintf("a text of 1 to %d characters", MaxPrompt))
	}
	if err := fault.Between("limit", q.Limit, 1, MaxPicks); err != nil {
		return err
	}
	if q.projection, err = film.List.Project(q.Fields); err != nil || q.Filters == nil {
		return err
	}
	err = q.Filters.Check()
	if f := fault.From(err); f != nil && f.Param != "" {
		return fault.Param("filters."+f.Param, f.Allowed)
	}
	return err
}

// Understand returns how another text would be understood, at no cost.
func (r *Recommendations) Understand(prompt string) *prompt.Request {
	return r.taste.Understand(prompt)
}

// Reason returns one short sentence about the i-th film, true of its record.
func (r *Recommendations) Reason(i int) string { return r.picks[i].Reason }
