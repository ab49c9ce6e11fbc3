package app

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
)

// The bounds of a page of films.
const (
	MaxPage   = 500
	MaxOffset = 1_000_000_000
)

// OnlyTotal is the facet that counts nothing but the total.
const OnlyTotal = "total"

// FilmsQuestion asks for a page of the films that match a query.
type FilmsQuestion struct {
	Query film.Query
	// Groups are groups in each of which a film must be, too. With them Query.Text must be empty, and
	// there is no cursor.
	Groups []FilmGroup
	// Page says how many films, from 1 to MaxPage, and where they start. Its
	// After is not read: Cursor stands for it.
	Page film.Page
	// Cursor goes on after an earlier page of the same query; empty to start at
	// Page.Offset. Only one of the two may be given.
	Cursor string
	View   film.View
	Fields string   // of the view, comma-separated; empty for all
	Facets []string // of catalog.FacetNames; OnlyTotal adds none
	// CountOnly asks for the totals and facets of the matches without any film; then
	// Page.Limit is not read.
	CountOnly bool

	projection *film.Projection
}

// Films is a page of films, at most Limit of them; none beyond the last match.
type Films struct {
	Records
	// Total counts all matches, Offset those before this page, Limit how many
	// were asked for.
	Total, Offset, Limit int
	HasMore              bool
	NextCursor           *string // nil on the last page
	DidYouMean           string  // a title or name that was meant, where another was typed; else empty
	// Match is what the films have of the words of the text, empty when they have all.
	Match  film.Match
	Facets catalog.Facets
	// UnknownGenres are those asked for that no film has.
	UnknownGenres []catalog.UnknownGenre
	// Understood is what the text asks for where it is a wish and no title; nil where it is none.
	Understood *prompt.Request

	question   *FilmsQuestion
	understand func(text string) *prompt.Request
}

// Films asks for a page of the films that match.
func (v *Visit) Films(q FilmsQuestion) Prepared[*Films] {
	return Prepared[*Films]{
		visit: v, need: access.Needs.Films, check: func() error { return v.checkFilms(&q) },
		find: func(ctx context.Context) (*Films, error) {
			found, err := v.findFilms(&q)
			if err != nil {
				return nil, err
			}
			return found, v.carries(ctx, found.excerpt(found.Offset))
		},
	}
}

// checkFilms checks the question and reads its cursor and fields.
func (v *Visit) checkFilms(q *FilmsQuestion) (err error) {
	if err := q.Query.Check(); err != nil {
		return err
	}
	for i := range q.Groups {
		if err := q.Groups[i].check(); err != nil {
			return err
		}
	}
	least := 1
	if q.CountOnly {
		least, q.Page.Limit = 0, 0
	}
	if err := checkPage(q.Page.Limit, least, MaxPage, q.Page.Offset); err != nil {
		return err
	}
	if q.Page.Offset > 0 && q.Cursor != "" {
		return fault.Param("offset", "absent when cursor is given")
	}
	for _, name := range q.Facets {
		if name != OnlyTotal && !slices.Contains(catalog.FacetNames, name) {
			return fault.Param("facets", "a comma-separated list of: "+strings.Join(catalog.FacetNames, ", ")+", "+OnlyTotal)
		}
	}
	q.Facets = slices.DeleteFunc(slices.Clone(q.Facets), func(name string) bool { return name == OnlyTotal })
	q.Page.After = nil
	if q.Cursor != "" {
		if q.Page.After, err = v.app.cursors.Decode(q.Query.Digest(), q.Cursor); err != nil {
			return err
		}
	}
	q.projection, err = q.View.Project(q.Fields)
	return err
}

// checkPage checks how many are asked for and where they start, by the names that
// all dialects have for them.
func checkPage(limit, least, most, offset int) error {
	return cmp.Or(fault.Between("limit", limit, least, most), fault.Between("offset", offset, 0, MaxOffset))
}

func (v *Visit) findFilms(q *FilmsQuestion) (*Films, error) {
	digest := q.Query.Digest()
	if len(q.Groups) > 0 {
		within, err := v.inGroups(q.Groups)
		if err != nil {
			return nil, err
		}
		q.Query.Within = within
	}
	found, wish := v.library.Taste.Find(&q.Query, q.Page)
	films := &Films{
		Understood: requestOf(wish),
		understand: v.understand,
		Records:    Records{catalog: v.library.Catalog, docs: found.Docs, view: q.View, fields: q.projection},
		Total:      found.Total,
		Offset:     found.Offset,
		Limit:      q.Page.Limit,
		HasMore:    found.Next != nil,
		DidYouMean: found.DidYouMean,
		question:   q,
	}
	if found.Match != film.MatchAll {
		films.Match = found.Match
	}
	if q.Query.Genre != "" && found.Total == 0 {
		films.UnknownGenres = v.library.Catalog.UnknownGenres(&q.Query)
	}
	if found.Next != nil && len(q.Groups) == 0 {
		cursor := v.app.cursors.Encode(digest, *found.Next)
		films.NextCursor = &cursor
	}
	if len(q.Facets) == 0 {
		return films, nil
	}
	facets, err := v.library.Catalog.Facets(&q.Query, q.Facets)
	films.Facets = facets
	return films, err
}

// understand returns what a text is understood as where it is a wish; nil where it is none.
func (v *Visit) understand(text string) *prompt.Request {
	return requestOf(v.library.Taste.ParseQuery(text))
}

// requestOf returns what a wish asks for; nil for none.
func requestOf(wish *taste.ParsedQuery) *prompt.Request {
	if wish == nil {
		return nil
	}
	return &wish.Request
}

// Understand returns what another text would be understood as where it is a wish; nil where it is none.
func (f *Films) Understand(text string) *prompt.Request { return f.understand(text) }

// Order returns the order of the films.
func (f *Films) Order() film.Sort { return f.question.Query.Order() }

// RatingBins is how many bins Ratings has: one of ten for each point of the scale.
const RatingBins = 10

// Ratings counts all films that match by user rating: the first bin is from 0 to below 1, the
// last from 9 to 10. Films without a rating are left out.
func (f *Films) Ratings() []int {
	return f.catalog.Histogram(&f.question.Query, "filmdb_rating", 0, 1, RatingBins)
}
