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

// The bounds of a question for suggestions (REQ L-09, R-32).
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

// Suggest returns suggestions, which are independent of the visit. When none of the liked
// names is a film's, or all such films are disliked as well, that is a fault of kind NoLiked
// (REQ R-38), and costs nothing, since the question makes no sense.
func (v *Visit) Suggest(ctx context.Context, q SuggestQuestion) (*taste.Suggestions, error) {
	x := v.library.Taste
	wish, unresolved := taste.Wish{Popularity: q.Popularity, Limit: q.Limit}, []string{}
	resolve := func() (err error) {
		unresolved, err = q.resolve(x, &wish)
		return err
	}
	if err := v.enter(ctx, access.Needs.Suggest, resolve); err != nil {
		return nil, err
	}
	found := x.Suggest(wish)
	found.Input.Unresolved = unresolved
	if err := x.Describe(found); err != nil {
		return nil, err
	}
	return found, v.carries(ctx, len(found.Films))
}

// check checks bounds and names, before any of them is looked up.
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

// resolve checks the question and finds the films it names, each once; one that is
// both liked and disliked is disliked. It returns the names that are no film's, as
// they were sent.
func (q *SuggestQuestion) resolve(x *taste.Taste, wish *taste.Wish) (unresolved []string, err error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	unresolved = []string{}
	met := map[catalog.Doc]bool{}
	find := func(names []string) (docs []catalog.Doc) {
		for _, n := range names {
			d, ok := x.Resolve(n)
			if !ok {
				unresolved = append(unresolved, n)
			} else if !met[d] {
				met[d] = true
				docs = append(docs, d)
			}
		}
		return docs
	}
	wish.Disliked = find(q.Disliked)
	if wish.Liked = find(q.Liked); len(wish.Liked) > 0 {
		return unresolved, nil
	}
	f := fault.New(fault.NoLiked, "none of the liked films is in the catalogue: name them by id, title, or title and year")
	f.Param, f.Allowed = "liked", "film ids (tt0111161), titles, or titles with a year (Heat (1995))"
	return nil, f
}
