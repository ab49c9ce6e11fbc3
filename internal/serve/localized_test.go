package serve_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"kinodex/internal/access"
)

// REQ F2-148: wherever version 2 tells of films, title_language gives the titles of a language or
// of a country, by the rule of TMDb's interface. The films and their order stay, and so does all of
// a film of which the record has no such title.
func TestTitlesOfALanguage(t *testing.T) {
	t.Parallel()
	s := open(t)
	const everyone, italian, japanese = "Everyone Came", "Tutti al tavolo", "全員集合"
	const ensemble = "/api/v2/films/tt0000110"
	for _, c := range []struct{ path, name, want string }{
		{ensemble + "?", "data.title", everyone},
		{ensemble + "?title_language=it", "data.title", italian},
		{ensemble + "?title_language=it", "data.original_title", everyone},
		{ensemble + "?title_language=IT-it", "data.title", italian},
		{ensemble + "?title_language=it-CH", "data.title", everyone},
		{ensemble + "?title_language=ja-JP", "data.title", japanese},
		{ensemble + "?title_language=", "data.title", everyone},
		{ensemble + "?title_language=de", "data.title", everyone},
		{ensemble + "?title_language=de", "data.original_title", "null"},
		{ensemble + "?title_language=it&explain=master_score", "data.title", italian},
		{"/api/v2/films/tt0000106?title_language=pl", "data.title", "Żółta łódź"},
		{"/api/v2/films/tt0000106?title_language=pl", "data.original_title", "Żółta łódź"},
		{"/api/v2/films?q=everyone+came&title_language=ja", "data.0.title", japanese},
		{"/api/v2/films?q=everyone+came&title_language=ja&language=ja", "meta.total", "0"}, // the filter is another parameter
		{"/api/v2/films?q=everyone+came&title_language=ja&fields=title", "data.0.title", japanese},
		{"/api/v2/films?q=everyone+came&title_language=ja&fields=year", "data.0.title", ""},
		{"/api/v2/films?ids=tt0000110&title_language=it", "data.0.title", italian},
		{"/api/v2/films/find?external_id=tt0000110&title_language=it", "data.title", italian},
		{"/api/v2/films/find?external_id=tt0000110&title_language=it&fields=original_title", "data.original_title", everyone},
		{"/api/v2/films/random?q=everyone+came&title_language=it", "data.title", italian},
	} {
		a := s.get(c.path)
		if got, _ := at(a.object(), c.name); a.status != 200 || got != c.want {
			t.Errorf("%s: %d, %s is %q, want %q", c.path, a.status, c.name, got, c.want)
		}
	}
	for path, body := range map[string]string{
		"/api/v2/films/search": `{"q":"everyone came","title_language":"it"}`,
		"/api/v2/films/batch":  `{"films":["tt0000110"],"title_language":"it","mode":"detail","fields":"title"}`,
	} {
		if a := s.post(path, body); a.status != 200 || !strings.Contains(string(a.body), `"title":"`+italian+`"`) {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	csv := s.ask(request{path: "/api/v2/films?q=everyone+came&title_language=it&fields=title,original_title", header: map[string]string{"X-API-Key": s.Key(access.Studio), "Accept": "text/csv"}})
	if want := "filmdb_id,title,original_title\r\ntt0000110," + italian + "," + everyone + "\r\n"; string(csv.body) != want {
		t.Errorf("as a table: %s, want %s", csv.body, want)
	}
}

// REQ F2-162: so do recommendations, which stay the same films in the same order.
func TestRecommendationsHaveTitlesOfALanguage(t *testing.T) {
	t.Parallel()
	s := open(t)
	type recommended []struct {
		Film struct {
			ID    string `json:"filmdb_id"`
			Title string
		}
	}
	for path, body := range map[string]string{
		"/api/v2/recommend":          `{"prompt":"a film","limit":50%s}`,
		"/api/v2/recommend/together": `{"people":[{"liked":["The Crossing"]},{"prompt":"a drama"}],"limit":50%s}`,
	} {
		var plain, italian recommended
		s.post(path, strings.Replace(body, "%s", "", 1)).is(200).data(&plain)
		s.post(path, strings.Replace(body, "%s", `,"title_language":"it"`, 1)).is(200).data(&italian)
		found := false
		for i := range plain {
			want := plain[i]
			if want.Film.ID == "tt0000110" {
				found, want.Film.Title = true, "Tutti al tavolo"
			}
			if len(italian) != len(plain) || italian[i] != want {
				t.Errorf("%s: %v, want %v", path, italian[i], want)
			}
		}
		if !found {
			t.Errorf("%s: the film with an Italian title is not among %d", path, len(plain))
		}
		if a := s.post(path, strings.Replace(body, "%s", `,"title_language":"english"`, 1)); a.status != 400 || !strings.Contains(string(a.body), "title_language") {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

// REQ F2-148: what no titles can have is refused before it costs anything, with what it may be.
func TestALanguageThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, language := range []string{"zz", "english", "x-klingon", "yue", "und", "und-JP", "it,fr", "it-ZZZ", "%C3%A9", strings.Repeat("it-", 20) + "it", "*", "0", "en-"} {
		for _, path := range []string{"/api/v2/films?", "/api/v2/films/tt0000110?", "/api/v2/films/tt0000110/similar?", "/api/v2/films/random?", "/api/v2/films/find?external_id=tt0000110&"} {
			a := s.get(path + "title_language=" + language)
			if o := a.object()["error"]; a.status != 400 || !strings.Contains(string(a.body), "title_language") || !strings.Contains(string(a.body), "pt-BR") {
				t.Errorf("%s in %q: %d %v", path, language, a.status, o)
			}
		}
	}
	if a := s.post("/api/v2/films/batch", `{"films":["tt0000110"],"title_language":"english"}`); a.status != 400 || !strings.Contains(string(a.body), "title_language") {
		t.Errorf("in a batch: %d %s", a.status, a.body)
	}
	if a := s.get("/api/v2/films/tt0000110?locale=it"); a.status != 400 || !strings.Contains(string(a.body), "title_language") {
		t.Errorf("by another name: %d %s", a.status, a.body)
	}
}

// REQ F2-148: the entity tag is that of the language, a cursor goes on in any, and compressed the
// answer is the same.
func TestLanguagesHaveEntityTagsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := open(t)
	plain, italian := s.get("/api/v2/films?limit=5"), s.get("/api/v2/films?limit=5&title_language=it")
	if plain.header.Get("ETag") == italian.header.Get("ETag") {
		t.Error("one entity tag for two languages")
	}
	next, _ := at(plain.object(), "meta.next_cursor")
	if a := s.get("/api/v2/films?limit=5&title_language=it&cursor=" + next); a.status != 200 {
		t.Errorf("a cursor of another language: %d %s", a.status, a.body)
	}
	key := s.Key(access.Studio)
	s.ask(request{path: "/api/v2/films?limit=5&title_language=it", header: map[string]string{"X-API-Key": key, "If-None-Match": italian.header.Get("ETag")}}).is(304)
	coded := s.ask(request{path: "/api/v2/films?limit=5&title_language=it", header: map[string]string{"X-API-Key": key, "Accept-Encoding": "gzip"}})
	if got := unzipped(t, coded); got != string(italian.body) {
		t.Errorf("compressed: %.300s, want %.300s", got, italian.body)
	}
}

// unzipped returns the body of an answer in gzip's format.
func unzipped(t *testing.T, a *answer) string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(a.body))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
