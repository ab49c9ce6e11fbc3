package forecast

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// A film of the same director and lead is compared with, although its genres and its budget
// are others.
func TestComparablesWeighDirectorAndLead(t *testing.T) {
	films := cinema(600)
	h := open(t, films, 0)
	tried := 0
	for _, f := range films[500:] {
		if f.BoxOffice.Budget == nil {
			continue
		}
		p := &Project{
			Title: "The Brass Key", Genres: []string{"Western", "Romance"}, Budget: ptr(min(1e9, 20*float64(*f.BoxOffice.Budget))),
			Director: *f.Director, Cast: []string{f.Cast[0].Name}, Countries: []string{"US"},
		}
		o := h.predict(t, p)
		if !slices.ContainsFunc(o.Comparables, func(c Comparable) bool { return c.ID == f.ID }) {
			t.Errorf("%s (%d) of %s with %s is not among %s", f.Title, *f.Year, *f.Director, f.Cast[0].Name, titles(o.Comparables, 20))
		}
		tried++
	}
	if tried < 50 {
		t.Errorf("only %d films were tried", tried)
	}
}

// Of films that are equally alike, those that people know are compared with.
func TestComparablesPreferFilmsPeopleKnow(t *testing.T) {
	films := cinema(400)
	known := map[film.ID]bool{}
	for i, f := range films {
		known[f.ID] = i%2 == 0
		*f.Ratings.FilmdbVotes = 60
		if known[f.ID] {
			*f.Ratings.FilmdbVotes = 400_000
		}
	}
	h := open(t, films, 0)
	of, n := 0, 0
	for _, genre := range []string{"Drama", "Comedy", "Horror", "Action"} {
		for _, c := range h.predict(t, &Project{Title: "The Brass Key", Genres: []string{genre, "Thriller"}, Budget: ptr(2e6)}).Comparables {
			n++
			if known[c.ID] {
				of++
			}
		}
	}
	if n == 0 || float64(of)/float64(n) < 0.65 {
		t.Errorf("%d of %d comparables are known", of, n)
	}
}

// The films of a stated franchise or source are predecessors, wherever its name stands in
// their titles.
func TestAFranchiseIsFoundInTitles(t *testing.T) {
	films := cinema(400)
	for i, title := range []string{"Brass Lantern", "Tales of the Brass Lantern", "Rust: A Brass Lantern Story"} {
		films[200+i*10].Title = title
	}
	h := open(t, films, 0)
	for _, p := range []*Project{
		{Title: "Embers", Franchise: "The Brass Lantern"},
		{Title: "Embers", Source: "brass lantern", Genres: []string{"Musical"}, Budget: ptr(3e7)},
	} {
		o := h.predict(t, p)
		if p.Genres == nil { // three films alone are too few
			if len(o.Comparables) != 0 || !strings.Contains(strings.Join(o.Warnings, " "), "Only 3 earlier films") {
				t.Errorf("%d comparables, warnings %q", len(o.Comparables), o.Warnings)
			}
			continue
		}
		found := 0
		for _, c := range o.Comparables {
			if strings.Contains(c.Title, "Brass Lantern") {
				found++
			}
		}
		if found != 3 {
			t.Errorf("%d of 3 are among %s", found, titles(o.Comparables, 20))
		}
		if !slices.ContainsFunc(o.Marketing, func(s string) bool { return strings.HasPrefix(s, "Sell it as one of a series") }) {
			t.Errorf("no note on the series: %q", o.Marketing)
		}
	}
}
