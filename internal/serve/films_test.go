package serve_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kinodex/internal/apptest"
)

// The shapes are committed byte for byte, provenance and all (REQ V-08): a key
// renamed, removed or retyped shows here.
func TestShapes(t *testing.T) {
	t.Parallel()
	s := open(t)
	for name, path := range map[string]string{
		"v1_film":        "/api/v1/films/" + apptest.Ensemble,
		"v1_film_bare":   "/api/v1/films/" + apptest.Bare,
		"v1_films":       "/api/v1/films?limit=1&q=ferryman",
		"v2_film_list":   "/api/v2/films?limit=1&q=everyone+came",
		"v2_film_detail": "/api/v2/films/" + apptest.Ensemble,
		"v2_film_bare":   "/api/v2/films/" + apptest.Bare,
		"v2_films_part":  "/api/v2/films?limit=2&fields=title,ratings.filmdb&facets=decades&genre=Drama",
		"error":          "/api/v2/films?limit=501",
	} {
		t.Run(name, func(t *testing.T) {
			a := s.get(path)
			body := strings.ReplaceAll(string(a.body), s.url, "https://kinodex.example")
			body = strings.ReplaceAll(body, a.header.Get("X-Request-Id"), "req_xxxxxxxxxxxxxxxx")
			var p struct{ Meta struct{ Next_cursor string } }
			json.Unmarshal(a.body, &p)
			if p.Meta.Next_cursor != "" {
				body = strings.ReplaceAll(body, p.Meta.Next_cursor, "…")
			}
			var v any
			if err := json.Unmarshal([]byte(body), &v); err != nil {
				t.Fatal(err)
			}
			text, _ := json.MarshalIndent(v, "", "  ")
			golden(t, "testdata/"+name+".json", append(text, '\n'))
		})
	}
}

// REQ F1-06, F1-24 to F1-28: what v1 does with offset and limit.
func TestV1Pages(t *testing.T) {
	t.Parallel()
	s := open(t)
	all := s.get("/api/v1/films?limit=200").page()
	total := all.Meta.Total
	if len(all.Data) != total || total < 30 {
		t.Fatalf("%d films of %d", len(all.Data), total)
	}
	for _, c := range []struct {
		query                string
		limit, offset, films int
	}{
		{"", 50, 0, total},
		{"limit=7", 7, 0, 7},
		{"limit=7&offset=3", 7, 3, 7},
		{"limit=0", 1, 0, 1},
		{"limit=-5", 1, 0, 1},
		{"limit=201", 200, 0, total},
		{"limit=999999999", 200, 0, total},
		{"limit=050", 50, 0, total},
		{"offset=-1", 50, 0, total},
		{"offset=" + strconv.Itoa(total), 50, total, 0},
		{"offset=999999999", 50, 999999999, 0},
	} {
		p := s.get("/api/v1/films?" + c.query).page()
		if p.Meta.Limit != c.limit || p.Meta.Offset != c.offset || p.Meta.Total != total || len(p.Data) != c.films {
			t.Errorf("%s: meta %+v with %d films, want limit %d, offset %d, %d films", c.query, p.Meta, len(p.Data), c.limit, c.offset, c.films)
		}
		if p.Data == nil {
			t.Errorf("%s: data is null", c.query)
		}
	}
	first, second := s.get("/api/v1/films?limit=9").page(), s.get("/api/v1/films?limit=9&offset=9").page()
	if !slices.Equal(append(first.ids(), second.ids()...), all.ids()[:18]) {
		t.Error("pages overlap, or leave a film out (REQ G-18)")
	}
}

// REQ F1-07 to F1-23: what each parameter of v1 selects.
func TestV1Questions(t *testing.T) {
	t.Parallel()
	s := open(t)
	every := s.get("/api/v1/films").page().Meta.Total
	rated := s.get("/api/v1/films?min_rating=-1").page().Meta.Total
	if rated == 0 || rated >= every {
		t.Errorf("min_rating=-1: %d of %d films; those without a rating must fail (F1-15)", rated, every)
	}
	has := func(path, id string) {
		t.Helper()
		if p := s.get(path + "&limit=200").page(); !slices.Contains(p.ids(), id) || p.Meta.Total == every {
			t.Errorf("%s: %d films, %s among them: %v", path, p.Meta.Total, id, slices.Contains(p.ids(), id))
		}
	}
	has("/api/v1/films?q=CROSSING", apptest.Crossing)
	has("/api/v1/films?q=ferryman", apptest.Crossing) // overview, and a character's name
	has("/api/v1/films?q=refugee", apptest.Crossing)  // keyword
	has("/api/v1/films?q=wehner", apptest.Crossing)   // cast
	has("/api/v1/films?q=Ilse+Brandt", apptest.Crossing)
	has("/api/v1/films?genre=DRA", apptest.Crossing) // F1-09: part of a name
	has("/api/v1/films?decade=1940s", apptest.Crossing)
	has("/api/v1/films?decade=1948", apptest.Crossing) // F1-12: snapped
	has("/api/v1/films?min_rating=8.6", apptest.Crossing)
	has("/api/v1/films?min_score=93", apptest.Crossing)
	has("/api/v1/films?director=BRANDT", apptest.Crossing)
	if n := s.get("/api/v1/films?min_rating=11").page().Meta.Total; n != 0 {
		t.Errorf("min_rating=11 is evaluated as written: %d films (F1-13)", n)
	}
	a, b := s.get("/api/v1/films?decade=1990s").page(), s.get("/api/v1/films?decade=1990").page()
	if !slices.Equal(a.ids(), b.ids()) || len(a.Data) == 0 {
		t.Error("1990s and 1990 differ (F1-10)")
	}
	for query, want := range map[string]string{
		"fields=title,year":             "filmdb_id,title,year",
		"fields=t,y,ir":                 "filmdb_id,filmdb_rating,title,year", // F1-23, V-05
		"fields=nothing,year,%20title":  "filmdb_id,title,year",               // F1-22
		"fields=filmdb_id":              "filmdb_id",
		"utm_source=x&fields=year&limt": "filmdb_id,year", // G-10
	} {
		if got := keys(s.get("/api/v1/films?limit=1&" + query).page().Data[0]); got != want {
			t.Errorf("%s: fields %s, want %s", query, got, want)
		}
	}
}

// REQ F1-17 to F1-20, F2-29: each sort is monotonic both ways, nulls last.
func TestSorts(t *testing.T) {
	t.Parallel()
	s := open(t)
	v1 := strings.Split("title,year,filmdb_rating,critic_score,moviedb_rating,master_score,budget,worldwide_gross,roi,oscar_noms,oscar_wins,runtime", ",")
	for _, field := range v1 {
		for _, direction := range []string{"asc", "desc"} {
			var last any
			for _, f := range s.get("/api/v1/films?limit=200&sort=" + field + ":" + direction).page().Data {
				if field == "title" {
					continue // by folded title, which package catalog knows
				}
				v := f[field]
				if last == nil && v != nil && f["filmdb_id"] != nil {
					last = v
					continue
				}
				if v == nil {
					continue
				}
				if a, b := last.(float64), v.(float64); direction == "asc" && a > b || direction == "desc" && a < b {
					t.Errorf("%s:%s: %v before %v", field, direction, a, b)
				}
				last = v
			}
		}
	}
	s.get("/api/v2/films?sort=filmdb_votes:asc").is(200)
	s.get("/api/v1/films?sort=filmdb_votes:asc").fails(400, "invalid_parameter")
	def, stated := s.get("/api/v2/films").page(), s.get("/api/v2/films?sort=master_score:desc").page()
	if !slices.Equal(def.ids(), stated.ids()) || def.ids()[0] != apptest.Crossing {
		t.Error("the default order is not master_score:desc (F1-20)")
	}
}

// REQ F2-33, F2-34, F2-37: following cursors gives every match once, in
// order, whatever the limit, and says where it is.
func TestCursorWalks(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, query := range []string{"", "genre=Drama", "sort=title:asc", "sort=budget:desc", "q=drama", "sort=oscar_noms:asc&has_poster=true"} {
		all := s.get("/api/v2/films?limit=500&" + query).page()
		if all.Meta.HasMore || all.Meta.NextCursor != nil || all.Meta.Total != len(all.Data) {
			t.Fatalf("%s: %+v with %d films", query, all.Meta, len(all.Data))
		}
		for _, limit := range []int{1, 4, all.Meta.Total} {
			var ids []string
			for path := fmt.Sprintf("/api/v2/films?limit=%d&%s", limit, query); ; {
				p := s.get(path).page()
				if p.Meta.Offset != len(ids) || p.Meta.Total != all.Meta.Total || p.Meta.HasMore != (p.Meta.NextCursor != nil) {
					t.Fatalf("%s: %+v after %d films", path, p.Meta, len(ids))
				}
				ids = append(ids, p.ids()...)
				if !p.Meta.HasMore {
					break
				}
				path = fmt.Sprintf("/api/v2/films?limit=%d&%s&cursor=%s", limit, query, *p.Meta.NextCursor)
			}
			if !slices.Equal(ids, all.ids()) {
				t.Errorf("%s by %d: %v, want %v", query, limit, ids, all.ids())
			}
		}
	}
}

// REQ F2-19 to F2-30: what each parameter of v2 selects.
func TestV2Questions(t *testing.T) {
	t.Parallel()
	s := open(t)
	total := func(query string) int { t.Helper(); return s.get("/api/v2/films?" + query).page().Meta.Total }
	every := total("")
	both, drama := total("genre=Drama,War"), total("genre=drama")
	if both == 0 || drama <= both || total("genre=War,Drama") != both {
		t.Errorf("genre: %d drama, %d of war too", drama, both)
	}
	if n := total("genre=Dra"); n != 0 {
		t.Errorf("genre=Dra matches %d films; whole names only (F2-21)", n)
	}
	for query, want := range map[string]bool{
		"year_min=1948&year_max=1948": true, "year_min=1949": false, "year_max=1947.5": false,
		"min_rating=8.6": true, "min_rating=8.7": false, "min_score=93.41": true, "min_votes=182500": true, "min_votes=182501": false,
		// REQ F2-105
		"max_rating=8.6": true, "max_rating=8.5": false, "max_votes=182500": true, "max_votes=182499": false,
		"min_runtime=98": true, "min_runtime=99": false, "max_runtime=98": true, "max_runtime=97": false,
		"director=brandt": true, "actor=lindt": true, "actor=brandt": false, "language=DE": true, "language=en": false, "country=de": true, "country=FR": false, "country=": true,
		// REQ F2-74, F2-75, F2-76
		"collection=9001": false, "certification=approved": true, "certification=GB:Approved": false, "certification=PG-13,US:Approved": true,
		"released_after=1948-10-02": true, "released_after=1948-10-03": false, "released_before=1948": true, "released_before=1948-09": false,
		"released_after=1948&released_before=1948-10": true, "collection=": true, "certification=": true, "released_after=": true,
		"q=Die+%C3%9Cberfahrt": true, // REQ F2-73
		"has_poster=true":      true, "has_poster=1": true, "has_poster=false": true, "decade=1940s": true,
		"decade=1940s&year_min=1949": false, "q=ferryman+river": true, "q=ferryman+train": false,
		"q=": true, "genre=": true, "director=": true, "sort=": true, "fields=": true, "facets=": true, "cursor=": true, "language=": true, "decade=": true,
	} {
		if got := slices.Contains(s.get("/api/v2/films?limit=500&"+query).page().ids(), apptest.Crossing); got != want {
			t.Errorf("%s: found is %v, want %v", query, got, want)
		}
	}
	if with := total("has_poster=true"); with == 0 || with >= every || total("has_poster=0") != every {
		t.Errorf("has_poster: %d of %d (F2-28)", with, every)
	}
	if named, numbered := total("collection=giants+of+the+deep"), total("collection=9001"); named != 2 || numbered != 2 {
		t.Errorf("collection: %d by name, %d by id (F2-74)", named, numbered)
	}
	for q, want := range map[string]string{"%E5%85%A8%E5%93%A1%E9%9B%86%E5%90%88": apptest.Ensemble, "%D0%BF%D1%80%D0%B8%D1%88%D0%BB%D0%B8+%D0%B2%D1%81%D0%B5": apptest.Ensemble} {
		if ids := s.get("/api/v2/films?q=" + q).page().ids(); len(ids) != 1 || ids[0] != want {
			t.Errorf("q=%s finds %v (F2-73)", q, ids)
		}
	}
	if total("released=recent") != 0 || total("released=upcoming") != 0 || total("released=") != every {
		t.Error("films of a library of 2026 are recent or upcoming (F2-78)")
	}
	if ids := s.get("/api/v2/films?sort=release_date:asc&limit=2&released_after=1900").page().ids(); len(ids) != 2 || ids[0] != apptest.Crossing {
		t.Errorf("by release date: %v (F2-76)", ids)
	}
	if got := s.get("/api/v2/films?q=it").page().ids()[0]; got != apptest.It {
		t.Errorf("q=it finds %s first (R-12)", got)
	}
	facets := s.get("/api/v2/films?facets=genres,countries&genre=War").page().Meta.Facets
	if len(facets) != 2 || len(facets["genres"]) == 0 {
		t.Fatalf("facets: %v", facets)
	}
	for _, count := range facets["genres"] {
		if count.Value == "War" && count.Count != total("genre=War") {
			t.Errorf("facet War is %d, the list has %d", count.Count, total("genre=War"))
		}
	}
	if f := s.get("/api/v2/films?facets=genres&q=xyzzyplugh").page(); f.Meta.Total != 0 || f.Meta.Facets["genres"] == nil {
		t.Errorf("no match: %+v", f.Meta)
	}
}

// REQ F2-78: what is recent or upcoming is counted from the day on which the library was built,
// and a cursor of such a list pages the next generation's.
func TestReleasesAreRecentOrUpcomingInTheLibrarysTime(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.Clock.Set(time.Date(1984, 5, 18, 23, 30, 0, 0, time.UTC))
	s.Publish()
	if _, err := s.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	found := func(query string) []string {
		t.Helper()
		return s.get("/api/v2/films?limit=500&fields=release_date&" + query).is(200).page().ids()
	}
	if ids := found("released=recent"); !slices.Equal(ids, []string{apptest.CrossingTwin}) {
		t.Errorf("recent on the day of a release: %v", ids)
	}
	upcoming := found("released=upcoming&sort=release_date:asc")
	if after := found("released_after=1984-05-19&sort=release_date:asc"); len(upcoming) < 2 || !slices.Equal(upcoming, after) {
		t.Errorf("upcoming: %v, released after the day: %v", upcoming, after)
	}
	if ids := found("released=upcoming&released_before=1984"); len(ids) != 0 {
		t.Errorf("upcoming within the year: %v", ids)
	}
	first := s.get("/api/v2/films?released=upcoming&limit=1").page()
	s.Clock.Set(time.Date(1984, 8, 17, 0, 0, 0, 0, time.UTC)) // 91 days on
	s.Publish()
	if _, err := s.Holder.Reload(); err != nil {
		t.Fatal(err)
	}
	if ids := found("released=recent"); len(ids) != 0 {
		t.Errorf("recent after 91 days: %v", ids)
	}
	s.get("/api/v2/films?released=upcoming&limit=1&cursor=" + *first.Meta.NextCursor).is(200)
}

// REQ F1-30, F1-31, F2-38, G-12: films by id.
func TestFilmsByID(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, version := range []string{"/api/v1/films/", "/api/v2/films/"} {
		for id, found := range map[string]bool{
			apptest.Crossing: true, "TT0000101": true, "tt101": true, apptest.Crossing + "/": true, "%74t0000101": true, apptest.Longest: true,
			apptest.Absent: false, "abc": false, "tt": false, "tt0": false, "tt99999999999": false, "-1": false, "%00": false, "%FF": false, "tt٥": false,
			strings.Repeat("9", 3000): false,
		} {
			a := s.get(version + id)
			if found {
				a.is(200)
			} else {
				a.fails(404, "film_not_found")
			}
		}
	}
	var film struct {
		Data struct {
			ID    string `json:"filmdb_id"`
			Links struct{ Self string }
		}
	}
	if err := json.Unmarshal(s.get("/api/v2/films/"+apptest.Crossing).body, &film); err != nil {
		t.Fatal(err)
	}
	// REQ F2-11: links lead somewhere.
	if path, ok := strings.CutPrefix(film.Data.Links.Self, s.url); !ok || film.Data.ID != apptest.Crossing {
		t.Errorf("self is %q", film.Data.Links.Self)
	} else {
		s.get(path).is(200)
	}
}

func keys(film map[string]any) string {
	var names []string
	for name := range film {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}

// REQ F2-83: a text that asks for a kind of films finds those; what was understood is told at each door.
func TestAKindOfFilmsIsFound(t *testing.T) {
	t.Parallel()
	s := open(t)
	const kind = "German+war+films+from+the+40s+under+100+minutes"
	list := s.get("/api/v2/films?match=auto&q=" + kind).is(200)
	if p := list.page(); p.Meta.Total != 1 || p.ids()[0] != apptest.Crossing {
		t.Errorf("%d films: %v", p.Meta.Total, p.ids())
	}
	const understood = `"understood":{"genres":["War"],"years":[{"from":1940,"to":1949}],"runtime":{"to":99},"countries":["DE"]}`
	for name, a := range map[string]*answer{"list": list, "search": s.get("/api/v1/search?q=" + kind).is(200)} {
		if !strings.Contains(string(a.body), understood) {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	if found := s.search("q=" + kind + "&type=films"); found.Meta.Total != 1 || found.Data[0].Data.Filmdb_id != apptest.Crossing {
		t.Errorf("search: %+v", found)
	}
	// Words are words: all of them, titles, and what no film has.
	for _, path := range []string{"/api/v2/films?q=" + kind, "/api/v2/films?match=auto&q=the+crossing", "/api/v2/films?match=auto&q=crosing", "/api/v2/films?match=auto&q=Korean+westerns+from+the+90s"} {
		if a := s.get(path).is(200); strings.Contains(string(a.body), "understood") {
			t.Errorf("%s: %s", path, a.body)
		}
	}
	// Pages of a wish go on where the last one ended.
	first := s.get("/api/v2/films?match=auto&limit=2&q=dramas+before+1970").page()
	whole := s.get("/api/v2/films?match=auto&limit=50&q=dramas+before+1970").page()
	rest := s.get("/api/v2/films?match=auto&limit=50&q=dramas+before+1970&cursor=" + *first.Meta.NextCursor).page()
	if all := append(first.ids(), rest.ids()...); !slices.Equal(all, whole.ids()) || len(all) < 4 {
		t.Errorf("pages %v, whole %v", all, whole.ids())
	}
}
