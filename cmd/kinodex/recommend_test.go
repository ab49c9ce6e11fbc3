package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/apptest"
)

func recommendBy(t *testing.T, args ...string) ran {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), append([]string{"recommend"}, args...), &Globals{Out: &out, Err: &errs})
	return ran{code, out.String(), errs.String()}
}

// ownRatings is an export by Letterboxd of films of the library of tests.
const ownRatings = `Date,Name,Year,Letterboxd URI,Rating
2024-01-01,The Crossing,1948,https://boxd.it/a,5
2024-01-02,Yellow Boat,1977,https://boxd.it/b,4.5
2024-01-03,Café Müller,1992,https://boxd.it/c,1
2024-01-04,Echo,2003,https://boxd.it/d,4
2024-01-05,No Such Film,1999,https://boxd.it/e,4
2024-01-06,It Rains,1990,https://boxd.it/f,
`

// REQ
func TestRecommendPrintsWhatItUnderstoodAndFilms(t *testing.T) {
	t.Parallel()
	data, file := libraryOfTests(t), put(t, "ratings.csv", ownRatings)
	page := recommendBy(t, "--ratings", file, "--data", data, "--limit", "50").works(t)
	for _, part := range []string{
		"Read ratings.csv: an export of Letterboxd, ratings from 0.5 to 5.", "6 films seen, 5 of them rated; mean 7.4, deviation 3.1 on a scale to 10",
		"0 found by id, 3 by title and year, 3 not found", "The best 2 count as liked; the list leaves out what you have seen (3 films)",
		"Echo (2003): several films have this title and year", "No Such Film (1999): the library has no film of this title",
		"It Rains (1990): the library has this title, but of another year", "TITLE", "WHY",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	_, films, _ := strings.Cut(page, "TITLE")
	for _, seen := range []string{"Yellow Boat", "Café Müller"} {
		for line := range strings.Lines(films) {
			if strings.HasPrefix(line, seen) {
				t.Errorf("recommended: %s", line)
			}
		}
	}
}

func TestRecommendAnswersAsCSVAndJSON(t *testing.T) {
	data, file, missed := libraryOfTests(t), put(t, "ratings.csv", ownRatings), filepath.Join(t.TempDir(), "new", "missed.csv")
	r := recommendBy(t, "--ratings", file, "--data", data, "--limit", "3", "--csv", "--unmatched", missed)
	rows, err := csv.NewReader(strings.NewReader(r.out)).ReadAll()
	if err != nil || r.code != 0 || len(rows) != 4 || rows[0][1] != "filmdb_id" || rows[1][0] != "1" || !strings.HasPrefix(rows[1][1], "tt") || !strings.Contains(r.errs, "3 by title and year") {
		t.Errorf("%+v, %v", r, err)
	}
	if b, err := os.ReadFile(missed); err != nil || string(b) != "filmdb_id,title,year,reason\n,It Rains,1990,\"the library has this title, but of another year\"\n"+
		",No Such Film,1999,the library has no film of this title\n,Echo,2003,several films have this title and year\n" {
		t.Errorf("%s, %v", b, err)
	}
	fed(t, `[{"rating":9,"rated_at":"2024-01-01T00:00:00Z","type":"movie","movie":{"title":"x","ids":{"imdb":"`+apptest.Crossing+`"}}}]`)
	var got struct {
		Export struct {
			Source string
			Films  int
		}
		Recommendations []struct {
			FilmdbID string `json:"filmdb_id"`
		}
		Ratings struct {
			ByID int `json:"matched_by_id"`
		}
	}
	out := recommendBy(t, "--ratings", "-", "--data", data, "--json").works(t)
	if err := json.Unmarshal([]byte(out), &got); err != nil || got.Export.Source != "Trakt" || got.Export.Films != 1 || got.Ratings.ByID != 1 || len(got.Recommendations) == 0 {
		t.Errorf("%s, %v", out, err)
	}
}

// What somebody does wrong is said in words: 1 for the file, 2 for the command line.
func TestRecommendSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	data := libraryOfTests(t)
	for _, x := range []struct {
		what string
		args []string
		code int
		says string
	}{
		{"no file", nil, 2, "--ratings"},
		{"no such file", []string{"--ratings", "/no/such/file.csv"}, 1, "no such file"},
		{"two forms", []string{"--ratings", "x", "--csv", "--json"}, 2, "can't be used together"},
		{"another file", []string{"--ratings", put(t, "account.csv", "Date,Amount\n1,2\n")}, 1, "expected the zip or a CSV file of Letterboxd"},
		{"nothing", []string{"--ratings", put(t, "empty.csv", "")}, 1, "empty.csv: the file is empty"},
		{"a watchlist", []string{"--ratings", put(t, "watchlist.csv", "Date,Name,Year,Letterboxd URI\n2024-01-01,Ran,1985,x\n")}, 1, "1 row of a watchlist or list"},
		{"nobody's films", []string{"--ratings", put(t, "r.csv", "Name,Year,Rating\nRan,1985,5\n")}, 1, "no rating says that a film of the catalogue was liked"},
		{"too many", []string{"--ratings", put(t, "r.csv", ownRatings), "--limit", "101"}, 1, "limit must be an integer from 1 to 100"},
	} {
		r := recommendBy(t, append(x.args, "--data", data)...)
		if r.code != x.code || !strings.Contains(r.errs, x.says) || r.out != "" {
			t.Errorf("%s: %+v", x.what, r)
		}
	}
}
