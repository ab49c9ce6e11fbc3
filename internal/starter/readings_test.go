package starter

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/poster"
	"kinodex/internal/poster/look"
)

func readings(t *testing.T) []poster.Carried {
	t.Helper()
	all, err := Readings()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is carried was read by the method of this program, of films that are
// carried, and says that the picture is not here.
func TestTheReadingsWereMadeByThisProgram(t *testing.T) {
	all := readings(t)
	if len(all) < 700 {
		t.Errorf("%d readings, want at least 700", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b poster.Carried) int { return cmp.Compare(a.Film, b.Film) }) {
		t.Error("not in order of film")
	}
	if len(packedReadings) > 1<<20 {
		t.Errorf("%d bytes, want at most 1 MB", len(packedReadings))
	}
	carried := map[film.ID]bool{}
	for _, f := range films(t) {
		carried[f.ID] = true
	}
	for _, c := range all {
		var r look.Reading
		if err := json.Unmarshal(c.Analysis, &r); err != nil {
			t.Fatal(err)
		}
		if r.Version != look.Version {
			t.Fatalf("the poster of %s was read by %s, this is %s: run kinodex posters ingest and kinodex starter", c.Film, r.Version, look.Version)
		}
		if !carried[c.Film] || r.Origin != look.Carried || len(r.DominantColors) == 0 {
			t.Errorf("%s: carried %v, origin %q", c.Film, carried[c.Film], r.Origin)
		}
	}
}

func TestReadingsComeBackAsTheyWere(t *testing.T) {
	all := readings(t)
	var b bytes.Buffer
	if err := EncodeReadings(&b, all); err != nil {
		t.Fatal(err)
	}
	again, err := DecodeReadings(&b)
	if err != nil || len(again) != len(all) {
		t.Fatal(len(again), err)
	}
	for i := range all {
		if again[i].Film != all[i].Film || !bytes.Equal(again[i].Analysis, all[i].Analysis) {
			t.Errorf("%s came back changed", all[i].Film)
		}
	}
}

// TRACE F2-05, F2-11, P-01, P-08: a fresh machine tells what posters show, and
// claims to store none of them.
func TestAFreshMachineKnowsWhatPostersShow(t *testing.T) {
	root := t.TempDir()
	m, err := Install(t.Context(), root, "test", nil, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(m.Sources, func(s library.Source) bool { return s.File == "readings.ndjson.zst" && s.Rows == len(readings(t)) }) {
		t.Errorf("sources %+v", m.Sources)
	}
	lib, err := library.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	if lib.Posters.Len() != len(readings(t)) || lib.Posters.Stored() != 0 {
		t.Fatalf("%d posters read, %d stored", lib.Posters.Len(), lib.Posters.Stored())
	}
	var figures poster.Figures
	if err := json.Unmarshal(lib.Posters.Figures(), &figures); err != nil {
		t.Fatal(err)
	}
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
	var r look.Reading
	if err := json.Unmarshal(first.Analysis, &r); err != nil {
		t.Fatal(err)
	}
	if near := lib.Posters.Nearest(&r, 5); len(near) != 5 || near[0].Film != first.Film || near[0].Distance != 0 {
		t.Errorf("nearest to itself: %+v", near)
	}
}

func same(a, b *string) bool { return a == b || a != nil && b != nil && *a == *b }
