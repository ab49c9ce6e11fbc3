package poster

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/poster/vision"
)

// carriedOf gives what was read of the stored posters without their pictures.
func carriedOf(t *testing.T, s *StoredPosters, ids ...film.ID) []CarriedReading {
	t.Helper()
	c, path := house(t, 12, s)
	x := openCollection(t, path, c)
	var all []CarriedReading
	for _, id := range ids {
		one, ok, err := x.Carried(id)
		if !ok || err != nil {
			t.Fatal(ok, err)
		}
		all = append(all, one)
	}
	if _, ok, err := x.Carried(film.ID(999)); ok || err != nil {
		t.Errorf("of a film without a poster: %v, %v", ok, err)
	}
	return all
}

// REQ F2-05, F2-06, F2-11: a reading without its picture gives a link, and
// leaves the poster where it was.
func TestACarriedReadingClaimsNoPicture(t *testing.T) {
	s, err := (*StoredPosters)(nil).WithCarried(carriedOf(t, hung(t, 1, 2, 3), 1, 2, 3))
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 0 {
		t.Errorf("%d stored", s.Len())
	}
	c, path := house(t, 4, s)
	x := openCollection(t, path, c)
	if x.Len() != 3 || x.Stored() != 0 || !x.Holds(s, c) || x.Holds(nil, c) || x.Holds(hung(t, 1, 2, 3), c) {
		t.Errorf("%d read, %d stored", x.Len(), x.Stored())
	}
	for id, want := range map[film.ID]string{1: "", 2: "https://images.example/2.jpg", 3: "https://images.example/3.jpg"} {
		doc, _ := c.ByID(id)
		f, err := c.Film(doc)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case f.Links.PosterAnalysis == nil:
			t.Errorf("%s has no link", id)
		case want == "" && (f.Poster.URL != nil || f.Poster.Source != nil):
			t.Errorf("%s has %v", id, *f.Poster.URL)
		case want != "" && (*f.Poster.URL != want || *f.Poster.Source != CDN):
			t.Errorf("%s has %s of %s", id, *f.Poster.URL, *f.Poster.Source)
		}
		i, _ := x.Find(id)
		if p := x.At(i); p.Picture != 0 || !strings.Contains(string(p.Analysis), `"origin":"carried"`) {
			t.Errorf("%s: picture %v, %.60s", id, p.Picture, p.Analysis)
		}
		if err := x.Undress(f); err != nil || want != "" && *f.Poster.URL != want {
			t.Errorf("%s undressed: %v, %v", id, f.Poster, err)
		}
	}
	f := x.Figures()
	if c := f.Coverage; c.Stored != 0 || c.Analyzed != 3 || c.ThirdParty != c.WithPoster || f.Batch.Posters != 3 || f.Deep.Count != 3 {
		t.Errorf("%+v", c)
	}
}

// What an operator ingests stands before what is carried.
func TestAStoredPosterTakesThePlaceOfACarriedReading(t *testing.T) {
	stored := hung(t, 2)
	stored.Damaged = []string{"posters/films/tt0000009.json"}
	carried := carriedOf(t, hung(t, 1, 2), 1, 2)
	s, err := stored.WithCarried(carried)
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 1 || stored.Len() != 1 || len(s.Damaged) != 1 {
		t.Errorf("%d stored", s.Len())
	}
	c, path := house(t, 4, s)
	x := openCollection(t, path, c)
	if x.Len() != 2 || x.Stored() != 1 {
		t.Errorf("%d read, %d stored", x.Len(), x.Stored())
	}
	doc, _ := c.ByID(2)
	if f, _ := c.Film(doc); *f.Poster.Source != Storage {
		t.Errorf("its poster is %s", *f.Poster.Source)
	}
	if i, _ := x.Find(2); x.At(i).Picture == 0 || strings.Contains(string(x.At(i).Analysis), "origin") {
		t.Error("the stored reading is not its own")
	}
}

func TestCarriedReadingsAreChecked(t *testing.T) {
	for name, c := range map[string]struct {
		analysis string
		read     int
		fails    bool
	}{
		"of another method":           {`{"version":"look/0","origin":"carried"}`, 0, false},
		"of a picture that is stored": {`{"version":"` + vision.Version + `"}`, 0, true},
		"that is no reading":          {`{"version":"` + vision.Version + `","origin":"carried","size":3}`, 0, true},
	} {
		s, err := (*StoredPosters)(nil).WithCarried([]CarriedReading{{1, json.RawMessage(c.analysis)}})
		if (err != nil) != c.fails || err == nil && len(s.posters) != c.read {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

// A file of the first version, which knew no carried readings, still opens.
func TestPostersOfTheFirstVersionOpen(t *testing.T) {
	c, path := house(t, 4, hung(t, 1, 2))
	now, err := pack.Open(path, pack.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer now.Close()
	first := filepath.Join(t.TempDir(), File)
	w, err := pack.Create(first)
	if err != nil {
		t.Fatal(err)
	}
	r := pack.NewReader(now)
	for _, name := range []string{sectionReadings, sectionBefore, sectionFigures} {
		w.Section(name)
		w.Write(pack.Column[byte](r, name, pack.Any))
	}
	pack.PutSection(w, sectionAbout, []uint32{1, 2})
	pack.PutSection(w, sectionFilms, pack.Column[uint32](r, sectionFilms, pack.Any))
	for _, name := range []string{sectionPictures, sectionReadingEnds, sectionBeforeEnds} {
		pack.PutSection(w, name, pack.Column[uint64](r, name, pack.Any))
	}
	if err := errors.Join(r.Err(), w.Close()); err != nil {
		t.Fatal(err)
	}
	if x := openCollection(t, first, c); x.Len() != 2 || x.Stored() != 2 {
		t.Errorf("%d read, %d stored", x.Len(), x.Stored())
	}
}
