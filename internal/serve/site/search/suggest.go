package search

import (
	"strings"
	"unicode/utf8"

	"kinodex/internal/people"
	"kinodex/internal/search"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/text"
)

// suggestion is a row of what is suggested while one types. Href has the service's prefix.
type suggestion struct {
	Text string `json:"text"`
	Href string `json:"href"`
}

// suggestions returns the best of each group, never nil: people whose name begins as was
// typed, films, other people, directors, guides, and screenplays found by their title.
func (f *found) suggestions(prefix string) []suggestion {
	all := []suggestion{}
	add := func(words, path string) { all = append(all, suggestion{words, prefix + path}) }
	addPeople := func(first bool) {
		for _, a := range f.actors[:min(len(f.actors), suggested)] {
			if begins(a, f.query) == first {
				add(a.Name+", person", "/people/"+a.Slug)
			}
		}
	}
	addPeople(true)
	for _, r := range f.films[:min(len(f.films), suggested)] {
		add(titled(r)+", film", part.FilmPath(r.Data.FilmdbID, r.Title))
	}
	addPeople(false)
	for _, name := range f.directors {
		add(name+", director", part.DirectorPath(name))
	}
	for _, g := range f.guides[:min(len(f.guides), suggested)] {
		add(g.Name+", guide to "+string(g.Discipline), guidePath(g))
	}
	for _, r := range f.scripts[:min(len(f.scripts), suggested)] {
		if r.Field == search.Title.String() {
			add(titled(r)+", screenplay", scriptPath(r))
		}
	}
	return all
}

// begins reports whether a name begins with what was typed, if that has three letters.
func begins(a people.Actor, typed string) bool {
	folded := text.Fold(typed)
	return utf8.RuneCountInString(folded) >= 3 && strings.HasPrefix(text.Fold(a.Name), folded)
}
