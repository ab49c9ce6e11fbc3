package apptest

import (
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/film"
)

func TestTheHouseServesItsFilms(t *testing.T) {
	h := Open(t)
	lib, release, err := h.Holder.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if n := len(Films()); lib.Catalog.Len() != n || n != 40 {
		t.Errorf("%d films in the library, of %d, want 40", lib.Catalog.Len(), n)
	}
	for _, id := range []string{Crossing, CrossingTwin, Ensemble, It, Bare, Longest} {
		if _, err := h.Visit(h.Key(access.Studio)).Film(id, film.Detail).Answer(t.Context()); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	if _, err := h.Visit(h.Key(access.Studio)).Film(Absent, film.Detail).Answer(t.Context()); err == nil {
		t.Errorf("%s exists", Absent)
	}
}
