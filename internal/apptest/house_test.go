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
	if lib.Catalog.Len() != len(rows) {
		t.Errorf("%d films in the library, want %d", lib.Catalog.Len(), len(rows))
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
