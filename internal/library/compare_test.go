package library

import (
	"testing"
	"time"

	"kinodex/internal/film"
)

// What is added, removed and changed is counted, with the fields that changed.
func TestGenerationsAreComparedFilmByFilm(t *testing.T) {
	root := t.TempDir()
	build := func(films ...film.Film) *Library {
		t.Helper()
		d, err := Begin(root, Inputs{})
		if err != nil {
			t.Fatal(err)
		}
		d.AllowShrink = true
		for i := range films {
			if err := d.Add(&films[i]); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := d.Publish(t.Context(), Manifest{Inputs: "these"}, time.Now(), nil); err != nil {
			t.Fatal(err)
		}
		lib, err := Open(root)
		if err != nil || lib.Manifest.Inputs != "these" {
			t.Fatal(err)
		}
		t.Cleanup(func() { lib.Close() })
		return lib
	}
	one := func(id film.ID, title string, votes int) film.Film {
		year, rating := 1995, 7.5
		f := film.Film{ID: id, Title: title, Year: &year}
		f.Ratings.Filmdb, f.Ratings.FilmdbVotes = &rating, &votes
		return f
	}
	before := build(one(1, "One", 10), one(2, "Two", 20), one(3, "Three", 30), one(5, "Five", 50))
	after := build(one(2, "Two", 21), one(3, "Three", 30), one(4, "Four", 40), one(5, "Fife", 51), one(9, "Nine", 90))
	c, err := Compare(t.Context(), before, after)
	if err != nil {
		t.Fatal(err)
	}
	if c.Films != 5 || c.Added != 2 || c.Removed != 1 || c.Changed != 2 || c.From == c.To {
		t.Errorf("%+v", c)
	}
	if c.Fields["title"] != 1 || c.Fields["ratings"] != 2 || c.Fields["year"] != 0 {
		t.Errorf("fields %v", c.Fields)
	}
	if len(c.AddedIDs) != 2 || c.AddedIDs[0] != 4 || c.RemovedIDs[0] != 1 || c.ChangedIDs[1] != 5 {
		t.Errorf("%v %v %v", c.AddedIDs, c.RemovedIDs, c.ChangedIDs)
	}
}
