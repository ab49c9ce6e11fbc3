package app

import (
	"context"
	"fmt"
	"math"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/taste"
)

// The bounds of a question for suggestions (TRACE L-09, R-32).
const (
	MaxNamed       = 200 // films liked and disliked, together
	MaxSuggestions = 100
)

// SuggestQuestion asks for films that somebody may like who liked some films
// and disliked others, each named by id, title, or title and year.
type SuggestQuestion struct {
	Liked, Disliked []string // MaxNamed together, at least one liked
	Limit           int      // from 1 to MaxSuggestions
	// Popularity runs from -1, rather hidden films, to 1, rather famous ones.
	Popularity float64
}

// Suggested answers a SuggestQuestion, to be written before its visit is closed.
type Suggested struct {
	*taste.Suggestions
	// Liked and Disliked are the films that were found, each once; Unresolved
	// the names that are no film's, as they were sent.
	Liked, Disliked []catalog.Doc
	Unresolved      []string

	catalog *catalog.Catalog
}

// Suggest gives suggestions. When none of the liked names is a film's, or all
// such films are disliked as well, that is a fault of kind NoLiked (TRACE R-38),
// and costs nothing, since the question makes no sense.
func (v *Visit) Suggest(ctx context.Context, q SuggestQuestion) (*Suggested, error) {
	s := &Suggested{catalog: v.library.Catalog}
	if err := v.enter(ctx, access.Needs.Suggest, func() error { return s.resolve(v.library.Taste, &q) }); err != nil {
		return nil, err
	}
	s.Suggestions = v.library.Taste.Suggest(taste.Wish{
		Liked: s.Liked, Disliked: s.Disliked, Popularity: q.Popularity, Limit: q.Limit,
	})
	return s, v.carries(ctx, len(s.Films))
}

func (q *SuggestQuestion) check() error {
	switch {
	case len(q.Liked) == 0:
		return fault.Missing("liked", "a list of at least one film id or title")
	case len(q.Liked)+len(q.Disliked) > MaxNamed:
		return fault.Param("liked", fmt.Sprintf("together with disliked a list of at most %d films", MaxNamed))
	case q.Limit < 1 || q.Limit > MaxSuggestions:
		return fault.Param("limit", fmt.Sprintf("an integer from 1 to %d", MaxSuggestions))
	case math.IsNaN(q.Popularity) || q.Popularity < -1 || q.Popularity > 1:
		return fault.Param("popularity", "a number from -1 to 1")
	}
	for _, list := range []struct {
		param string
		names []string
	}{{"liked", q.Liked}, {"disliked", q.Disliked}} {
		for i, n := range list.names {
			if n == "" || utf8.RuneCountInString(n) > film.MaxText {
				return fault.Param(fmt.Sprintf("%s[%d]", list.param, i), fmt.Sprintf("a film id or title of 1 to %d characters", film.MaxText))
			}
		}
	}
	return nil
}

// resolve checks the question and finds the films it names. One that is both
// liked and disliked is disliked.
func (s *Suggested) resolve(x *taste.Taste, q *SuggestQuestion) error {
	if err := q.check(); err != nil {
		return err
	}
	met := map[catalog.Doc]bool{}
	find := func(names []string) (docs []catalog.Doc) {
		for _, n := range names {
			d, ok := x.Resolve(n)
			if !ok {
				s.Unresolved = append(s.Unresolved, n)
			} else if !met[d] {
				met[d] = true
				docs = append(docs, d)
			}
		}
		return docs
	}
	s.Disliked = find(q.Disliked)
	if s.Liked = find(q.Liked); len(s.Liked) > 0 {
		return nil
	}
	f := fault.New(fault.NoLiked, "none of the liked films is in the catalogue: name them by id, title, or title and year")
	f.Param, f.Allowed = "liked", "film ids (tt0111161), titles, or titles with a year (Heat (1995))"
	return f
}

// Record is a film as v2 lists it, for writing what is told of it.
func (s *Suggested) Record(d catalog.Doc) film.Record { return s.catalog.Record(d, film.List) }

// ID is a film's id.
func (s *Suggested) ID(d catalog.Doc) film.ID { return s.catalog.ID(d) }

// Number is a film's value of a sort field; false when it is null.
func (s *Suggested) Number(field string, d catalog.Doc) (float64, bool) {
	return s.catalog.Number(field, d)
}
