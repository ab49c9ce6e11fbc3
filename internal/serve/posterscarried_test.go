package serve_test

import (
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/poster"
)

// carrying makes a site whose readings are all carried: the drawn ones, which a
// third party has too, and one of a film without any poster. It gives the readings.
func carrying(t *testing.T) (*site, []poster.CarriedReading) {
	t.Helper()
	s := open(t)
	lib, err := library.Open(s.Library)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	bare, _ := film.ParseID(apptest.Bare)
	var all []poster.CarriedReading
	for _, id := range apptest.Drawn() {
		c, ok, err := lib.Posters.Carried(id)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		all = append(all, c)
	}
	all = append(all, poster.CarriedReading{Film: bare, Analysis: all[0].Analysis})
	s.revise(nil, all)
	return s, all
}

// revise publishes a generation with these posters, and serves it.
func (s *site) revise(stored *poster.StoredPosters, carried []poster.CarriedReading) {
	s.t.Helper()
	posters, err := stored.WithCarried(carried)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := library.Revise(s.t.Context(), s.Library, posters, "test", s.Clock.Now(), nil); err != nil {
		s.t.Fatal(err)
	}
	if changed, err := s.Holder.Reload(); err != nil || !changed {
		s.t.Fatal(changed, err)
	}
}

// REQ F2-05, F2-11, F2-28, P-01, P-02, P-06, P-08, M-22: what is carried is
// told everywhere, and no picture is claimed.
func TestCarriedReadingsAreServed(t *testing.T) {
	t.Parallel()
	s, all := carrying(t)
	read := map[string]bool{}
	for _, c := range all {
		read[c.Film.String()] = true
	}
	for _, f := range s.get("/api/v2/films?limit=500").page().Data {
		id, source := f["filmdb_id"].(string), f["poster"].(map[string]any)["source"]
		link := f["links"].(map[string]any)["poster_analysis"]
		if source == "storage" || read[id] != (link != nil) {
			t.Errorf("%s: source %v, link %v", id, source, link)
		}
		if link == nil {
			continue
		}
		var got posterRow
		s.get(s.local(link.(string))).is(200).data(&got)
		if got.ID != id || got.Analysis["origin"] != "carried" {
			t.Errorf("%s: %.200v", id, got)
		}
	}
	var rows []struct {
		posterRow
		At *string `json:"poster_url"`
	}
	s.get("/api/v1/posters/films").is(200).data(&rows)
	if len(rows) != len(all) {
		t.Fatalf("%d rows, want %d", len(rows), len(all))
	}
	for _, r := range rows {
		none := r.ID == apptest.Bare
		if none != (r.At == nil) || !none && !strings.HasPrefix(*r.At, "https://images.example/") || r.Analysis["origin"] != "carried" {
			t.Errorf("%s is at %v", r.ID, r.At)
		}
	}
	var stats map[string]map[string]any
	s.get("/api/v1/posters/stats").is(200).data(&stats)
	if c := stats["coverage"]; c["stored"] != 0.0 || c["analyzed"] != float64(len(all)) || c["third_party"] != c["with_poster"] {
		t.Errorf("coverage %v", c)
	}
	for _, f := range s.get("/api/v2/films?has_poster=true&limit=500").page().Data {
		if f["filmdb_id"] == apptest.Bare {
			t.Error("a film without a poster has one by its reading")
		}
	}
	crossing, _ := film.ParseID(apptest.Crossing)
	a := s.post(posterAnalyzePath, picture(apptest.Picture(uint64(crossing)), "image/png")).is(200)
	var c struct {
		Comparable []struct {
			ID       string  `json:"filmdb_id"`
			At       *string `json:"poster_url"`
			Distance float64
		} `json:"comparable_posters"`
		Reading map[string]any
	}
	a.data(&c)
	if len(c.Comparable) != 5 || c.Comparable[0].ID != apptest.Crossing || c.Comparable[0].Distance != 0 || c.Comparable[0].At == nil ||
		!strings.HasPrefix(*c.Comparable[0].At, "https://images.example/") || c.Comparable[1].ID != apptest.Bare || c.Comparable[1].At != nil {
		t.Errorf("%+v", c.Comparable)
	}
	if _, says := c.Reading["origin"]; says {
		t.Error("the reading of a sent picture is said to be carried")
	}
	doc := load(t, s)
	for route, path := range map[string]string{
		"/api/v2/films/{id}/poster-analysis": "/api/v2/films/" + apptest.Bare + "/poster-analysis", "/api/v1/posters/films": "/api/v1/posters/films",
		"/api/v1/posters/stats": "/api/v1/posters/stats",
	} {
		described(t, doc, "GET", route, s.ask(request{method: "GET", path: path, header: map[string]string{"X-API-Key": s.Key(access.Studio)}}))
	}
	described(t, doc, "POST", posterAnalyzePath, a)
}

// REQ F2-05: an operator's own poster stands before a carried reading.
func TestAnIngestedPosterReplacesACarriedReading(t *testing.T) {
	t.Parallel()
	s, all := carrying(t)
	stored, err := poster.Load(t.Context(), s.Bucket, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.revise(stored, all)
	var f struct {
		Poster struct{ Source string }
	}
	s.get("/api/v2/films/" + apptest.Crossing).is(200).data(&f)
	var got posterRow
	s.get("/api/v2/films/" + apptest.Crossing + "/poster-analysis").is(200).data(&got)
	if _, says := got.Analysis["origin"]; says || f.Poster.Source != "storage" {
		t.Errorf("source %q, origin told %v", f.Poster.Source, says)
	}
	s.ask(request{path: s.picture()}).is(200)
}
