package people

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Who is who, by the rules of docs/data/people.md. Films are numbered by year, and
// people told by their films, in order of slug.
func TestWhoIsWho(t *testing.T) {
	type filmOf struct {
		id   film.ID
		year int
		cast []film.Role
	}
	saw := func(id film.ID, name, namedb string, service int) Sighting {
		return Sighting{Film: id, Name: name, NamedbID: namedb, ServiceID: service}
	}
	for name, c := range map[string]struct {
		films  []filmOf
		sights []Sighting
		want   map[string][]film.ID
	}{
		"one name is one person, however it is written": {
			films: []filmOf{{1, 1990, cast(plays("José Díaz-Pell", ""))}, {2, 1995, cast(plays("JOSE DIAZ PELL", ""))}, {3, 2001, cast(plays("José Díaz-Pell", ""))}},
			want:  map[string][]film.ID{"jose-diaz-pell": {1, 2, 3}},
		},
		"two numbers of one database are two people": {
			films: []filmOf{{1, 1990, cast(numbered("Ann Pell", 7))}, {2, 1991, cast(numbered("Ann Pell", 8))}, {3, 1992, cast(numbered("Ann Pell", 7))}},
			want:  map[string][]film.ID{"ann-pell": {1, 3}, "ann-pell-2": {2}},
		},
		"two ids of the name database are two people": {
			films:  []filmOf{{1, 1990, cast(plays("Ann Pell", ""))}, {2, 1991, cast(plays("Ann Pell", ""))}, {3, 1992, cast(plays("Ann Pell", ""))}},
			sights: []Sighting{saw(1, "ann pell", "nm0000001", 0), saw(2, "Ann Pell", "nm0000002", 0), saw(3, "Ann Pell", "nm0000002", 0)},
			want:   map[string][]film.ID{"ann-pell": {2, 3}, "ann-pell-2": {1}},
		},
		"ids of two databases do not tell people apart": {
			films:  []filmOf{{1, 1990, cast(numbered("Ann Pell", 7))}, {2, 1991, cast(plays("Ann Pell", ""))}},
			sights: []Sighting{saw(2, "Ann Pell", "nm0000002", 0)},
			want:   map[string][]film.ID{"ann-pell": {1, 2}},
		},
		"a role without an id goes to the best known whose years it fits": {
			films: []filmOf{
				{1, 1924, cast(numbered("Cy Ford", 1))}, {2, 1929, cast(plays("Cy Ford", ""))}, {3, 1980, cast(numbered("Cy Ford", 2))},
				{4, 1981, cast(numbered("Cy Ford", 2))}, {5, 1985, cast(plays("Cy Ford", ""))}, {6, 1985, cast(numbered("Cy Ford", 3))}},
			want: map[string][]film.ID{"cy-ford": {3, 4, 5}, "cy-ford-2": {6}, "cy-ford-3": {1, 2}},
		},
		"two ids of one database in one film say nothing": {
			films:  []filmOf{{1, 1990, cast(plays("Ann Pell", ""))}, {2, 1991, cast(plays("Ann Pell", ""))}},
			sights: []Sighting{saw(1, "Ann Pell", "nm0000001", 0), saw(1, "Ann Pell", "nm0000002", 0), saw(2, "Ann Pell", "nm0000002", 0)},
			want:   map[string][]film.ID{"ann-pell": {1, 2}},
		},
		"fifty-four years are a pause, fifty-five another person": {
			films: []filmOf{{1, 1930, cast(plays("Ed Hale", ""))}, {2, 1984, cast(plays("Ed Hale", ""))},
				{3, 1930, cast(plays("Di Fox", ""))}, {4, 1985, cast(plays("Di Fox", ""))}, {5, 1986, cast(plays("Di Fox", ""))}},
			want: map[string][]film.ID{"ed-hale": {1, 2}, "di-fox": {4, 5}, "di-fox-2": {3}},
		},
		"an id connects what a pause divides": {
			films: []filmOf{{1, 1930, cast(numbered("Ed Hale", 4))}, {2, 2000, cast(numbered("Ed Hale", 4))}},
			want:  map[string][]film.ID{"ed-hale": {1, 2}},
		},
		"archive footage is no film of one's own": {
			films: []filmOf{{1, 1930, cast(plays("Ed Hale", "King"))}, {2, 1999, cast(plays("Ed Hale", "Self (archive footage)"))}},
			want:  map[string][]film.ID{"ed-hale": {1, 2}},
		},
		"two spellings of one id are one person": {
			films:  []filmOf{{1, 1990, cast(plays("Robt. Hale", ""))}, {2, 1991, cast(plays("Robert Hale", ""))}, {3, 1992, cast(plays("Robert Hale", ""))}},
			sights: []Sighting{saw(1, "Robt. Hale", "nm0000009", 0), saw(2, "Robert Hale", "nm0000009", 0)},
			want:   map[string][]film.ID{"robert-hale": {1, 2, 3}},
		},
		"a catalogue of a service tells people apart": {
			films:  []filmOf{{1, 1925, cast(plays("Cy Ford", ""))}, {2, 1975, cast(plays("Cy Ford", ""))}},
			sights: []Sighting{saw(1, "Cy Ford", "", 11), saw(2, "Cy Ford", "", 12)},
			want:   map[string][]film.ID{"cy-ford": {2}, "cy-ford-2": {1}},
		},
		"a sighting of another name or film is not theirs": {
			films:  []filmOf{{1, 1990, cast(plays("Ann Pell", ""))}, {2, 1991, cast(plays("Ann Pell", ""))}},
			sights: []Sighting{saw(1, "Bo Lund", "nm0000001", 0), saw(3, "Ann Pell", "nm0000002", 0)},
			want:   map[string][]film.ID{"ann-pell": {1, 2}},
		},
		"someone named twice in a cast plays two parts": {
			films: []filmOf{{1, 1990, cast(plays("Ann Pell", "Rosa"), plays("Ann Pell", "Anna"))}},
			want:  map[string][]film.ID{"ann-pell": {1}},
		},
		"a name of other letters has a slug too": {
			films: []filmOf{{1, 1990, cast(plays("李小龍", ""))}},
			want:  map[string][]film.ID{slugOf("李小龍"): {1}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var films []*film.Film
			for _, f := range c.films {
				films = append(films, made(f.id, f.year, f.cast))
			}
			p := build(t, films, c.sights, nil)
			if p.Len() != len(c.want) {
				t.Errorf("%d people, want %d", p.Len(), len(c.want))
			}
			for slug, want := range c.want {
				if got := p.filmsOf(t, slug); !slices.Equal(got, want) {
					t.Errorf("%s is in %v, want %v", slug, got, want)
				}
			}
		})
	}
}

// REQ AC-08: an id is one person's only, whatever sources say against each other.
func TestAnIDIsOnePersons(t *testing.T) {
	for seed := range uint64(8) {
		films, _ := invented(seed, 150)
		r := rand.New(rand.NewPCG(seed, 11))
		var sights []Sighting
		for _, f := range films {
			for _, role := range f.Cast {
				sights = append(sights, Sighting{f.ID, role.Name, namedbID(r.Uint32N(40)), r.IntN(40), r.IntN(40)})
			}
		}
		moviedb, namedb := map[int64]string{}, map[string]string{}
		for _, one := range build(t, films, sights, nil).everyone() {
			if one.MoviedbID != nil {
				if other := moviedb[*one.MoviedbID]; other != "" {
					t.Errorf("%d is %s and %s", *one.MoviedbID, one.Slug, other)
				}
				moviedb[*one.MoviedbID] = one.Slug
			}
			if one.NamedbID != nil {
				if other := namedb[*one.NamedbID]; other != "" {
					t.Errorf("%s is %s and %s", *one.NamedbID, one.Slug, other)
				}
				namedb[*one.NamedbID] = one.Slug
			}
		}
	}
}

// REQ AC-11: a person is in the cast of every film of theirs, once, and everyone
// in a cast is a person, once.
func TestFilmographiesAgreeWithCasts(t *testing.T) {
	for seed := range uint64(6) {
		films, sights := invented(seed, 200)
		p := build(t, films, sights, nil)
		roles, want := 0, 0
		for _, f := range films {
			want += len(castNames(f))
		}
		for _, one := range p.everyone() {
			met := map[film.ID]bool{}
			appearances := p.Films(one)
			if len(appearances) != one.Career.FilmCount || len(appearances) == 0 {
				t.Errorf("%s: %d films, film_count %d", one.Slug, len(appearances), one.Career.FilmCount)
			}
			for i, a := range appearances {
				roles++
				f := films[a.Doc]
				if f.ID != a.Film || met[a.Film] {
					t.Errorf("%s: film %s twice, or of the wrong number", one.Slug, a.Film)
				}
				met[a.Film] = true
				if i > 0 {
					before := films[appearances[i-1].Doc]
					if newer(f, before) {
						t.Errorf("%s: %s comes after %s", one.Slug, a.Film, before.ID)
					}
				}
				if !castNames(f)[text.Key(one.Name)] {
					t.Errorf("%s is not in the cast of %s", one.Name, f.ID)
				}
			}
		}
		if roles != want {
			t.Errorf("seed %d: %d roles in filmographies, %d in casts", seed, roles, want)
		}
	}
}

// newer reports whether f belongs before g in a filmography.
func newer(f, g *film.Film) bool {
	switch {
	case f.Year == nil:
		return g.Year == nil && f.ID < g.ID
	case g.Year == nil:
		return true
	}
	return *f.Year > *g.Year || *f.Year == *g.Year && f.ID < g.ID
}
