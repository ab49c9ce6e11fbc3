package recommend

import (
	"fmt"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
	"kinodex/internal/taste"
)

// wellKnown is how many of the best known films examples are made of, and shortTitle the longest title, in
// bytes, of one that is named.
const (
	wellKnown  = 12
	shortTitle = 14
)

// sentences returns examples of what can be asked for, made of well-known films: none without films.
func sentences(known []*film.Film) (all []string) {
	for _, f := range known {
		if len(f.Title) <= shortTitle {
			all = append(all, "something like "+f.Title+" but lighter, not longer than two hours")
			break
		}
	}
	for _, f := range known {
		if f.Year == nil || len(f.Genres) < 2 {
			continue
		}
		first, second := strings.ToLower(f.Genres[0]), strings.ToLower(f.Genres[1])
		return append(all, fmt.Sprintf("%s films from the %ds", first, *f.Year/10*10), fmt.Sprintf("little-known %s films, well rated", second))
	}
	return all
}

// words returns the wish as the chip of a film says it.
func (v verdict) words() string {
	switch v.Kind {
	case "minutes":
		return v.Value + " minutes"
	case "genre", "years", "mood", "country", "language":
		return v.Value
	case "fame":
		return map[string]string{"hidden": "little known", "famous": "well known"}[v.Value]
	}
	return v.String()
}

// sentence returns reasons as a text of sentences.
func sentence(reasons []string) string {
	text := strings.Join(reasons, ". ")
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// unmetWords are what a film does not meet, in words; others are said by their own name.
var unmetWords = map[string]string{
	"set_in": "where it is set", "acclaimed": "well rated", "fame": "how well known it is", "oscars": "Academy Awards", "prizes": "prizes", "composers": "music", "runtime": "length",
	"themes": "what it is about", "phrases": "all words of what it is about", "unknown": "words that were not understood",
}

// unmet returns what of a wish a film does not meet, in words.
func unmet(names []string) string {
	words := make([]string, len(names))
	for i, name := range names {
		if words[i] = unmetWords[name]; words[i] == "" {
			words[i] = name
		}
	}
	return strings.Join(words, ", ")
}

// noEffect returns in a sentence what of the question had no effect; empty where all of it had.
func (s *view) noEffect() string {
	var all []string
	if s.understood != nil && len(s.understood.Ignored) > 0 {
		all = append(all, "These words had no effect: "+strings.Join(s.understood.Ignored, ", ")+".")
	}
	if s.understood != nil && len(s.understood.Relaxed) > 0 {
		all = append(all, "No film has all of this, so these wishes were left out: "+unmet(s.understood.Relaxed)+".")
	}
	if s.value("prompt") != "" && s.value("liked") != "" {
		all = append(all, "The films named as liked had no effect, because a sentence was asked for.")
	}
	if s.suggested != nil && len(s.suggested.Input.Unresolved) > 0 {
		all = append(all, "Not found: "+strings.Join(s.suggested.Input.Unresolved, ", ")+". A year helps, as in Heat (1995).")
	}
	return strings.Join(all, " ")
}

// less says from which film on the films do not meet a wish.
func less(u taste.UnmetConstraint) string {
	if u.From == 0 {
		return "No film meets all of it. Left out: " + unmet([]string{u.What}) + "."
	}
	return "The first " + table.Count(u.From, "film") + " meet all of it. The others do not meet: " + unmet([]string{u.What}) + "."
}

// opinions are what was said of films, as chips that take a film back.
func (s *view) opinions() (all []part.Choice) {
	for _, of := range []struct{ name, kind string }{{"liked", "like"}, {"disliked", "not like"}} {
		for _, title := range titles(s.value(of.name)) {
			all = append(all, part.Choice{Kind: of.kind, Name: title, On: true, Removes: true, Href: s.v.With(of.name, without(s.value(of.name), title))})
		}
	}
	if dial := popularity(s); dial != "0" {
		name := map[bool]string{true: "rather hidden", false: "rather famous"}[strings.HasPrefix(dial, "-")]
		all = append(all, part.Choice{Kind: "fame", Name: name, On: true, Removes: true, Href: s.v.With("popularity", "")})
	}
	return all
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
