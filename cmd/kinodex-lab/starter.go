package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/cli"
	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/people"
	"kinodex/internal/poster"
	"kinodex/internal/research"
	"kinodex/internal/starter"
)

// StarterCmd writes the starter library's files anew: the films from a full
// library, with what was read of their posters, the figures of the screenplays from
// their texts.
type StarterCmd struct {
	Data    string `help:"Data directory with a full library. The starter library takes the measurements of posters that were ingested into it." default:"data" type:"path"`
	Scripts string `help:"Folder of screenplays to measure. Default: keep the present measurements. Example: ./screenplays" placeholder:"DIR" type:"path"`
	Out     string `help:"Directory to write to." default:"internal/starter" type:"path"`
}

// Run measures, selects and writes.
func (c StarterCmd) Run(ctx context.Context, g *cli.Streams) error {
	scripts, err := cli.MeasuredScripts(ctx, c.Scripts, cli.Progress(g.Err), g.Err)
	if err != nil {
		return err
	}
	lib, err := library.Open(library.Root(c.Data))
	if err != nil {
		return err
	}
	defer lib.Close()
	var broken error
	read := func(id film.ID) bool { _, ok := lib.Posters.Find(id); return ok }
	films, err := starter.Select(undressed(lib, allFilms(lib.Catalog, &broken), &broken), scripts, read)
	if err := errors.Join(broken, err); err != nil {
		return err
	}
	scripts = ofRatedFilms(scripts, films)
	readings, err := carriedReadings(lib.Posters, films)
	if err != nil {
		return err
	}
	err = errors.Join(
		cli.CreateFile(filepath.Join(c.Out, "films.ndjson.zst"), func(w io.Writer) error { return starter.Encode(w, films) }),
		cli.CreateFile(filepath.Join(c.Out, "scripts.ndjson.zst"), func(w io.Writer) error { return starter.EncodeScripts(w, scripts) }),
		cli.CreateFile(filepath.Join(c.Out, "readings.ndjson.zst"), func(w io.Writer) error { return starter.EncodeReadings(w, readings) }),
		cli.CreateFile(filepath.Join(c.Out, "people.ndjson.zst"), func(w io.Writer) error { return starter.EncodeSightings(w, sightings(lib.People, films)) }),
	)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(g.Out, "%d films, %d measured screenplays and %d measured posters\n", len(films), len(scripts), len(readings))
	return err
}

// ofRatedFilms keeps the scripts whose film is among films and has a rating:
// others could not be ranked.
func ofRatedFilms(scripts []research.MeasuredScript, films []*film.Film) []research.MeasuredScript {
	rated := map[film.ID]bool{}
	for _, f := range films {
		rated[f.ID] = f.Ratings.Filmdb != nil
	}
	return slices.DeleteFunc(slices.Clone(scripts), func(s research.MeasuredScript) bool { return !rated[s.Film] })
}

// carriedReadings are those of the films' posters: stored ones, and those that the
// library itself was given by a program.
func carriedReadings(posters *poster.Collection, films []*film.Film) ([]poster.CarriedReading, error) {
	var all []poster.CarriedReading
	for _, f := range films {
		c, ok, err := posters.Carried(f.ID)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, c)
		}
	}
	return all, nil
}

// sightings are the ids that are known of people in the casts of films.
func sightings(actors *people.Collection, films []*film.Film) []people.Sighting {
	var all []people.Sighting
	for _, f := range films {
		for _, r := range f.Cast {
			p, ok := actors.In(f.ID, r.Name)
			if !ok || p.NamedbID == nil && p.MoviedbID == nil {
				continue
			}
			s := people.Sighting{Film: f.ID, Name: r.Name}
			if p.NamedbID != nil {
				s.NamedbID = *p.NamedbID
			}
			if p.MoviedbID != nil {
				s.MoviedbID = int(*p.MoviedbID)
			}
			all = append(all, s)
		}
	}
	return all
}

// undressed gives films the poster addresses they had before posters were stored:
// those of this service lead nowhere in another one's library.
func undressed(lib *library.Library, films iter.Seq[*film.Film], err *error) iter.Seq[*film.Film] {
	return func(yield func(*film.Film) bool) {
		for f := range films {
			if e := lib.Posters.Undress(f); e != nil {
				*err = e
				return
			}
			if !yield(f) {
				return
			}
		}
	}
}

// allFilms decodes the detail records of a catalogue; a record that does not
// decode ends the sequence and sets err.
func allFilms(c *catalog.Catalog, err *error) iter.Seq[*film.Film] {
	return func(yield func(*film.Film) bool) {
		for d := range catalog.Doc(c.Len()) {
			f, e := c.Film(d)
			if e != nil {
				*err = e
				return
			}
			if !yield(f) {
				return
			}
		}
	}
}
