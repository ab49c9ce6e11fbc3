package app

import (
	"fmt"
	"strconv"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// How many names the description of a film has at most; then it says how many more there are.
const (
	mostCast     = 15
	mostCredits  = 8 // of a department
	mostKeywords = 40
	mostTitles   = 12
	mostWorks    = 8
)

// textBuilder builds a text line by line.
type textBuilder struct{ strings.Builder }

// line appends a formatted line.
func (t *textBuilder) line(format string, args ...any) {
	fmt.Fprintf(t, format, args...)
	t.WriteByte('\n')
}

// list writes a line of names, if there are any, and how many more there are.
func (t *textBuilder) list(label string, names []string, most int) {
	if len(names) == 0 {
		return
	}
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(", and %d more", len(names)-most)
		names = names[:most]
	}
	t.line("%s: %s%s.", label, strings.Join(names, ", "), more)
}

// describeFilm describes a film in sentences that can be quoted. What is unknown is left
// out.
func describeFilm(title string, f *film.Film) string {
	t := &textBuilder{}
	t.line("%s", title)
	if f.OriginalTitle != nil && *f.OriginalTitle != f.Title {
		t.line("Original title: %s.", *f.OriginalTitle)
	}
	if len(f.Titles) > 0 {
		names := make([]string, len(f.Titles))
		for i := range f.Titles {
			names[i] = f.Titles[i].Title
		}
		t.list("Also called", names, mostTitles)
	}
	var works []string
	for _, w := range f.BasedOn {
		if work := w.Described(); work != "" {
			works = append(works, work)
		}
	}
	t.list("Based on", works, mostWorks)
	if f.Director != nil {
		t.line("Directed by %s.", *f.Director)
	}
	t.list("Genres", f.Genres, len(f.Genres))
	if f.Runtime != nil {
		t.line("Runtime: %d minutes.", *f.Runtime)
	}
	t.list("Countries", f.Countries, len(f.Countries))
	t.list("Languages", f.Languages, len(f.Languages))
	if overview := f.AttributedOverview(); overview != nil {
		t.line("\n%s\n", *overview)
	}
	t.people(f)
	t.figures(f)
	t.list("Keywords", f.Keywords, mostKeywords)
	return strings.TrimRight(t.String(), "\n")
}

// people appends the cast and each department of the crew.
func (t *textBuilder) people(f *film.Film) {
	var cast []string
	for _, r := range f.Cast {
		if r.Character != nil {
			cast = append(cast, r.Name+" as "+*r.Character)
		} else {
			cast = append(cast, r.Name)
		}
	}
	t.list("Cast", cast, mostCast)
	for _, department := range film.Departments {
		var names []string
		for _, c := range f.CrewSummary[department] {
			names = append(names, c.Name+" ("+c.Job+")")
		}
		label := strings.ReplaceAll(department, "_", " ")
		t.list(strings.ToUpper(label[:1])+label[1:], names, mostCredits)
	}
}

// figures appends ratings, box office in US dollars, and awards, as far as they are known.
func (t *textBuilder) figures(f *film.Film) {
	if r := f.Ratings; r.Filmdb != nil && r.FilmdbVotes != nil {
		t.line("User rating: %g of 10, by %d votes.", *r.Filmdb, *r.FilmdbVotes)
	}
	if f.Ratings.Critics != nil {
		t.line("Critics: %g of 100.", *f.Ratings.Critics)
	}
	t.line("Master score: %g of 100.", f.Ratings.MasterScore)
	if b := f.BoxOffice.Budget; b != nil {
		t.line("Budget: %s, in US dollars of its year.", dollars(*b))
	}
	if g := f.BoxOffice.WorldwideGross; g != nil {
		t.line("Worldwide gross: %s, in US dollars of its year.", dollars(*g))
	}
	if r := f.BoxOffice.ROI; r != nil {
		t.line("Return on the budget: %g.", *r)
	}
	if a := f.Awards; a.OscarNoms != nil && a.OscarWins != nil && *a.OscarNoms > 0 {
		t.line("Academy Awards: %d nominations, %d won.", *a.OscarNoms, *a.OscarWins)
	}
}

// dollars returns an amount of US dollars with a comma every three digits.
func dollars(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return "$" + s
}

// describeScript describes a script of the research set in sentences that can be quoted. of
// is how many scripts the set has.
func describeScript(title string, s *research.Script, of int) string {
	t := &textBuilder{}
	t.line("The screenplay of %s, measured.", title)
	t.line("Tier %s, rank %d of %d, %g points, by how the film was rated.", s.Tier, s.Rank, of, s.Points)
	features := measure.VectorOf(&s.Features)
	for i, f := range measure.Features() {
		t.line("%s (%s): %g, %s.", f.Label, f.Name, features[i], f.Unit)
	}
	return strings.TrimRight(t.String(), "\n")
}
