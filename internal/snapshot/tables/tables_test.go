package tables

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
)

func of[T any](v T) *T { return &v }

// someFilms are a film of which everything is known, one of which nothing is, and some
// whose order in the Parquet file tells decade, genre and year apart.
func someFilms() []*film.Film {
	whole := &film.Film{
		ID: 9, Title: "Whole", OriginalTitle: of("Ganz"), Year: of(1999), ReleaseDate: of("1999-03-31"), Runtime: of(136),
		Genres: []string{"Action", "Sci-Fi"}, Director: of("A Director"), Language: of("en"), Languages: []string{"en", "de"},
		Countries: []string{"US"}, Overview: of("A heist by night."), Tagline: of("Run."), Keywords: []string{"heist"},
		Ratings:     film.Ratings{Filmdb: of(8.7), FilmdbVotes: of(2_000_000), Critics: of(88.0), Moviedb: of(8.2), MoviedbVotes: of(25_000), MasterScore: 91.25},
		BoxOffice:   film.Money{Budget: of(int64(63_000_000)), WorldwideGross: of(int64(5_000_000_000)), ROI: of(78.37), BudgetOriginal: &film.Amount{Amount: 70_000_000, Currency: "AUD"}},
		Awards:      film.Awards{OscarNoms: of(4), OscarWins: of(4), BestPicture: of("nominated")},
		Cast:        []film.Role{{Name: "First", Character: of("Hero"), MoviedbPersonID: of(6384)}, {Name: "Second", Order: 1}},
		CrewSummary: film.Crew{"writing": {{Name: "A Writer", Job: "Screenplay"}}, "directing": {{Name: "A Director", Job: "Director"}}},
		Provenance: map[string]film.Provenance{
			"runtime": {MetricType: "minutes", Market: "worldwide", Period: "2026", Source: "filmdb"},
			"budget":  {MetricType: "production budget", Market: "worldwide", Period: "1999", Source: "box_office_charts (joined)"},
		},
		ProductionCompanies: []film.Company{{ID: of(79), Name: "A Company", Country: of("US")}},
		WatchProviders:      map[string]film.Watching{"US": {Flatrate: []string{"Service"}, Buy: []string{"Shop"}}},
		ExternalIDs:         film.ExternalIDs{FilmdbID: 9, MoviedbID: of(603), Others: []film.ExternalID{{Database: "wikidata", ID: "Q83495", Source: "wikidata"}}},
		Titles:              []film.Title{{Title: "Entier", Region: of("FR"), Source: "filmdb"}, {Title: "Целое", Language: of("ru"), Kind: of("translation"), Source: "moviedb"}},
		Releases:            []film.Release{{Country: "US", Date: of("1999-03-31"), Certification: of("R"), Kind: of("theatrical"), Source: "moviedb"}},
		Collection:          &film.Collection{ID: 2344, Name: "The Whole Collection", Source: "moviedb"},
		BasedOn:             []film.Work{{ID: "Q1", Title: of("A Novel"), Kind: "novel", Authors: []string{"Ann Author", "Bo Writer"}, Source: "wikidata"}},
		Videos:              []film.Video{{Site: "YouTube", Key: "k", Kind: of("trailer"), Official: of(true), PublishedAt: of("2015-05-20T12:00:00Z"), Source: "moviedb"}},
		Images:              []film.Image{{Kind: "backdrop", URL: "https://images.example/b.jpg", Width: of(1920), Height: of(1080), Source: "moviedb"}},
	}
	return []*film.Film{
		{ID: 1, Title: "Bare"},
		{ID: 2, Title: "Drama of 1995", Year: of(1995), Genres: []string{"Drama"}},
		{ID: 3, Title: "Action of 1996", Year: of(1996), Genres: []string{"Action"}},
		{ID: 4, Title: "Drama of 1985", Year: of(1985), Genres: []string{"Drama"}},
		whole,
	}
}

func written(t *testing.T, c *catalog.Catalog) (parquetFile, sqliteFile string, rows [2]Rows) {
	t.Helper()
	dir := t.TempDir()
	parquetFile, sqliteFile = filepath.Join(dir, "films.parquet"), filepath.Join(dir, "films.sqlite")
	var err error
	if rows[0], err = WriteParquet(t.Context(), parquetFile, c, nil); err != nil {
		t.Fatal(err)
	}
	if rows[1], err = WriteSQLite(t.Context(), sqliteFile, c, nil); err != nil {
		t.Fatal(err)
	}
	return parquetFile, sqliteFile, rows
}

// REQ SN-18
func TestTheParquetFileHoldsEveryFilmByDecadeGenreAndYear(t *testing.T) {
	path, _, rows := written(t, catalogtest.Open(t, someFilms()))
	all, err := parquet.ReadFile[Row](path)
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, r := range all {
		titles = append(titles, r.Title)
	}
	if want := []string{"Drama of 1985", "Action of 1996", "Whole", "Drama of 1995", "Bare"}; !slices.Equal(titles, want) {
		t.Errorf("the films are in the order %q, want %q", titles, want)
	}
	r := all[2]
	if r.FilmdbID != "tt0000009" || *r.MoviedbID != 603 || *r.Year != 1999 || *dateOf(r.ReleaseDate) != "1999-03-31" || *r.MainGenre != "Action" ||
		!slices.Equal(r.Genres, []string{"Action", "Sci-Fi"}) || *r.WorldwideGross != 5_000_000_000 || r.MasterScore != 91.25 || *r.OriginalBudgetCurrency != "AUD" {
		t.Errorf("the whole film is %+v", r)
	}
	if len(r.Cast) != 2 || *r.Cast[0].Character != "Hero" || r.Cast[1].Character != nil || r.Cast[1].Order != 1 {
		t.Errorf("its cast is %+v", r.Cast)
	}
	if want := []CrewRow{{"directing", "A Director", "Director"}, {"writing", "A Writer", "Screenplay"}}; !slices.Equal(r.Crew, want) {
		t.Errorf("its crew is %+v", r.Crew)
	}
	if want := []WatchProvidersRow{{"US", "flatrate", "Service"}, {"US", "buy", "Shop"}}; !slices.Equal(r.WatchProviders, want) {
		t.Errorf("its offers are %+v", r.WatchProviders)
	}
	if len(r.Provenance) != 2 || r.Provenance[0].Metric != "budget" || r.Provenance[1].Source != "filmdb" {
		t.Errorf("its provenance is %+v", r.Provenance)
	}
	if len(r.Titles) != 2 || *r.Titles[0].Region != "FR" || r.Titles[0].Language != nil || *r.Titles[1].Kind != "translation" ||
		len(r.Releases) != 1 || *r.Releases[0].Certification != "R" || *r.CollectionID != 2344 || *r.Collection != "The Whole Collection" {
		t.Errorf("its titles, releases and collection are %+v, %+v, %v", r.Titles, r.Releases, r.Collection)
	}
	if want := []ExternalIDsRow{{"wikidata", "Q83495", "wikidata"}}; !slices.Equal(r.ExternalIDs, want) {
		t.Errorf("its other ids are %+v", r.ExternalIDs)
	}
	if len(r.BasedOn) != 1 || *r.BasedOn[0].Title != "A Novel" || *r.BasedOn[0].Authors != "Ann Author, Bo Writer" || len(r.Videos) != 1 || r.Videos[0].Key != "k" || !*r.Videos[0].Official || r.Videos[0].Name != nil ||
		len(r.Images) != 1 || *r.Images[0].Width != 1920 || r.Images[0].Language != nil {
		t.Errorf("its works, videos and pictures are %+v, %+v, %+v", r.BasedOn, r.Videos, r.Images)
	}
	bare := all[4]
	if bare.Year != nil || bare.ReleaseDate != nil || bare.MainGenre != nil || bare.Budget != nil || bare.OscarWins != nil || bare.Collection != nil || len(bare.Titles) != 0 || len(bare.Genres) != 0 || len(bare.Cast) != 0 {
		t.Errorf("what is not known is not null: %+v", bare)
	}
	if rows[0]["films"] != 5 || rows[0]["cast"] != 2 || rows[0]["provenance"] != 2 {
		t.Errorf("it counts %v", rows[0])
	}
}

// REQ SN-18
func TestTheDatabaseIsSoundAndFindsWords(t *testing.T) {
	_, path, rows := written(t, catalogtest.Open(t, someFilms()))
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for query, want := range map[string]string{
		"PRAGMA integrity_check":                                                                                      "ok",
		"SELECT count(*) FROM pragma_foreign_key_check":                                                               "0",
		"SELECT filmdb_id FROM films WHERE year IS NULL":                                                              "tt0000001",
		"SELECT release_date FROM films WHERE id = 9":                                                                 "1999-03-31",
		"SELECT worldwide_gross FROM films WHERE id = 9":                                                              "5000000000",
		"SELECT group_concat(genre) FROM genres WHERE film_id=9":                                                      "Action,Sci-Fi",
		`SELECT name FROM "cast" WHERE billing = 1`:                                                                   "Second",
		`SELECT count(*) FROM "cast" WHERE character IS NULL`:                                                         "1",
		"SELECT source FROM provenance WHERE metric = 'budget'":                                                       "box_office_charts (joined)",
		"SELECT films.title FROM films JOIN films_text ON films_text.rowid = films.id WHERE films_text MATCH 'heist'": "Whole",
		"SELECT group_concat(title) FROM titles WHERE film_id = 9":                                                    "Entier,Целое",
		"SELECT date FROM releases WHERE certification = 'R'":                                                         "1999-03-31",
		"SELECT film_id FROM external_ids WHERE database = 'wikidata' AND id = 'Q83495'":                              "9",
		"SELECT title || kind || authors FROM based_on WHERE id = 'Q1'":                                               "A NovelnovelAnn Author, Bo Writer",
		"SELECT key || official FROM videos WHERE kind = 'trailer'":                                                   "k1",
		"SELECT width || 'x' || height FROM images WHERE kind = 'backdrop'":                                           "1920x1080",
		"SELECT collection FROM films WHERE collection_id = 2344":                                                     "The Whole Collection",
		"PRAGMA application_id":                                                                                       "1262765400",
	} {
		var got string
		if err := db.QueryRow(query).Scan(&got); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", query, got, err, want)
		}
	}
	if rows[1]["films"] != 5 || rows[1]["genres"] != 5 || rows[1]["watch_providers"] != 2 {
		t.Errorf("it counts %v", rows[1])
	}
}

// More films than fit in one INSERT, and in one row group of none.
func TestEveryRowIsWrittenWhereverABatchEnds(t *testing.T) {
	for _, n := range []int{0, 1, batchRows - 1, batchRows, batchRows + 1, 3*batchRows + 5} {
		var films []*film.Film
		for i := range n {
			films = append(films, &film.Film{ID: film.ID(i + 1), Title: "Film", Genres: []string{"Drama", "War"}})
		}
		_, path, rows := written(t, catalogtest.Open(t, films))
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		var stored, genres int
		if err := db.QueryRow("SELECT (SELECT count(*) FROM films), (SELECT count(*) FROM genres)").Scan(&stored, &genres); err != nil || stored != n || genres != 2*n || rows[1]["films"] != int64(n) {
			t.Errorf("of %d films %d are stored with %d genres, %v", n, stored, genres, err)
		}
		db.Close()
	}
}

// A reader that asks for a year reads few of the row groups, one that asks for a year and a
// genre fewer: the groups say between which values theirs lie.
func TestRowGroupsAreLeftOutByYearAndGenre(t *testing.T) {
	genres := []string{"Action", "Comedy", "Drama", "Horror", "Western"}
	var films []*film.Film
	for i := range 10*rowGroup - 7 {
		films = append(films, &film.Film{ID: film.ID(i + 1), Title: "Film", Year: of(1960 + i%40), Genres: genres[i/40%5 : i/40%5+1]})
	}
	path, _, _ := written(t, catalogtest.Open(t, films))
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := parquet.OpenFile(file, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	all, ofYear, ofGenre, ofBoth := 0, 0, 0, 0
	for _, group := range whole.Metadata().RowGroups {
		year, genre := false, false
		for _, column := range group.Columns {
			switch s := column.MetaData.Statistics; strings.Join(column.MetaData.PathInSchema, ".") {
			case "year":
				year = binary.LittleEndian.Uint32(s.MinValue) <= 1994 && binary.LittleEndian.Uint32(s.MaxValue) >= 1994
			case "main_genre":
				genre = string(s.MinValue) <= "Horror" && string(s.MaxValue) >= "Horror"
			}
		}
		all++
		if year {
			ofYear++
		}
		if genre {
			ofGenre++
		}
		if year && genre {
			ofBoth++
		}
	}
	if all != 10 || ofYear == 0 || ofYear > 4 || ofGenre == 0 || ofGenre > 6 || ofBoth == 0 || ofBoth >= ofYear {
		t.Errorf("of %d row groups %d may have a film of 1994, %d one of horror, %d both", all, ofYear, ofGenre, ofBoth)
	}
}

// Replicas may make the same version at the same time. The films fill pages of many tables,
// with rows that no batch was full of before the end.
func TestTheSameFilmsGiveTheSameBytes(t *testing.T) {
	films := someFilms()
	for i := range batchRows / 2 {
		long := fmt.Sprint(strings.Repeat("word ", 200), i)
		films = append(films, &film.Film{ID: film.ID(100 + i), Title: long, Genres: []string{"Drama"}, Keywords: []string{long},
			Cast: []film.Role{{Name: long}}, ProductionCompanies: []film.Company{{Name: long}}, Titles: []film.Title{{Title: long, Source: "filmdb"}}})
	}
	c := catalogtest.Open(t, films)
	p1, s1, _ := written(t, c)
	p2, s2, _ := written(t, c)
	for _, pair := range [][2]string{{p1, p2}, {s1, s2}} {
		a, err := os.ReadFile(pair[0])
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(pair[1])
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s was written twice, and differs", filepath.Base(pair[0]))
		}
	}
}

func TestAFileThatIsThereIsNotOverwritten(t *testing.T) {
	c := catalogtest.Open(t, someFilms())
	p, s, _ := written(t, c)
	if _, err := WriteParquet(t.Context(), p, c, nil); err == nil {
		t.Error("a Parquet file was overwritten")
	}
	if _, err := WriteSQLite(t.Context(), s, c, nil); err == nil {
		t.Error("a database was overwritten")
	}
}
