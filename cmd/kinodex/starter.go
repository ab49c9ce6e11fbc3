package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/starter"
)

// StarterCmd writes the starter library's film file anew from a full library.
type StarterCmd struct {
	Data string `help:"Data directory with a full library." default:"data" type:"path"`
	Out  string `help:"File to write." default:"internal/starter/films.ndjson.zst" type:"path"`
}

// Run selects and writes.
func (c StarterCmd) Run(g *Globals) error {
	lib, err := library.Open(libraryRoot(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	var broken error
	films, err := starter.Select(allFilms(lib.Catalog, &broken))
	if err := errors.Join(broken, err); err != nil {
		return err
	}
	f, err := os.Create(c.Out)
	if err != nil {
		return err
	}
	if err := starter.Encode(f, films); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	info, err := os.Stat(c.Out)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(g.Out, "%d films in %d bytes\n", len(films), info.Size())
	return err
}

// allFilms decodes the detail records of a catalogue; a record that does not
// decode ends the sequence and sets err.
func allFilms(c *catalog.Catalog, err *error) iter.Seq[*film.Film] {
	return func(yield func(*film.Film) bool) {
		var buf []byte
		for d := range catalog.Doc(c.Len()) {
			buf = c.Record(d, film.Detail).AppendTo(buf[:0], nil, "")
			f := new(film.Film)
			if e := json.Unmarshal(buf, f); e != nil {
				*err = fmt.Errorf("decode film %s: %w", c.ID(d), e)
				return
			}
			if !yield(f) {
				return
			}
		}
	}
}
