package catalog

import (
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"kinodex/internal/film"
)

func ptr[T any](v T) *T { return &v }

// small is a catalogue of a few films that tests know by heart.
func small(t *testing.T) *Catalog {
	return open(t, build(t, []*film.Film{
		{ID: 21, Title: "The Night", Year: ptr(1961), Ratings: film.Ratings{Filmdb: ptr(8.0), FilmdbVotes: ptr(900), MasterScore: 70},
			Genres: []string{"Drama"}, ExternalIDs: film.ExternalIDs{MoviedbID: ptr(7)}, OriginalTitle: ptr("La Notte"),
			Director: ptr("Michelangelo Antonioni"), Language: ptr("it"), Poster: film.Poster{URL: ptr("u")}},
		{ID: 50, Title: "Amélie", Year: ptr(2001), Ratings: film.Ratings{Filmdb: ptr(8.3), FilmdbVotes: ptr(5000), MasterScore: 80},
			Genres: []string{"Comedy", "Romance"}, OriginalTitle: ptr("Le Fabuleux Destin d'Amélie Poulain"), Language: ptr("fr"),
			Cast: []film.Role{{Name: "Audrey Tautou"}, {Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}, {Name: "Ticky Holgado", Order: 5}}},
		{ID: 51, Title: "The Night", Year: ptr(1961), Ratings: film.Ratings{FilmdbVotes: ptr(9000), MasterScore: 10},
			Genres: []string{"Sci-Fi", "Drama"}, Director: ptr("Lana Wachowski, Lilly Wachowski"),
			ExternalIDs: film.ExternalIDs{MoviedbID: ptr(7)}},
		{ID: 123_456_789, Title: "The Night", Year: ptr(1994), Ratings: film.Ratings{MasterScore: 50}, Language: ptr("en")},
		{ID: 200_000_000, Title: "Zelig", Ratings: film.Ratings{MasterScore: 50}},
	}))
}

func find(c *Catalog, q film.Query) []film.ID {
	return c.idsOf(c.Find(&q, film.Page{Limit: 100}).Docs)
}

func TestFilters(t *testing.T) {
	c := small(t)
	for name, x := range map[string]struct {
		q    film.Query
		want []film.ID
	}{
		"all, best first (REQ F1-20), ties by id (G-18)":     {film.Query{}, []film.ID{50, 21, 123456789, 200000000, 51}},
		"decade has its first year and its last (REQ F1-11)": {film.Query{Filters: film.Filters{Decade: "1990"}}, []film.ID{123456789}},
		"decade and bounds meet (REQ F2-23)":                 {film.Query{Filters: film.Filters{Decade: "1960", YearMin: ptr(1962.0)}}, nil},
		"null fails a minimum of -1 (REQ F1-15)":             {film.Query{Filters: film.Filters{MinRating: ptr(-1.0)}}, []film.ID{50, 21}},
		"a bound is inclusive (REQ F1-13)":                   {film.Query{Filters: film.Filters{MinRating: ptr(8.3)}}, []film.ID{50}},
		"out of range is evaluated as written (REQ F1-13)":   {film.Query{Filters: film.Filters{MinRating: ptr(11.0)}}, nil},
		"genre by part, any case (REQ F1-09)":                {film.Query{Filters: film.Filters{Genre: "SCI"}, GenreParts: true}, []film.ID{51}},
		"genre whole (REQ F2-21)":                            {film.Query{Filters: film.Filters{Genre: "sci"}}, nil},
		"genres all match (REQ F2-20)":                       {film.Query{Filters: film.Filters{Genre: "drama,sci-fi"}}, []film.ID{51}},
		"genres in any order (REQ F2-20)":                    {film.Query{Filters: film.Filters{Genre: "Sci-Fi,DRAMA"}}, []film.ID{51}},
		"unknown genre (REQ F2-21)":                          {film.Query{Filters: film.Filters{Genre: "drama,none"}}, nil},
		"director by part (REQ F1-16)":                       {film.Query{Filters: film.Filters{Director: "ANTON"}}, []film.ID{21}},
		"second director":                                    {film.Query{Filters: film.Filters{Director: "lilly wach"}}, []film.ID{51}},
		"director as the record shows it":                    {film.Query{Filters: film.Filters{Director: "Lana Wachowski, Lilly Wachowski"}}, []film.ID{51}},
		"actor beyond the list view's cast (REQ F2-26)":      {film.Query{Filters: film.Filters{Actor: "holgado"}}, []film.ID{50}},
		"actor folded":                                       {film.Query{Filters: film.Filters{Actor: "TÁUTOÜ"}}, []film.ID{50}},
		"one letter":                                         {film.Query{Filters: film.Filters{Actor: "y"}}, []film.ID{50}},
		"two letters":                                        {film.Query{Filters: film.Filters{Actor: "dr"}}, []film.ID{50}},
		"language, any case (REQ F2-27)":                     {film.Query{Filters: film.Filters{Language: "FR"}}, []film.ID{50}},
		"a language no film has":                             {film.Query{Filters: film.Filters{Language: "xx"}}, nil},
		"poster (REQ F2-28)":                                 {film.Query{Filters: film.Filters{HasPoster: true}}, []film.ID{21}},
		"filters combine with AND (REQ F1-29)":               {film.Query{Filters: film.Filters{Genre: "drama", MinVotes: ptr(1000.0)}}, []film.ID{51}},
		"titles up, folded (REQ F1-17)":                      {film.Query{Sort: film.Sort{Field: "title"}}, []film.ID{50, 21, 51, 123456789, 200000000}},
		"titles down, ties still by id (REQ G-18)":           {film.Query{Sort: film.Sort{Field: "title", Desc: true}}, []film.ID{200000000, 21, 51, 123456789, 50}},
		"nulls last going up (REQ F1-19)":                    {film.Query{Sort: film.Sort{Field: "filmdb_rating"}}, []film.ID{21, 50, 51, 123456789, 200000000}},
		"nulls last going down (REQ F1-19)":                  {film.Query{Sort: film.Sort{Field: "year", Desc: true}}, []film.ID{50, 123456789, 21, 51, 200000000}},
		"text in title (REQ F1-07)":                          {film.Query{Text: "amelie"}, []film.ID{50}},
		"text in the cast (REQ F1-07)":                       {film.Query{Text: "holgado ticky"}, []film.ID{50}},
		"text, filter and sort":                              {film.Query{Filters: film.Filters{YearMax: ptr(1970.0)}, Text: "night", Sort: film.Sort{Field: "master_score"}}, []film.ID{51, 21}},
		"text without a word asks for nothing":               {film.Query{Filters: film.Filters{Language: "fr"}, Text: "…"}, []film.ID{50}},
		"text that nothing has":                              {film.Query{Text: "qqxxqq"}, nil},
	} {
		if err := x.q.Check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := find(c, x.q); !slices.Equal(got, x.want) {
			t.Errorf("%s: got %v, want %v", name, got, x.want)
		}
	}
}

func TestFilmsAreFoundByTheirNames(t *testing.T) {
	c := small(t)
	if d, ok := c.ByID(51); !ok || c.ID(d) != 51 {
		t.Errorf("ByID(51) = %v, %v", d, ok)
	}
	for _, id := range []film.ID{0, 52, math.MaxUint32} {
		if _, ok := c.ByID(id); ok {
			t.Errorf("ByID(%d) found something", id)
		}
	}
	if d, ok := c.ByMoviedbID(7); !ok || c.ID(d) != 21 {
		t.Errorf("ByMoviedbID(7) = %v, %v", d, ok)
	}
	for _, id := range []int{-1, 0, 8, math.MaxInt} {
		if _, ok := c.ByMoviedbID(id); ok {
			t.Errorf("ByMoviedbID(%d) found something", id)
		}
	}
	for _, x := range []struct {
		title string
		year  int
		want  film.ID // 0 for none
	}{
		{"the NIGHT", 1961, 51}, // the most votes
		{"The Night", 1994, 123456789},
		{"The Night", 1995, 0},
		{"La notte", 1961, 21},
		{"AMELIE", 2001, 50},
		{"le fabuleux destin d’Amélie Poulain", 2001, 50},
		{"Zelig", 1983, 0},
		{"", 2001, 0},
		{"zzz", 2001, 0},
		{"Zelig", noYear, 0},
	} {
		d, ok := c.ByTitleYear(x.title, x.year)
		if ok != (x.want != 0) || ok && c.ID(d) != x.want {
			t.Errorf("ByTitleYear(%q, %d) = %v, %v, want %v", x.title, x.year, c.ID(d), ok, x.want)
		}
	}
}

func TestRecordsAreWhatTheViewsEncode(t *testing.T) {
	films := newSample(8, 40).films()
	c := open(t, build(t, films))
	for i, f := range films {
		self := string(film.BaseMark) + "/api/v2/films/" + f.ID.String()
		f.Links = film.Links{Self: self}
		if similar := self + "/similar"; film.HasContent(f) {
			f.Links.Similar = &similar
		}
		for _, v := range film.Views {
			want, ends := v.Append(nil, nil, f)
			got := c.Record(Doc(i), v)
			if string(got.JSON) != string(want) || len(got.Ends) != 4*len(ends) {
				t.Fatalf("%v of %v: %s, want %s", v, f.ID, got.JSON, want)
			}
			if out := got.AppendTo(nil, nil, "https://films.test"); !json.Valid(out) {
				t.Fatalf("%v of %v is not JSON: %s", v, f.ID, out)
			}
		}
		p, err := film.List.Project("links.self")
		if err != nil {
			t.Fatal(err)
		}
		want := `{"filmdb_id":"` + f.ID.String() + `","links":{"self":"https://films.test/api/v2/films/` + f.ID.String() + `"}}`
		if got := string(c.Record(Doc(i), film.List).AppendTo(nil, p, "https://films.test")); got != want {
			t.Fatalf("projected: %s, want %s", got, want)
		}
	}
	if err := c.Verify(); err != nil {
		t.Error(err)
	}
}

func TestNumbersAreThoseOfTheFilms(t *testing.T) {
	films := newSample(8, 100).films()
	c := open(t, build(t, films))
	for i, f := range films {
		for _, field := range film.SortFields {
			got, ok := c.Number(field, Doc(i))
			if field == "title" {
				if ok {
					t.Error("a title is no number")
				}
				continue
			}
			if want := f.SortValue(field); ok == math.IsNaN(want) || ok && got != want {
				t.Errorf("%v %s = %v, %v, want %v", f.ID, field, got, ok, want)
			}
		}
		if c.HasPoster(Doc(i)) != (f.Poster.URL != nil) {
			t.Errorf("%v: poster", f.ID)
		}
	}
	if _, ok := c.Number("height", 0); ok {
		t.Error("a field that is none has a value")
	}
}

func TestFilmsMustAscend(t *testing.T) {
	w, err := Create(filepath.Join(t.TempDir(), "new"))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, x := range []struct {
		id film.ID
		ok bool
	}{{0, false}, {5, true}, {5, false}, {4, false}, {6, true}} {
		if err := w.Add(&film.Film{ID: x.id}); (err == nil) != x.ok {
			t.Errorf("film %d: %v", x.id, err)
		}
	}
}

func TestAnEmptyCatalogueAnswers(t *testing.T) {
	c := open(t, build(t, nil))
	useAll(c, 0)
	for _, q := range []film.Query{{}, {Text: "night"}, {Filters: film.Filters{Genre: "Drama"}}, {Filters: film.Filters{MinScore: ptr(1.0)}}, {Filters: film.Filters{Actor: "xyz"}}} {
		if found := c.Find(&q, film.Page{Limit: 10}); found.Total != 0 || len(found.Docs) != 0 || found.Next != nil {
			t.Errorf("%+v: %+v", q, found)
		}
		if _, err := c.Facets(&q, FacetNames); err != nil {
			t.Error(err)
		}
	}
}

func TestAnAbortedCatalogueDoesNotOpen(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(&film.Film{ID: 1}); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	if _, err := Open(dir); err == nil {
		t.Error("it opens")
	}
}

func TestQuestionsAreAnsweredAtTheSameTime(t *testing.T) {
	s := newSample(6, 600)
	films := s.films()
	c := open(t, build(t, films))
	type answered struct {
		q     *film.Query
		found ResultPage
	}
	var want []answered
	for range 60 {
		q := s.query(films)
		want = append(want, answered{q, c.Find(q, film.Page{Limit: 30})})
	}
	done := make(chan string)
	for range 4 {
		go func() {
			for range 5 {
				for _, x := range want {
					got := c.Find(x.q, film.Page{Limit: 30})
					if got.Total != x.found.Total || !slices.Equal(got.Docs, x.found.Docs) {
						done <- describe(x.q)
						return
					}
				}
			}
			done <- ""
		}()
	}
	for range 4 {
		if wrong := <-done; wrong != "" {
			t.Errorf("another answer to %s", wrong)
		}
	}
}
