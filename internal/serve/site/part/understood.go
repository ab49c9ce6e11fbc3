package part

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/taste/prompt"
)

// Wish is one thing that was understood of a sentence.
type Wish struct{ Kind, Value string }

// String returns the wish as a chip shows it.
func (w Wish) String() string { return strings.TrimSpace(w.Kind + " " + w.Value) }

// Wishes returns what was understood, in the words of the pages; nothing for nil.
func Wishes(u *prompt.Request) (all []Wish) {
	if u == nil {
		return nil
	}
	add := func(kind string, values []string) {
		for _, v := range values {
			all = append(all, Wish{kind, v})
		}
	}
	add("genre", u.Genres)
	add("not the genre", u.NotGenres)
	for _, s := range u.Years {
		all = append(all, Wish{"years", span(s)})
	}
	for _, s := range u.NotYears {
		all = append(all, Wish{"not the years", span(s)})
	}
	if u.Runtime != nil {
		all = append(all, Wish{"minutes", span(*u.Runtime)})
	}
	if u.Votes != nil {
		all = append(all, Wish{"votes", figures(u.Votes)})
	}
	if u.Rating != nil {
		all = append(all, Wish{"rating", figures(u.Rating)})
	}
	add("country", named(CountryName, u.Countries))
	add("not the country", named(CountryName, u.NotCountries))
	add("language", named(LanguageName, u.Languages))
	add("not the language", named(LanguageName, u.NotLanguages))
	add("set in", u.SetIn)
	add("not set in", u.NotSetIn)
	add("with", u.People)
	add("without", u.NotPeople)
	add("music by", u.Composers)
	add("produced by", u.Companies)
	add("not produced by", u.NotCompanies)
	for _, f := range u.Like {
		all = append(all, Wish{"like", f.Title})
	}
	for _, f := range u.Dislike {
		all = append(all, Wish{"not like", f.Title})
	}
	add("mood", u.Moods)
	add("not the mood", u.NotMoods)
	add("about", u.Themes)
	add("not about", u.NotThemes)
	for _, prize := range u.Prizes {
		all = append(all, Wish{"won", prizeNames[prize]})
	}
	if u.Acclaimed {
		all = append(all, Wish{"", "well rated"})
	}
	for _, w := range []Wish{{"fame", u.Fame}, {"Academy Awards", strings.ReplaceAll(u.Oscars, "_", " ")}} {
		if w.Value != "" {
			all = append(all, w)
		}
	}
	return all
}

// prizeNames are the names of prizes in a chip.
var prizeNames = map[string]string{
	"palme_dor": "the Palme d'Or", "golden_lion": "the Golden Lion", "golden_bear": "the Golden Bear", "sundance": "the grand jury prize of Sundance",
	"foreign_film_oscar": "the Academy Award for a film not in English", "golden_globe": "a Golden Globe as best film",
	"bafta": "the BAFTA as best film", "cesar": "the César as best film",
}

// named returns codes as the names that name gives them.
func named(name func(string) string, codes []string) []string {
	names := make([]string, len(codes))
	for i, code := range codes {
		names[i] = name(code)
	}
	return names
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

// The bounds of what is tried to take one wish out of a sentence.
const (
	longestSplit = 60 // words of the sentence
	longestWish  = 5  // words that one wish is said in
)

// Without returns, for each wish of a sentence, the sentence without the words that say it: the
// fewest words in a row without which everything else is understood as before. A wish that no
// such words say, and those of a long sentence, have none. understand says how a sentence is
// understood.
func Without(typed string, all []Wish, understand func(string) *prompt.Request) map[Wish]string {
	words := strings.Fields(typed)
	rest := map[Wish]string{}
	if len(words) > longestSplit {
		return rest
	}
	for length := 1; length <= min(longestWish, len(words)-1); length++ {
		for from := 0; from+length <= len(words) && len(rest) < len(all); from++ {
			shorter := strings.Join(slices.Concat(words[:from], words[from+length:]), " ")
			lost, ok := missing(all, Wishes(understand(shorter)))
			if _, known := rest[lost]; ok && !known {
				rest[lost] = shorter
			}
		}
	}
	return rest
}

// missing returns the one wish that is not among others; false unless it is the only one and
// there is no new one.
func missing(all, others []Wish) (lost Wish, ok bool) {
	if len(others) != len(all)-1 {
		return lost, false
	}
	for _, w := range all {
		if slices.Contains(others, w) {
			continue
		}
		if ok {
			return lost, false
		}
		lost, ok = w, true
	}
	return lost, ok
}
