package search

import (
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/search"
)

// Finder finds films: a catalogue, or one whose questions may be wishes (taste.Taste).
type Finder func(q *film.Query, p film.Page) catalog.ResultPage

// ThroughFinder asks for films that match so, as the lists of films do.
func ThroughFinder(films *catalog.Catalog, find Finder, match film.Match) func(q string, k int) []film.ID {
	return func(q string, k int) []film.ID {
		var ids []film.ID
		for _, d := range find(&film.Query{Text: q, Match: match}, film.Page{Limit: k}).Docs {
			ids = append(ids, films.ID(d))
		}
		return ids
	}
}

// ThroughSearch asks the unified search for everything, as /api/v1/search does when
// it is told nothing else. Rows count as they stand, so a script behind its film
// takes a place; a text it does not take, such as a title of one letter, finds
// nothing.
func ThroughSearch(films *catalog.Catalog, s *search.Search) func(q string, k int) []film.ID {
	return func(text string, k int) []film.ID {
		q := search.Question{Text: text, Limit: min(k, search.MaxLimit)}
		if q.Check() != nil {
			return nil
		}
		var ids []film.ID
		for _, row := range s.Ask(q).Rows {
			ids = append(ids, films.ID(row.Doc))
		}
		return ids
	}
}
