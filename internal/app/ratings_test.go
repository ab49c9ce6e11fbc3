package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/ratings"
)

func rated(title string, year int, rating float64) ratings.SeenFilm {
	return ratings.SeenFilm{Title: title, Year: year, Rating: &rating}
}

// suggest asks the app's house for twenty suggestions.
func suggest(t *testing.T, q app.SuggestQuestion) (*app.Suggestions, error) {
	t.Helper()
	q.Limit = 20
	h := apptest.Open(t)
	return h.Visit(h.Key(access.Producer)).Suggest(t.Context(), q)
}

// REQ R-42
func TestRatedFilmsAreMatched(t *testing.T) {
	nine := 9.0
	rows := []ratings.SeenFilm{
		rated("the crossing", 1948, 9),  // exactly
		rated("Crossing, The", 1983, 9), // a year off
		{ID: "tt0000106", Title: "Wrong", Rating: &nine},
		{MoviedbID: 507, Rating: &nine},
		{MoviedbID: 99999, Title: "Heat of the Day", Year: 1996, Rating: &nine},
		rated("L'été à Evian", 1966, 9), // original title, without accents
		{Title: "Nobody's", OriginalTitle: "Девять зим", Year: 1969, Rating: &nine},
		rated("Stateless", 0, 9),
		// And those that are not:
		{ID: apptest.Absent, Title: "The Crossing", Year: 1948, Rating: &nine},
		rated("The Crossing", 1960, 9),
		rated("The Crossing", 0, 9),
		rated("Echo", 2003, 9),
		rated("No Such Film", 1990, 9),
		{MoviedbID: 99999, Rating: &nine},
	}
	got, err := suggest(t, app.SuggestQuestion{Ratings: rows})
	if err != nil {
		t.Fatal(err)
	}
	r := got.Ratings
	if r.Rows != len(rows) || r.ByID != 2 || r.ByTitle != 6 || r.Liked != 8 || *r.Mean != 9 || *r.Deviation != 0 || *got.LeftOut != 8 {
		t.Errorf("%+v, %d left out", r, *got.LeftOut)
	}
	var why []string
	for _, u := range r.Unmatched {
		why = append(why, fmt.Sprint(u.Index, " ", u.Reason))
	}
	if s := strings.Join(why, ", "); s != "8 not_in_catalogue, 9 other_year, 10 several, 11 several, 12 no_such_title, 13 not_in_catalogue" {
		t.Error(s)
	}
}

// REQ R-42: what counts is the person's own mean.
func TestRatingsBecomeLikesByOnesOwnMean(t *testing.T) {
	titles := []struct {
		name string
		year int
	}{{"The Crossing", 1948}, {"Yellow Boat", 1976}, {"Café Müller", 1992}, {"Stateless", 1997}, {"Small Hours", 2013}, {"Bare", 0}, {"Nine Winters", 1969}, {"It Rains", 1939}}
	for _, x := range []struct {
		what    string
		ratings string
		liked   int
	}{
		{"one who uses the whole scale", "10 9 8 6 5 4 2 1", 4},
		{"one who is severe", "6 5 3 3 3 2 2 2", 2},
		{"one who is mild", "10 10 9 9 9 9 8 8", 6},
		{"a single rating", "7", 1},
		{"a single low one", "4", 0},
		{"all the same and high", "8 8 8 8 8 8 8 8", 8},
		{"all the same, in the middle", "6 6 6 6 6 6 6 6", 8},
		{"all the same and low", "3 3 3 3 3 3 3 3", 0},
	} {
		var rows []ratings.SeenFilm
		for i, s := range strings.Fields(x.ratings) {
			rating := 0.0
			fmt.Sscan(s, &rating)
			rows = append(rows, rated(titles[i].name, titles[i].year, rating))
		}
		got, err := suggest(t, app.SuggestQuestion{Opinions: app.Opinions{Liked: []string{"Giants of the Deep"}}, Ratings: rows})
		if err != nil {
			t.Fatal(err)
		}
		if r := got.Ratings; r.Liked != x.liked || got.Input.Liked != x.liked+1 || got.Input.Disliked != 0 {
			t.Errorf("%s: %d liked, mean %v, deviation %v", x.what, r.Liked, *r.Mean, *r.Deviation)
		}
	}
}

// REQ
func TestWhatWasSeenIsNotSuggested(t *testing.T) {
	before, err := suggest(t, app.SuggestQuestion{Opinions: app.Opinions{Liked: []string{apptest.Crossing}}})
	if err != nil || len(before.Films) < 4 || before.Ratings != nil || before.LeftOut != nil {
		t.Fatalf("%+v, %v", before, err)
	}
	gone := []film.ID{before.Films[0].FilmdbID, before.Films[1].FilmdbID, before.Films[2].FilmdbID}
	after, err := suggest(t, app.SuggestQuestion{
		Opinions: app.Opinions{Liked: []string{apptest.Crossing}}, Exclude: []string{gone[0].String(), "no such film"},
		Ratings: []ratings.SeenFilm{{ID: gone[1].String()}, {ID: gone[2].String(), Liked: true}, {ID: gone[1].String()}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range after.Films {
		if slices.Contains(gone, f.FilmdbID) {
			t.Errorf("%s is suggested", f.FilmdbID)
		}
	}
	if *after.LeftOut != 3 || after.Ratings.Liked != 1 || after.Ratings.Mean != nil || !slices.Equal(after.Input.Unresolved, []string{"no such film"}) {
		t.Errorf("%d left out, %+v, %+v", *after.LeftOut, after.Ratings, after.Input)
	}
}

// What is named counts for more than a rating, and together they are no more than MaxNamed.
// REQ
func TestNamesCountForMoreThanRatings(t *testing.T) {
	got, err := suggest(t, app.SuggestQuestion{
		Opinions: app.Opinions{Liked: []string{"Yellow Boat"}, Disliked: []string{apptest.Crossing}},
		Ratings:  []ratings.SeenFilm{rated("The Crossing", 1948, 10), rated("Yellow Boat", 1976, 1), rated("Stateless", 1997, 10)},
	})
	if err != nil || got.Input.Liked != 2 || got.Input.Disliked != 1 || got.Ratings.Liked != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	full := slices.Repeat([]string{"Yellow Boat"}, app.MaxNamed)
	got, err = suggest(t, app.SuggestQuestion{Opinions: app.Opinions{Liked: full}, Ratings: []ratings.SeenFilm{rated("Stateless", 1997, 10)}})
	if err != nil || got.Input.Liked != 1 || got.Ratings.Liked != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// REQ R-43
func TestRatingsThatMakeNoSense(t *testing.T) {
	minus, eleven := -1.0, 11.0
	for param, q := range map[string]app.SuggestQuestion{
		"liked":                     {},
		"ratings":                   {Ratings: make([]ratings.SeenFilm, app.MaxRatings+1)},
		"exclude":                   {Opinions: app.Opinions{Liked: []string{"x"}}, Exclude: make([]string, app.MaxExcluded+1)},
		"exclude[1]":                {Opinions: app.Opinions{Liked: []string{"x"}}, Exclude: []string{"x", ""}},
		"ratings[0]":                {Ratings: []ratings.SeenFilm{{Year: 1990}}},
		"ratings[0].id":             {Ratings: []ratings.SeenFilm{{ID: "0111161"}}},
		"ratings[0].moviedb_id":     {Ratings: []ratings.SeenFilm{{MoviedbID: -1}}},
		"ratings[1].year":           {Ratings: []ratings.SeenFilm{{Title: "a"}, {Title: "a", Year: 19999}}},
		"ratings[0].rating":         {Ratings: []ratings.SeenFilm{{Title: "a", Rating: &minus}}},
		"ratings[1].rating":         {Ratings: []ratings.SeenFilm{{Title: "a"}, {Title: "a", Rating: &eleven}}},
		"ratings[0].title":          {Ratings: []ratings.SeenFilm{{Title: strings.Repeat("a", film.MaxText+1)}}},
		"ratings[0].original_title": {Ratings: []ratings.SeenFilm{{Title: "a", OriginalTitle: strings.Repeat("a", film.MaxText+1)}}},
	} {
		_, err := suggest(t, q)
		if f := fault.From(err); f == nil || f.Param != param {
			t.Errorf("%v, want %s to be refused", err, param)
		}
	}
	for what, rows := range map[string][]ratings.SeenFilm{
		"seen, not rated": {{Title: "Stateless", Year: 1997}}, "not matched": {rated("No Such Film", 1990, 9)}, "rated low": {rated("Stateless", 1997, 1)},
	} {
		if _, err := suggest(t, app.SuggestQuestion{Ratings: rows}); !fault.Is(err, fault.NoLiked) || fault.From(err).Param != "ratings" {
			t.Errorf("%s: %v", what, err)
		}
	}
}
