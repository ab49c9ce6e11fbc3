package serve_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
)

// A parameter that a path of v2 does not have is refused, named, with the
// nearest ones that it has, and costs nothing (REQ G-10, A-16).
func TestUnknownParametersOfV2AreRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := map[string]string{"X-API-Key": s.Key(access.Studio)}
	for _, c := range []struct{ path, param, near string }{
		{"/api/v2/films?year=1999", "year", "year_min, year_max"},
		{"/api/v2/films?title=Heat", "title", "q"},
		{"/api/v2/films?search=Heat", "search", "q"},
		{"/api/v2/films?page=2", "page", "cursor"},
		{"/api/v2/films?offset=20", "offset", "cursor"},
		{"/api/v2/films?gnere=drama", "gnere", "genre"},
		{"/api/v2/films?Genre=drama", "Genre", "genre"},
		{"/api/v2/films?limit=5&per_page=5", "per_page", "limit"},
		{"/api/v2/films?%zz=1", "%zz", "ids, q, match, "},
		{"/api/v2/films?countries=FR", "countries", "country"},
		{"/api/v2/films?apikey=x", "apikey", "api_key"},
		{"/api/v2/films/" + apptest.Crossing + "?explian=master_score", "explian", "explain"},
		{"/api/v2/films/" + apptest.Crossing + "/similar?limits=3", "limits", "limit"},
		{"/api/v2/films/stream?genre=drama", "genre", "has_poster, fields"},
		{"/api/v2/atlas?decade=1990", "decade", "decade_"},
		{"/api/v2/coverage?genre=drama", "genre", "no parameters"},
		{"/api/v2/catalog/changes?after=1", "after", "since"},
		{"/api/v2/films/changes?since=x&offset=1", "offset", "cursor"},
	} {
		a := s.ask(request{path: c.path, header: key})
		e := a.fails(400, "unknown_parameter")
		if e.Code != "unknown_parameter" || e.Param != c.param || !strings.HasPrefix(e.Allowed, c.near) || !strings.Contains(e.Message, c.param) {
			t.Errorf("%s: %+v, want %s and %s", c.path, e, c.param, c.near)
		}
	}
	// The caller comes first, and what costs nothing is not counted.
	s.ask(request{path: "/api/v2/films?year=1999"}).is(401)
	if left := s.get("/api/v2/films?limit=1").header.Get("X-RateLimit-Remaining"); left != "9999" {
		t.Errorf("%s requests are left after refusals", left)
	}
	// The body of a POST has rules of its own; its address has no parameters.
	s.post("/api/v2/recommend?limit=3", `{"prompt":"a river"}`).is(400)
}

// Names that begin with _ or utm_ and keys are nobody's parameters: answer,
// cursor and entity tag are those of the same question without them (REQ G-10).
func TestMarksOfTrackersChangeNothing(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.Key(access.Studio)
	plain := s.get("/api/v2/films?limit=2&sort=year:asc").is(200)
	for _, extra := range []string{"&_=1700000000", "&_x=1", "&utm_source=letter", "&key=" + key, "&api_key=" + key, "&_x=1&utm_campaign=a&_y=2", "&%5fx=1"} {
		a := s.get("/api/v2/films?limit=2&sort=year:asc" + extra).is(200)
		if string(a.body) != string(plain.body) || a.header.Get("Etag") != plain.header.Get("Etag") {
			t.Errorf("%s changes the answer: %s, not %s", extra, a.header.Get("Etag"), plain.header.Get("Etag"))
		}
	}
	next := plain.page().Meta.NextCursor
	second := s.get("/api/v2/films?_x=2&limit=2&sort=year:asc&cursor=" + *next).is(200).page()
	if slices.Equal(second.ids(), plain.page().ids()) || len(second.ids()) != 2 {
		t.Errorf("the second page is %v", second.ids())
	}
}

// v1 answers as ever and says in the meta of its lists what it did not read
// (REQ G-10).
func TestUnknownParametersOfV1AreNamed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ignored := func(path string) []string {
		var body struct{ Meta struct{ Ignored []string } }
		if err := json.Unmarshal(s.get(path).is(200).body, &body); err != nil {
			t.Fatal(err)
		}
		return body.Meta.Ignored
	}
	for _, path := range []string{
		"/api/v1/films", "/api/v1/search?q=river", "/api/v1/scripts", "/api/v1/actors", "/api/v1/posters/films", "/api/v1/styles/directors",
	} {
		join := "?"
		if strings.Contains(path, "?") {
			join = "&"
		}
		if got := ignored(path + join + "year=1999&title=Heat&year=2000&_x=1&utm_source=a&page=%zz"); !slices.Equal(got, []string{"year", "title", "page"}) {
			t.Errorf("%s ignored %q", path, got)
		}
		if body := string(s.get(path + join + "_x=1").is(200).body); strings.Contains(body, `"ignored"`) {
			t.Errorf("%s: ignored, without anything to ignore", path)
		}
	}
	if got := ignored("/api/v1/films?" + strings.Repeat("x", 500) + "=1"); len(got) != 1 || len(got[0]) > 100 {
		t.Errorf("a long name is told as %q", got)
	}
	plain, odd := s.get("/api/v1/films?limit=3").page(), s.get("/api/v1/films?limit=3&year=1999").page()
	if !slices.Equal(plain.ids(), odd.ids()) {
		t.Errorf("v1 lists %v, and %v with a parameter it does not have", plain.ids(), odd.ids())
	}
	s.get("/api/v1/films/" + apptest.Crossing + "?year=1999").is(200)
}

// An unknown genre is an empty answer that names it, and the nearest ones; other
// names of a genre find its films (REQ F2-21).
func TestGenresHaveOtherNamesAndUnknownOnesAreTold(t *testing.T) {
	t.Parallel()
	s := open(t)
	want := s.get("/api/v2/films?genre=Science+Fiction&limit=500").page()
	if want.Meta.Total == 0 {
		t.Fatal("no such films in the house")
	}
	for _, name := range []string{"scifi", "Sci-Fi", "sci+fi", "SF"} {
		if got := s.get("/api/v2/films?limit=500&genre=" + name).page(); !slices.Equal(got.ids(), want.ids()) {
			t.Errorf("%s finds %v", name, got.ids())
		}
	}
	var body struct {
		Data []any
		Meta struct {
			Total         int
			UnknownGenres []struct {
				Genre   string
				Nearest []string
			} `json:"unknown_genres"`
		}
	}
	if err := json.Unmarshal(s.get("/api/v2/films?genre=drama,Westen").is(200).body, &body); err != nil {
		t.Fatal(err)
	}
	u := body.Meta.UnknownGenres
	if body.Data == nil || body.Meta.Total != 0 || len(u) != 1 || u[0].Genre != "Westen" || !slices.Equal(u[0].Nearest, []string{"Western"}) {
		t.Errorf("%+v", body)
	}
	if b := s.get("/api/v2/films?genre=drama,western,horror,war").is(200).body; strings.Contains(string(b), "unknown_genres") {
		t.Errorf("known genres are told unknown: %s", b)
	}
}
