package starter

import (
	"bytes"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Ids that are carried are of people in the casts of films that are carried, so far
// as those films are.
func TestSightingsAreOfCasts(t *testing.T) {
	all, err := Sightings()
	if err != nil {
		t.Fatal(err)
	}
	casts := map[film.ID]map[string]bool{}
	for _, f := range films(t) {
		casts[f.ID] = map[string]bool{}
		for _, r := range f.Cast {
			casts[f.ID][text.Fold(r.Name)] = true
		}
	}
	named := map[string]bool{}
	for _, s := range all {
		if s.NamedbID == "" && s.MoviedbID == 0 {
			t.Errorf("%s is seen without an id", s.Name)
		}
		if cast, carried := casts[s.Film]; carried && !cast[text.Fold(s.Name)] {
			t.Errorf("%s is not in the cast of %s", s.Name, s.Film)
		}
		named[s.NamedbID] = true
	}
	if len(named) < 1000 {
		t.Errorf("%d people with an id of the name database", len(named))
	}
}

func TestSightingsComeBackAsTheyWere(t *testing.T) {
	all, err := Sightings()
	if err != nil {
		t.Fatal(err)
	}
	var once, twice bytes.Buffer
	if err := EncodeSightings(&once, all); err != nil {
		t.Fatal(err)
	}
	again, err := DecodeSightings(once.Bytes())
	if err != nil || !slices.Equal(again, all) {
		t.Fatalf("%d came back of %d: %v", len(again), len(all), err)
	}
	slices.Reverse(again)
	if err := EncodeSightings(&twice, again); err != nil || !bytes.Equal(once.Bytes(), twice.Bytes()) {
		t.Error("the order matters")
	}
}
