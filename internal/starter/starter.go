// Package starter carries the library that a fresh machine serves: facts and
// figures of a couple of thousand well-known films, chosen by Select from a full
// library, and sentences of our own about the best known of them. It holds no
// sentence from elsewhere. NOTICE names the sources and their terms.
//
// Beside them it carries the figures of the research set's screenplays
// (scripts.go), and none of their sentences, the ids of people in the films'
// casts (people.go), what was read of the films' posters (readings.go), without
// a picture, and what a library learns from all that (learned.go), so that a fresh machine is
// ready in a second.
//
// films.ndjson.zst holds one film a line, in the JSON of film.Film, in order of
// id; synopses.tsv holds id, title and sentence, and the tests hold each sentence
// against the rules for them (synopsis_rules_test.go). Both are inputs, not a library
// format: Install builds a generation from them like any other.
//
// The package imports library, research, poster, people and film. Start reading at Install.
package starter

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/people"
	"kinodex/internal/poster"
)

//go:embed films.ndjson.zst
var packed []byte

//go:embed synopses.tsv
var synopses string

// Label marks a library as the one the program carries.
const Label = library.StarterLabel

// ErrBuilt says that a library lies there that somebody built, which the starter
// does not replace.
var ErrBuilt = errors.New("there is a library that was built; the starter library does not replace it")

// Films decodes the films, with our own synopses in place, in order of id.
func Films() ([]*film.Film, error) {
	films, err := Decode(packed)
	if err != nil {
		return nil, fmt.Errorf("starter films: %w", err)
	}
	sentences, err := Synopses()
	if err != nil {
		return nil, err
	}
	for _, f := range films {
		if s, ok := sentences[f.ID]; ok {
			f.Overview = &s
		}
	}
	return films, nil
}

// Synopses returns our own one-sentence synopses by film.
func Synopses() (map[film.ID]string, error) {
	sentences := map[film.ID]string{}
	n := 0
	for line := range strings.Lines(synopses) {
		n++
		line = strings.TrimRight(line, "\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 3 {
			return nil, fmt.Errorf("starter synopses, line %d: want id, title and sentence", n)
		}
		id, ok := film.ParseID(cells[0])
		if !ok || cells[2] == "" {
			return nil, fmt.Errorf("starter synopses, line %d: no film id or no sentence", n)
		}
		if _, twice := sentences[id]; twice {
			return nil, fmt.Errorf("starter synopses, line %d: %s stands there already", n, id)
		}
		sentences[id] = cells[2]
	}
	return sentences, nil
}

// Encode writes films as Decode reads them. Equal films give equal bytes.
func Encode(w io.Writer, films []*film.Film) error { return encodeLines(w, films) }

// Decode reads zstd-compressed films, one JSON object a line.
func Decode(packed []byte) ([]*film.Film, error) {
	return decodeLines(packed, func(line []byte) (*film.Film, error) {
		return film.Decode(unsafe.String(unsafe.SliceData(line), len(line))) // whose strings need no copy of it
	})
}

// Install builds the starter library under root, with the posters that a bucket
// has of its films and the readings carried of the others, and makes it current.
// posters may be nil. It returns the library open, or ErrBuilt when there is one that
// somebody built.
func Install(ctx context.Context, root, builder string, posters *poster.StoredPosters, now time.Time) (*library.Library, error) {
	return install(ctx, root, builder, posters, learned, now)
}

// install is Install with a function that returns what was learned before from the films and
// scripts; nil to learn.
func install(ctx context.Context, root, builder string, posters *poster.StoredPosters, learned func() (*library.TrainedModels, error), now time.Time) (*library.Library, error) {
	var (
		films     []*film.Film
		sightings []people.Sighting
		in        = library.Inputs{Uncompressed: true, Encode: library.MostEncoded} // a fresh machine waits for it
		decoding  errgroup.Group
	)
	decoding.Go(func() (err error) { films, err = Films(); return err })
	decoding.Go(func() (err error) { in.Learned, err = learned(); return err })
	decoding.Go(func() (err error) { in.Scripts, err = Scripts(); return err })
	decoding.Go(func() (err error) { sightings, err = Sightings(); return err })
	decoding.Go(func() error {
		readings, err := Readings()
		if err != nil {
			return err
		}
		in.Posters, err = posters.WithCarried(readings)
		return err
	})
	if err := decoding.Wait(); err != nil {
		return nil, err
	}
	build, err := library.Begin(root, in)
	if err != nil {
		return nil, err
	}
	if !library.OnlyStarter(root) { // asked while nobody else publishes
		build.Discard()
		return nil, ErrBuilt
	}
	for _, s := range sightings {
		build.Sighted(s)
	}
	if err := build.AddAll(ctx, films); err != nil {
		build.Discard()
		return nil, fmt.Errorf("starter: %w", err)
	}
	build.AllowShrink = true // another program's starter may have had more films
	about := library.Manifest{Label: Label, Builder: builder, Sources: []library.Source{
		{Name: "starter films: facts and figures, see NOTICE", File: "films.ndjson.zst", Rows: len(films)},
		{Name: "measured screenplays: figures only, see NOTICE", File: "scripts.ndjson.zst", Rows: len(in.Scripts)},
		ReadingsSource(in.Posters.Carried()),
		{Name: "ids of people, see NOTICE", File: "people.ndjson.zst", Rows: len(sightings)},
		{Name: "starter synopses: Kinodex's own", File: "synopses.tsv", Rows: strings.Count(synopses, "\n")},
	}}
	return build.PublishOpen(ctx, about, now, nil)
}
