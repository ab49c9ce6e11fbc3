package starter

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// decoded is the starter's films, once for all tests, which only read them.
var decoded = sync.OnceValues(Films)

func films(t *testing.T) []*film.Film {
	t.Helper()
	all, err := decoded()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheStarterIsOfItsSize(t *testing.T) {
	all := films(t)
	if len(all) < 2000 || len(all) > 4500 {
		t.Errorf("%d films, want 2,000 to 4,500", len(all))
	}
	if len(packed) > 6<<20 {
		t.Errorf("%d bytes, want at most 6 MB", len(packed))
	}
	if !slices.IsSortedFunc(all, func(a, b *film.Film) int { return cmp.Compare(a.ID, b.ID) }) {
		t.Error("not in order of id")
	}
}

// What the README says of the starter is what it has; films are said in hundreds.
func TestTheReadmeCountsTheStarter(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	hundreds := (len(films(t)) + 50) / 100
	want := fmt.Sprintf("some %d,%d00 well-known films, of %d measured screenplays and of %d posters", hundreds/10, hundreds%10, len(scripts(t)), len(readings(t)))
	if !bytes.Contains(readme, []byte(want)) {
		t.Errorf("README.md does not say %q", want)
	}
}

// No sentence from elsewhere is shipped: what prose there is, we wrote.
func TestTheStarterHoldsNoSentenceFromElsewhere(t *testing.T) {
	ours, err := Synopses()
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, f := range films(t) {
		if f.Overview != nil {
			told++
			if *f.Overview != ours[f.ID] {
				t.Errorf("%s carries an overview that is not ours", f.ID)
			}
		}
		if f.Tagline != nil {
			t.Errorf("%s carries a tagline", f.ID)
		}
		for _, k := range f.Keywords {
			if strings.Count(k, " ") > 9 {
				t.Errorf("%s: keyword %q is a sentence", f.ID, k)
			}
		}
	}
	if told != len(ours) || told < 300 {
		t.Errorf("%d films have a synopsis, we wrote %d, want at least 300", told, len(ours))
	}
}

// The starter exercises every rule: it holds films of each of these kinds.
func TestTheStarterIsVaried(t *testing.T) {
	all := films(t)
	titles := map[string]int{}
	decades, countries, languages := map[int]int{}, map[string]int{}, map[string]int{}
	for _, f := range all {
		titles[text.Fold(f.Title)]++
		if f.Year != nil {
			decades[*f.Year/10*10]++
		}
		for _, c := range f.Countries {
			countries[c]++
		}
		for _, l := range f.Languages {
			languages[l]++
		}
	}
	for decade := 1910; decade <= 2020; decade += 10 {
		if decades[decade] < 20 {
			t.Errorf("%d films of the %ds", decades[decade], decade)
		}
	}
	if len(countries) < 60 || len(languages) < 40 {
		t.Errorf("%d countries and %d languages", len(countries), len(languages))
	}
	for kind, is := range map[string]func(*film.Film) bool{
		"more than 15 in the cast":     func(f *film.Film) bool { return len(f.Cast) > 15 },
		"no rating":                    func(f *film.Film) bool { return f.Ratings.Filmdb == nil },
		"no budget":                    func(f *film.Film) bool { return f.BoxOffice.Budget == nil },
		"a budget in another currency": func(f *film.Film) bool { return f.BoxOffice.BudgetOriginal != nil },
		"no poster":                    func(f *film.Film) bool { return f.Poster.URL == nil },
		"no stated country":            func(f *film.Film) bool { return len(f.Countries) == 0 },
		"a namesake":                   func(f *film.Film) bool { return titles[text.Fold(f.Title)] > 1 },
		"diacritics":                   func(f *film.Film) bool { return text.Fold(f.Title) != strings.ToLower(f.Title) },
		"three languages and more":     func(f *film.Film) bool { return len(f.Languages) >= 3 },
		"hardly known":                 func(f *film.Film) bool { return votes(f) > 0 && votes(f) < 50 },
		"a Best Picture":               func(f *film.Film) bool { return f.Awards.BestPicture != nil && *f.Awards.BestPicture == "won" },
		"titles elsewhere":             func(f *film.Film) bool { return len(f.Titles) > 1 },
		"a dated release":              func(f *film.Film) bool { return len(f.Releases) > 0 && f.Releases[0].Date != nil },
		"a collection":                 func(f *film.Film) bool { return f.Collection != nil },
		"several directors":            func(f *film.Film) bool { return f.Director != nil && strings.Contains(*f.Director, ", ") },
	} {
		if n := len(slices.DeleteFunc(slices.Clone(all), func(f *film.Film) bool { return !is(f) })); n < 10 {
			t.Errorf("%d films with %s, want at least 10", n, kind)
		}
	}
}

// Who looks a film up finds who made it, but for few films of which no source
// says so.
func TestTheStarterNamesWhoMadeItsFilms(t *testing.T) {
	directed, played, total := 0, 0, 0
	for _, f := range films(t) {
		total++
		if f.Director != nil {
			directed++
		}
		if len(f.Cast) > 0 {
			played++
		}
	}
	if directed < total*93/100 || played < total*93/100 {
		t.Errorf("of %d films %d have a director and %d a cast, want 93 %% of each", total, directed, played)
	}
}

func TestEncodeIsReproducible(t *testing.T) {
	all := films(t)
	var a, b bytes.Buffer
	for _, w := range []*bytes.Buffer{&a, &b} {
		if err := Encode(w, all[:20]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("equal films, other bytes")
	}
	again, err := Decode(a.Bytes())
	if err != nil || len(again) != 20 || again[0].Title != all[0].Title {
		t.Errorf("%d films come back, %v", len(again), err)
	}
}
