package catalog

import (
	_ "embed"
	"iter"
	"maps"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/text"
)

// notesText has a row for each of the best-known films, in the order of their ids: the id, tags, and a sentence on what
// people remember of the film, in our own words. Records state neither. The rows are written from memory and were not
// compared with a source. Tags are in English, in lower case, and separated by ", ".
//
//go:embed notes.tsv
var notesText string

// Note is a row of the table. Tags say how a film feels, ends and is told, and for whom it is. Remembered is what somebody
// tells who saw the film years ago, and may give away the end; it is "" where the row has none.
type Note struct {
	Film       film.ID
	Tags       []string
	Remembered string
}

// Notes yields the notes in the order of their films' ids. The table is read anew each time.
func Notes() iter.Seq[Note] {
	return func(yield func(Note) bool) {
		for line := range strings.Lines(notesText) {
			cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if id, ok := film.ParseID(cells[0]); ok && !yield(Note{id, strings.Split(cells[1], ", "), cells[2]}) {
				return
			}
		}
	}
}

// Tagged returns the tags of the notes, as text.Key gives them, sorted, and the films of the catalogue that have each, ascending.
func (c *Catalog) Tagged() (tags []string, films [][]uint32) {
	with := map[string][]uint32{} // by tag as it is written
	for n := range Notes() {
		if d, ok := c.ByID(n.Film); ok {
			for _, tag := range n.Tags {
				with[tag] = append(with[tag], uint32(d))
			}
		}
	}
	byKey := make(map[string][]uint32, len(with))
	for tag, of := range with {
		key := text.Key(tag)
		byKey[key] = append(byKey[key], of...)
	}
	for _, tag := range slices.Sorted(maps.Keys(byKey)) {
		of := byKey[tag]
		slices.Sort(of)
		tags, films = append(tags, tag), append(films, slices.Compact(of))
	}
	return tags, films
}
