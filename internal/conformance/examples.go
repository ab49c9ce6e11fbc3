package conformance

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// examples asks what the description gives as examples, and holds the answers against its
// schemas. What makes or changes keys is left out; what the catalogue of a server decides (which film
// there is) is taken from its own lists.
func (r *runner) examples() {
	r.group = "examples"
	for _, path := range slices.Sorted(maps.Keys(r.doc.Paths)) {
		if !strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/api/v1/admin/") || strings.HasPrefix(path, "/api/v1/keys/") {
			continue
		}
		if op := r.doc.Paths[path]["get"]; op != nil {
			r.lookUp(path, op)
		}
		if op := r.doc.Paths[path]["post"]; op != nil && op.RequestBody != nil {
			r.post(path, op)
		}
	}
}

// lookUp asks a GET with what it requires, and the lists of films with each of their parameters.
func (r *runner) lookUp(path string, op *operation) {
	id, err := r.idFor(path)
	if err != nil {
		r.check("GET "+path, func() error { return err })
		return
	}
	at := strings.ReplaceAll(path, "{id}", url.PathEscape(id))
	required := url.Values{}
	for _, p := range op.Parameters {
		if p.In == "query" && p.Required && len(p.Schema.Examples) > 0 {
			required.Set(p.Name, fmt.Sprint(p.Schema.Examples[0]))
		}
	}
	if op.ID == "findFilm" && len(r.films) > 0 { // it requires one of two
		required.Set("external_id", "filmdb:"+r.films[0].ID)
	}
	r.example("GET", path, op, question{path: at + query(required)})
	if path != "/api/v2/films" && path != "/api/v1/films" {
		return
	}
	for _, p := range op.Parameters {
		if p.In != "query" || p.Required || len(p.Schema.Examples) == 0 {
			continue
		}
		r.example("GET", path, op, question{path: at + query(url.Values{p.Name: {fmt.Sprint(p.Schema.Examples[0])}, "limit": {"5"}})})
	}
}

// query returns parameters as they stand in an address.
func query(v url.Values) string {
	if len(v) == 0 {
		return ""
	}
	return "?" + v.Encode()
}

// post asks a POST with its example.
func (r *runner) post(path string, op *operation) {
	body := op.RequestBody.Content["application/json"].Example
	if body == nil {
		r.check("POST "+path, func() error { return skipReason("the description has no example of a body") })
		return
	}
	if path == "/api/v1/recommend" && len(r.films) > 0 {
		body, _ = json.Marshal(map[string]any{"liked": []string{r.films[0].ID}, "limit": 5})
	}
	r.example("POST", path, op, question{method: http.MethodPost, path: path, body: string(body)})
}

// idFor returns the id of something that is there for a path with one.
func (r *runner) idFor(path string) (string, error) {
	if !strings.Contains(path, "{id}") {
		return "", nil
	}
	from, key := "", "id"
	switch {
	case strings.Contains(path, "/films/"):
		if len(r.films) == 0 {
			return "", skipReason("the catalogue has no films")
		}
		return r.films[0].ID, nil
	case strings.Contains(path, "/scripts/"):
		from, key = "/api/v1/scripts?limit=1", "filmdb_id"
	case strings.Contains(path, "/actors/"):
		from = "/api/v1/actors?limit=1"
	default:
		return "", skipReason("nothing is known to be at such a path")
	}
	a, err := r.ask(question{path: from})
	if err != nil {
		return "", err
	}
	var p struct{ Data []map[string]any }
	if err := errors.Join(a.is(http.StatusOK), a.json(&p)); err != nil {
		return "", err
	}
	if len(p.Data) == 0 {
		return "", skipReason("the catalogue has none")
	}
	id, _ := p.Data[0][key].(string)
	return id, nil
}

// example checks one answer: its status is described, and its body is as the description says.
func (r *runner) example(method, path string, op *operation, q question) {
	r.expect(method+" "+q.path, q, func(a *reply) error {
		if why := a.withheld(); why != nil {
			return why
		}
		described := r.doc.answer(op, a.status)
		switch {
		case described == nil:
			return a.differs("status %d, which is not described for %s: %s", a.status, path, a.short())
		case a.status == http.StatusNotFound || a.status == http.StatusServiceUnavailable:
			p, err := a.problem()
			if err != nil {
				return err
			}
			return skipReason(p.Error.Code + ": " + p.Error.Message)
		case a.status >= http.StatusMultipleChoices && a.status < http.StatusBadRequest:
			return nil
		case a.status >= http.StatusBadRequest:
			return a.differs("status %d for an example: %s", a.status, a.short())
		}
		media, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
		as, ok := described.Content[media]
		if !ok {
			return a.differs("Content-Type is %q, which is not described", a.header.Get("Content-Type"))
		}
		if media != "application/json" {
			return nil
		}
		if err := r.doc.validate(as.Schema, a.body); err != nil {
			return a.differs("not as described: %v", err)
		}
		return nil
	})
}
