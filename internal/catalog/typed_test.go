package catalog

import (
	"fmt"
	"slices"
	"testing"

	"kinodex/internal/film"
)

// typedShelf is more of what somebody may be on the way to.
const typedShelf = `
Rocky|1976|650|John G. Avildsen|Sylvester Stallone, Talia Shire|boxing
Pulp Fiction|1994|2200|Quentin Tarantino|John Travolta, Uma Thurman|
Monty Python and the Holy Grail|1975|560|Terry Gilliam, Terry Jones|Graham Chapman|
3 Idiots|2009|430|Rajkumar Hirani|Aamir Khan|
Iron Man|2008|1100|Jon Favreau|Robert Downey Jr., Gwyneth Paltrow|
Jaws|1975|670|Steven Spielberg|Roy Scheider|`

// titlesTyped returns the titles that a text may be on the way to.
func titlesTyped(c *Catalog, typed string, limit int) (titles []string) {
	for _, f := range c.Typed(typed, limit) {
		titles = append(titles, c.Title(f.Doc))
	}
	return titles
}

// A film is found by the beginning of the title or of a word inside it, however blanks and numerals are
// typed, and though a letter is wrong; the likeliest is first.
func TestWhatIsTypedSoFarFindsFilms(t *testing.T) {
	c := shelved(t, typedShelf)
	for typed, want := range map[string]string{
		"knig": "The Dark Knight", "dark k": "The Dark Knight", "godf": "The Godfather", "the god": "The Godfather", "rock": "Rocky", "rocky 4": "Rocky IV",
		"pulpfi": "Pulp Fiction", "incept": "Inception", "inceptoi": "Inception", "holy gr": "Monty Python and the Holy Grail", "three id": "3 Idiots", "three i": "3 Idiots",
	} {
		if got := titlesTyped(c, typed, 4); len(got) == 0 || got[0] != want {
			t.Errorf("%q: %q, want %q first", typed, got, want)
		}
	}
	for _, typed := range []string{"ather", " ", "", "zz", "??"} {
		if got := titlesTyped(c, typed, 4); len(got) > 0 {
			t.Errorf("%q: %q", typed, got)
		}
	}
	if got := titlesTyped(c, "rocky", 1); !slices.Equal(got, []string{"Rocky"}) {
		t.Errorf("of one there are %q", got)
	}
	docs := map[Doc]bool{}
	for _, f := range c.Typed("the", 9) {
		if docs[f.Doc] {
			t.Errorf("%s is there twice", c.Title(f.Doc))
		}
		docs[f.Doc] = true
	}
}

// What a film is called elsewhere leads to it, behind films of that title.
func TestTitlesElsewhereAreTyped(t *testing.T) {
	votes := 90_000
	c := open(t, build(t, []*film.Film{
		{ID: 1, Title: "Capernaum", Titles: []film.Title{{Title: "Capharnaüm"}}, Ratings: film.Ratings{FilmdbVotes: &votes}},
		{ID: 2, Title: "Capharnaum Days", Ratings: film.Ratings{FilmdbVotes: &votes}},
	}))
	for typed, want := range map[string][]string{"caph": {"Capharnaum Days", "Capernaum"}, "caper": {"Capernaum"}} {
		if got := titlesTyped(c, typed, 4); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// People are found by the beginning of a name, by initials, without blanks and though a letter is wrong;
// composers by the films whose music they wrote.
func TestWhatIsTypedSoFarFindsPeople(t *testing.T) {
	c := shelved(t, typedShelf)
	for typed, want := range map[string]string{
		"robert dow": "robert downey jr.", "rdj": "robert downey jr.", "downe": "robert downey jr.", "speilb": "steven spielberg", "spielberg s": "steven spielberg",
		"dicap": "leonardo dicaprio", "leonardodi": "leonardo dicaprio", "qqq": "", "": "", "??": "",
	} {
		got := ""
		if all := c.TypedNames(typed, 3); len(all) > 0 {
			got = all[0].Name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	votes := 500_000
	var films []*film.Film
	for i := range 3 {
		films = append(films, &film.Film{ID: film.ID(i + 1), Title: fmt.Sprint("Opus ", i), Ratings: film.Ratings{FilmdbVotes: &votes},
			CrewSummary: film.Crew{"sound": {{Name: "Iva Černá", Job: composerJob}, {Name: "Zoë Marsh", Job: "Foley"}}}})
	}
	c = open(t, build(t, films))
	got := c.TypedNames("cerna", 3)
	if len(got) != 1 || got[0].Name != "Iva Černá" || !got[0].Composer {
		t.Errorf("the composer is %+v", got)
	}
	if got := c.TypedNames("marsh", 3); len(got) > 0 {
		t.Errorf("whoever made noises is %+v", got)
	}
}
