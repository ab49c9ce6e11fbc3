package suggestions

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// lines returns the whole book.
func lines(t *testing.T) []Line {
	t.Helper()
	development, err := Book(false)
	if err != nil {
		t.Fatal(err)
	}
	heldOut, err := Book(true)
	if err != nil {
		t.Fatal(err)
	}
	if d, h := len(development), len(heldOut); d+h < 420 || max(d, h)-min(d, h) > 1 {
		t.Errorf("%d lines and %d held out", d, h)
	}
	return append(development, heldOut...)
}

// Every line is typed once, in lower case, and the book has enough films and people.
func TestTheBookIsWellFormed(t *testing.T) {
	seen, of := map[string]bool{}, map[Kind]int{}
	for _, l := range lines(t) {
		if seen[l.Text] {
			t.Errorf("%q is there twice", l.Text)
		}
		seen[l.Text] = true
		of[l.Kind]++
		plain := strings.ToLower(strings.Join(strings.Fields(l.Text), " "))
		if l.Name == "" || l.Text != plain || utf8.RuneCountInString(l.Text) < 2 {
			t.Errorf("%+v", l)
		}
		if l.Kind == Film && (l.Year < 1900 || l.Year > 2100) {
			t.Errorf("%q has the year %d", l.Name, l.Year)
		}
	}
	if of[Film] < 300 || of[Person] < 120 {
		t.Errorf("%v", of)
	}
}

// At most a third of the films are typed as their title begins: the others lack an article, begin with
// another word, are misspelt, or are called otherwise.
func TestMostFilmsAreNotTypedAsTheirTitleBegins(t *testing.T) {
	films, begun := 0, 0
	for _, l := range lines(t) {
		if l.Kind == Film {
			films++
			if strings.HasPrefix(strings.Join(text.Words(l.Name), " "), strings.Join(text.Words(l.Text), " ")) {
				begun++
			}
		}
	}
	if 3*begun > films {
		t.Errorf("%d of %d", begun, films)
	}
}

// fake is a box that suggests what it has for a text.
type fake map[string][]string

func (f fake) Suggest(text string) (all []Suggestion, err error) {
	for _, s := range f[text] {
		all = append(all, Suggestion{Text: s})
	}
	return all, nil
}

func (f fake) Wanted(l Line) (func(Suggestion) bool, error) {
	if l.Name == "Absent" {
		return nil, nil
	}
	return func(s Suggestion) bool { return s.Text == l.Name }, nil
}

func (f fake) BestKnown(int) []Line { return nil }

// Of films that begin alike, four letters tell the two best known.
func TestFourLettersTellTwoFilms(t *testing.T) {
	var known []Line
	for _, title := range []string{"star wars", "heat", "star trek", "up", "stardust", "start"} {
		known = append(known, Line{Kind: Film, Name: title, Text: title})
	}
	if got := told(known); got != 4.0/6 {
		t.Errorf("%v of the films are told by four letters", got)
	}
}

// Places are those at each number of letters, blanks counted and cut at the end; a text that is shorter
// counts whole.
func TestPlaces(t *testing.T) {
	box := fake{
		"it": {"A", "B", "C", "D", "E", "It Follows"}, "it f": {"A", "B", "It Follows"}, "it fo": {"It Follows"}, "up": {"Up"},
	}
	for _, c := range []struct {
		name, text string
		places     []int
		letters    int
		before     []string
	}{
		{"It Follows", "it fo", []int{6, 6, 3, 1, 1, 1, 1, 1}, 4, []string{"A", "B"}},
		{"Up", "up", []int{1, 1, 1, 1, 1, 1, 1, 1}, 2, nil},
		{"Upgrade", "up", []int{0, 0, 0, 0, 0, 0, 0, 0}, 3, []string{"Up"}},
		{"Heat", "heat", []int{0, 0, 0, 0, 0, 0, 0, 0}, 5, []string{}},
	} {
		o, ok, err := typed(box, Line{Kind: Film, Name: c.name, Text: c.text})
		if err != nil || !ok || !slices.Equal(o.Places, c.places) || o.Letters != c.letters || !slices.Equal(o.Before, c.before) || (o.Before == nil) != (c.before == nil) {
			t.Errorf("%q: %+v, %v, %v", c.text, o, ok, err)
		}
	}
	if _, ok, err := typed(box, Line{Name: "Absent", Text: "ab"}); ok || err != nil {
		t.Errorf("what the library lacks counts: %v", err)
	}
}

// Shares are those of the lines of a kind, and the held-out half shows in totals alone.
func TestMarks(t *testing.T) {
	m := newMark("development", Film)
	for _, place := range []int{1, 2, 5, 6, 0} {
		m.add(&Outcome{Places: slices.Repeat([]int{place}, len(Lengths)), Letters: 4})
	}
	m.add(&Outcome{Places: make([]int, len(Lengths)), Letters: 10})
	got := m.mean()
	for _, s := range got.At {
		if s.First != 1.0/6 || s.Two != 2.0/6 || s.Five != 3.0/6 {
			t.Errorf("%+v", s)
		}
	}
	if got.Lines != 6 || got.Letters != 5 {
		t.Errorf("%+v", got)
	}
	var r Report
	if err := r.ask(fake{}, []Line{{Kind: Film, Name: "Heat", Text: "heat"}, {Kind: Person, Name: "Absent", Text: "ab"}}, heldOutHalf); err != nil {
		t.Fatal(err)
	}
	if len(r.Marks) != 1 || r.Marks[0].Lines != 1 || r.Missed != nil || r.Absent != nil || r.AbsentHeldOut != 1 {
		t.Errorf("%+v", r)
	}
}

// A page is one of what is wanted by its path, or by the whole name.
func TestPagesOfWhatIsWanted(t *testing.T) {
	wanted := filmPage(film.ID(102))
	for path, want := range map[string]bool{"/films/tt0000102": true, "/films/tt0000102-it": true, "/films/tt00001021-it": false, "/scripts/tt0000102": false} {
		if wanted(Suggestion{Path: path}) != want {
			t.Errorf("%s", path)
		}
	}
	wanted = personPage("/people/ann-lee", "ann lee")
	for path, want := range map[string]bool{
		"/people/ann-lee": true, "/people/ann-lee-2": false, "/directors?name=Ann+Lee": true, "/crew?name=Ann+L%C3%A9e": true, "/directors?name=Ann+Leeds": false,
		"/films?name=Ann+Lee": false,
	} {
		if wanted(Suggestion{Path: path}) != want {
			t.Errorf("%s", path)
		}
	}
}
