package ingest

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
)

// checkFilm holds a film to what every film of the catalogue promises.
// REQ G-16, G-17, F2-04, F2-14, F2-15, F1-32
func checkFilm(t *testing.T, f *film.Film) {
	t.Helper()
	complain := func(format string, args ...any) {
		t.Helper()
		t.Errorf(f.ID.String()+" "+f.Title+": "+format, args...)
	}
	if strings.TrimSpace(f.Title) == "" || f.Year == nil || *f.Year < FirstYear {
		complain("title or year out of bounds")
	}
	if f.Runtime != nil && (*f.Runtime < LeastRuntime || *f.Runtime > MostRuntime) {
		complain("runtime %d", *f.Runtime)
	}
	metrics := map[string]bool{
		"ratings.filmdb": f.Ratings.Filmdb != nil, "ratings.filmdb_votes": f.Ratings.FilmdbVotes != nil,
		"ratings.critics": f.Ratings.Critics != nil, "ratings.moviedb": f.Ratings.Moviedb != nil,
		"ratings.moviedb_votes": f.Ratings.MoviedbVotes != nil, "ratings.master_score": true,
		"runtime": f.Runtime != nil, "budget": f.BoxOffice.Budget != nil, "worldwide_gross": f.BoxOffice.WorldwideGross != nil,
		"roi": f.BoxOffice.ROI != nil, "oscar_noms": f.Awards.OscarNoms != nil, "oscar_wins": f.Awards.OscarWins != nil,
		"countries": len(f.Countries) > 0, "genres": len(f.Genres) > mostListed, "director": f.Director != nil, "overview": f.Overview != nil || f.Provenance["overview"].MetricType == overviewWithheld,
	}
	marked := []string{"genres", "overview", "director"} // have provenance only where it says more than who is believed first
	for metric, known := range metrics {
		p, told := f.Provenance[metric]
		if told != known && !slices.Contains(marked, metric) {
			complain("%s known: %v, has provenance: %v", metric, known, told)
		}
		if told && (p.MetricType == "" || p.Market == "" || p.Period == "" || p.Source == "") {
			complain("provenance of %s lacks a value: %+v", metric, p)
		}
		if told && !slices.Contains(MetricTypes, p.MetricType) {
			complain("%s has the metric type %q", metric, p.MetricType)
		}
	}
	for metric := range f.Provenance {
		if _, ok := metrics[metric]; !ok {
			complain("provenance of %s, which is no metric", metric)
		}
	}
	for name, v := range map[string]*string{
		"original title": f.OriginalTitle, "director": f.Director, "overview": f.Overview, "tagline": f.Tagline,
		"poster": f.Poster.URL, "language": f.Language,
	} {
		if v != nil && strings.TrimSpace(*v) == "" {
			complain("%s is empty and not null", name)
		}
	}
	if b := f.BoxOffice; b.ROI != nil && math.Abs(*b.ROI-float64(*b.WorldwideGross-*b.Budget)/float64(*b.Budget)) > 0.005001 {
		complain("roi %v of %d and %d", *b.ROI, *b.Budget, *b.WorldwideGross)
	}
	if f.ReleaseDate != nil {
		if _, err := time.Parse(time.DateOnly, *f.ReleaseDate); err != nil {
			complain("%v", err)
		}
	}
	for i, r := range f.Cast {
		if r.Order != i || r.Name == "" {
			complain("cast member %d is %+v", i, r)
		}
	}
	for department, credits := range f.CrewSummary {
		if !slices.Contains(film.Departments, department) || len(credits) == 0 {
			complain("department %q has %d credits", department, len(credits))
		}
	}
	if film.MasterScore(f) != f.Ratings.MasterScore {
		complain("master score %v cannot be recomputed: %v", f.Ratings.MasterScore, film.MasterScore(f))
	}
}
