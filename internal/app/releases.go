package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// UnknownRelease stands for the country, or the kind, of a release of which it is unknown.
const UnknownRelease = "unknown"

// ReleasesQuestion asks for the releases of the films that match a query.
type ReleasesQuestion struct {
	// Query says which films; its Sort is not read.
	Query film.Query
	// First and Last are days, both included.
	First, Last time.Time
	// Countries and Kinds are those wanted, all when empty: ISO 3166-1 codes in capitals and
	// film.ReleaseKinds, or UnknownRelease.
	Countries, Kinds []string
	Limit            int // of releases, from 1 to MaxPage: those nearest to Near
	Near             time.Time
	Fields           string // of the list view, comma-separated; empty for all

	projection *film.Projection
}

// Release is a release of a film in a country. Country and Kind are empty where they are unknown.
type Release struct {
	Film          int // its place among the Records
	Day           time.Time
	Country, Kind string
}

// Releases are releases in the order of their days, and their films.
type Releases struct {
	Records
	All   []Release
	Total int // of all that match, of which All may be a part
	// ByCountry reports whether the library has releases by country and kind. Otherwise it was built
	// before they were kept, and has the first release of each film alone.
	ByCountry bool
}

// Releases asks for the releases of films.
func (v *Visit) Releases(q ReleasesQuestion) Prepared[*Releases] {
	return Prepared[*Releases]{
		visit: v, need: access.Needs.Films, check: q.check,
		find: func(ctx context.Context) (*Releases, error) {
			found := v.findReleases(&q)
			return found, v.carries(ctx, found.excerpt(0))
		},
	}
}

// check checks the question and reads its fields.
func (q *ReleasesQuestion) check() (err error) {
	q.Query.Sort = film.Sort{Field: film.ReleaseField}
	if err := cmp.Or(q.Query.Check(), fault.Between("limit", q.Limit, 1, MaxPage)); err != nil {
		return err
	}
	q.projection, err = film.List.Project(q.Fields)
	return err
}

// wants reports whether a release is of a country and a kind that are wanted.
func (q *ReleasesQuestion) wants(r *catalog.Release) bool {
	return (len(q.Countries) == 0 || slices.Contains(q.Countries, cmp.Or(r.Country, UnknownRelease))) &&
		(len(q.Kinds) == 0 || slices.Contains(q.Kinds, cmp.Or(r.Kind, UnknownRelease)))
}

// findReleases answers a question.
func (v *Visit) findReleases(q *ReleasesQuestion) *Releases {
	films := v.library.Catalog
	found := &Releases{Records: Records{catalog: films, view: film.List, fields: q.projection}, ByCountry: films.KeepsReleases()}
	set := docset.New(films.Len())
	released := films.Releases(film.DayNumber(q.First), film.DayNumber(q.Last))
	released = slices.DeleteFunc(released, func(r catalog.Release) bool {
		_, is := film.NumberedDay(r.Day)
		return !is || !q.wants(&r)
	})
	for _, r := range released {
		set.Add(uint32(r.Doc))
	}
	match := docset.New(films.Len())
	for _, d := range v.among(q.Query, set) {
		match.Add(uint32(d))
	}
	released = slices.DeleteFunc(released, func(r catalog.Release) bool { return !match.Has(uint32(r.Doc)) })
	found.Total = len(released)
	place := map[catalog.Doc]int{}
	for _, r := range nearest(released, q.Near, q.Limit) {
		at, there := place[r.Doc]
		if !there {
			at = len(found.docs)
			place[r.Doc] = at
			found.docs = append(found.docs, r.Doc)
		}
		day, _ := film.NumberedDay(r.Day)
		found.All = append(found.All, Release{at, day, r.Country, r.Kind})
	}
	return found
}

// nearest returns up to limit of the releases, which are in order of their days, that are nearest to
// a day, in that order.
func nearest(all []catalog.Release, day time.Time, limit int) []catalog.Release {
	if len(all) <= limit {
		return all
	}
	away := func(r *catalog.Release) time.Duration {
		on, _ := film.NumberedDay(r.Day)
		return on.Sub(day).Abs()
	}
	from, to := 0, len(all)
	for to-from > limit {
		if away(&all[from]) > away(&all[to-1]) {
			from++
		} else {
			to--
		}
	}
	return all[from:to]
}
