package starter

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"kinodex/internal/library"
	"kinodex/internal/people"
	"kinodex/internal/poster"
	"kinodex/internal/poster/vision"
)

// What a fresh machine serves without anything brought to it.
func TestAFreshMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a library of every film of the starter; the tests of ingest build under the race detector")
	}
	root := t.TempDir()
	lib, err := Install(t.Context(), root, "test", nil, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	if !slices.ContainsFunc(lib.Manifest.Sources, func(s library.Source) bool { return s.File == "readings.ndjson.zst" && s.Rows == len(readings(t)) }) {
		t.Errorf("sources %+v", lib.Manifest.Sources)
	}
	t.Run("knows people", func(t *testing.T) { knowsPeople(t, lib) })
	t.Run("knows what posters show", func(t *testing.T) { knowsPosters(t, lib) })
}

// REQ AC-08: a fresh machine knows people by all three ids, and tells the two
// Harrison Fords apart by what they are known for.
func knowsPeople(t *testing.T, lib *library.Library) {
	var slugs []string
	for _, id := range []string{"harrison-ford", "nm0000148", "3"} {
		p, ok := lib.People.Find(id)
		if !ok {
			t.Fatalf("nobody has the id %s", id)
		}
		slugs = append(slugs, p.Slug)
	}
	if !slices.Equal(slugs, []string{"harrison-ford", "harrison-ford", "harrison-ford"}) {
		t.Errorf("%v", slugs)
	}
	if _, total := lib.People.Search(people.Query{}, 0, 1); total < 10_000 {
		t.Errorf("%d people", total)
	}
}

// REQ F2-05, F2-11, P-01, P-08: a fresh machine tells what posters show, and
// claims to store none of them.
func knowsPosters(t *testing.T, lib *library.Library) {
	if lib.Posters.Len() != len(readings(t)) || lib.Posters.Stored() != 0 {
		t.Fatalf("%d posters read, %d stored", lib.Posters.Len(), lib.Posters.Stored())
	}
	figures := lib.Posters.Figures()
	if c := figures.Coverage; c.Analyzed != lib.Posters.Len() || c.Stored != 0 || c.ThirdParty != c.WithPoster || figures.Deep.Count != c.Analyzed {
		t.Errorf("coverage %+v", c)
	}
	for _, before := range films(t) {
		doc, _ := lib.Catalog.ByID(before.ID)
		f, err := lib.Catalog.Film(doc)
		if err != nil {
			t.Fatal(err)
		}
		_, read := lib.Posters.Find(f.ID)
		if (f.Links.PosterAnalysis != nil) != read {
			t.Errorf("%s: link %v, read %v", f.ID, f.Links.PosterAnalysis, read)
		}
		if f.Poster.Source != nil && *f.Poster.Source != poster.CDN || !same(f.Poster.URL, before.Poster.URL) || !same(f.PosterFull, before.PosterFull) {
			t.Errorf("%s: its poster is %v", f.ID, f.Poster)
		}
	}
	first := readings(t)[0]
	var r vision.Reading
	if err := json.Unmarshal(first.Analysis, &r); err != nil {
		t.Fatal(err)
	}
	if near := lib.Posters.Nearest(&r, 5); len(near) != 5 || near[0].Film != first.Film || near[0].Distance != 0 {
		t.Errorf("nearest to itself: %+v", near)
	}
}

func same(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
