package reference_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/serve/site/docs/reference"
	"kinodex/internal/serve/wire"
)

// Every operation says what it is for, what it needs, what it answers with and how it
// is called; each field has a type, and every code of an error stands in the table.
func TestEveryOperationIsTold(t *testing.T) {
	n := 0
	for _, g := range described().Groups {
		if g.Title == "" || g.Says == "" || g.ID == "" || strings.ContainsAny(g.ID, " '") {
			t.Errorf("group %+v", g)
		}
		for _, o := range g.Operations {
			n++
			if o.Summary == "" || o.Description == "" || o.Group != g.Title || described().Operation(o.ID) != o {
				t.Errorf("%s: %q, %q in %s", o.ID, o.Summary, o.Description, o.Group)
			}
			if o.Call == nil {
				t.Errorf("%s has no example", o.ID)
			}
			if len(o.Answers) == 0 || o.Answers[0].Example == "" || len(o.Answers[0].Fields) == 0 {
				t.Errorf("%s: answers %d", o.ID, len(o.Answers))
			}
			if o.Body != nil && (len(o.Body.Fields) == 0 || !json.Valid([]byte(o.Body.Example))) {
				t.Errorf("%s: body %+v", o.ID, o.Body)
			}
			for _, p := range o.Parameters {
				if p.Type == "" || p.Says == "" {
					t.Errorf("%s: parameter %+v", o.ID, p)
				}
			}
			for _, f := range o.Errors {
				if len(f.Codes) == 0 {
					t.Errorf("%s: status %d has no code", o.ID, f.Status)
				}
			}
		}
	}
	if n < 40 {
		t.Errorf("%d operations", n)
	}
}

// The list of films, as a reader sees it.
func TestWhatAnOperationTells(t *testing.T) {
	o := described().Operation("listFilms")
	if o.Need != access.Needs.Films || o.Public || o.Need.Plan != access.Writer || o.Need.Cost != 1 {
		t.Errorf("needs %+v", o.Need)
	}
	byName := map[string]reference.Parameter{}
	for _, p := range o.Parameters {
		byName[p.Name] = p
	}
	if p := byName["limit"]; p.Type != "integer" || p.Bounds != "0 to 500" || p.Default != "50" {
		t.Errorf("limit: %+v", p)
	}
	if p := byName["q"]; p.Type != "text" || p.Bounds != "at most 500 characters" || p.Example != "vienna noir" {
		t.Errorf("q: %+v", p)
	}
	if p := byName["X-Sandbox"]; p.In != "header" {
		t.Errorf("X-Sandbox: %+v", p)
	}
	data := o.Answers[0].Fields[0]
	if data.Name != "data" || data.Type != "list of object" || !data.Required {
		t.Fatalf("data: %+v", data.Value)
	}
	var names []string
	for _, f := range data.Fields {
		names = append(names, f.Name)
		if f.Name == "director" && f.Type != "text or null" {
			t.Errorf("director is %s", f.Type)
		}
		if f.Name == "ratings" && len(f.Fields) < 4 {
			t.Errorf("ratings: %+v", f)
		}
	}
	if !slices.Equal(names[:4], []string{"filmdb_id", "title", "original_title", "year"}) {
		t.Errorf("fields in the order %v", names)
	}
	var codes []string
	for _, f := range o.Errors {
		for _, c := range f.Codes {
			codes = append(codes, string(c.Kind))
		}
	}
	for code, want := range map[string]bool{"invalid_cursor": true, "unknown_parameter": true, "film_not_found": false, "quota_exceeded": true, "invalid_body": false} {
		if slices.Contains(codes, code) != want {
			t.Errorf("%s among %v: want %v", code, codes, want)
		}
	}
	if got := o.Call.Target; got != "/api/v2/films?genre=Drama,Crime&decade=1940s&sort=year:desc" {
		t.Errorf("the example asks %s", got)
	}
	film := described().Operation("getFilm")
	if !slices.ContainsFunc(film.Errors, func(f reference.Failure) bool {
		return f.Status == 404 && len(f.Codes) == 1 && f.Codes[0].Kind == "film_not_found"
	}) {
		t.Errorf("a film's errors: %+v", film.Errors)
	}
}

// Every code of the error table has an operation that may give it, but for those that
// come before any operation.
func TestEveryCodeIsToldSomewhere(t *testing.T) {
	told := map[string]bool{"method_not_allowed": true, "link_refused": true}
	for _, g := range described().Groups {
		for _, o := range g.Operations {
			for _, f := range o.Errors {
				for _, c := range f.Codes {
					told[string(c.Kind)] = true
				}
			}
		}
	}
	for _, c := range wire.Codes() {
		if !told[string(c.Kind)] {
			t.Errorf("no operation tells of %s", c.Kind)
		}
	}
}

// An operator's own policy is what the reference tells.
func TestTheReferenceTellsTheOperatorsPolicy(t *testing.T) {
	policy, err := access.ReadPolicy(strings.NewReader(`{"reach":{"films":"studio"}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := policy.Need(access.Needs.Films).Plan; got != access.Studio {
		t.Errorf("films need %s", got)
	}
}
