package starter

import (
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/guide"
)

// Every film that a guide cites exists, and the person worked on it in the role
// the guide says, by the credits of the films the program carries.
func TestTheStarterConfirmsEveryFilmTheGuidesCite(t *testing.T) {
	carried := map[film.ID]*film.Film{}
	for _, f := range films(t) {
		carried[f.ID] = f
	}
	all, err := guide.Load()
	if err != nil {
		t.Fatal(err)
	}
	missing := 0
	for _, d := range guide.Disciplines() {
		for _, g := range all.List(d) {
			for _, c := range g.Films {
				f, ok := carried[c.ID]
				if !ok {
					missing++
					continue
				}
				if err := g.Confirm(c, f); err != nil {
					t.Errorf("%s/%s: %v", d, g.Filename, err)
				}
			}
		}
	}
	if missing > 0 {
		t.Errorf("%d cited films are not among the starter's: select them anew", missing)
	}
}
