package corpus

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// Texts are what is to be found of a film, by field. Every engine indexes the
// same, and a text question asks that each of its words occurs in any of them.
type Texts struct {
	Title    string // and the original title
	Director string
	Cast     string
	Crew     string
	Subjects string // keywords, genres and the year
	Prose    string // overview and tagline
}

// separator stands between two names, so that no name runs into the next.
const separator = "; "

// TextsOf gathers them.
func TextsOf(f *film.Film) Texts {
	var t Texts
	t.Title = f.Title
	if f.OriginalTitle != nil && *f.OriginalTitle != f.Title {
		t.Title += separator + *f.OriginalTitle
	}
	if f.Director != nil {
		t.Director = *f.Director
	}
	cast := make([]string, len(f.Cast))
	for i, r := range f.Cast {
		cast[i] = r.Name
	}
	t.Cast = strings.Join(cast, separator)
	var crew []string
	for _, department := range film.Departments {
		for _, c := range f.CrewSummary[department] {
			if !slices.Contains(crew, c.Name) {
				crew = append(crew, c.Name)
			}
		}
	}
	t.Crew = strings.Join(crew, separator)
	subjects := slices.Concat(f.Keywords, f.Genres)
	if f.Year != nil {
		subjects = append(subjects, strconv.Itoa(*f.Year))
	}
	t.Subjects = strings.Join(subjects, separator)
	var prose []string
	for _, s := range []*string{f.Overview, f.Tagline} {
		if s != nil {
			prose = append(prose, *s)
		}
	}
	t.Prose = strings.Join(prose, separator)
	return t
}

// Numbers are the fields a film can be ordered by, in the order of NumberFields;
// nil for unknown.
func Numbers(f *film.Film) []*float64 {
	all := make([]*float64, len(NumberFields))
	for i, name := range NumberFields {
		if v := f.SortValue(name); !math.IsNaN(v) {
			all[i] = &v
		}
	}
	return all
}

// NumberFields names what Numbers gives: the sort fields but the title.
var NumberFields = film.SortFields[1:]

// TitleKey is what the order by title compares.
func TitleKey(f *film.Film) string {
	return text.Fold(f.Title)
}

// GenreKeys are the film's genres as they are compared: folded.
func GenreKeys(f *film.Film) []string {
	keys := make([]string, 0, len(f.Genres))
	for _, g := range f.Genres {
		if key := text.Fold(g); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// LanguageKey is the original language in lower case, empty for unknown.
func LanguageKey(f *film.Film) string {
	if f.Language == nil {
		return ""
	}
	return strings.ToLower(*f.Language)
}

// HasPoster reports whether the film has a poster.
func HasPoster(f *film.Film) bool { return f.Poster.URL != nil }
