package serve_test

import (
	"net/url"
	"strings"
	"testing"

	"kinodex/internal/access"
)

// Each bound and each malformed parameter of the trace: 400, naming the
// parameter and what it allows, and costing nothing (REQ F2-25, L-01, L-05,
// L-09, L-10, E-12, Q-08).
func TestMalformedParametersAreNamedAndFree(t *testing.T) {
	t.Parallel()
	s := open(t)
	integers := []string{"abc", "1.5", "+5", "5e1", "٥", "", "0x10", "1_000", "1,5", " 5", "9999999999", "--5", "NaN"}
	numbers := []string{"abc", "", "1e3", "+1", "NaN", "Inf", "-inf", "0x1p4", "1.", ".5", "1,5", "٥", "1__0", strings.Repeat("9", 400)}
	type bad struct{ path, param, allowed string }
	var cases []bad
	add := func(route, param, allowed string, values ...string) {
		for _, v := range values {
			cases = append(cases, bad{route + "?" + param + "=" + url.QueryEscape(v), param, allowed})
		}
	}
	v1, v2 := "/api/v1/films", "/api/v2/films"
	add(v1, "limit", "an integer from 1 to 200", integers...)
	add(v1, "offset", "an integer from 0 to 1000000000", integers...)
	add(v1, "min_rating", "a number from 0 to 10", numbers...)
	add(v1, "min_score", "a number of at least 0", numbers...)
	add(v1, "decade", "a decade such as 1990s or 1990", "abc", "199", "19900", "1990ss", "٠٩٩١")
	add(v2, "limit", "an integer from 1 to 500; beside facets (facets=total) also 0, to count alone", append(integers, "0", "501", "-1", "050x")...)
	add(v2, "min_rating", "a number (ratings run from 0 to 10)", numbers...)
	add(v2, "min_score", "a number (scores run from 0 to 100)", numbers...)
	add(v2, "min_votes", "a number of votes", numbers...)
	add(v2, "max_votes", "a number of votes", numbers...)
	add(v2, "max_rating", "a number (ratings run from 0 to 10)", numbers...)
	add(v2, "min_runtime", "a number of minutes", numbers...)
	add(v2, "max_runtime", "a number of minutes", numbers...)
	add(v2, "year_min", "a number", numbers...)
	add(v2, "year_max", "a number", numbers...)
	add(v2, "has_poster", "true or false", "yes", "", "TRUE", "2", "on")
	add(v2, "country", "a two-letter ISO 3166-1 code, such as KR", "KOR", "k", "1a")                                                                  // REQ F2-59
	add(v2, "certification", "marks between commas, each with its country before it or of the United States: PG-13, GB:12A", "GBR:12A", "GB:", ":PG") // REQ F2-74
	for _, bound := range []string{"released_after", "released_before"} {                                                                             // REQ F2-75
		add(v2, bound, "a day such as 1999-12-31, a month such as 1999-12, or a year", "1999-02-30", "99", "1999-1-1", "May 1999", "1999-13")
	}
	add(v2, "released", "one of recent, upcoming", "soon", "recent,upcoming")
	add(v2, "language", "a two-letter ISO 639-1 code, such as en", "eng", "e", "1a", "é")
	add(v2, "facets", "a comma-separated list of: genres, decades, languages, countries, total", "genre", "genres,nothing")
	add(v2, "cursor", "a next_cursor, unchanged", "abc", "AAAA", strings.Repeat("A", 60), strings.Repeat("A", 5000), "%", "=", "..")
	add(v2+"/stream", "has_poster", "true or false", "maybe")
	for _, route := range []string{v1, v2} {
		add(route, "q", "text of at most 500 characters", strings.Repeat("é", 501), strings.Repeat("a", 7000))
		for _, param := range []string{"q", "genre", "decade", "director", "sort", "fields"} {
			add(route, param, "valid UTF-8 text without NUL characters", "a\x00b", "\xff\xfe", "\xed\xa0\x80")
		}
		add(route, "sort", "", "nothing", "year:up", "year:", ":asc", "year:asc:desc", "relevance:desc", "year asc")
		add(route, "fields", "", "nothing", "nothing,more", ",")
	}
	add(v2+"/stream", "fields", "", "nothing")
	for _, route := range []string{v1, v2} {
		for _, param := range []string{"q", "limit", "sort", "min_rating"} {
			value := map[string]string{"q": "a", "limit": "5", "sort": "year", "min_rating": "5"}[param]
			cases = append(cases, bad{route + "?" + param + "=" + value + "&" + param + "=" + value, param, "given once"})
		}
		cases = append(cases,
			bad{route + "?q=%zz", "q", "percent-encoded UTF-8 text"},
			bad{route + "?q=%", "q", "percent-encoded UTF-8 text"},
			bad{route + "?%6Cimit=x", "limit", ""},
			bad{route + "?limit", "limit", ""})
	}
	cases = append(cases, bad{v2 + "?year_min=2000&year_max=1999", "year_min", "at most year_max"})
	for _, c := range cases {
		a := s.get(c.path)
		if a.status != 400 {
			t.Errorf("%.120s: status %d, want 400: %.200s", c.path, a.status, a.body)
			continue
		}
		code := "invalid_parameter"
		if c.param == "cursor" {
			code = "invalid_cursor"
		}
		p := a.fails(400, code)
		if p.Param != c.param || p.Allowed == "" || c.allowed != "" && p.Allowed != c.allowed {
			t.Errorf("%.120s: param %q allowed %q, want %q %q", c.path, p.Param, p.Allowed, c.param, c.allowed)
		}
		if !strings.Contains(p.Message, c.param) || len(p.Message) > 500 {
			t.Errorf("%.120s: message %q", c.path, p.Message)
		}
	}
	if left := s.get("/api/v2/films?limit=1").header.Get("X-RateLimit-Remaining"); left != "9999" {
		t.Errorf("malformed requests cost something: %s left", left)
	}
}

// Whatever is sent, the answer is not ours to be blamed for (REQ E-09).
func TestHostileRequestsAreRefusedInOurWords(t *testing.T) {
	t.Parallel()
	s := open(t)
	key := s.Key(access.Studio)
	for _, c := range []struct {
		name   string
		r      request
		status int
		code   string
	}{
		{"10,000 characters of q", request{path: "/api/v2/films?q=" + strings.Repeat("a", 10_000)}, 414, "uri_too_long"},
		{"a long path", request{path: "/api/v2/films/" + strings.Repeat("a", 8_200)}, 414, "uri_too_long"},
		{"8 KiB exactly", request{path: "/api/v2/films?_x=" + strings.Repeat("a", 8192-17)}, 200, ""},
		{"headers of 17 KiB", request{path: "/api/v2/films", header: map[string]string{"X-Junk": strings.Repeat("a", 17<<10)}}, 431, "headers_too_large"},
		{"an unknown path", request{path: "/api/v3/films"}, 404, "not_found"},
		{"a file of the root", request{path: "/index.php"}, 404, "not_found"},
		{"dots", request{path: "/api/v2/films/../films"}, 404, "not_found"},
		{"encoded dots", request{path: "/api/v2/films/%2e%2e/%2e%2e/etc/passwd"}, 404, "not_found"},
		{"two slashes", request{path: "/api//v2/films"}, 404, "not_found"},
		{"two slashes at the end", request{path: "/api/v2/films//"}, 404, "not_found"},
		{"a deeper path", request{path: "/api/v2/films/tt1/cast/x"}, 404, "not_found"},
		{"a strange method", request{method: "BREW", path: "/api/v2/films"}, 405, "method_not_allowed"},
		{"DELETE", request{method: "DELETE", path: "/api/v2/films/tt1"}, 405, "method_not_allowed"},
		{"GET of batch", request{path: "/api/v2/films/batch"}, 405, "method_not_allowed"},
		{"POST of stream", request{method: "POST", path: "/api/v2/films/stream"}, 405, "method_not_allowed"},
		{"POST of a list", request{method: "POST", path: "/api/v1/films"}, 405, "method_not_allowed"},
	} {
		if c.r.header == nil {
			c.r.header = map[string]string{}
		}
		c.r.header["X-API-Key"] = key
		a := s.ask(c.r)
		if c.code == "" {
			a.is(c.status)
			continue
		}
		if a.status != c.status {
			t.Errorf("%s: status %d, want %d: %.200s", c.name, a.status, c.status, a.body)
			continue
		}
		a.fails(c.status, c.code)
		if c.status == 405 && a.header.Get("Allow") == "" {
			t.Errorf("%s: no Allow (G-09)", c.name)
		}
	}
	s.ask(request{path: "/api/v2/films/batch"}).has("Allow", "OPTIONS, POST")
	s.ask(request{method: "PUT", path: "/api/v2/films"}).has("Allow", "GET, HEAD, OPTIONS")
}

// REQ F2-35: a cursor of one question does not page another, nor does one that
// was changed.
func TestCursorsAreBoundToTheirQuestion(t *testing.T) {
	t.Parallel()
	s := open(t)
	cursor := *s.get("/api/v2/films?limit=2&genre=Drama").page().Meta.NextCursor
	s.get("/api/v2/films?limit=3&genre=drama&cursor=" + cursor).is(200)
	for _, other := range []string{"genre=Comedy", "", "genre=Drama&sort=year:asc", "genre=Drama&q=river", "genre=Drama&has_poster=true"} {
		s.get("/api/v2/films?limit=2&"+other+"&cursor="+cursor).fails(400, "invalid_cursor")
	}
	for i := range len(cursor) {
		changed := []byte(cursor)
		changed[i] = map[bool]byte{true: 'B', false: 'A'}[changed[i] == 'A']
		if a := s.get("/api/v2/films?limit=2&genre=Drama&cursor=" + string(changed)); a.status != 400 {
			t.Errorf("byte %d changed: status %d", i, a.status)
		}
	}
}

// REQ E-09, L-08, S-17: bodies.
func TestHostileBodies(t *testing.T) {
	t.Parallel()
	s := open(t)
	path := "/api/v2/films/batch"
	for _, c := range []struct {
		name, body string
		status     int
		code       string
		param      string
	}{
		{"empty", "", 400, "invalid_body", "body"},
		{"blank", " \n", 400, "invalid_body", "body"},
		{"truncated", `{"films":["tt1"`, 400, "invalid_body", "body"},
		{"not JSON", `films=tt1`, 400, "invalid_body", "body"},
		{"two values", `{"films":["tt1"]}{}`, 400, "invalid_body", "body"},
		{"a duplicate key", `{"films":["tt1"],"films":["tt2"]}`, 400, "invalid_body", "body"},
		{"a duplicate key within", `{"films":[{"title":"It","title":"That","year":1}]}`, 400, "invalid_body", "body"},
		{"invalid UTF-8", "{\"films\":[\"tt\xff\"]}", 400, "invalid_body", "body"},
		{"nesting of 65", `{"x":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `,"films":["tt1"]}`, 400, "invalid_body", "body"},
		{"nesting of 64", `{"x":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `,"films":["tt0000101"]}`, 200, "", ""},
		{"nesting of 100,000", strings.Repeat("[", 100_000), 400, "invalid_body", "body"},
		{"over 1 MiB", `{"films":["` + strings.Repeat("t", 1<<20) + `"]}`, 413, "payload_too_large", ""},
		{"an array", `["tt1"]`, 400, "invalid_parameter", "body"},
		{"null", `null`, 400, "missing_parameter", "films"},
		{"no films", `{}`, 400, "missing_parameter", "films"},
		{"none wanted", `{"films":[]}`, 400, "invalid_parameter", "films"},
		{"101 wanted", `{"films":["tt1"` + strings.Repeat(`,"tt1"`, 100) + `]}`, 400, "invalid_parameter", "films"},
		{"100 wanted", `{"films":["tt1"` + strings.Repeat(`,"tt1"`, 99) + `]}`, 200, "", ""},
		{"films of another type", `{"films":"tt1"}`, 400, "invalid_parameter", "films"},
		{"a nameless item", `{"films":["tt1",{}]}`, 400, "invalid_parameter", "films[1]"},
		{"a null item", `{"films":[null]}`, 400, "invalid_parameter", "films[0]"},
		{"a boolean item", `{"films":[true]}`, 400, "invalid_parameter", "films[0]"},
		{"a title without a year", `{"films":[{"title":"It"}]}`, 400, "invalid_parameter", "films[0]"},
		{"a fractional id", `{"films":[{"moviedb_id":1.5}]}`, 400, "invalid_parameter", "films[0]"},
		{"a negative id", `{"films":[{"moviedb_id":-1}]}`, 400, "invalid_parameter", "films[0]"},
		{"two names at once", `{"films":[{"filmdb_id":"tt1","moviedb_id":1}]}`, 400, "invalid_parameter", "films[0]"},
		{"an unknown mode", `{"films":["tt1"],"mode":"all"}`, 400, "invalid_parameter", "mode"},
		{"unknown fields", `{"films":["tt1"],"fields":"nothing"}`, 400, "invalid_parameter", "fields"},
		{"fields of another type", `{"films":["tt1"],"fields":5}`, 400, "invalid_parameter", "fields"},
		{"an unknown key", `{"films":["tt0000101"],"colour":"red"}`, 200, "", ""},
		{"an id that is none", `{"films":["abc","tt\u0000"]}`, 200, "", ""},
	} {
		a := s.post(path, c.body)
		if a.status != c.status {
			t.Errorf("%s: status %d, want %d: %.200s", c.name, a.status, c.status, a.body)
			continue
		}
		if c.code != "" {
			if p := a.fails(c.status, c.code); p.Param != c.param || c.param != "" && p.Allowed == "" {
				t.Errorf("%s: param %q allowed %q, want %q", c.name, p.Param, p.Allowed, c.param)
			}
		}
		a.has("Cache-Control", "no-store") // REQ F2-53
	}
	for media, status := range map[string]int{
		"": 200, "application/json": 200, "application/json; charset=utf-8": 200, "application/vnd.api+json": 200,
		"text/plain": 415, "application/x-www-form-urlencoded": 415, "application/xml": 415, ";": 415,
	} {
		a := s.ask(request{method: "POST", path: path, body: `{"films":["tt1"]}`,
			header: map[string]string{"X-API-Key": s.Key(access.Studio), "Content-Type": media}})
		if a.status != status {
			t.Errorf("Content-Type %q: status %d, want %d", media, a.status, status)
		}
	}
	s.ask(request{method: "POST", path: path, body: `{"films":["tt1"]}`,
		header: map[string]string{"X-API-Key": s.Key(access.Studio), "Content-Encoding": "gzip"}}).fails(415, "unsupported_media_type")
}
