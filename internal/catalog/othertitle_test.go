package catalog

import (
	"testing"

	"kinodex/internal/film"
)

// called is a film with a title and what it is called elsewhere.
func called(id uint32, year, votes int, title string, others ...string) *film.Film {
	f := &film.Film{ID: film.ID(id), Title: title, Year: &year, Ratings: film.Ratings{FilmdbVotes: &votes}}
	for _, t := range others {
		f.Titles = append(f.Titles, film.Title{Title: t, Source: "filmdb"})
	}
	return f
}

// REQ F2-73
func TestFilmsAreFoundByWhatTheyAreCalledElsewhere(t *testing.T) {
	c := open(t, build(t, []*film.Film{
		called(1, 1972, 2_000_000, "The Godfather", "Der Pate", "Крёстный отец", "教父", "Le Parrain", "The Shed"),
		called(2, 1972, 20, "Le Parrain", "Godfather of Nobody"),
		called(3, 2001, 500, "The Shed"),
	}))
	first := func(q *film.Query) film.ID {
		found := c.Find(q, film.Page{Limit: 5})
		if len(found.Docs) == 0 {
			return 0
		}
		return c.ID(found.Docs[0])
	}
	for text, want := range map[string]film.ID{
		"Der Pate": 1, "крестный отец": 1, "教父": 1, "le parrain": 2, "the shed": 3, "godfather": 1, "der pate 1972": 1,
	} {
		for _, titles := range []bool{false, true} {
			if got := first(&film.Query{Text: text, Titles: titles, Match: film.MatchAuto}); got != want {
				t.Errorf("%q (titles alone: %v): %v first, want %v", text, titles, got, want)
			}
		}
	}
	for _, test := range []struct {
		title string
		year  int
		want  film.ID
	}{
		{"DER PATE", 1972, 1}, {"教父", 1972, 1}, {"Le Parrain", 1972, 2}, {"Der Pate", 1973, 0}, {"Parrain", 1972, 0}, {"The Shed", 1972, 1}, {"Nobody", 1972, 0},
	} {
		d, ok := c.ByTitleYear(test.title, test.year)
		if ok != (test.want != 0) || ok && c.ID(d) != test.want {
			t.Errorf("%q of %d: %v, %v, want %v", test.title, test.year, d, ok, test.want)
		}
	}
}

// REQ F2-74: a series by its id, or by its name with and without the word that ends it.
func TestACollectionIsAskedForByIdOrName(t *testing.T) {
	film1, film2, film3 := called(1, 1999, 5, "One"), called(2, 2001, 5, "Two"), called(3, 2003, 5, "Three")
	film1.Collection = &film.Collection{ID: 10, Name: "Élan Collection"}
	film2.Collection = &film.Collection{ID: 10, Name: "Elan Collection"}
	film3.Collection = &film.Collection{ID: 7, Name: "10"}
	c := open(t, build(t, []*film.Film{film1, film2, film3}))
	for asked, want := range map[string]int{"10": 2, " 10 ": 2, "7": 1, "elan": 2, "ÉLAN collection": 2, "la": 0, "11": 0, " ": 3} {
		if got := c.Find(&film.Query{Filters: film.Filters{Collection: asked}}, film.Page{Limit: 5}).Total; got != want {
			t.Errorf("%q: %d films, want %d", asked, got, want)
		}
	}
}
