package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// dated is a film of a year that so many voted for.
func dated(id film.ID, year, votes int) source.Claim {
	return basics(id, func(c *source.Claim) { c.Year, c.FilmdbVotes = year, votes })
}

// REQ G-14: the bounds of the catalogue come from what is loaded.
func TestLastYearFollowsWhatTheSourcesSpeakOf(t *testing.T) {
	many := func(year, n, votes int) []source.Claim {
		var claims []source.Claim
		for i := range n {
			claims = append(claims, dated(film.ID(1000*(year-1900)+i), year, votes))
		}
		return claims
	}
	for _, test := range []struct {
		name   string
		period string
		claims []source.Claim
		want   span
	}{
		{"the newest film up to the date of the source", "2026-05", []source.Claim{dated(1, 1994, 500), dated(2, 2024, 500)}, span{FirstYear, 2025}},
		{"a film nobody voted for", "2026", []source.Claim{dated(1, 1994, 500), dated(2, 2025, 0)}, span{FirstYear, 2026}},
		{"a slip of the hand", "2026", []source.Claim{dated(1, 2024, 500), dated(2, 2099, 500)}, span{FirstYear, 2025}},
		{"announced for years to come", "2026", append(many(2031, 100, 0), dated(1, 2025, 500)), span{FirstYear, 2026}},
		{"more films than slips, later than a source that misstates its date", "2017", many(2024, 25, 500), span{FirstYear, 2025}},
		{"no source says when it was taken", "", []source.Claim{dated(1, 2024, 500), dated(2, 2031, 0)}, span{FirstYear, 2025}},
		{"nor did anyone vote", "", []source.Claim{dated(1, 2024, 0)}, span{FirstYear, 2025}},
		{"nothing is dated", "2026", []source.Claim{dated(1, 0, 500)}, span{FirstYear, 2027}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, report := buildOf(t, testInput{source.Filmdb, source.TitleBasics, test.period, test.claims})
			if got := (span{report.Years.First, report.Years.Last}); got != test.want {
				t.Errorf("%v, want %v", got, test.want)
			}
		})
	}
}

// Files say when they were taken by the time they were last written, too.
func TestFilmsOfNewFilesAreAdmitted(t *testing.T) {
	dir := t.TempDir()
	const head = "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"
	row := func(id, title string, year int) string {
		return fmt.Sprintf("%s\tmovie\t%s\t%s\t0\t%d\t\\N\t120\tDrama\n", id, title, title, year)
	}
	files := map[string]string{
		"title.basics.tsv": head + row("tt15239678", "Dune: Part Two", 2024) + row("tt28607951", "Anora", 2024) +
			row("tt9999901", "A Slip", 2099) + row("tt9999902", "Forthcoming", 2025),
		"title.ratings.tsv": "tconst\taverageRating\tnumVotes\ntt15239678\t8.5\t600000\ntt28607951\t7.4\t250000\ntt9999901\t5.0\t500\n",
	}
	written := time.Date(2025, 2, 1, 0, 0, 0, 0, time.UTC)
	for name, body := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, written, written); err != nil {
			t.Fatal(err)
		}
	}
	var titles []string
	report, err := Build(t.Context(), Options{Paths: []string{dir}, Out: func(f *film.Film) error {
		titles = append(titles, f.Title)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(titles, ", "); got != "Dune: Part Two, Anora" {
		t.Errorf("films %q, refused %v", got, report.Refused)
	}
	if report.Refused[string(refusedYears)] != 1 || report.Refused[string(refusedNoEvidence)] != 1 {
		t.Errorf("refused %v, want the slip and the one nobody has seen", report.Refused)
	}
}
