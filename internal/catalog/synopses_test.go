package catalog

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kinodex/internal/film"
)

// buildTold builds a catalogue of films and what else is told of them, by id.
func buildTold(t *testing.T, films []*film.Film, told map[film.ID][]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	w, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range films {
		w.Synopses(told[f.ID])
		if err := w.Add(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// days are two films, and told what else is told of the less known one.
func days() (films []*film.Film, told map[film.ID][]string) {
	loop, storm := "A weatherman is stuck in a small town.", "A weatherman chases storms over a town."
	a, b := called(1, 1993, 500, "The Loop"), called(2, 1996, 2_000_000, "The Storm")
	a.Overview, b.Overview = &loop, &storm
	return []*film.Film{a, b}, map[film.ID][]string{1: {"He relives the same morning and steals a groundhog."}}
}

// describing returns the films of a description, the best first.
func describing(c *Catalog, text string) (ids []film.ID) {
	r := c.Describe(text, &film.Description{})
	defer r.Release()
	for _, hit := range r.Best(10) {
		ids = append(ids, c.ID(hit.Doc))
	}
	return ids
}

// REQ F2-155: what else is told of a film finds it by a description, and by nothing else.
func TestDescriptionsAreComparedWithFurtherSynopses(t *testing.T) {
	films, told := days()
	c := open(t, buildTold(t, films, told))
	const text = "the weatherman who relives a morning with a groundhog in a town"
	if got := describing(c, text); !slices.Equal(got, []film.ID{1, 2}) {
		t.Errorf("found %v, want the one that it tells of first", got)
	}
	if got := describing(c, "groundhog"); !slices.Equal(got, []film.ID{1}) {
		t.Errorf("a word that only further synopses have finds %v", got)
	}
	for _, match := range []film.Match{film.MatchAll, film.MatchAuto, ""} {
		for _, q := range []string{"groundhog", "weatherman groundhog", "relives"} {
			if found := c.Find(&film.Query{Text: q, Match: match}, film.Page{Limit: 5}); slices.Contains(found.Docs, 0) && q != "weatherman groundhog" || match == film.MatchAll && found.Total > 0 {
				t.Errorf("%q (%s) finds %v", q, match, found.Docs)
			}
		}
	}
	for _, v := range film.Views {
		if b := c.Record(0, v).AppendTo(nil, nil, "http://x"); bytes.Contains(b, []byte("groundhog")) {
			t.Errorf("the %s record has what else is told: %s", v, b)
		}
	}
}

// REQ F2-155: all other files of a catalogue, records and the text index among them, are the same bytes
// with further synopses and without, so all other questions have the same answers.
func TestFurtherSynopsesChangeNoOtherFile(t *testing.T) {
	films := newSample(4, 120).films()
	told := map[film.ID][]string{}
	for i, f := range films {
		if i%3 == 0 && f.Overview != nil {
			told[f.ID] = []string{*f.Overview + " and a groundhog", "zzyzx"}
		}
	}
	with, without := buildTold(t, films, told), buildTold(t, films, nil)
	entries, err := os.ReadDir(with)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for _, e := range entries {
		a, err := os.ReadFile(filepath.Join(with, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(without, e.Name()))
		switch {
		case e.Name() == SynopsesFile && !os.IsNotExist(err):
			t.Errorf("a catalogue without further synopses has %s", SynopsesFile)
		case e.Name() == SynopsesFile:
		case err != nil || !bytes.Equal(a, b):
			t.Errorf("%s differs (%v)", e.Name(), err)
		default:
			same++
		}
	}
	if same < 4 {
		t.Errorf("%d files compared", same)
	}
	if bytes, err := os.ReadFile(filepath.Join(with, SynopsesFile)); err != nil || len(bytes) == 0 {
		t.Errorf("%s: %d bytes, %v", SynopsesFile, len(bytes), err)
	}
}

// REQ F2-156: a library that was built without further synopses opens, and a description is compared with
// overviews alone. One whose file is damaged or of other films is refused.
func TestACatalogueMayBeWithoutFurtherSynopses(t *testing.T) {
	films, told := days()
	const text = "the weatherman who relives a morning with a groundhog in a town"
	without := open(t, buildTold(t, films, nil))
	want := describing(without, text)

	dir := buildTold(t, films, told)
	path := filepath.Join(dir, SynopsesFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if c := open(t, dir); c.Verify() != nil || !slices.Equal(describing(c, text), want) || len(want) == 0 {
		t.Errorf("found %v, want %v", describing(c, text), want)
	}
	other := buildTold(t, append(films, called(3, 1999, 5, "The Third")), told)
	foreign, err := os.ReadFile(filepath.Join(other, SynopsesFile))
	if err != nil {
		t.Fatal(err)
	}
	for name, bytes := range map[string][]byte{"cut": whole[:len(whole)/2], "empty": nil, "of other films": foreign, "changed": append(slices.Clone(whole[:len(whole)-9]), make([]byte, 9)...)} {
		if err := os.WriteFile(path, bytes, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := Open(dir); err == nil {
			c.Close()
			t.Errorf("%s: it opens", name)
		}
	}
}
