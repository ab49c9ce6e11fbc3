package serve_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
)

// found is an answer of /api/v1/search.
type found struct {
	Data []result
	Meta struct {
		Total, Returned int
		Query, Type     string
		Did_you_mean    string
		Sandbox         bool
	}
}

type result struct {
	Type, Title                string
	Match_field, Match_snippet string
	Score                      float64
	Data                       struct{ Filmdb_id string }
}

func (s *site) search(query string) (f found) {
	s.t.Helper()
	a := s.get("/api/v1/search?" + query).is(200)
	if err := json.Unmarshal(a.body, &f); err != nil {
		s.t.Fatal(err)
	}
	return f
}

// REQ: a hit in each field, and what is told of it.
func TestSearchFindsEachField(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, c := range []struct{ q, id, field, snippet string }{
		{"crossing", apptest.Crossing, "title", "The Crossing"},
		{"wehner", apptest.Crossing, "cast", "Karl Wehner"},
		{"ilse brandt", apptest.Crossing, "crew", "Ilse Brandt (Director)"},
		{"vera lenz", apptest.Ensemble, "crew", "Vera Lenz (Director of Photography)"},
		{"refugee", apptest.Crossing, "keywords", "refugee"},
		{"war", apptest.Crossing, "genres", "War"},
		{"stranger ferryman", apptest.Crossing, "overview", "A ferryman takes strangers over a river that has become a border."},
	} {
		f := s.search("limit=100&type=films&q=" + url.QueryEscape(c.q))
		i := slices.IndexFunc(f.Data, func(r result) bool { return r.Data.Filmdb_id == c.id })
		if i < 0 || f.Data[i].Match_field != c.field || f.Data[i].Match_snippet != c.snippet || f.Data[i].Type != "film" {
			t.Errorf("%s: %+v, want %s by its %s", c.q, f, c.id, c.field)
		}
		if f.Meta.Returned != len(f.Data) || f.Meta.Total < len(f.Data) || f.Meta.Query != c.q || f.Meta.Type != "films" {
			t.Errorf("%s: meta %+v with %d rows", c.q, f.Meta, len(f.Data))
		}
	}
}

// REQ: meta, the exact title, a typo, nothing.
func TestSearchMeta(t *testing.T) {
	t.Parallel()
	s := open(t)
	if f := s.search("q=it&limit=2"); f.Data[0].Data.Filmdb_id != apptest.It || f.Data[0].Score != 1 || f.Meta.Returned != 2 || f.Meta.Total <= 2 || f.Meta.Type != "all" {
		t.Errorf("it: %+v", f)
	}
	if f := s.search("q=+Evreyone+came+"); f.Meta.Did_you_mean == "" || f.Data[0].Title != f.Meta.Did_you_mean || f.Meta.Query != " Evreyone came " {
		t.Errorf("a typo: %+v", f)
	}
	if f := s.search("q=xyzzyplugh&type=scripts"); f.Data == nil || len(f.Data) != 0 || f.Meta.Total != 0 {
		t.Errorf("nothing: %+v", f)
	}
	films, all, synopses := s.search("q=summer&type=FILMS"), s.search("q=summer&limit=100"), s.search("q=summer&type=synopsis")
	if all.Meta.Total != films.Meta.Total+s.search("q=summer&type=scripts").Meta.Total || synopses.Meta.Total == 0 || synopses.Meta.Total >= films.Meta.Total {
		t.Errorf("all %d, films %d, synopses %d", all.Meta.Total, films.Meta.Total, synopses.Meta.Total)
	}
	// The ranking is that of the lists.
	if p := s.get("/api/v2/films?q=summer").page(); p.Meta.Total != films.Meta.Total || p.ids()[0] != films.Data[0].Data.Filmdb_id {
		t.Errorf("the list finds %d films, %v first", p.Meta.Total, p.ids()[0])
	}
}

// Each bound and malformed parameter: 400, naming it, costing nothing (REQ R-01
// to R-04, AT-01, AT-03, AT-09).
func TestAnswersRefuseWhatMakesNoSense(t *testing.T) {
	t.Parallel()
	s := open(t)
	for path, param := range map[string]string{
		"/api/v1/search": "q", "/api/v1/search?q=": "q", "/api/v1/search?q=a": "q", "/api/v1/search?q=+a+": "q", "/api/v1/search?q=%E9%9B%A8": "q",
		"/api/v1/search?q=a%00b": "q", "/api/v1/search?q=%FFab": "q", "/api/v1/search?q=%zz": "q", "/api/v1/search?q=ab&q=cd": "q",
		"/api/v1/search?q=" + strings.Repeat("ab", 251): "q", "/api/v1/search?q=it&type=film": "type", "/api/v1/search?q=it&type=%00": "type",
		"/api/v1/search?q=it&limit=0": "limit", "/api/v1/search?q=it&limit=101": "limit", "/api/v1/search?q=it&limit=1.5": "limit", "/api/v1/search?q=it&limit=": "limit",
		"/api/v2/atlas?band=F": "band", "/api/v2/atlas?band=SS": "band", "/api/v2/atlas?top=0": "top", "/api/v2/atlas?top=201": "top", "/api/v2/atlas?top=x": "top",
		"/api/v2/atlas?decade_min=abc": "decade_min", "/api/v2/atlas?decade_max=1990s": "decade_max", "/api/v2/atlas?decade_max=NaN": "decade_max",
		"/api/v2/atlas?decade_min=1e3": "decade_min", "/api/v2/atlas?decade_min=-1": "decade_min", "/api/v2/atlas?decade_max=10000": "decade_max", "/api/v2/atlas?decade_min=": "decade_min",
		"/api/v2/atlas?decade_min=2000&decade_max=1999":                "decade_min",
		"/api/v2/films/" + apptest.Crossing + "?explain=roi":           "explain",
		"/api/v2/films/" + apptest.Crossing + "?explain=master_score,": "explain",
	} {
		code := "invalid_parameter"
		if path == "/api/v1/search" || path == "/api/v1/search?q=" {
			code = "missing_parameter"
		}
		if p := s.get(path).fails(400, code); p.Param != param || p.Allowed == "" {
			t.Errorf("%.80s: param %q allowed %q", path, p.Param, p.Allowed)
		}
	}
	if left := s.get("/api/v1/search?q=it").header.Get("X-RateLimit-Remaining"); left != "9999" {
		t.Errorf("malformed requests cost something: %s left", left)
	}
}

// REQ A-10, F2-50, F2-54: who may ask, and what a cache may do.
func TestAnswersAreGatedAndTagged(t *testing.T) {
	t.Parallel()
	s := open(t)
	for path, least := range map[string]access.Plan{
		"/api/v1/search?q=it": access.Writer, "/api/v1/stats": access.Writer, "/api/v2/coverage": access.Writer, "/api/v2/atlas": access.Producer,
	} {
		for _, plan := range access.Plans() {
			a := s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(plan)}})
			if may := plan >= least; may != (a.status == 200) || !may && a.status != 403 {
				t.Errorf("%s for %s: status %d", path, plan, a.status)
			}
		}
		a := s.get(path).is(200)
		if strings.HasPrefix(path, "/api/v1") {
			a.has("Cache-Control", "private, max-age=300")
			continue
		}
		a.has("Cache-Control", "public, max-age=300, stale-while-revalidate=3600")
		for range 3 { // from the second time on it is at hand
			if b := s.get(path).is(200); string(b.body) != string(a.body) || b.header.Get("Etag") != a.header.Get("Etag") {
				t.Errorf("%s: another answer the next time", path)
			}
		}
		before := s.get(path).header.Get("X-RateLimit-Remaining")
		held := s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio), "If-None-Match": a.header.Get("Etag")}}).is(304)
		if after := s.get(path).header.Get("X-RateLimit-Remaining"); len(held.body) > 0 || len(after) != len(before) || after >= before && after[0] == before[0] {
			t.Errorf("%s: a 304 with %d bytes, %s left before, %s after", path, len(held.body), before, after)
		}
	}
	one, other := s.get("/api/v2/atlas?top=1").header.Get("Etag"), s.get("/api/v2/atlas?top=2").header.Get("Etag")
	plain, explained := s.get("/api/v2/films/"+apptest.Crossing).header.Get("Etag"), s.get("/api/v2/films/"+apptest.Crossing+"?explain=master_score").header.Get("Etag")
	if one == other || plain == explained || one == "" || explained == "" {
		t.Error("two answers have one tag")
	}
}

// globe is an answer of /api/v2/atlas.
type globe struct {
	Data struct {
		Totals    struct{ Films, Countries, Verified, Inferred, Unmapped int }
		Countries []struct {
			Code                           string
			Film_count                     int
			Verified_count, Inferred_count int
			Top_films                      []struct {
				Filmdb_id       string
				Master_score    float64
				Poster_mini_url *string
			}
		}
	}
	Meta struct {
		Band                   string
		Decade_min, Decade_max *int
		Top                    int
	}
}

func (s *site) atlas(query string) (g globe) {
	s.t.Helper()
	if err := json.Unmarshal(s.get("/api/v2/atlas?"+query).is(200).body, &g); err != nil {
		s.t.Fatal(err)
	}
	return g
}

// REQ AT-02, AT-03, AT-04, AT-07, AT-08: the atlas counts the films of the list.
func TestTheAtlasAgreesWithTheList(t *testing.T) {
	t.Parallel()
	s := open(t)
	type listed struct {
		Filmdb_id string
		Year      *float64
		Countries []string
		Ratings   struct{ Master_score float64 }
		Poster    *string `json:"poster_mini_url"`
	}
	var films []listed
	s.get("/api/v2/films?limit=500").is(200).data(&films)
	for _, band := range []string{"", "S", "A", "B", "C", "D", "E"} {
		for _, decades := range []string{"", "&decade_min=1994", "&decade_max=1960", "&decade_min=1960&decade_max=1999", "&decade_min=2030"} {
			g := s.atlas("top=3&band=" + band + decades)
			q, _ := url.ParseQuery(decades[min(1, len(decades)):])
			within := func(f listed) bool {
				if band != "" && film.BandOf(f.Ratings.Master_score) != band {
					return false
				}
				if decades == "" {
					return true
				}
				low, high := 0.0, math.Inf(1)
				if v := q.Get("decade_min"); v != "" {
					fmt.Sscan(v[:3]+"0", &low)
				}
				if v := q.Get("decade_max"); v != "" {
					fmt.Sscan(v[:3]+"9", &high)
				}
				return f.Year != nil && *f.Year >= low && *f.Year <= high
			}
			total, unmapped := 0, 0
			byCountry := map[string][]listed{}
			for _, f := range films {
				if !within(f) {
					continue
				}
				if total++; len(f.Countries) == 0 {
					unmapped++
				} else {
					byCountry[f.Countries[0]] = append(byCountry[f.Countries[0]], f)
				}
			}
			n := g.Data.Totals
			if n.Films != total || n.Unmapped != unmapped || n.Countries != len(byCountry) || len(g.Data.Countries) != len(byCountry) || n.Verified+n.Inferred+n.Unmapped != n.Films {
				t.Fatalf("band %q%s: %+v, the list has %d films, %d unmapped, %d countries", band, decades, n, total, unmapped, len(byCountry))
			}
			for i, c := range g.Data.Countries {
				of := byCountry[c.Code]
				slices.SortFunc(of, func(a, b listed) int {
					return cmp.Or(cmp.Compare(b.Ratings.Master_score, a.Ratings.Master_score), cmp.Compare(a.Filmdb_id, b.Filmdb_id))
				})
				if c.Film_count != len(of) || c.Verified_count+c.Inferred_count != c.Film_count || len(c.Top_films) != min(3, len(of)) {
					t.Fatalf("band %q%s: %+v, the list has %d", band, decades, c, len(of))
				}
				for j, f := range c.Top_films {
					if f.Filmdb_id != of[j].Filmdb_id || (f.Poster_mini_url == nil) != (of[j].Poster == nil) ||
						f.Poster_mini_url != nil && *f.Poster_mini_url != *of[j].Poster {
						t.Errorf("band %q%s: %s has %+v in place %d, the list %+v", band, decades, c.Code, f, j, of[j])
					}
				}
				if before := g.Data.Countries[max(0, i-1)]; before.Film_count < c.Film_count || before.Film_count == c.Film_count && before.Code > c.Code {
					t.Errorf("band %q%s: %s before %s", band, decades, before.Code, c.Code)
				}
			}
		}
	}
	g := s.atlas("band=a&decade_min=1994.5&decade_max=2019&top=7")
	if g.Meta.Band != "A" || *g.Meta.Decade_min != 1990 || *g.Meta.Decade_max != 2010 || g.Meta.Top != 7 {
		t.Errorf("meta %+v", g.Meta)
	}
	if g := s.atlas(""); g.Meta.Band != "all" || g.Meta.Decade_min != nil || g.Meta.Decade_max != nil || g.Meta.Top != 100 {
		t.Errorf("meta %+v", g.Meta)
	}
}

// REQ F1-35, F1-36, F1-37: statistics agree with the lists.
func TestStatisticsAgreeWithTheList(t *testing.T) {
	t.Parallel()
	s := open(t)
	var stats struct {
		Summary struct {
			Total_films, With_rating, With_budget int
		}
		Genres, Decades, Languages map[string]struct{ Count int }
	}
	s.get("/api/v1/stats").is(200).data(&stats)
	total := func(query string) int { t.Helper(); return s.get("/api/v2/films?limit=1&" + query).page().Meta.Total }
	if stats.Summary.Total_films != total("") || stats.Summary.With_rating != total("min_rating=-1") {
		t.Errorf("summary %+v", stats.Summary)
	}
	for key, of := range map[string]map[string]struct{ Count int }{"genre": stats.Genres, "decade": stats.Decades, "language": stats.Languages} {
		if len(of) == 0 {
			t.Errorf("no %s", key)
		}
		for value, n := range of {
			if want := total(key + "=" + url.QueryEscape(value)); n.Count != want {
				t.Errorf("%s %s: %d, the list has %d", key, value, n.Count, want)
			}
		}
	}
	facets := s.get("/api/v2/films?limit=1&facets=genres").page().Meta.Facets["genres"]
	if len(facets) != len(stats.Genres) {
		t.Errorf("%d genres, the facets have %d", len(stats.Genres), len(facets))
	}
}

// REQ F1-34: the arithmetic of a master score can be followed.
func TestAMasterScoreIsExplained(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, id := range []string{apptest.Crossing, apptest.Bare, apptest.Ensemble} {
		var a struct {
			Data    map[string]any
			Explain struct {
				Master_score struct {
					Value, Base, Awards, Return float64
					Band                        string
					Prior                       bool
					Ratings                     []struct{ Percentile, Trust, Standing, Share float64 }
				}
			}
		}
		if err := json.Unmarshal(s.get("/api/v2/films/"+id+"?explain=master_score").is(200).body, &a); err != nil {
			t.Fatal(err)
		}
		e := a.Explain.Master_score
		base, shares := 0.0, 0.0
		for _, r := range e.Ratings {
			if want := 50 + r.Trust*(r.Percentile-50); math.Abs(r.Standing-want) > 0.01 {
				t.Errorf("%s: standing %v, want %v", id, r.Standing, want)
			}
			base += r.Share * r.Standing
			shares += r.Share
		}
		if len(e.Ratings) == 0 {
			base, shares = 50, 1
		}
		value := 50 + 0.9*(e.Base-50) + e.Awards + e.Return
		if math.Abs(base-e.Base) > 0.02 || math.Abs(shares-1) > 0.001 || math.Abs(value-e.Value) > 0.01 || e.Band != film.BandOf(e.Value) ||
			e.Prior != (len(e.Ratings) == 0) || a.Data["filmdb_id"] != id {
			t.Errorf("%s: base %v, shares %v, value %v of %+v", id, base, shares, value, e)
		}
	}
	if text := string(s.get("/api/v2/films/" + apptest.Crossing + "?explain=").is(200).body); strings.Contains(text, `"explain"`) {
		t.Error("explained without being asked")
	}
	s.get("/api/v2/films/"+apptest.Absent+"?explain=master_score").fails(404, "film_not_found")
}

// Answers of these routes are as described, in the sandbox too (REQ G-03).
func TestTheseAnswersAreAsDescribed(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc := load(t, s)
	for _, c := range []struct{ route, path string }{
		{"/api/v1/search", "/api/v1/search?q=summer"}, {"/api/v1/search", "/api/v1/search?q=evreyone+came"}, {"/api/v1/search", "/api/v1/search?q=nothing+at+all"},
		{"/api/v1/search", "/api/v1/search"}, {"/api/v1/search", "/api/v1/search?q=the&limit=100&type=synopsis"},
		{"/api/v1/stats", "/api/v1/stats"}, {"/api/v2/coverage", "/api/v2/coverage"},
		{"/api/v2/atlas", "/api/v2/atlas"}, {"/api/v2/atlas", "/api/v2/atlas?band=S&decade_min=1890&decade_max=1890"}, {"/api/v2/atlas", "/api/v2/atlas?band=X"},
		{"/api/v2/films/{id}", "/api/v2/films/" + apptest.Bare + "?explain=master_score"}, {"/api/v2/films/{id}", "/api/v2/films/" + apptest.Crossing + "?explain=x"},
	} {
		for _, sandbox := range []string{"0", "1"} {
			a := s.ask(request{path: c.path, header: map[string]string{"X-API-Key": s.Key(access.Studio), "X-Sandbox": sandbox}})
			described(t, doc, "GET", c.route, a)
			if sandboxed := strings.Contains(string(a.body), `"sandbox":true`); a.status == 200 && sandboxed != (sandbox == "1") {
				t.Errorf("%s: sandbox %s, told %v", c.path, sandbox, sandboxed)
			}
		}
		media := doc.Paths.Find(c.route).Get.Responses.Value("200").Value.Content["application/json"]
		if err := doc.ValidateSchemaJSON(media.Schema.Value, media.Example); err != nil {
			t.Errorf("%s: example: %v", c.route, err)
		}
	}
}

// The shapes, committed byte for byte (REQ V-08).
func TestShapesOfAnswers(t *testing.T) {
	t.Parallel()
	s := open(t)
	for name, path := range map[string]string{
		"v1_search":    "/api/v1/search?q=summer&limit=5",
		"v1_stats":     "/api/v1/stats",
		"v2_atlas":     "/api/v2/atlas?band=A&top=2",
		"v2_explained": "/api/v2/films/" + apptest.Bare + "?explain=master_score",
	} {
		var v any
		if err := json.Unmarshal([]byte(strings.ReplaceAll(string(s.get(path).is(200).body), s.url, "https://kinodex.example")), &v); err != nil {
			t.Fatal(err)
		}
		text, _ := json.MarshalIndent(v, "", "  ")
		golden(t, "testdata/"+name+".json", append(text, '\n'))
	}
}
