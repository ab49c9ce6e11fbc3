package app_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/atlas"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
)

func decode[T any](t *testing.T, b []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%v in %.200s", err, b)
	}
	return v
}

func ids(t *testing.T, data []byte) (all []string) {
	t.Helper()
	for _, f := range decode[[]struct {
		ID string `json:"filmdb_id"`
	}](t, data) {
		all = append(all, f.ID)
	}
	return all
}

// A list of whole films is joined of what the library has compressed; one of some fields, and what is
// mostly something else, is left to who compresses.
func TestAListIsJoinedOfCompressedFilms(t *testing.T) {
	h := apptest.Open(t)
	const base = "https://films.example"
	list := func(view film.View, fields string) *app.Films {
		t.Helper()
		got, err := h.Visit(h.Key(access.Studio)).Films(app.FilmsQuestion{Page: film.Page{Limit: 20}, View: view, Fields: fields}).Answer(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, view := range []film.View{film.List, film.Flat} {
		found := list(view, "")
		const before, after = `{"data":`, `,"meta":{}}`
		body := append(found.AppendData([]byte(before), base), after...)
		stream, ok := found.AppendGzip([]byte("kept"), body, len(before), base)
		if !ok || !strings.HasPrefix(string(stream), "kept") {
			t.Fatalf("%s: not joined", view)
		}
		r, err := gzip.NewReader(bytes.NewReader(stream[len("kept"):]))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, body) {
			t.Errorf("%s: %d bytes, %v, want %d", view, len(got), err, len(body))
		}
		if _, ok := found.AppendGzip(nil, body[:len(body)/2], len(before), base); ok {
			t.Errorf("%s: half a body was joined", view)
		}
		long := append(body, strings.Repeat(" ", 2*len(body))...)
		if _, ok := found.AppendGzip(nil, long, len(before), base); ok {
			t.Errorf("%s: a body that is mostly something else was joined", view)
		}
	}
	found := list(film.List, "title,year")
	if _, ok := found.AppendGzip(nil, found.AppendData(nil, base), 0, base); ok {
		t.Error("films of two fields were joined whole")
	}
}

// REQ F2-18, F2-33, F2-34, F2-37
func TestACursorWalkMeetsEachFilmOnce(t *testing.T) {
	h := apptest.Open(t)
	total := len(apptest.Films())
	for _, limit := range []int{1, 7, total / 4, total, 500} {
		q := app.FilmsQuestion{Page: film.Page{Limit: limit}}
		seen := map[string]bool{}
		for pages := 0; ; pages++ {
			got, err := h.Visit(h.Key(access.Studio)).Films(q).Answer(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got.Total != total || got.Offset != len(seen) || got.Limit != limit {
				t.Fatalf("page %d: total %d, offset %d, limit %d", pages, got.Total, got.Offset, got.Limit)
			}
			for _, id := range ids(t, got.AppendData(nil, "")) {
				if seen[id] {
					t.Fatalf("%s came twice", id)
				}
				seen[id] = true
			}
			if got.HasMore != (got.NextCursor != nil) || got.HasMore != (len(seen) < total) {
				t.Fatalf("after %d of %d: more %v, cursor %v", len(seen), total, got.HasMore, got.NextCursor)
			}
			if !got.HasMore {
				break
			}
			q.Cursor = *got.NextCursor
		}
		if len(seen) != total {
			t.Errorf("limit %d: met %d of %d", limit, len(seen), total)
		}
	}
}

// REQ F2-35
func TestACursorBelongsToItsQuestion(t *testing.T) {
	h := apptest.Open(t)
	first, err := h.Visit(h.Key(access.Studio)).Films(page).Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	cursor := *first.NextCursor
	drama, year := page, page
	drama.Query.Genre = "Drama"
	year.Query.Sort = film.Sort{Field: "year"}
	for name, q := range map[string]app.FilmsQuestion{"another filter": drama, "another order": year} {
		q.Cursor = cursor
		refused(t, h, name, q, fault.InvalidCursor, "cursor")
	}
	for _, bad := range []string{"x", cursor[:len(cursor)-1], cursor + "A", "A" + cursor[1:], strings.ToUpper(cursor), cursor + "=", "\x00", strings.Repeat("A", 9000)} {
		q := page
		q.Cursor = bad
		refused(t, h, fmt.Sprintf("cursor %.40q", bad), q, fault.InvalidCursor, "cursor")
	}
}

// REQ F2-23, F2-29 to F2-31, E-12
func TestSenselessQuestionsNameTheirParameter(t *testing.T) {
	h := apptest.Open(t)
	low, high := 1990.0, 2000.0
	for param, q := range map[string]app.FilmsQuestion{
		"limit":    {},
		"offset":   {Page: film.Page{Limit: 1, Offset: -1}},
		"fields":   {Page: film.Page{Limit: 1}, Fields: "nothing,known"},
		"facets":   {Page: film.Page{Limit: 1}, Facets: []string{"genres", "colours"}},
		"year_min": {Page: film.Page{Limit: 1}, Query: film.Query{Filters: film.Filters{YearMin: &high, YearMax: &low}}},
		"q":        {Page: film.Page{Limit: 1}, Query: film.Query{Text: strings.Repeat("a", 10_000)}},
		"sort":     {Page: film.Page{Limit: 1}, Query: film.Query{Sort: film.Sort{Field: "colour"}}},
		"language": {Page: film.Page{Limit: 1}, Query: film.Query{Filters: film.Filters{Language: "english"}}},
	} {
		refused(t, h, param, q, fault.InvalidParameter, param)
	}
	for _, limit := range []int{-1, 0, 501} {
		refused(t, h, fmt.Sprint("limit ", limit), app.FilmsQuestion{Page: film.Page{Limit: limit}}, fault.InvalidParameter, "limit")
	}
	refused(t, h, "cursor and offset", app.FilmsQuestion{Page: film.Page{Limit: 1, Offset: 1}, Cursor: "x"}, fault.InvalidParameter, "offset")
}

func refused(t *testing.T, h *apptest.House, name string, q app.FilmsQuestion, kind fault.Kind, param string) {
	t.Helper()
	v := h.Visit(h.Key(access.Studio))
	_, err := v.Films(q).Answer(t.Context())
	f := fault.From(err)
	if err == nil || f.Kind != kind || f.Param != param || f.Allowed == "" || !strings.Contains(f.Message, param) {
		t.Errorf("%s: %v, want a fault of kind %s that names %s", name, err, kind, param)
	}
	if v.Bill().Metered {
		t.Errorf("%s: it was billed", name)
	}
}

// REQ F1-28, F2-30
func TestFilmsAreWrittenAsAsked(t *testing.T) {
	h := apptest.Open(t)
	q := app.FilmsQuestion{Query: film.Query{Text: "it"}, Page: film.Page{Limit: 3}, Fields: "title,ratings.filmdb", Facets: []string{"genres"}}
	films, err := h.Visit(h.Key(access.Studio)).Films(q).Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data := films.AppendData([]byte("before"), "https://films.example")
	if !strings.HasPrefix(string(data), `before[{"filmdb_id":"tt0000120","title":"It","ratings":{"filmdb":7}}`) {
		t.Errorf("data = %s", data)
	}
	if len(films.Facets["genres"]) == 0 || len(films.Facets) != 1 {
		t.Errorf("facets = %v", films.Facets)
	}
	q.Query.Text = "no film says this at all"
	if films, err = h.Visit(h.Key(access.Studio)).Films(q).Answer(t.Context()); err != nil || string(films.AppendData(nil, "")) != "[]" || films.Total != 0 {
		t.Errorf("no match: %+v, %v", films, err)
	}
}

// REQ F2-11: links lead to where the service is.
func TestAFilmIsWrittenWithItsAddress(t *testing.T) {
	h := apptest.Open(t)
	for _, id := range []string{apptest.Ensemble, "TT0000110", "tt110"} {
		one, err := h.Visit(h.Key(access.Studio)).Film(id, film.Detail).Answer(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		data := decode[struct {
			ID    string `json:"filmdb_id"`
			Links struct{ Self string }
			Cast  []any
		}](t, one.AppendData(nil, "https://films.example"))
		if data.ID != apptest.Ensemble || data.Links.Self != "https://films.example/api/v2/films/tt0000110" || len(data.Cast) != 18 {
			t.Errorf("%s: %+v", id, data)
		}
	}
}

func TestABatchAnswersItemByItemInOrder(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	b, err := v.Batch(t.Context(), app.BatchQuestion{Fields: "title", Films: []app.FilmReference{
		{Title: "the crossing", Year: 1984}, {ID: apptest.Absent}, {MoviedbID: 520}, {ID: "abc"}, {ID: apptest.It},
		{MoviedbID: 999_999}, {Title: "L'ete a Evian", Year: 1966}, {Title: "It", Year: 1950},
	}})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for i := range b.Requested {
		if found, absent := b.Film(i); absent == nil {
			got += decode[struct{ Title string }](t, found).Title
		}
		got += "; "
	}
	want := "The Crossing; ; It; ; It; ; Summer in Évian; ; "
	if got != want || b.Requested != 8 || b.Found != 4 {
		t.Errorf("got %s(%d of %d), want %s", got, b.Found, b.Requested, want)
	}
	if v.Bill().Used != 1 {
		t.Errorf("it cost %d", v.Bill().Used)
	}
}

func TestSenselessBatchesNameTheirItem(t *testing.T) {
	h := apptest.Open(t)
	good := app.FilmReference{ID: apptest.It}
	many := make([]app.FilmReference, app.MaxBatch+1)
	for i := range many {
		many[i] = good
	}
	for name, c := range map[string]struct {
		films []app.FilmReference
		param string
	}{
		"none":               {nil, "films"},
		"too many":           {many, "films"},
		"an empty item":      {[]app.FilmReference{good, {}}, "films[1]"},
		"a title, no year":   {[]app.FilmReference{{Title: "It"}}, "films[0]"},
		"a year, no title":   {[]app.FilmReference{{Year: 2001}}, "films[0]"},
		"two ways":           {[]app.FilmReference{{ID: apptest.It, MoviedbID: 520}}, "films[0]"},
		"a negative number":  {[]app.FilmReference{good, good, {MoviedbID: -1}}, "films[2]"},
		"an id and a year":   {[]app.FilmReference{{ID: apptest.It, Year: 2001}}, "films[0]"},
		"a broken title":     {[]app.FilmReference{{Title: "\xff", Year: 2001}}, "films[0]"},
		"a title of a novel": {[]app.FilmReference{{Title: strings.Repeat("é", 501), Year: 2001}}, "films[0]"},
	} {
		v := h.Visit(h.Key(access.Studio))
		_, err := v.Batch(t.Context(), app.BatchQuestion{Films: c.films})
		if f := fault.From(err); err == nil || f.Kind != fault.InvalidParameter || f.Param != c.param {
			t.Errorf("%s: %v, want a fault that names %s", name, err, c.param)
		}
		if v.Bill().Metered {
			t.Errorf("%s: it was billed", name)
		}
	}
	if _, err := h.Visit(h.Key(access.Studio)).Batch(t.Context(), app.BatchQuestion{Films: many[1:]}); err != nil {
		t.Errorf("as many as may be: %v", err)
	}
}

// What lists films counts them, also where they come with something else: a share of nothing leaves
// strangers short lists and what they read (REQ A-22).
func TestStrangersWithoutAShareGetShortLists(t *testing.T) {
	policy, err := access.ReadPolicy(strings.NewReader(`{"keyless_share":0}`))
	if err != nil {
		t.Fatal(err)
	}
	h := apptest.OpenWith(t, func(o *app.Options) { o.Policy = policy })
	world := func(v *app.Visit) error {
		_, err := v.AtlasData(atlas.Question{Top: 10}).Answer(t.Context())
		return err
	}
	list := func(limit int) func(v *app.Visit) error {
		return func(v *app.Visit) error {
			_, err := v.Films(app.FilmsQuestion{Page: film.Page{Limit: limit}, View: film.List}).Answer(t.Context())
			return err
		}
	}
	people := func(v *app.Visit) error {
		_, err := v.Actors(app.ActorsQuestion{Limit: app.MaxActors}).Answer(t.Context())
		return err
	}
	asks := access.KeylessCaller(home)
	reads := access.SiteReader(home)
	reads.AsData = true
	for _, test := range []struct {
		name   string
		who    access.Caller
		ask    func(*app.Visit) error
		refuse bool
	}{
		{"an atlas as data", reads, world, true}, {"a list as data", reads, list(48), true}, {"people as data", reads, people, true},
		{"a list by the interface", asks, list(48), true}, {"people by the interface", asks, people, true},
		{"a short list", asks, list(20), false}, {"a list in a browser", access.SiteReader(home), list(48), false},
		{"people in a browser", access.SiteReader(home), people, false}, {"a list with a key", h.Caller(h.Key(access.Writer)), list(48), false},
	} {
		v := apptest.Visit(t, h.App, test.who)
		if err := test.ask(v); fault.Is(err, fault.RateLimited) != test.refuse || err != nil && !test.refuse {
			t.Errorf("%s: %v", test.name, err)
		}
		if used := v.Bill().Used; test.refuse && used != 0 {
			t.Errorf("%s: a refusal cost %d", test.name, used)
		}
		v.Close()
	}
}

// A forecast's comparables are films that it shows.
func TestAForecastCountsItsComparables(t *testing.T) {
	h := apptest.Open(t)
	v := apptest.Visit(t, h.App, access.KeylessCaller(home))
	defer v.Close()
	o, err := v.Predict(t.Context(), app.PredictQuestion{Project: forecast.Project{Title: "A heist", Genres: []string{"Drama"}}})
	if err != nil || len(o.Comparables) == 0 || h.App.ShownToStrangers() != len(o.Comparables) {
		t.Errorf("%d films were counted, %v, want %d", h.App.ShownToStrangers(), err, len(o.Comparables))
	}
}
