package atlas

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"kinodex/internal/film"
)

// told is how the statistics of films are told.
func told(t testing.TB, films []*film.Film) (keys []string, stats map[string]json.RawMessage) {
	t.Helper()
	x, _ := build(t, films)
	if err := json.Unmarshal(written(t, x.Stats()), &stats); err != nil {
		t.Fatal(err)
	}
	for key := range stats {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys, stats
}

func read[T any](t testing.TB, b json.RawMessage) (v T) {
	t.Helper()
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%v: %.200s", err, b)
	}
	return v
}

// REQ F1-35: eleven keys, each an object, whatever the library holds.
func TestStatisticsAreElevenObjects(t *testing.T) {
	for _, n := range []int{0, 1, 300} {
		keys, stats := told(t, invented(1, n))
		want := []string{"bestPicture", "budgetTiers", "decades", "genres", "languages", "ratingDist", "roiDecades", "scoreDist", "summary", "topDirectors", "yearTrend"}
		if !slices.Equal(keys, want) {
			t.Errorf("%d films: keys %v", n, keys)
		}
		for key, value := range stats {
			if value[0] != '{' {
				t.Errorf("%d films: %s is %.20s", n, key, value)
			}
		}
	}
}

// REQ F1-36: counts add up to the films of which something is known.
func TestStatisticsReconcile(t *testing.T) {
	films := invented(2, 900)
	_, stats := told(t, films)
	sum := read[StatsSummary](t, stats["summary"])
	var want StatsSummary
	sumROI := 0
	for _, f := range films {
		want.TotalFilms++
		for _, n := range []struct {
			to   *int
			with bool
		}{
			{&want.WithYear, f.Year != nil}, {&want.WithRating, f.Ratings.Filmdb != nil}, {&want.WithLanguage, f.Language != nil},
			{&want.WithBudget, f.BoxOffice.Budget != nil}, {&want.WithGross, f.BoxOffice.WorldwideGross != nil},
			{&want.WithROI, f.BoxOffice.ROI != nil}, {&sumROI, f.BoxOffice.ROI != nil && f.Year != nil},
		} {
			if n.with {
				*n.to++
			}
		}
	}
	want.YearMin, want.YearMax, want.AvgRating, want.AvgScore = sum.YearMin, sum.YearMax, sum.AvgRating, sum.AvgScore
	if sum != want {
		t.Errorf("summary %+v, want %+v", sum, want)
	}
	for key, want := range map[string]int{
		"decades": sum.WithYear, "yearTrend": sum.WithYear, "languages": sum.WithLanguage, "budgetTiers": sum.WithBudget, "roiDecades": sumROI,
	} {
		total := 0
		for _, v := range read[map[string]StatsTally](t, stats[key]) {
			total += v.Count
		}
		if total != want {
			t.Errorf("%s adds up to %d, want %d", key, total, want)
		}
	}
	for key, want := range map[string]int{"scoreDist": sum.TotalFilms, "ratingDist": sum.WithRating} {
		total, bins := 0, read[map[string]int](t, stats[key])
		for _, n := range bins {
			total += n
		}
		if total != want || len(bins) != 10 {
			t.Errorf("%s adds up to %d in %d bins, want %d", key, total, len(bins), want)
		}
	}
	if tiers := read[map[string]any](t, stats["budgetTiers"]); len(tiers) != 5 || tiers["micro"] == nil || tiers["blockbuster"] == nil {
		t.Errorf("tiers %v", tiers)
	}
}

// REQ F1-36, F1-37: a small world, figure by figure.
func TestStatisticsOfASmallWorld(t *testing.T) {
	made := func(id film.ID, year int, genres []string, rating, score float64) *film.Film {
		f := &film.Film{ID: id, Title: "T", Year: &year, Genres: genres, Ratings: film.Ratings{MasterScore: score, FilmdbVotes: ptr(int(id))}}
		if rating > 0 {
			f.Ratings.Filmdb = &rating
		}
		return f
	}
	films := []*film.Film{
		made(1, 1990, []string{"Drama", "drama"}, 7.0, 60), made(2, 1999, []string{"DRAMA"}, 8.1, 71.5), made(3, 2000, []string{"War"}, 0, 100),
		made(4, 2000, nil, 10, 0),
	}
	films[0].BoxOffice = film.Money{Budget: ptr(int64(999_999)), ROI: ptr(2.0)}
	films[1].BoxOffice = film.Money{Budget: ptr(int64(1_000_000)), ROI: ptr(-0.5)}
	films[2].Awards.BestPicture, films[3].Awards.BestPicture = ptr("won"), ptr("won")
	films[1].Awards.BestPicture = ptr("nominated")
	_, stats := told(t, films)
	for key, want := range map[string]string{
		"genres":     `{"Drama":{"count":2,"avg_rating":7.6,"avg_score":65.75},"War":{"count":1,"avg_rating":null,"avg_score":100}}`,
		"decades":    `{"1990s":{"count":2,"avg_rating":7.6,"avg_score":65.75},"2000s":{"count":2,"avg_rating":10,"avg_score":50}}`,
		"roiDecades": `{"1990s":{"count":2,"median_roi":0.75,"profitable_share":0.5}}`,
		"bestPicture": `{"2000":{"filmdb_id":"tt0000004","title":"T","filmdb_rating":10,"master_score":0,"others":[` +
			`{"filmdb_id":"tt0000003","title":"T","filmdb_rating":null,"master_score":100}]}}`,
		"scoreDist":  `{"0-10":1,"10-20":0,"20-30":0,"30-40":0,"40-50":0,"50-60":0,"60-70":1,"70-80":1,"80-90":0,"90-100":1}`,
		"ratingDist": `{"0-1":0,"1-2":0,"2-3":0,"3-4":0,"4-5":0,"5-6":0,"6-7":0,"7-8":1,"8-9":1,"9-10":1}`,
	} {
		if got := string(stats[key]); got != want {
			t.Errorf("%s:\n got %s\nwant %s", key, got, want)
		}
	}
	tiers := read[map[string]struct {
		StatsTally
		Below *int64 `json:"budget_below"`
	}](t, stats["budgetTiers"])
	if tiers["micro"].Count != 1 || tiers["low"].Count != 1 || *tiers["micro"].Below != 1_000_000 || tiers["blockbuster"].Below != nil {
		t.Errorf("tiers %+v", tiers)
	}
}

// The best directors are those of enough films, by their mean score.
func TestTopDirectorsNeedEnoughFilms(t *testing.T) {
	var films []*film.Film
	direct := func(name string, n int, score float64) {
		for range n {
			films = append(films, &film.Film{ID: film.ID(len(films) + 1), Title: "T", Director: &name, Ratings: film.Ratings{MasterScore: score}})
		}
	}
	direct("Few", DirectorFilms-1, 99)
	direct("Good, Better", DirectorFilms, 80)
	direct("Better", 1, 90)
	direct("Many", 3*DirectorFilms, 80)
	for i := range TopDirectors {
		direct(fmt.Sprint("Director ", i), DirectorFilms, 10+float64(i)/10)
	}
	_, stats := told(t, films)
	directors := read[map[string]struct {
		Rank, Count int
	}](t, stats["topDirectors"])
	if len(directors) != TopDirectors || directors["Few"].Count != 0 || directors["Better"].Rank != 1 || directors["Better"].Count != DirectorFilms+1 ||
		directors["Many"].Rank != 2 || directors["Good"].Rank != 3 {
		t.Errorf("%d directors: %+v", len(directors), directors)
	}
}

// Equal films make equal files.
func TestStatisticsDoNotDependOnChance(t *testing.T) {
	first, _ := build(t, invented(3, 400))
	again, _ := build(t, invented(3, 400))
	if string(written(t, first.Stats())) != string(written(t, again.Stats())) || string(written(t, first.Coverage())) != string(written(t, again.Coverage())) {
		t.Error("the same films have other statistics")
	}
}

// REQ F1-37: a genre has as many films as the list finds for it.
func TestGenresCountWhatTheListFinds(t *testing.T) {
	x, c := build(t, invented(4, 800))
	stats := read[map[string]json.RawMessage](t, written(t, x.Stats()))
	genres := read[map[string]StatsTally](t, stats["genres"])
	if len(genres) < 4 {
		t.Fatalf("genres %v", genres)
	}
	for name, g := range genres {
		if found := c.Find(&film.Query{Filters: film.Filters{Genre: name}}, film.Page{Limit: 1}); found.Total != g.Count {
			t.Errorf("%s: %d, the list finds %d", name, g.Count, found.Total)
		}
	}
}

// Coverage is the share of films of which something is known, group by group.
func TestCoverageIsTheShareOfTheKnown(t *testing.T) {
	films := invented(5, 600)
	x, c := build(t, films)
	type part struct {
		Films int
		Share map[string]*float64
	}
	all := read[struct {
		Metrics                       []string
		Overall                       part
		Decades, Countries, Languages map[string]part
	}](t, written(t, x.Coverage()))
	if len(all.Metrics) != len(metrics) || all.Overall.Films != len(films) || *all.Overall.Share["ratings.master_score"] != 1 {
		t.Errorf("overall %+v", all.Overall)
	}
	rated := c.Find(&film.Query{Filters: film.Filters{MinRating: ptr(-1.0)}}, film.Page{Limit: 1}).Total
	if got := *all.Overall.Share["ratings.filmdb"]; got != share(rated, len(films)) {
		t.Errorf("%v are rated, the list says %d of %d", got, rated, len(films))
	}
	for name, groups := range map[string]map[string]part{"decades": all.Decades, "countries": all.Countries, "languages": all.Languages} {
		sum := 0
		known := 0.0
		for _, g := range groups {
			sum += g.Films
			known += *g.Share["year"] * float64(g.Films)
		}
		if sum != len(films) || groups[Unknown].Films == 0 {
			t.Errorf("%s have %d films, %d unknown", name, sum, groups[Unknown].Films)
		}
		if want := *all.Overall.Share["year"] * float64(sum); known < want-1 || known > want+1 {
			t.Errorf("%s: a year is known of %v films, overall of %v", name, known, want)
		}
	}
	if g := all.Decades["1990s"]; g.Films != c.Find(&film.Query{Filters: film.Filters{Decade: "1990s"}}, film.Page{Limit: 1}).Total || *g.Share["year"] != 1 {
		t.Errorf("1990s %+v", g)
	}
	if g := all.Languages["ja"]; g.Films != c.Find(&film.Query{Filters: film.Filters{Language: "ja"}}, film.Page{Limit: 1}).Total {
		t.Errorf("ja %+v", g)
	}
	empty, _ := build(t, nil)
	if o := read[struct{ Overall part }](t, written(t, empty.Coverage())).Overall; o.Films != 0 || o.Share["year"] != nil {
		t.Errorf("of nothing: %+v", o)
	}
}
