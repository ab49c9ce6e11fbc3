package film_test

import (
	"math"
	"slices"
	"testing"

	"kinodex/internal/film"
)

// The table names fields that the views have, and says of a film what the film says.
func TestFieldsAreThoseOfFilms(t *testing.T) {
	votes, gross, day := 1200, int64(3_000_000), "1949-09-02"
	known := &film.Film{
		Title: "The Third Man", Genres: []string{"Film-Noir"}, ReleaseDate: &day,
		Ratings: film.Ratings{FilmdbVotes: &votes, MasterScore: 88.4}, BoxOffice: film.Money{WorldwideGross: &gross},
	}
	numbers := map[string]float64{"release_date": 19490902, "ratings.filmdb_votes": 1200, "ratings.master_score": 88.4, "box_office.worldwide_gross": 3_000_000}
	stated := []string{"title", "genres", "ratings.master_score", "release_date", "ratings.filmdb_votes", "box_office.worldwide_gross"}
	for i := range film.Fields {
		f := &film.Fields[i]
		if _, err := film.Detail.Project(f.Path); err != nil || f.Label == "" || film.FieldOf(f.Path) != f {
			t.Errorf("%s, called %q: %v", f.Path, f.Label, err)
		}
		if f.Known(known) != slices.Contains(stated, f.Path) {
			t.Errorf("%s is known: %v", f.Path, f.Known(known))
		}
		if always := f.Path == "title" || f.Path == "ratings.master_score"; f.Known(&film.Film{}) != always {
			t.Errorf("%s is known of a film without anything: %v", f.Path, !always)
		}
		if f.Kind == film.KindText {
			continue
		}
		want, ok := numbers[f.Path]
		if got := f.Number(known); got != want && (ok || !math.IsNaN(got)) {
			t.Errorf("%s is %v, want %v", f.Path, got, want)
		}
	}
}

// Two orders in one place, or a gap, would change the format of every library.
func TestOrdersHaveTheirPlaces(t *testing.T) {
	var places []int
	for _, f := range film.Fields {
		if f.Order.Name == "" {
			continue
		}
		places = append(places, f.Order.Place)
		if film.SortFields[f.Order.Place] != f.Order.Name || film.OrderedBy(f.Order.Name).Path != f.Path || f.Order.Down+f.Order.Up == "" {
			t.Errorf("%s: %+v", f.Path, f.Order)
		}
	}
	slices.Sort(places)
	for i, place := range places {
		if place != i || len(places) != len(film.SortFields) {
			t.Fatalf("the places are %v of %d", places, len(film.SortFields))
		}
	}
}
