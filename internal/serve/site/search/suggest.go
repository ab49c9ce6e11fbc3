package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/search"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/text"
)

// Suggestion is a film, person, guide or screenplay that may be meant by what was typed so far. Path
// is the address of its page, without the service's prefix.
type Suggestion struct{ Text, Path string }

// Suggest returns what the search box suggests for a text while one types, in the order in which it
// shows the suggestions; none for a text that is too short or too long.
func Suggest(ctx context.Context, a *app.App, v *app.Visit, typed string) ([]Suggestion, error) {
	f, err := find(ctx, a, v, strings.TrimSpace(typed), page.JSON)
	if err != nil {
		return nil, err
	}
	return f.suggestions(v), nil
}

// suggestedRow is a suggestion as data. Href has the service's prefix.
type suggestedRow struct {
	Text string `json:"text"`
	Href string `json:"href"`
}

// rows returns suggestions as data, never nil.
func rows(v *page.View, all []Suggestion) []suggestedRow {
	data := make([]suggestedRow, len(all))
	for i, s := range all {
		data[i] = suggestedRow{s.Text, v.Path(s.Path)}
	}
	return data
}

// candidate is something that may be meant by what was typed so far.
type candidate struct {
	Suggestion
	name string  // that what was typed is compared with
	fame float64 // in votes of films, whatever it is
}

// suggestions returns what may be meant: films and people, the likeliest first, then guides, and
// screenplays found by their title.
func (f *results) suggestions(v *app.Visit) []Suggestion {
	var famous []candidate
	films := make([]candidate, len(f.films))
	for i, r := range f.films {
		films[i] = candidate{Suggestion{titled(r) + ", film", part.FilmPath(r.Data.FilmdbID, r.Title)}, r.Title, v.FameOfFilm(r.Data.FilmdbID)}
	}
	films = ranked(f.query, films)
	famous = append(famous, films[:min(len(films), suggested)]...)
	for _, a := range f.actors[:min(len(f.actors), suggested)] {
		famous = append(famous, candidate{Suggestion{a.Name + ", person", "/people/" + a.Slug}, a.Name, v.FameOfActor(a)})
	}
	for _, name := range f.directors {
		famous = append(famous, candidate{Suggestion{name + ", director", part.DirectorPath(name)}, name, v.FameOfDirector(name)})
	}
	var all []Suggestion
	for _, c := range ranked(f.query, famous) {
		all = append(all, c.Suggestion)
	}
	for _, g := range f.guides[:min(len(f.guides), suggested)] {
		all = append(all, Suggestion{g.Name + ", guide to " + string(g.Discipline), guidePath(g)})
	}
	for _, r := range f.scripts[:min(len(f.scripts), suggested)] {
		if r.Field == search.Title.String() {
			all = append(all, Suggestion{titled(r) + ", screenplay", scriptPath(r)})
		}
	}
	return all
}

// ranked returns the candidates, the likeliest first: by fame in the logarithm of votes, less for
// what is not yet typed or not typed so (unlike). Of equally likely ones the better known comes
// first, then by text, so that the same letters always suggest the same.
func ranked(typed string, all []candidate) []candidate {
	words := text.Words(typed)
	likely := func(c *candidate) float64 { return math.Log1p(c.fame) - unlike(words, text.Words(c.name)) }
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(likely(&b), likely(&a)), cmp.Compare(b.fame, a.fame), strings.Compare(a.Text, b.Text))
	})
	return all
}

// How much less likely a title or name is meant, in the logarithm of votes, by how the words that
// were typed stand in it. Between whole words and parts of words lies a factor of five in votes:
// "heat" is the film before anybody called Heath who is not five times as well known.
const (
	beginsWith = 0.7 // its first words are the typed ones
	hasWords   = 1.4 // all words are its own, anywhere
	isBegun    = 3.0 // its first words, the last of which is not typed to its end, or the second of two
	isInside   = 3.2 // so inside it: "last cru" in the last crusade
	hasParts   = 3.7 // each word begins one of its own
	hasElse    = 6.0 // parts within words, other titles, misspelt words
)

// unlike returns how much less likely the words of a title or name are meant, 0 when it is they,
// but for an article in front.
func unlike(typed, name []string) float64 {
	least := unlikeWhole(typed, name)
	if len(name) > 1 && (name[0] == "the" || name[0] == "a" || name[0] == "an") {
		least = min(least, unlikeWhole(typed, name[1:]))
	}
	return least
}

func unlikeWhole(typed, name []string) float64 {
	last := len(typed) - 1
	switch {
	case last < 0:
		return hasElse
	case slices.Equal(typed, name):
		return 0
	case len(name) > last && slices.Equal(typed, name[:last+1]):
		return beginsWith
	case !slices.ContainsFunc(typed, func(w string) bool { return !slices.Contains(name, w) }):
		return hasWords
	case len(name) > last && slices.Equal(typed[:last], name[:last]) && strings.HasPrefix(name[last], typed[last]),
		last == 0 && len(name) == 2 && strings.HasPrefix(name[1], typed[0]): // as a surname
		return isBegun
	case strings.Contains(" "+strings.Join(name, " "), " "+strings.Join(typed, " ")):
		return isInside
	case hasAll(name, typed):
		return hasParts
	}
	return hasElse
}
