package conformance

import (
	"errors"
	"net/http"
	"strings"
)

// errors checks how what cannot be answered is refused.
func (r *runner) errors() {
	r.group = "errors"
	refuses := func(name string, q question, status int, code string, headers ...string) {
		r.expect(name, q, func(a *reply) error {
			err := a.fails(status, code, "")
			for _, header := range headers {
				if a.header.Get(header) == "" {
					err = errors.Join(err, a.differs("no %s", header))
				}
			}
			if status == http.StatusUnauthorized || status == http.StatusForbidden {
				err = errors.Join(err, a.has("Cache-Control", "no-store"))
			}
			return err
		})
	}
	for _, path := range []string{"/api/v2/films", "/api/v1/films"} {
		refuses(path+" without a key", question{path: path, keyless: true}, 401, "missing_api_key", "X-Request-Id")
		refuses(path+" with a bad key", question{path: path, keyless: true, header: map[string]string{"X-API-Key": "not-a-key"}}, 401, "invalid_api_key")
	}
	refuses("a path that is none", question{path: "/api/v2/nothing-here"}, 404, "not_found")
	refuses("a method that a path does not have", question{method: "PUT", path: "/api/v2/films"}, 405, "method_not_allowed", "Allow")
	for _, path := range []string{"/api/v2/films/tt999999999", "/api/v1/films/tt999999999", "/api/v2/films/nonsense", "/api/v2/films/tt999999999/similar"} {
		refuses("a film that is none: "+path, question{path: path}, 404, "film_not_found")
	}
	refuses("a screenplay that is none", question{path: "/api/v1/scripts/tt999999999"}, 404, "script_not_found")
	refuses("an actor that is none", question{path: "/api/v1/actors/nobody-has-this-name"}, 404, "actor_not_found")
	refuses("a body that is not JSON", question{method: "POST", path: "/api/v1/recommend", body: `{"liked":`}, 400, "invalid_body")
	refuses("a body of another type", question{method: "POST", path: "/api/v1/recommend", body: `{}`, header: map[string]string{"Content-Type": "text/csv"}}, 415, "unsupported_media_type")
	refuses("an address that is too long", question{path: "/api/v2/films?q=" + strings.Repeat("a", 9000)}, 414, "uri_too_long")
	refuses("a body that is too large", question{method: "POST", path: "/api/v1/recommend", body: `{"liked":["` + strings.Repeat("a", 1<<20) + `"]}`}, 413, "payload_too_large")
}

// bound is a request that a bound of the interface refuses, or takes.
type bound struct {
	path, body string
	// param is blamed; empty where the request is answered.
	param string
	// code is that of the refusal, invalid_parameter when empty.
	code string
}

// boundsOfParameters are the stated bounds: what is out of them is refused, in words that name the parameter.
var boundsOfParameters = []bound{
	{path: "/api/v2/films?limit=501", param: "limit"}, {path: "/api/v2/films?limit=-1", param: "limit"}, {path: "/api/v2/films?limit=1.5", param: "limit"},
	{path: "/api/v2/films?limit=abc", param: "limit"}, {path: "/api/v2/films?limit=", param: "limit"}, {path: "/api/v2/films?limit=1&limit=2", param: "limit"},
	{path: "/api/v2/films?min_rating=abc", param: "min_rating"}, {path: "/api/v2/films?min_score=abc", param: "min_score"},
	{path: "/api/v2/films?min_votes=abc", param: "min_votes"}, {path: "/api/v2/films?max_runtime=abc", param: "max_runtime"}, {path: "/api/v2/films?year_min=abc", param: "year_min"}, {path: "/api/v2/films?year_max=abc", param: "year_max"},
	{path: "/api/v2/films?decade=abc", param: "decade"}, {path: "/api/v2/films?has_poster=maybe", param: "has_poster"}, {path: "/api/v2/films?sort=nothing", param: "sort"},
	{path: "/api/v2/films?sort=year:up", param: "sort"}, {path: "/api/v2/films?language=english", param: "language"}, {path: "/api/v2/films?fields=nothing", param: "fields"},
	{path: "/api/v2/films?year_min=2000&year_max=1990", param: "year_min"}, {path: "/api/v2/films?q=%ff", param: "q"},
	{path: "/api/v2/films?cursor=nonsense", param: "cursor", code: "invalid_cursor"}, {path: "/api/v2/films?limitt=5", param: "limitt", code: "unknown_parameter"},
	{path: "/api/v2/films/{id}/similar?limit=0", param: "limit"}, {path: "/api/v2/films/{id}/similar?limit=101", param: "limit"},
	{path: "/api/v2/atlas?top=0", param: "top"}, {path: "/api/v2/atlas?top=201", param: "top"}, {path: "/api/v2/atlas?band=Z", param: "band"},
	{path: "/api/v2/catalog/snapshot?format=xml", param: "format"},
	{path: "/api/v2/recommend", body: `{}`, param: "prompt", code: "missing_parameter"},
	{path: "/api/v2/recommend", body: `{"prompt":"a thriller","filters":{"colour":"red"}}`, param: "filters.colour"},
	{path: "/api/v2/recommend/together", body: `{}`, param: "people", code: "missing_parameter"},
	{path: "/api/v2/recommend/together", body: `{"people":[{"prompt":"a thriller"}]}`, param: "people"},
	{path: "/api/v2/recommend/together", body: `{"people":[{"prompt":"a thriller"},{}]}`, param: "people[1]", code: "missing_parameter"},
	{path: "/api/v1/films?min_rating=abc", param: "min_rating"}, {path: "/api/v1/films?sort=nothing", param: "sort"}, {path: "/api/v1/films?limit=abc", param: "limit"},
	{path: "/api/v1/search", param: "q", code: "missing_parameter"}, {path: "/api/v1/search?q=a", param: "q"}, {path: "/api/v1/search?q=the&limit=101", param: "limit"},
	{path: "/api/v1/search?q=the&type=people", param: "type"}, {path: "/api/v1/scripts?tier=Z", param: "tier"},
	{path: "/api/v1/scripts/analyze", body: `{"text":"too short"}`, param: "text"}, {path: "/api/v1/predict", body: `{}`, param: "title", code: "missing_parameter"},
	{path: "/api/v1/recommend", body: `{"liked":[]}`, param: "liked", code: "missing_parameter"},
}

// bounds checks what parameters may be.
func (r *runner) bounds() {
	r.group = "bounds"
	for _, b := range boundsOfParameters {
		path := r.with(b.path)
		if path == "" {
			continue
		}
		q := question{path: path, body: b.body}
		name := b.path
		if b.body != "" {
			q.method, name = http.MethodPost, b.path+" "+b.body
		}
		code := b.code
		if code == "" {
			code = "invalid_parameter"
		}
		r.expect(name+" is refused", q, func(a *reply) error {
			if why := a.withheld(); why != nil {
				return why
			}
			return a.fails(http.StatusBadRequest, code, b.param)
		})
	}
	for _, used := range []struct {
		path string
		want int
	}{
		{"/api/v2/films?fields=title", 50}, {"/api/v2/films?fields=title&limit=500", 500},
		{"/api/v1/films?fields=title&limit=201", 200}, {"/api/v1/films?fields=title&limit=0", 1},
	} {
		r.expect(used.path+" uses a limit that meta tells", question{path: used.path}, func(a *reply) error {
			var page struct{ Meta struct{ Limit int } }
			if err := errors.Join(a.is(http.StatusOK), a.json(&page)); err != nil {
				return err
			}
			if page.Meta.Limit != used.want {
				return a.differs("meta.limit is %d, want %d", page.Meta.Limit, used.want)
			}
			return nil
		})
	}
	r.expect("version 1 ignores a parameter that it does not have", question{path: "/api/v1/films?limit=1&limitt=5"}, func(a *reply) error { return a.is(http.StatusOK) })
}

// with returns a path with the id of a film that there is; empty when there is none.
func (r *runner) with(path string) string {
	if !strings.Contains(path, "{id}") {
		return path
	}
	if len(r.films) == 0 {
		return ""
	}
	return strings.ReplaceAll(path, "{id}", r.films[0].ID)
}
