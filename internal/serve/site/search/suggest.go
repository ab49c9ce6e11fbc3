package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"kinodex/internal/search"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/text"
)

// suggestion is a row of what is suggested while one types. Href has the service's prefix.
type suggestion struct {
	Text string `json:"text"`
	Href string `json:"href"`
}

// candidate is something that may be meant by what was typed so far.
type candidate struct {
	suggestion
	name string  // that what was typed is compared with
	fame float64 // in votes of films, whatever it is
}

// suggestions returns what may be meant, never nil: films and people, the likeliest first, then
// guides, and screenplays found by their title.
func (f *results) suggestions(v *page.View) []suggestion {
	var famous []candidate
	row := func(words, path string) suggestion { return suggestion{words, v.Path(path)} }
	films := make([]candidate, len(f.films))
	for i, r := range f.films {
		films[i] = candidate{row(titled(r)+", film", part.FilmPath(r.Data.FilmdbID, r.Title)), r.Title, v.Visit.FameOfFilm(r.Data.FilmdbID)}
	}
	films = ranked(f.query, films)
	famous = append(famous, films[:min(len(films), suggested)]...)
	for _, a := range f.actors[:min(len(f.actors), suggested)] {
		famous = append(famous, candidate{row(a.Name+", person", "/people/"+a.Slug), a.Name, v.Visit.FameOfActor(a)})
	}
	for _, name := range f.directors {
		famous = append(famous, candidate{row(name+", director", part.DirectorPath(name)), name, v.Visit.FameOfDirector(name)})
	}
	all := []suggestion{}
	for _, c := range ranked(f.query, famous) {
		all = append(all, c.suggestion)
	}
	for _, g := range f.guides[:min(len(f.guides), suggested)] {
		all = append(all, row(g.Name+", guide to "+string(g.Discipline), guidePath(g)))
	}
	for _, r := range f.scripts[:min(len(f.scripts), suggested)] {
		if r.Field == search.Title.String() {
			all = append(all, row(titled(r)+", screenplay", scriptPath(r)))
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
