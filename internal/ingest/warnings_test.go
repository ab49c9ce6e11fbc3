package ingest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// buildFolder builds from files of the given contents, by name.
func buildFolder(t *testing.T, files map[string]string) ([]*film.Film, *Report) {
	t.Helper()
	dir := t.TempDir()
	for name, body := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var films []*film.Film
	report, err := Build(t.Context(), Options{Paths: []string{dir}, Out: func(f *film.Film) error {
		checkFilm(t, f)
		films = append(films, f)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return films, report
}

func TestWhatMostOfWasLostIsAWarning(t *testing.T) {
	table := &strings.Builder{}
	table.WriteString("id,imdb_id,title,original_title,release_date,runtime,genres,production_companies,production_countries,spoken_languages,keywords,vote_average,vote_count,colour\n")
	for i := range 10 {
		runtime := "two hours"
		if i < 4 {
			runtime = "120"
		}
		fmt.Fprintf(table, "%d,tt%07d,T%d,T%d,2001-02-03,%s,Drama;War,A,Atlantis,English,sea,7.0,50,red\n", i+1, i+100, i, i, runtime)
	}
	films, report := buildFolder(t, map[string]string{
		"table.csv":    table.String(),
		"mine.csv":     "Movie Name;Released;Stars\nHeat;1995;5\n",
		"nothing.csv":  "",
		"ratings.tsv":  "tconst\taverageRating\tnumVotes\nx1\t5.0\t10\nx2\t5.0\t10\ntt0000100\t5.0\t10\n",
		"title.akas.b": "\x00\x01\x02",
	})
	if len(films) != 4 { // the others are not known to be features
		t.Errorf("%d films, refused %v", len(films), report.Refused)
	}
	var b bytes.Buffer
	if err := report.WriteWarnings(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`table.csv: 6 of 10 cells of the column "runtime" could not be read, the first is "two hours" in line 6`,
		`table.csv: 10 of 10 cells of the column "genres" could not be read, the first is "Drama;War" in line 2`,
		`table.csv: 10 of 10 cells of the column "production_countries" could not be read, the first is "Atlantis" in line 2`,
		`mine.csv is not recognised: it begins with "Movie Name;Released;Stars"; docs/data/sources.md lists the columns of the formats`,
		"nothing.csv is not recognised: it is empty",
		"title.akas.b is not recognised",
		"ratings.tsv: 2 of 3 rows are not used (no_id 2)",
		"Warnings (8)",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the warnings lack %q:\n%s", want, b.String())
		}
	}
	var whole bytes.Buffer
	if err := report.WriteText(&whole); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Warnings\n", "6 of 10 cells", "columns of which a film holds nothing", "colour"} {
		if !strings.Contains(whole.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, whole.String())
		}
	}
}

func TestADamagedFileIsAWarning(t *testing.T) {
	var packed bytes.Buffer
	packed.WriteString("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "half.csv.gz"), packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := Build(t.Context(), Options{Paths: []string{dir}, Out: func(*film.Film) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Warnings) != 1 || report.Warnings[0].File != "half.csv.gz" {
		t.Errorf("%+v", report.Warnings)
	}
}

func TestNothingIsWarnedOfSoundFiles(t *testing.T) {
	for _, name := range []string{"moviedb_full.csv", "moviedb_daily.csv"} {
		body, err := os.ReadFile(filepath.Join("source", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		_, report := buildFolder(t, map[string]string{name: string(body)})
		if len(report.Warnings) != 0 {
			t.Errorf("%s: %+v", name, report.Warnings)
		}
	}
}

// The two tables of the movie database that most people have at hand.
func TestFilmsAreMadeOfThePublicTablesOfTheMovieDatabase(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"moviedb_full.csv", "moviedb_daily.csv"} {
		body, err := os.ReadFile(filepath.Join("source", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(body)
	}
	films, report := buildFolder(t, files)
	byTitle := map[string]*film.Film{}
	for _, f := range films {
		byTitle[f.Title] = f
	}
	anora, dune := byTitle["Anora"], byTitle["Dune: Part Two"]
	if anora == nil || dune == nil || len(films) != 5 {
		t.Fatalf("%d films, refused %v", len(films), report.Refused)
	}
	if *anora.Director != "Sean Baker" || len(anora.Cast) != 4 || *anora.Ratings.Filmdb != 7.4 || *anora.Ratings.FilmdbVotes != 250123 {
		t.Errorf("director %s, cast %v, rating %v", *anora.Director, anora.Cast, *anora.Ratings.Filmdb)
	}
	if p := anora.Provenance["ratings.filmdb"]; p.Period != "2024-10" || p.Source != "moviedb" {
		t.Errorf("the rating is of %+v", p)
	}
	if got := strings.Join(anora.Genres, ","); got != "Drama,Comedy,Romance" {
		t.Errorf("genres %s", got)
	}
	if p := dune.Provenance["ratings.moviedb"]; p.Period != "2024-02" || strings.Join(dune.Keywords, ",") != "epic" {
		t.Errorf("period %+v, keywords %v", p, dune.Keywords)
	}
	if report.Refused[string(refusedUnreleased)] != 1 || report.Refused[string(refusedAdult)] != 1 || report.Refused[string(refusedYears)] != 1 {
		t.Errorf("refused %v", report.Refused)
	}
}
