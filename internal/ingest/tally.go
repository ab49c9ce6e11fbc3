package ingest

import (
	"fmt"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// tally counts what one batch of merging did. It serves one goroutine; Report.add adds it up.
type tally struct {
	report *Report
}

// newTally returns a tally that has counted nothing.
func newTally() *tally {
	return &tally{report: &Report{
		Fields: map[string]*FieldCount{}, Refused: map[string]int{}, Complete: map[string]int{},
		Decades: map[string]int{}, Bands: map[string]int{},
	}}
}

// settled counts which format was believed for a field that so many rows state. c.Others are
// the rows that state something else.
func (t *tally) settled(field string, believed source.Format, says int, c Conflict) {
	f := t.report.field(field)
	f.Believed[string(believed)]++
	switch {
	case says == 1:
		f.Alone++
	case len(c.Others) == 0:
		f.Agreed++
	default:
		f.Differed++
		f.BelievedDiffering[string(believed)]++
		f.keep(c)
	}
}

// admitted counts a film of the catalogue, whose year must not be nil.
func (t *tally) admitted(f *film.Film) {
	r := t.report
	r.Films++
	for name, has := range completeness(f) {
		if has {
			r.Complete[name]++
		}
	}
	if f.Overview != nil && f.Director != nil && len(f.Genres) > 0 && f.Runtime != nil && f.Ratings.Filmdb != nil {
		r.Core++
	}
	r.Decades[fmt.Sprintf("%ds", *f.Year/10*10)]++
	r.Bands[film.BandOf(f.Ratings.MasterScore)]++
}

// completeness returns, by field as reports name it, whether the film has it.
func completeness(f *film.Film) map[string]bool {
	characters := false
	for i := range f.Cast {
		characters = characters || f.Cast[i].Character != nil
	}
	return map[string]bool{
		"title": true, "year": f.Year != nil, "original_title": f.OriginalTitle != nil,
		"release_date": f.ReleaseDate != nil, "runtime": f.Runtime != nil, "genres": len(f.Genres) > 0,
		"director": f.Director != nil, "language": f.Language != nil, "languages": len(f.Languages) > 0,
		"countries":        len(f.Countries) > 0,
		"countries_stated": f.Provenance["countries"].MetricType == countriesStated,
		"overview":         f.Overview != nil,
		"tagline":          f.Tagline != nil,
		"keywords":         len(f.Keywords) > 0,
		"ratings.filmdb":   f.Ratings.Filmdb != nil,
		"ratings.critics":  f.Ratings.Critics != nil,
		"ratings.moviedb":  f.Ratings.Moviedb != nil,
		"budget":           f.BoxOffice.Budget != nil,
		"budget_original":  f.BoxOffice.BudgetOriginal != nil,
		"worldwide_gross":  f.BoxOffice.WorldwideGross != nil,
		"roi":              f.BoxOffice.ROI != nil,
		"oscars_covered":   f.Awards.OscarNoms != nil,
		"oscar_nominated":  f.Awards.OscarNoms != nil && *f.Awards.OscarNoms > 0,
		"poster":           f.Poster.URL != nil,
		"cast":             len(f.Cast) > 0,
		"cast_characters":  characters,
		"crew":             len(f.CrewSummary) > 0,
		"companies":        len(f.ProductionCompanies) > 0,
		"watch_providers":  len(f.WatchProviders) > 0,
		"moviedb_id":       f.ExternalIDs.MoviedbID != nil,
	}
}

// add adds a batch's counts and samples to the report. The batch is not changed.
func (r *Report) add(t *tally) {
	b := t.report
	r.Films += b.Films
	r.Core += b.Core
	sum(r.Refused, b.Refused)
	sum(r.Complete, b.Complete)
	sum(r.Decades, b.Decades)
	sum(r.Bands, b.Bands)
	for name, from := range b.Fields {
		to := r.field(name)
		to.Alone += from.Alone
		to.Agreed += from.Agreed
		to.Differed += from.Differed
		sum(to.Believed, from.Believed)
		sum(to.BelievedDiffering, from.BelievedDiffering)
		for _, c := range from.Sample {
			to.keep(c)
		}
	}
}

// sum adds the counts of from to those of to. from is not changed.
func sum(to, from map[string]int) {
	for k, n := range from {
		to[k] += n
	}
}
