package app

import (
	"context"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/ratings"
	"kinodex/internal/taste"
)

// The bounds of a question for suggestions (REQ L-09, R-32).
const (
	MaxNamed       = 200 // films liked and disliked, together
	MaxSuggestions = 100
)

// Opinions are films that were liked and films that were not, each named by id, title, or title
// and year; MaxNamed together.
type Opinions struct {
	Liked    []string `json:"liked,omitempty" needed:"true" minItems:"1" maxItems:"200" doc:"Films that were liked, by id (tt0041959), title, or title and year (The Third Man (1949)). Of several films of a title the one with most votes is meant." brief:"Ids, titles, or titles with a year: The Third Man (1949)."`
	Disliked []string `json:"disliked,omitempty" maxItems:"200" doc:"Films that were not; with liked at most 200. What is like them sinks." brief:"Films that were not. What is like them sinks."`
}

// SuggestQuestion asks for films that somebody may like who liked some films
// and disliked others, each named by id, title, or title and year, and who has
// seen and rated others.
type SuggestQuestion struct {
	Opinions // at least one liked film unless there are ratings
	// Ratings are of films that were seen, each at most once, the newest first. The best of
	// them count as liked, as far as there is room for them (REQ R-42). None of them is
	// suggested.
	Ratings []ratings.SeenFilm // at most MaxRatings
	// Exclude are films that are not to be suggested, named as the liked ones are.
	Exclude []string // at most MaxExcluded
	Limit   int      // from 1 to MaxSuggestions
	// Popularity runs from -1, rather hidden films, to 1, rather famous ones.
	Popularity float64
}

// Suggestions answers a SuggestQuestion. Ratings is nil unless the question had some, and
// LeftOut unless it had ratings or films to exclude.
type Suggestions struct {
	*taste.Suggestions
	Ratings *RatingsReport `json:"ratings,omitempty"`
	LeftOut *int           `json:"left_out,omitempty" minimum:"0" doc:"The films that were not to be recommended because they were seen or excluded."`

	catalog *catalog.Catalog
}

// Suggest returns suggestions, which are independent of the visit. When none of the liked
// names is a film's, or all such films are disliked as well, and no rating says that a film
// was liked, that is a fault of kind NoLiked (REQ R-38), and costs nothing, since the question
// makes no sense.
func (v *Visit) Suggest(ctx context.Context, q SuggestQuestion) (*Suggestions, error) {
	x, out := v.library.Taste, &Suggestions{catalog: v.library.Catalog}
	wish, unresolved := taste.Wish{Popularity: q.Popularity, Limit: q.Limit}, []string{}
	resolve := func() (err error) {
		unresolved, err = q.resolve(v.library.Catalog, x, &wish, out)
		return err
	}
	if err := v.enter(ctx, access.Needs.Suggest, resolve); err != nil {
		return nil, err
	}
	out.Suggestions = x.Suggest(wish)
	out.Input.Unresolved = unresolved
	if err := x.Describe(out.Suggestions); err != nil {
		return nil, err
	}
	return out, v.carries(ctx, excerpt{len(out.Films), 0, func(i int) item { return item(out.Films[i].FilmdbID) }})
}

// Rows returns the films, in their order, with some fields of the list view.
func (s *Suggestions) Rows(fields string) (Records, error) {
	projection, err := film.List.Project(fields)
	docs := make([]catalog.Doc, len(s.Films))
	for i := range s.Films {
		docs[i] = s.Films[i].Doc
	}
	return Records{catalog: s.catalog, docs: docs, view: film.List, fields: projection}, err
}

// Disliked returns the title of the film that a penalty is for.
func (s *Suggestions) Disliked(p taste.Penalty) string { return s.catalog.Title(p.Disliked) }

// check checks bounds and names, before any of them is looked up.
func (q *SuggestQuestion) check() error {
	switch {
	case len(q.Liked) == 0 && len(q.Ratings) == 0:
		return fault.Missing("liked", "a list of at least one film id or title")
	case len(q.Liked)+len(q.Disliked) > MaxNamed:
		return fault.Param("liked", fmt.Sprintf("together with disliked a list of at most %d films", MaxNamed))
	case q.Limit < 1 || q.Limit > MaxSuggestions:
		return fault.Param("limit", fmt.Sprintf("an integer from 1 to %d", MaxSuggestions))
	case math.IsNaN(q.Popularity) || q.Popularity < -1 || q.Popularity > 1:
		return fault.Param("popularity", "a number from -1 to 1")
	}
	if err := checkNames("liked", q.Liked); err != nil {
		return err
	}
	if err := checkNames("disliked", q.Disliked); err != nil {
		return err
	}
	return q.checkSeen()
}

// checkNames checks names of films; the fault names the first bad one as liked[0].
func checkNames(param string, names []string) error {
	for i, n := range names {
		if n == "" || utf8.RuneCountInString(n) > film.MaxText {
			return fault.Param(fmt.Sprintf("%s[%d]", param, i), fmt.Sprintf("a film id or title of 1 to %d characters", film.MaxText))
		}
	}
	return nil
}

// resolve checks the question and finds the films it names, each once; one that is
// both liked and disliked is disliked, and what is named counts for more than a rating. It
// returns the names that are no film's, as they were sent, and tells in out what became of
// ratings and exclusions.
func (q *SuggestQuestion) resolve(films *catalog.Catalog, x *taste.Taste, wish *taste.Wish, out *Suggestions) (unresolved []string, err error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	unresolved = []string{}
	met := map[catalog.Doc]bool{}
	fresh := func(docs []catalog.Doc) (kept []catalog.Doc) {
		for _, d := range docs {
			if !met[d] {
				met[d] = true
				kept = append(kept, d)
			}
		}
		return kept
	}
	find := func(names []string) (docs []catalog.Doc) {
		for _, n := range names {
			d, ok := x.Resolve(n)
			if !ok {
				unresolved = append(unresolved, n)
				continue
			}
			docs = append(docs, d)
		}
		return docs
	}
	wish.Disliked = fresh(find(q.Disliked))
	wish.Liked = fresh(find(q.Liked))
	excluded := find(q.Exclude)
	if len(q.Ratings) > 0 {
		m := matcher{films, x}
		out.Ratings = &RatingsReport{}
		rated := m.match(q.Ratings, out.Ratings)
		good := fresh(opinion(rated, q.Ratings, out.Ratings))
		good = good[:min(len(good), mostLikedSeen, MaxNamed-len(q.Liked)-len(q.Disliked))]
		out.Ratings.Liked, wish.Liked = len(good), append(wish.Liked, good...)
		excluded = append(excluded, docsOf(rated)...)
	}
	leaveOut(excluded, len(q.Ratings)+len(q.Exclude) > 0, wish, out)
	if len(wish.Liked) > 0 {
		return unresolved, nil
	}
	return nil, q.noneLiked()
}

// leaveOut has films not suggested, and tells how many, if the question said any.
func leaveOut(docs []catalog.Doc, told bool, wish *taste.Wish, out *Suggestions) {
	if !told {
		return
	}
	slices.Sort(docs)
	docs = slices.Compact(docs)
	n := len(docs)
	out.LeftOut = &n
	wish.Among = func(d catalog.Doc) bool {
		_, is := slices.BinarySearch(docs, d)
		return !is
	}
}

// noneLiked returns the fault for a question that names no film that was liked.
func (q *SuggestQuestion) noneLiked() error {
	f := fault.New(fault.NoLiked, "none of the liked films is in the catalogue: name them by id, title, or title and year")
	f.Param, f.Allowed = "liked", "film ids (tt0111161), titles, or titles with a year (Heat (1995))"
	if len(q.Ratings) > 0 && len(q.Liked) == 0 {
		f = fault.New(fault.NoLiked, "no rating says that a film of the catalogue was liked: rate some films, or name liked ones")
		f.Param, f.Allowed = "ratings", "films with ratings from 0 to 10, or with liked"
	}
	return f
}
