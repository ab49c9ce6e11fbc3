package recommend

import (
	"fmt"
	"strconv"
	"strings"

	"kinodex/internal/serve/table"
	"kinodex/internal/taste/prompt"
)

// wish is one thing that was understood of a sentence.
type wish struct{ Kind, Value string }

// wishes returns what was understood, in the words of the page.
func wishes(u *prompt.Request) (all []wish) {
	add := func(kind string, values []string) {
		for _, v := range values {
			all = append(all, wish{kind, v})
		}
	}
	add("genre", u.Genres)
	add("not the genre", u.NotGenres)
	for _, s := range u.Years {
		all = append(all, wish{"years", span(s)})
	}
	for _, s := range u.NotYears {
		all = append(all, wish{"not the years", span(s)})
	}
	if u.Runtime != nil {
		all = append(all, wish{"minutes", span(*u.Runtime)})
	}
	if u.Votes != nil {
		all = append(all, wish{"votes", figures(u.Votes)})
	}
	if u.Rating != nil {
		all = append(all, wish{"rating", figures(u.Rating)})
	}
	add("country", u.Countries)
	add("not the country", u.NotCountries)
	add("language", u.Languages)
	add("not the language", u.NotLanguages)
	add("set in", u.SetIn)
	add("not set in", u.NotSetIn)
	add("with", u.People)
	add("without", u.NotPeople)
	add("produced by", u.Companies)
	add("not produced by", u.NotCompanies)
	for _, f := range u.Like {
		all = append(all, wish{"like", f.Title})
	}
	for _, f := range u.Dislike {
		all = append(all, wish{"not like", f.Title})
	}
	add("mood", u.Moods)
	add("not the mood", u.NotMoods)
	add("about", u.Themes)
	add("not about", u.NotThemes)
	if u.Acclaimed {
		all = append(all, wish{"", "well rated"})
	}
	for kind, value := range map[string]string{"fame": u.Fame, "Academy Awards": u.Oscars} {
		if value != "" {
			all = append(all, wish{kind, value})
		}
	}
	return all
}

// span returns a range in words: 1940 to 1949, from 1940, up to 1949.
func span(s prompt.Span) string {
	switch {
	case s.From != nil && s.To != nil && *s.From == *s.To:
		return fmt.Sprint(*s.From)
	case s.From != nil && s.To != nil:
		return fmt.Sprintf("%d to %d", *s.From, *s.To)
	case s.From != nil:
		return fmt.Sprintf("from %d", *s.From)
	case s.To != nil:
		return fmt.Sprintf("up to %d", *s.To)
	}
	return "any"
}

// figures returns a range in words: above 7.5, from 7.5 to 8.
func figures(r *prompt.NumberRange) string {
	number := func(v *float64) string { return strconv.FormatFloat(*v, 'f', -1, 64) }
	var words []string
	if r.From != nil {
		words = append(words, map[bool]string{true: "above ", false: "from "}[r.Above]+number(r.From))
	}
	if r.To != nil {
		words = append(words, map[bool]string{true: "below ", false: "up to "}[r.Below]+number(r.To))
	}
	return strings.Join(words, ", ")
}

// reasons are why a rating's film was not found, in words.
var reasons = map[string]string{
	"not_in_catalogue": "not in this library", "no_such_title": "no film has this title", "other_year": "only films of another year have this title",
	"several": "several films have this title and year",
}

// unmatched returns the ratings whose film was not found.
func (s *view) unmatched() table.Table {
	t := table.Table{Name: "not found", Caption: "Films of your export that were not found here", Columns: []table.Column{{Name: "Title"}, {Name: "Year", Numeric: true}, {Name: "Why"}}}
	if s.suggested == nil || s.suggested.Ratings == nil {
		return t
	}
	for _, u := range s.suggested.Ratings.Unmatched {
		year := table.Unknown()
		if u.Year != 0 {
			year = table.Year(u.Year)
		}
		t.Add(table.Text(strings.TrimSpace(u.Title+" "+u.ID)), year, table.Text(reasons[string(u.Reason)]))
	}
	return t
}

// popularity returns the value of the dial.
func popularity(s *view) string {
	if v := s.value("popularity"); v != "" {
		return v
	}
	return "0"
}
