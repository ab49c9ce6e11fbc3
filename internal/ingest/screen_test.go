package ingest

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
)

// ownSources are small tables of the film database, and rows of others that speak of some of
// their titles.
var ownSources = map[string]string{
	"title.basics.tsv": "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n" +
		"tt0000001\tmovie\tA Film\tA Film\t0\t2001\t\\N\t90\tDrama\n" +
		"tt0000002\ttvEpisode\tAn Episode\tAn Episode\t0\t2001\t\\N\t45\tDrama\n" +
		"tt0000003\tshort\tA Short\tA Short\t0\t2001\t\\N\t12\tDrama\n" +
		"tt0000004\ttvSeries\tA Series\tA Series\t0\t2001\t\\N\t\\N\tDrama\n" +
		"tt0000005\ttvEpisode\tThe Pilot\tThe Pilot\t0\t2001\t\\N\t95\tDrama\n" +
		"tt0000006\tvideoGame\tA Game\tA Game\t0\t2001\t\\N\t\\N\tAction\n" +
		"tt0000007\ttvEpisode\tTwice Told\tTwice Told\t0\t2001\t\\N\t100\tDrama\n",
	"newer/title.basics.2022-05.tsv": "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n" +
		"tt0000007\tmovie\tTwice Told\tTwice Told\t0\t2001\t\\N\t100\tDrama\n",
	"title.ratings.tsv": "tconst\taverageRating\tnumVotes\n" +
		"tt0000001\t7.1\t900\ntt0000002\t8.1\t900\ntt0000003\t6.1\t900\ntt0000004\t9.1\t900\ntt0000005\t8.0\t90\ntt0000007\t7.7\t70\n",
	"title.crew.tsv": "tconst\tdirectors\twriters\n" +
		"tt0000001\tnm0000001\t\\N\ntt0000002\tnm0000002\t\\N\ntt0000003\tnm0000003\t\\N\ntt0000005\tnm0000005\t\\N\n",
	"title.akas.tsv": "titleId\tordering\ttitle\tregion\tlanguage\ttypes\tattributes\tisOriginalTitle\n" +
		"tt0000001\t1\tEin Film\tDE\t\\N\t\\N\t\\N\t0\ntt0000002\t1\tEine Folge\tDE\t\\N\t\\N\t\\N\t0\n",
	"name.basics.tsv": "nconst\tprimaryName\tbirthYear\tdeathYear\tprimaryProfession\tknownForTitles\n" +
		"nm0000001\tAnn Director\t\\N\t\\N\tdirector\ttt0000001\nnm0000002\tBob Hand\t\\N\t\\N\tdirector\ttt0000002\n",
	// The pilot is told of elsewhere, too: it is looked at as a whole.
	"links.csv": "movieId,imdbId,tmdbId\n1,0000001,11\n2,0000005,12\n",
}

// builtOf builds from files and returns the films, the report and the lines of the rejects.
func builtOf(t *testing.T, files map[string]string) (films []*film.Film, report *Report, rejects string) {
	t.Helper()
	dir := t.TempDir()
	for name, body := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	report, err := Build(t.Context(), Options{
		Paths: []string{dir}, Workers: 2, Rejects: &out,
		Out: func(f *film.Film) error { films = append(films, f); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return films, report, out.String()
}

func TestEpisodesAreCountedAndNotListed(t *testing.T) {
	films, report, rejects := builtOf(t, ownSources)
	var ids []film.ID
	for _, f := range films {
		ids = append(ids, f.ID)
	}
	if want := []film.ID{1, 7}; !slices.Equal(ids, want) {
		t.Errorf("the films are %v, want %v", ids, want)
	}
	if report.Titles != 7 || report.Films != 2 || report.Refused["not_a_film"] != 4 || report.Refused["short"] != 1 {
		t.Errorf("of %d titles %d are films, refused are %v", report.Titles, report.Films, report.Refused)
	}
	for text, listed := range map[string]bool{"An Episode": false, "A Game": false, "A Short": true, "A Series": true, "The Pilot": true} {
		if strings.Contains(rejects, text) != listed {
			t.Errorf("%s stands in the rejects: %v, want %v", text, !listed, listed)
		}
	}
	if n := strings.Count(rejects, "\n"); n != report.Listed() || report.Unlisted != 2 {
		t.Errorf("%d lines are in the rejects, the report counts %d and %d that are not listed", n, report.Listed(), report.Unlisted)
	}
	if report.Names.Wanted != 2 { // of the film and of the pilot
		t.Errorf("%d people came by id alone, want 2", report.Names.Wanted)
	}
	if d := films[0].Director; d == nil || *d != "Ann Director" {
		t.Errorf("the director is %v", d)
	}
	passed := map[string]int{}
	for _, s := range report.Sources {
		passed[s.Format] += s.Passed
	}
	want := map[string]int{"title_basics": 2, "title_ratings": 3, "title_crew": 2, "title_akas": 1, "name_basics": 0, "id_links": 0}
	if !maps.Equal(passed, want) {
		t.Errorf("rows passed over: %v, want %v", passed, want)
	}
}

// Who has the film database's own tables only is told what they lack.
func TestReportSaysWhatNoFilmHasAndWhoStatesIt(t *testing.T) {
	_, report, _ := builtOf(t, ownSources)
	var text strings.Builder
	if err := report.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	_, missing, told := strings.Cut(text.String(), "Field that no film has")
	missing, _, _ = strings.Cut(missing, "\n\n")
	if !told || !regexp.MustCompile(`(?m)^  overview +moviedb, filmdb, streaming_catalogues, encyclopedia, wikipedia$`).MatchString(missing) {
		t.Errorf("no word of plots, or of who states them: %q", missing)
	}
	if strings.Contains(missing, "  director ") {
		t.Errorf("a field is missing that a film has: %s", missing)
	}
	if !strings.Contains(text.String(), "passed over: of episodes, games, series, shorts") {
		t.Errorf("no word of rows passed over: %s", &text)
	}
	if !regexp.MustCompile(`(?m)^  +episodes and games, not listed in the rejects +2$`).MatchString(text.String()) {
		t.Errorf("no word of titles that are not listed: %s", &text)
	}
}

// A row without an id that tells of a series by its title is none of the film of that title: it
// was so before rows were set aside.
func TestSeriesStillKeepRowsFromFilmsOfTheirTitle(t *testing.T) {
	files := map[string]string{
		"title.basics.tsv": "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n" +
			"tt0000001\tmovie\tThe Same Name\tThe Same Name\t0\t2001\t\\N\t90\tDrama\n" +
			"tt0000002\ttvSeries\tThe Same Name\tThe Same Name\t0\t2002\t\\N\t\\N\tDrama\n",
		"title.ratings.tsv":    "tconst\taverageRating\tnumVotes\ntt0000001\t7.1\t900\ntt0000002\t7.1\t900\n",
		"tn.movie_budgets.csv": "id,release_date,movie,production_budget,domestic_gross,worldwide_gross\n1,\"Jun 1, 2001\",The Same Name,\"$1,000,000\",\"$2,000,000\",\"$3,000,000\"\n",
	}
	with, report, _ := builtOf(t, files)
	if len(with) != 1 || with[0].BoxOffice.WorldwideGross != nil {
		t.Errorf("the film has the money of a row that may be the series': %v, joined %v", with[0].BoxOffice, report.Joined)
	}
	files["title.basics.tsv"] = strings.Replace(files["title.basics.tsv"], "tvSeries", "tvEpisode", 1)
	without, report, _ := builtOf(t, files)
	if len(without) != 1 || without[0].BoxOffice.WorldwideGross == nil {
		t.Errorf("an episode of its title keeps the money from the film; joined %v, unjoined %v", report.Joined, report.Unjoined)
	}
}

func TestASetOfIdsIsOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	a, b := map[film.ID]bool{}, map[film.ID]bool{}
	as, bs := idSet[film.ID]{}, idSet[film.ID]{}
	for range 5_000 {
		id := film.ID(rng.IntN(20_000))
		if rng.IntN(10) == 0 {
			id = film.ID(rng.Uint32())
		}
		if rng.IntN(2) == 0 {
			a[id] = true
			as.add(id)
		} else {
			b[id] = true
			bs.add(id)
		}
	}
	as.subtract(bs)
	n := 0
	for id := range a {
		if !b[id] {
			n++
		}
		if as.has(id) == b[id] {
			t.Errorf("%d is in the set: %v", id, b[id])
		}
	}
	if as.count() != n {
		t.Errorf("%d ids, want %d", as.count(), n)
	}
}
