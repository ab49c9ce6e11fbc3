package serve_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/guide"
)

// REQ AC-01, AC-02: all guides of writers, each with name, slug, filename and
// content.
func TestStylesOfWriters(t *testing.T) {
	t.Parallel()
	s := open(t)
	a := s.get("/api/v1/styles/writers").is(200)
	golden(t, "testdata/v1_styles_writers.shape", shape(t, a.body))
	var got struct {
		Styles []struct{ Name, Slug, Filename, Content string }
	}
	a.data(&got)
	want := carried(t).List(guide.Writers)
	if len(got.Styles) != len(want) {
		t.Fatalf("%d guides, want %d", len(got.Styles), len(want))
	}
	for i, g := range want {
		if x := got.Styles[i]; x.Name != g.Name || x.Slug != g.Slug || x.Filename != g.Slug+".md" || x.Content != g.Content || !strings.HasPrefix(x.Content, "## ") {
			t.Errorf("%s: %.200v", g.Slug, x)
		}
	}
}

// REQ AC-03, AC-04: guides of directors and cinematographers are name, filename
// and content, and as many as their total says.
func TestStyleProfiles(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, d := range []guide.Discipline{guide.Directors, guide.Cinematographers} {
		a := s.get("/api/v1/styles/" + string(d)).is(200)
		var got struct {
			Data []map[string]string
			Meta struct{ Total int }
		}
		if err := json.Unmarshal(a.body, &got); err != nil {
			t.Fatal(err)
		}
		want := carried(t).List(d)
		if got.Meta.Total != len(got.Data) || len(got.Data) != len(want) || len(want) == 0 {
			t.Errorf("%s: %d guides, total %d, want %d", d, len(got.Data), got.Meta.Total, len(want))
			continue
		}
		if !slices.IsSortedFunc(got.Data, func(a, b map[string]string) int { return strings.Compare(a["filename"], b["filename"]) }) {
			t.Errorf("%s: not in order", d)
		}
		for i, g := range want {
			if x := got.Data[i]; len(x) != 3 || x["name"] != g.Name || x["filename"] != g.Filename || x["content"] != g.Content {
				t.Errorf("%s: %s is %.200v", d, g.Slug, x)
			}
		}
	}
}

// Guides are gated, charged and announced as deprecated like the rest of v1; those of
// actors are told with the actors (REQ AC-11) and have no list.
func TestStylesAreLikeTheirNeighbours(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, path := range []string{"/api/v1/styles/writers", "/api/v1/styles/directors", "/api/v1/styles/cinematographers"} {
		s.ask(request{path: path}).fails(401, "missing_api_key")
		s.ask(request{path: path, header: map[string]string{"X-API-Key": s.Key(access.Free)}}).is(403)
		a := s.get(path).is(200)
		if a.header.Get("Deprecation") == "" || a.header.Get("X-RateLimit-Remaining") == "" {
			t.Errorf("%s: headers %v", path, a.header)
		}
		if box := s.ask(request{path: path, header: map[string]string{"X-Sandbox": "true"}}).is(200); !strings.Contains(string(box.body), `"sandbox":true`) {
			t.Errorf("%s: the sandbox does not say so", path)
		}
	}
	for _, path := range []string{"/api/v1/styles", "/api/v1/styles/actors"} {
		s.get(path).fails(404, "not_found")
	}
	s.post("/api/v1/styles/writers", "{}").fails(405, "method_not_allowed")
}

// carried are the guides the program carries.
func carried(t *testing.T) *guide.Guides {
	t.Helper()
	all, err := guide.Load()
	if err != nil {
		t.Fatal(err)
	}
	return all
}
