package app

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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
	// Liked and Disliked are films beside those that the text names, by id or title; together at most
	// MaxNamed.
	Liked, Disliked []string
	Limit           int // from 1 to MaxPicks
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
	// Liked and Disliked are how many films that were named beside the text were found, and Unresolved
	// the titles that are no film's.
	Liked, Disliked int
	Unresolved      []string

	picks  []taste.Pick
	taste  *taste.Taste
	prompt string
}

// Recommend returns the films that fit a text best, best first, each with one sentence that
// is true of its record. The same question gets the same films from one generation.
func (v *Visit) Recommend(ctx context.Context, q RecommendQuestion) (*Recommendations, error) {
	asked := taste.Request{Prompt: q.Prompt, Filters: q.Filters, Limit: q.Limit}
	var unresolved []string
	resolve := func() (err error) {
		if err = q.check(); err == nil {
			unresolved, err = q.resolve(v.library.Taste, &asked)
		}
		return err
	}
	if err := v.enter(ctx, access.Needs.Recommend, resolve); err != nil {
		return nil, err
	}
	picks := v.library.Taste.Recommend(asked)
	docs := make([]catalog.Doc, len(picks.Films))
	for i, p := range picks.Films {
		docs[i] = p.Doc
	}
	found := &Recommendations{
		Records:    Records{catalog: v.library.Catalog, docs: docs, view: film.List, fields: q.projection},
		Understood: picks.Understood, Unmet: picks.Unmet, picks: picks.Films, taste: v.library.Taste, prompt: q.Prompt,
		Liked: len(asked.Liked), Disliked: len(asked.Disliked), Unresolved: unresolved,
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
	if len(q.Liked)+len(q.Disliked) > MaxNamed {
		return fault.Param("liked", fmt.Sprintf("together with disliked a list of at most %d films", MaxNamed))
	}
	if err := cmp.Or(checkNames("liked", q.Liked), checkNames("disliked", q.Disliked)); err != nil {
		return err
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

// resolve finds the films that are named beside the text; one that is both liked and disliked is
// disliked. It returns the titles that are no film's.
func (q *RecommendQuestion) resolve(x *taste.Taste, asked *taste.Request) (unresolved []string, err error) {
	unresolved = []string{}
	for _, list := range []struct {
		param string
		names []string
		docs  *[]catalog.Doc
	}{{"disliked", q.Disliked, &asked.Disliked}, {"liked", q.Liked, &asked.Liked}} {
		docs, unknown, err := namedFilms(x, list.param, list.names)
		if err != nil {
			return nil, err
		}
		unresolved = append(unresolved, unknown...)
		for _, d := range docs {
			if !slices.Contains(asked.Disliked, d) && !slices.Contains(*list.docs, d) {
				*list.docs = append(*list.docs, d)
			}
		}
	}
	return unresolved, nil
}

// Understand returns how another text would be understood, at no cost.
func (r *Recommendations) Understand(prompt string) *prompt.Request {
	return r.taste.Understand(prompt)
}

// Trace returns what the rules of the grammar made of the words of the text, in their order.
func (r *Recommendations) Trace() []prompt.Step { return r.taste.Trace(r.prompt) }

// Fits returns for each film which of the things that the text asks for its record has.
func (r *Recommendations) Fits() [][]taste.WishFit { return r.taste.Fits(r.prompt, r.docs) }

// Reason returns one short sentence about the i-th film, true of its record.
func (r *Recommendations) Reason(i int) string { return r.picks[i].Reason }
