package app_test

import (
	"net/netip"
	"slices"
	"testing"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// Whoever is named as a partner stands among the first of the cast of that many of the films,
// at least two, and the most frequent come first.
func TestACareerNamesThosePeopleWorkWith(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Studio))
	films := map[film.ID]*film.Film{}
	for _, f := range apptest.Films() {
		films[f.ID] = f
	}
	all, err := v.Actors(app.ActorsQuestion{Limit: app.MaxActors}).Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all.Page {
		c, err := v.Career(a.Slug).Answer(t.Context())
		if err != nil || len(c.Films) != len(c.Filmography) || c.Name != a.Name {
			t.Fatalf("%s: %v, %d films of %d", a.Slug, err, len(c.Films), len(c.Filmography))
		}
		for i, f := range c.Films {
			if f.ID != c.Filmography[i].FilmdbID || f.Title != c.Filmography[i].Title {
				t.Errorf("%s: film %d is %s, in the filmography %s", a.Slug, i, f.Title, c.Filmography[i].Title)
			}
		}
		last := len(c.Films)
		for _, p := range c.Actors {
			together := 0
			for _, f := range c.Films {
				cast := films[f.ID].Cast
				if slices.ContainsFunc(cast[:min(len(cast), film.TopCast)], func(r film.Role) bool { return r.Name == p.Name }) {
					together++
				}
			}
			if p.Films != together || together < 2 || p.Films > last || p.Name == a.Name {
				t.Errorf("%s works with %+v on %d films, after %d", a.Slug, p, together, last)
			}
			last = p.Films
		}
	}
	if _, err := v.Career("nobody-at-all").Answer(t.Context()); !fault.Is(err, fault.ActorNotFound) {
		t.Errorf("the career of nobody: %v", err)
	}
}

// Pages show the guides of every discipline; the interface has three.
func TestGuidesOfActorsAreForPages(t *testing.T) {
	h := apptest.Open(t)
	if _, err := h.Visit(h.Key(access.Studio)).Guides(t.Context(), "actors"); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("with a key: %v", err)
	}
	v := apptest.Visit(t, h.App, access.SiteReader(netip.MustParseAddr("192.0.2.1")))
	defer v.Close()
	if guides, err := v.Guides(t.Context(), "actors"); err != nil || len(guides) == 0 {
		t.Errorf("on a page: %d guides, %v", len(guides), err)
	}
	if _, err := v.Guides(t.Context(), "editors"); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("a discipline that there is not: %v", err)
	}
}
