package snapshot

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/blob"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
)

// follow reads the changes since a version page by page.
func follow(t *testing.T, b blob.Bucket, version string, limit int) (all []FilmChange) {
	t.Helper()
	steps, err := since(t, b, version)
	if err != nil || len(steps) == 0 {
		t.Fatalf("since %s: %d steps, %v", version, len(steps), err)
	}
	for at := (&Place{Version: steps[0].Version}); at != nil; {
		changes, next, err := FilmChanges(t.Context(), b, steps, *at, limit)
		if err != nil || len(changes) > limit || next != nil && len(changes) != limit {
			t.Fatalf("from %+v: %d changes, %v", at, len(changes), err)
		}
		all, at = append(all, changes...), next
	}
	return all
}

// REQ SN-20: whoever keeps the ids of the films and follows the changes has those of the
// newest version, whatever the pages.
func TestTheIDsOfChangesAreThoseOfTheFilesOfChanges(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	b, films := bucket(t), collection{}
	var versions []string
	var states []collection
	for n := range 10 {
		films.evolve(r, n)
		m := made(t, b, options(t, films, n+1))
		versions, states = append(versions, m.Version), append(states, maps.Clone(films))
	}
	for i, version := range versions[:len(versions)-1] {
		mirror := maps.Clone(states[i])
		var whole []FilmChange
		for _, limit := range []int{1 << 20, 7, 1} {
			all := follow(t, b, version, limit)
			if whole == nil {
				whole = all
			}
			if !slices.EqualFunc(all, whole, func(x, y FilmChange) bool { return fmt.Sprint(x) == fmt.Sprint(y) }) {
				t.Fatalf("since version %d in pages of %d: another list", i, limit)
			}
		}
		at, last := i, film.ID(0)
		for _, c := range whole {
			for versions[at] != c.Version {
				at, last = at+1, 0
			}
			if c.ID <= last {
				t.Errorf("since version %d: %s after %s within a version", i, c.ID, last)
			}
			last = c.ID
			_, there := mirror[c.ID]
			title, exists := states[at][c.ID]
			if there == (c.Kind == Added) || exists == (c.Kind == Removed) {
				t.Fatalf("since version %d: %+v; before %v, after %v", i, c, there, exists)
			}
			if (c.Kind == Changed) != (len(c.Fields) > 0) || c.Kind == Changed && !slices.Contains(c.Fields, "title") {
				t.Errorf("since version %d: %+v", i, c)
			}
			mirror[c.ID] = title
			if c.Kind == Removed {
				delete(mirror, c.ID)
			}
		}
		if !maps.Equal(mirror, states[len(states)-1]) {
			t.Errorf("since version %d the changes lead elsewhere", i)
		}
	}
}

// REQ SN-20
func TestAChangeNamesTheFieldsThatChanged(t *testing.T) {
	b := bucket(t)
	year, votes, tagline := 1949, 10, "A tagline"
	f := film.Film{ID: 1, Title: "One", Year: &year}
	f.Ratings.FilmdbVotes = &votes
	o := options(t, nil, 1)
	o.Films = catalogtest.Open(t, []*film.Film{&f})
	first := made(t, b, o)
	votes, f.Tagline = 11, &tagline
	o = options(t, nil, 2)
	o.Films = catalogtest.Open(t, []*film.Film{&f})
	made(t, b, o)
	all := follow(t, b, first.Version, 10)
	if len(all) != 1 || all[0].Kind != Changed || !slices.Contains(all[0].Fields, "ratings") || !slices.Contains(all[0].Fields, "tagline") ||
		slices.Contains(all[0].Fields, "title") || slices.Contains(all[0].Fields, "year") {
		t.Errorf("%+v", all)
	}
	// Names of fields that only an older program wrote need room, too.
	if n := len(film.Detail.Fields()); n > maxFields*3/4 {
		t.Errorf("the detail view has %d fields, and a file of ids can name %d: make room in time", n, maxFields)
	}
}

func TestPlacesThatAreNoneAreRefused(t *testing.T) {
	b := bucket(t)
	first := made(t, b, options(t, collection{1: "One"}, 1))
	second := made(t, b, options(t, collection{1: "One", 2: "Two"}, 2))
	steps, err := since(t, b, first.Version)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []Place{{}, {first.Version, 0}, {second.Version, -1}, {second.Version, 2}} {
		if _, _, err := FilmChanges(t.Context(), b, steps, at, 10); !errors.Is(err, ErrNone) {
			t.Errorf("%+v: %v, want ErrNone", at, err)
		}
	}
	steps[0].Changes.Fields = nil // as an older program made it
	if _, _, err := FilmChanges(t.Context(), b, steps, Place{Version: second.Version}, 10); !errors.Is(err, ErrNone) {
		t.Errorf("a version without ids: %v, want ErrNone", err)
	}
}

// A mirror must not apply changes that lack what was deleted: it has to begin anew.
func TestWithoutTheLinesBeforeThereAreNoChanges(t *testing.T) {
	b := bucket(t)
	first := made(t, b, options(t, collection{1: "One", 2: "Two"}, 1))
	if err := b.Delete(t.Context(), FilmsKey(first.Version)); err != nil {
		t.Fatal(err)
	}
	if m := made(t, b, options(t, collection{1: "One"}, 2)); m.PreviousVersion != nil || m.Changes != nil {
		t.Errorf("%+v", m)
	}
	if _, err := since(t, b, first.Version); !errors.Is(err, ErrNone) {
		t.Errorf("since the version that was lost: %v, want ErrNone", err)
	}
}

func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"a":1,"b":[{}]}`))
	f.Add([]byte(`{"a" : 1 }`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, object []byte) {
		members, err := membersOf(object)
		if err != nil {
			return
		}
		for _, m := range members {
			if len(m.text) < 2 {
				t.Errorf("%q has the member %q: %q", object, m.name, m.text)
			}
		}
	})
}

// REQ F2-92: what last happened to each film, the newest version first.
func TestRecentFilmsAreThoseOfTheNewestVersions(t *testing.T) {
	b := bucket(t)
	var versions []string
	for n, films := range []collection{
		{1: "One", 2: "Two", 3: "Three"}, {1: "One", 2: "Two, again", 3: "Three", 4: "Four"},
		{1: "One, again", 3: "Three", 4: "Four, again", 5: "Five"}, {1: "One, again", 3: "Three", 4: "Four, again", 5: "Five", 6: "Six"},
	} {
		versions = append(versions, made(t, b, options(t, films, n+1)).Version)
	}
	newest, err := Current(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	told := func(most int, counts func(*FilmChange) bool) (all []string) {
		t.Helper()
		recent, err := RecentFilms(t.Context(), b, newest, most, counts)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range recent {
			all = append(all, fmt.Sprint(slices.Index(versions, c.Version), " ", c.ID, " ", c.Kind))
		}
		return all
	}
	every := func(*FilmChange) bool { return true }
	all := []string{"3 tt0000006 added", "2 tt0000005 added", "2 tt0000004 changed", "2 tt0000002 removed", "2 tt0000001 changed"}
	for most := range len(all) + 2 {
		if got := told(most, every); !slices.Equal(got, all[:min(most, len(all))]) {
			t.Errorf("at most %d: %q", most, got)
		}
	}
	// What does not count hides nothing that does.
	if got := told(9, func(c *FilmChange) bool { return c.Kind == Added }); !slices.Equal(got, []string{"3 tt0000006 added", "2 tt0000005 added", "1 tt0000004 added"}) {
		t.Errorf("those that were added: %q", got)
	}
	// What is no longer kept ends the list.
	if err := b.Delete(t.Context(), idsKey(versions[2])); err != nil {
		t.Fatal(err)
	}
	if got := told(9, every); !slices.Equal(got, all[:1]) {
		t.Errorf("of the newest version alone: %q", got)
	}
	// Half a file is an error, not a shorter list.
	if err := b.Put(t.Context(), idsKey(versions[2]), strings.NewReader("half a record of"), 16, "application/octet-stream"); err != nil {
		t.Fatal(err)
	}
	if _, err := RecentFilms(t.Context(), b, newest, 9, every); err == nil {
		t.Error("half a file of ids is no error")
	}
}
