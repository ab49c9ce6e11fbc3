package app_test

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// A director is found by the whole name, however it is written, with exactly the films that
// name them, the newest first, and those who worked on two of them.
func TestADirectorsFilms(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Studio))
	of := map[string][]film.ID{}
	for _, f := range apptest.Films() {
		if f.Director != nil {
			for name := range strings.SplitSeq(*f.Director, ", ") {
				of[name] = append(of[name], f.ID)
			}
		}
	}
	if len(of) == 0 {
		t.Fatal("no film has a director")
	}
	for name, ids := range of {
		d, err := v.Directing(" " + strings.ToUpper(name)).Answer(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var got []film.ID
		for i, f := range d.Films {
			got = append(got, f.ID)
			if before := d.Films[max(i-1, 0)].Year; f.Year != nil && before != nil && *before < *f.Year {
				t.Errorf("%s: %d after %d", name, *f.Year, *before)
			}
		}
		slices.Sort(got)
		slices.Sort(ids)
		if d.Name != name || !slices.Equal(got, ids) {
			t.Errorf("%s (%s): %v, want %v", name, d.Name, got, ids)
		}
		for _, p := range append(d.Actors, d.Directors...) {
			if p.Films < 2 || p.Films > len(ids) || p.Name == name {
				t.Errorf("%s works with %+v", name, p)
			}
		}
	}
}

func TestAPartOfANameIsNoDirector(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Studio))
	var whole string
	for _, f := range apptest.Films() {
		if f.Director != nil && strings.Contains(*f.Director, " ") && !strings.Contains(*f.Director, ",") {
			whole = *f.Director
		}
	}
	part, _, _ := strings.Cut(whole, " ")
	for name, want := range map[string]string{part: whole, "nobody at all": "no film here has"} {
		if _, err := v.Directing(name).Answer(t.Context()); !fault.Is(err, fault.NotFound) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := v.Directing("  ").Answer(t.Context()); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("without a name: %v", err)
	}
}
