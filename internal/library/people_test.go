package library

import (
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/people"
)

// peopled publishes a film a year, each with the actor of a number; all are called
// alike.
func peopled(t *testing.T, root string, votes map[int]int) *Library {
	t.Helper()
	d, err := Begin(root, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= 9; i++ {
		n, ok := votes[i]
		if !ok {
			continue
		}
		year := 1990 + i
		f := &film.Film{ID: film.ID(i), Title: "Film", Year: &year, Cast: []film.Role{{Name: "Ann Pell"}}}
		f.Ratings.FilmdbVotes = &n
		if err := d.Add(f); err != nil {
			t.Fatal(err)
		}
		d.Sighted(people.Sighting{Film: f.ID, Name: "Ann Pell", MoviedbID: i})
	}
	if _, err := d.Publish(t.Context(), Manifest{Builder: "test"}, built, nil); err != nil {
		t.Fatal(err)
	}
	lib, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lib.Close() })
	return lib
}

// REQ AC-12: the next generation leaves people the slugs of the one before; a
// library elsewhere gives the bare slug to the best known.
func TestSlugsStayFromGenerationToGeneration(t *testing.T) {
	root := t.TempDir()
	who := func(l *Library, slug string) int64 {
		p, ok := l.People.Find(slug)
		if !ok {
			t.Fatalf("nobody is %s", slug)
		}
		return *p.MoviedbID
	}
	first := peopled(t, root, map[int]int{4: 1000, 5: 10})
	if who(first, "ann-pell") != 4 || who(first, "ann-pell-2") != 5 {
		t.Fatal("the better known is not ann-pell")
	}
	more := map[int]int{2: 9_000_000, 4: 10, 5: 1_000_000}
	second := peopled(t, root, more)
	if who(second, "ann-pell") != 4 || who(second, "ann-pell-2") != 5 || who(second, "ann-pell-3") != 2 {
		t.Errorf("ann-pell is %d, ann-pell-2 %d", who(second, "ann-pell"), who(second, "ann-pell-2"))
	}
	elsewhere := peopled(t, t.TempDir(), more)
	if who(elsewhere, "ann-pell") != 2 {
		t.Errorf("elsewhere ann-pell is %d", who(elsewhere, "ann-pell"))
	}
}
