// Package filmtest has the films that tests and the examples of the description are made of.
//
// The films are texts, one JSON object a line in films.ndjson, in the order of their ids:
// film.Decode makes a film of one. The package imports nothing of ours, so that the tests of
// package film can use it as well.
package filmtest

import (
	_ "embed"
	"strings"
)

// Ids of films that are not in Catalogue.
const (
	Example = "tt0041959" // the film in the examples of the description
	Full    = "tt0113277" // has a value in every field, and characters that JSON escapes
)

//go:embed films.ndjson
var films string

// Catalogue returns the films of a catalogue for tests. None of these films exists. They have
// no provenance.
func Catalogue() []string {
	var list []string
	for line := range strings.Lines(films) {
		if id := idOf(line); id != Example && id != Full {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return list
}

// Film returns the film with an id. It panics when there is none.
func Film(id string) string {
	for line := range strings.Lines(films) {
		if idOf(line) == id {
			return strings.TrimSpace(line)
		}
	}
	panic("filmtest: there is no film " + id)
}

// idOf returns the id that a line begins with.
func idOf(line string) string {
	id, _, _ := strings.Cut(strings.TrimPrefix(line, `{"filmdb_id":"`), `"`)
	return id
}
