package people

import (
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
	"kinodex/internal/text"
)

func ptr[T any](v T) *T { return &v }

// cast puts roles in order of billing.
func cast(roles ...film.Role) []film.Role {
	for i := range roles {
		roles[i].Order = i
	}
	return roles
}

func plays(name, character string) film.Role {
	r := film.Role{Name: name}
	if character != "" {
		r.Character = &character
	}
	return r
}

func numbered(name string, id int) film.Role { return film.Role{Name: name, MoviedbPersonID: &id} }

// made is a film of a year with a cast.
func made(id film.ID, year int, cast []film.Role) *film.Film {
	f := &film.Film{ID: id, Title: fmt.Sprint("Film ", id), Cast: cast, Genres: []string{"Drama"}}
	if year != 0 {
		f.Year = &year
	}
	f.Ratings = film.Ratings{Filmdb: ptr(7.0), FilmdbVotes: ptr(1000), MasterScore: 60}
	return f
}

// invented makes n films from a seed: casts of few names, so that many meet again,
// in several spellings, with ids for some, of up to three people a name.
func invented(seed uint64, n int) ([]*film.Film, []Sighting) {
	r := rand.New(rand.NewPCG(seed, 3))
	first := []string{"Ann", "Änne", "Bo", "Cy", "Jean-Luc", "José", "Олег", "李", "Mae", "O'Dell", "2 Chainz", "Harrison"}
	last := []string{"Pell", "Moss", "Ford", "de la Cruz", "Śląska", "St. John", "X", "", "Ford-2", "Ford 2"}
	genres := []string{"Drama", "Comedy", "Sci-Fi", "Western"}
	chance := func(p float64) bool { return r.Float64() < p }
	var films []*film.Film
	var sights []Sighting
	id := film.ID(0)
	for range n {
		id += film.ID(1 + r.IntN(4))
		f := &film.Film{ID: id, Title: fmt.Sprintf("Film \"%d\"", r.IntN(n))}
		f.Ratings.MasterScore = math.Round(10000*r.Float64()) / 100
		if chance(0.95) {
			f.Year = ptr(1900 + r.IntN(125))
		}
		if chance(0.7) {
			f.Ratings.Filmdb, f.Ratings.FilmdbVotes = ptr(float64(r.IntN(101))/10), ptr(r.IntN(1_000_000))
		}
		if chance(0.3) {
			f.BoxOffice.WorldwideGross = ptr(int64(r.IntN(1_000_000_000)))
		}
		for range r.IntN(3) {
			f.Genres = append(f.Genres, genres[r.IntN(len(genres))])
		}
		for i := range r.IntN(7) {
			role := film.Role{Name: first[r.IntN(len(first))] + " " + last[r.IntN(len(last))], Order: i}
			who := int(crc32.ChecksumIEEE([]byte(text.Key(role.Name)))&0xffffff)*4 + 1 + r.IntN(3)
			if chance(0.6) {
				role.Character = ptr([]string{"Self", "The \"King\"", "Self (archive footage)", "Waiter (uncredited)", "Rosa"}[r.IntN(5)])
			}
			if chance(0.3) {
				role.MoviedbPersonID = ptr(who)
			}
			if chance(0.2) {
				role.ProfileURL = ptr(fmt.Sprintf("https://images.example/%d.jpg", r.IntN(9)))
			}
			if chance(0.2) {
				sights = append(sights, Sighting{Film: id, Name: role.Name, NamedbID: namedbID(uint32(who))})
			}
			if chance(0.2) {
				sights = append(sights, Sighting{Film: id, Name: role.Name, ServiceID: who})
			}
			f.Cast = append(f.Cast, role)
		}
		films = append(films, f)
	}
	return films, sights
}

// build makes a catalogue and a collection of the films and opens both. Slugs of
// before are kept; it may be nil.
func build(t testing.TB, films []*film.Film, sights []Sighting, before *Collection) *Collection {
	t.Helper()
	b := NewBuilder(before)
	for _, s := range sights {
		b.Sight(s)
	}
	p, err := Open(catalogtest.Derive(t, b, films), catalogtest.Open(t, films))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	if err := p.Verify(); err != nil {
		t.Fatal(err)
	}
	return p
}

// everyone gives all people in order.
func (p *Collection) everyone() []Actor {
	all, _ := p.Search(Query{}, 0, p.Len())
	return all
}

// filmsOf gives the ids of a person's films, ascending.
func (p *Collection) filmsOf(t testing.TB, slug string) []film.ID {
	t.Helper()
	one, ok := p.Find(slug)
	if !ok {
		t.Fatalf("nobody is called %s", slug)
	}
	var ids []film.ID
	for _, a := range p.Films(*one) {
		ids = append(ids, a.Film)
	}
	slices.Sort(ids)
	return ids
}

// castNames are the words of the names in a film's cast.
func castNames(f *film.Film) map[string]bool {
	names := map[string]bool{}
	for _, r := range f.Cast {
		names[text.Key(r.Name)] = true
	}
	return names
}
