package prompts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/taste"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// Slots are what a sentence may say, by the names of the book.
var Slots = []string{"like", "dislike", "years", "notyears", "runtime", "genres", "notgenres", "themes", "notthemes", "countries", "notcountries", "languages", "notlanguages",
	"setin", "notsetin", "votes", "rating", "moods", "notmoods", "people", "notpeople", "companies", "notcompanies", "acclaimed", "fame", "oscars", "language", "ignored"}

// opposites are pairs of slots: what is said in one and understood in the other is inverted.
var opposites = [][2]string{{"like", "dislike"}, {"years", "notyears"}, {"genres", "notgenres"}, {"themes", "notthemes"}, {"countries", "notcountries"}, {"languages", "notlanguages"},
	{"setin", "notsetin"}, {"moods", "notmoods"}, {"people", "notpeople"}, {"companies", "notcompanies"}}

// The conventions of the grammar that the book names: how many years before the newest film
// "recent" begins and "classic" ends.
const (
	recentYears = 8
	classicAge  = 30
)

// scorer compares what was understood with what was to be.
type scorer struct {
	x      *taste.Taste
	films  *catalog.Catalog
	newest int
}

// newScorer returns a scorer for a library, whose newest year the reader tells.
func newScorer(x *taste.Taste, films *catalog.Catalog) *scorer {
	s := &scorer{x: x, films: films}
	if y := x.Understand("films from this year").Years; len(y) > 0 && y[0].From != nil {
		s.newest = *y[0].From
	}
	return s
}

// understood returns what the reader made of a text, slot by slot, in comparable form.
func (s *scorer) understood(text string) map[string][]string {
	u := s.x.Understand(text)
	got := map[string][]string{}
	add := func(slot string, values ...string) {
		for _, v := range values {
			if v = comparable(slot, v); v != "" && !slices.Contains(got[slot], v) {
				got[slot] = append(got[slot], v)
			}
		}
	}
	add("language", u.Language)
	add("genres", u.Genres...)
	add("notgenres", u.NotGenres...)
	add("themes", u.Themes...)
	add("notthemes", u.NotThemes...)
	add("countries", u.Countries...)
	add("notcountries", u.NotCountries...)
	add("languages", u.Languages...)
	add("notlanguages", u.NotLanguages...)
	add("setin", u.SetIn...)
	add("notsetin", u.NotSetIn...)
	add("moods", u.Moods...)
	add("notmoods", u.NotMoods...)
	add("people", u.People...)
	add("notpeople", u.NotPeople...)
	add("composers", u.Composers...)
	add("companies", u.Companies...)
	add("notcompanies", u.NotCompanies...)
	add("fame", u.Fame)
	add("prizes", u.Prizes...)
	add("oscars", u.Oscars)
	add("ignored", u.Ignored...)
	if u.Acclaimed {
		add("acclaimed", "true")
	}
	for _, c := range u.Roles {
		add("roles", c.Role+":"+c.Name)
	}
	for _, y := range u.Years {
		add("years", span(y.From, y.To))
	}
	for _, y := range u.NotYears {
		add("notyears", span(y.From, y.To))
	}
	if u.Runtime != nil {
		add("runtime", span(u.Runtime.From, u.Runtime.To))
	}
	for slot, r := range map[string]*prompt.NumberRange{"votes": u.Votes, "rating": u.Rating} {
		if r != nil {
			add(slot, figures(r, slot))
		}
	}
	add("like", s.titles(u.Like)...)
	add("dislike", s.titles(u.Dislike)...)
	return got
}

// titles returns films as "title (year)".
func (s *scorer) titles(all []prompt.FilmRef) (titles []string) {
	for _, n := range all {
		year := 0
		if d, ok := s.films.ByID(n.ID); ok {
			if y, ok := s.films.Number("year", d); ok {
				year = int(y)
			}
		}
		titles = append(titles, fmt.Sprintf("%s (%d)", n.Title, year))
	}
	return titles
}

// span returns a range in the form of the book.
func span(from, to *int) string {
	end := func(n *int) string {
		if n == nil {
			return ""
		}
		return strconv.Itoa(*n)
	}
	return end(from) + ".." + end(to)
}

// figures returns a range in the form of the book; of votes, which are whole, one more or less
// where the end does not count.
func figures(r *prompt.NumberRange, slot string) string {
	end := func(v *float64, off float64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatFloat(*v+off, 'f', -1, 64)
	}
	up, down := 0.0, 0.0
	if slot == "votes" && r.Above {
		up = 1
	}
	if slot == "votes" && r.Below {
		down = -1
	}
	return end(r.From, up) + ".." + end(r.To, down)
}

// unmarking are words that make no difference between themes.
var unmarking = []string{"a", "an", "the", "of", "on", "in"}

// comparable returns a value of a slot in the form in which it is compared.
func comparable(slot, v string) string {
	switch slot {
	case "themes", "notthemes", "setin", "notsetin", "ignored":
		var stems []string
		for _, w := range text.Words(v) {
			if !slices.Contains(unmarking, w) {
				stems = append(stems, text.Stem(w))
			}
		}
		return strings.Join(stems, " ")
	case "genres", "notgenres":
		return strings.Join(film.GenreKeys(v), " ")
	}
	return text.Fold(v)
}

// wanted returns what a sentence of the book says, in comparable form.
func (s *scorer) wanted(sentence Sentence) map[string][]string {
	want := map[string][]string{}
	for slot, values := range sentence.Wanted {
		for _, v := range values {
			switch {
			case slot == "countries" && strings.HasPrefix(v, "region:"):
				for _, code := range s.x.Understand(strings.TrimPrefix(v, "region:") + " films").Countries {
					want[slot] = append(want[slot], comparable(slot, code))
				}
				continue
			case slot == "people" && strings.Contains(v, ":"):
				role, name, _ := strings.Cut(v, ":")
				want["roles"] = append(want["roles"], comparable("roles", role+":"+name))
				v = name
			case v == "recent":
				v = fmt.Sprintf("%d..", s.newest-recentYears)
			case v == "classic":
				v = fmt.Sprintf("..%d", s.newest-classicAge)
			case strings.Contains(v, "newest"):
				v = s.year(v)
			}
			for _, one := range s.split(slot, v) {
				want[slot] = append(want[slot], comparable(slot, one))
			}
		}
	}
	return want
}

// split returns the values of a slot that the book writes with blanks between them.
func (s *scorer) split(slot, v string) []string {
	switch slot {
	case "countries", "notcountries", "languages", "notlanguages":
		return strings.Fields(v)
	}
	return []string{v}
}

// year returns a range with "newest" and "newest-4" replaced by years.
func (s *scorer) year(v string) string {
	var ends []string
	for _, end := range strings.Split(v, "..") {
		if off, ok := strings.CutPrefix(end, "newest"); ok {
			n, _ := strconv.Atoi(off)
			end = strconv.Itoa(s.newest + n)
		}
		ends = append(ends, end)
	}
	return strings.Join(ends, "..")
}
