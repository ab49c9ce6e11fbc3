package app

import (
	"context"
	"slices"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/poster"
	"kinodex/internal/poster/vision"
)

// MaxPosters is how many posters one page may have.
const MaxPosters = 200

// PosterAnalysis is what was read of a film's poster (REQ P-08, P-09), good until
// its visit is closed.
type PosterAnalysis struct {
	FilmdbID film.ID                  `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title    string                   `json:"title"`
	Year     *int                     `json:"year" doc:"Of release."`
	Analysis film.Raw[vision.Reading] `json:"analysis"`
}

// PosterAnalysis asks for the reading of a film's poster (REQ P-08). An id that no
// film has is a fault of kind FilmNotFound, a film whose poster was not read one
// of kind NoPosterAnalysis.
func (v *Visit) PosterAnalysis(id string) Prepared[*PosterAnalysis] {
	return Prepared[*PosterAnalysis]{
		visit: v, need: access.Needs.PosterAnalysis, check: nothingToCheck,
		find: func(ctx context.Context) (*PosterAnalysis, error) { return v.findPosterAnalysis(ctx, id) },
	}
}

// findPosterAnalysis looks up film and reading in one generation.
func (v *Visit) findPosterAnalysis(ctx context.Context, id string) (*PosterAnalysis, error) {
	_, found, err := v.lookUp(id, film.List)
	if err != nil {
		return nil, err
	}
	i, ok := v.library.Posters.Find(found.ID)
	if !ok {
		return nil, fault.New(fault.NoPosterAnalysis, "no poster of this film was read, so there is no analysis of it")
	}
	analysis := &PosterAnalysis{
		FilmdbID: found.ID, Title: found.record.Text(listedTitle), Year: found.record.Int(listedYear),
		Analysis: v.library.Posters.At(i).Analysis,
	}
	return analysis, v.carries(ctx, oneFilm(found.ID))
}

// PosterStats returns the aggregates of all readings (REQ P-01), which must not be
// changed.
func (v *Visit) PosterStats(ctx context.Context) (*poster.Figures, error) {
	if err := v.enter(ctx, access.Needs.Posters, nothingToCheck); err != nil {
		return nil, err
	}
	return v.library.Posters.Figures(), nil
}

// PostersQuestion asks for a page of the posters that were read, by film id.
type PostersQuestion struct {
	ID string // of the one film that is wanted; empty for all
	// Labels are those that the posters must have; the zero value wants none.
	Labels        poster.Labels
	Offset, Limit int
}

// Posters is a page of posters, good until its visit is closed.
type Posters struct {
	Page                 []PosterRow // never nil
	Total, Offset, Limit int
}

// PosterRow is a poster that was read (REQ P-02).
type PosterRow struct {
	FilmdbID film.ID                  `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title    string                   `json:"title"`
	Year     *int                     `json:"year" doc:"Of release."`
	Poster   film.Raw[*string]        `json:"poster_url" nullable:"true" doc:"The film's poster: stored, for everyone, or at a third party's address, where it may be another artwork than the one that was read; null when neither is known."`
	Analysis film.Raw[vision.Reading] `json:"analysis"`
}

// Posters returns a page of the posters that were read (REQ P-02). An id that no
// film has, or one whose poster was not read, has none.
func (v *Visit) Posters(ctx context.Context, q PostersQuestion) (*Posters, error) {
	if err := v.enter(ctx, access.Needs.Posters, q.check); err != nil {
		return nil, err
	}
	first, end := 0, v.library.Posters.Len()
	if q.ID != "" {
		id, _ := film.ParseID(q.ID)
		i, ok := v.library.Posters.Find(id)
		first, end = i, i
		if ok {
			end++
		}
	}
	p := &Posters{Page: []PosterRow{}, Total: end - first, Offset: q.Offset, Limit: q.Limit}
	if q.chooses() {
		v.choosePosters(&q, p, first, end)
		return p, v.carries(ctx, p.excerpt())
	}
	first = min(first+q.Offset, end)
	for i := first; i < min(first+q.Limit, end); i++ {
		p.Page = append(p.Page, v.posterRow(i))
	}
	return p, v.carries(ctx, p.excerpt())
}

// excerpt is what the page shows.
func (p *Posters) excerpt() excerpt {
	return excerpt{len(p.Page), p.Offset, func(i int) item { return item(p.Page[i].FilmdbID) }}
}

// chooses reports whether posters are chosen by their labels.
func (q *PostersQuestion) chooses() bool {
	l := q.Labels
	return l.Tone != "" || l.Temperature != "" || l.Harmony != "" || len(l.Mood) > 0
}

// choosePosters fills a page with those posters of a range that have the labels asked for, and
// counts them all.
func (v *Visit) choosePosters(q *PostersQuestion, p *Posters, first, end int) {
	p.Total = 0
	for i := first; i < end; i++ {
		if !v.library.Posters.Labels(i).Fit(q.Labels) {
			continue
		}
		if p.Total >= q.Offset && len(p.Page) < q.Limit {
			p.Page = append(p.Page, v.posterRow(i))
		}
		p.Total++
	}
}

// posterRow returns the poster at a place of the collection.
func (v *Visit) posterRow(i int) PosterRow {
	one := v.library.Posters.At(i)
	doc, _ := v.library.Catalog.ByID(one.Film) // Open checked that it is there
	record := v.library.Catalog.Record(doc, film.List)
	return PosterRow{
		FilmdbID: one.Film, Title: record.Text(listedTitle), Year: record.Int(listedYear),
		Poster: record.Value(listedPoster), Analysis: one.Analysis,
	}
}

// check checks the page; an unknown film is no fault but an empty page.
func (q *PostersQuestion) check() error {
	return checkPage(q.Limit, 1, MaxPosters, q.Offset)
}

// The fields of a listed film that an answer about its poster begins with.
var (
	listedTitle = slices.Index(film.List.Fields(), "title")
	listedYear  = slices.Index(film.List.Fields(), "year")
	// listedPoster is in the bucket, at a third party's address, or null.
	listedPoster = slices.Index(film.List.Fields(), "poster_full_url")
)
