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
}

// Recommended answers a RecommendQuestion, to be written before its visit is
// closed.
type Recommended struct {
	Understood *taste.Understood
	// Unmet says which wishes of the text some of the films do not meet.
	Unmet []taste.UnmetConstraint
	// UnknownGenres are those of the filters that no film has.
	UnknownGenres []catalog.UnknownGenre

	picks   []taste.Pick
	catalog *catalog.Catalog
}

// Recommend returns the films that fit a text best, best first, each with one sentence that
// is true of its record. The same question gets the same films from one generation.
func (v *Visit) Recommend(ctx context.Context, q RecommendQuestion) (*Recommended, error) {
	if err := v.enter(ctx, access.Needs.Recommend, q.check); err != nil {
		return nil, err
	}
	picks := v.library.Taste.Recommend(taste.Request{Prompt: q.Prompt, Filters: q.Filters, Limit: q.Limit})
	found := &Recommended{Understood: picks.Understood, Unmet: picks.Unmet, picks: picks.Films, catalog: v.library.Catalog}
	if q.Filters != nil && found.Len() == 0 {
		found.UnknownGenres = v.library.Catalog.UnknownGenres(q.Filters)
	}
	return found, v.carries(ctx, len(picks.Films))
}

// check checks the text and the limit, then the filters; faults name a filter as
// filters.<name>.
func (q *RecommendQuestion) check() error {
	switch {
	case strings.TrimSpace(q.Prompt) == "":
		return fault.Missing("prompt", fmt.Sprintf("a text of 1 to %d characters", MaxPrompt))
	case utf8.RuneCountInString(q.Prompt) > MaxPrompt || !utf8.ValidString(q.Prompt):
		return fault.Param("prompt", fmt.Sprintf("a text of 1 to %d characters", MaxPrompt))
	}
	if err := fault.Between("limit", q.Limit, 1, MaxPicks); err != nil || q.Filters == nil {
		return err
	}
	err := q.Filters.Check()
	if f := fault.From(err); f != nil && f.Param != "" {
		return fault.Param("filters."+f.Param, f.Allowed)
	}
	return err
}

// Len returns how many films are recommended, at most the question's limit.
func (r *Recommended) Len() int { return len(r.picks) }

// AppendFilm appends the i-th film in the list view as a JSON object, with base where the
// address of the service goes. i is from 0 to Len()-1.
func (r *Recommended) AppendFilm(dst []byte, i int, base string) []byte {
	return r.catalog.Record(r.picks[i].Doc, film.List).AppendTo(dst, nil, base)
}

// Reason returns one short sentence about the i-th film, true of its record.
func (r *Recommended) Reason(i int) string { return r.picks[i].Reason }
