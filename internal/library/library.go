// Package library keeps all knowledge as one immutable, versioned value.
//
// A library directory holds generations, one directory each, and a file that
// names the one to serve:
//
//	library/current                  "000007-5f2c9a01\n"
//	library/000007-5f2c9a01/         manifest.json, list.pack, columns.pack, …
//	library/draft/                   a build that runs, or was killed
//
// A generation is built in a directory of its own, checked, renamed into place
// and only then named in current, each step durable before the next: whatever
// moment a build is killed at, the previous generation still serves, and the
// next build clears the directory away. A generation that is much smaller than the one
// that serves is kept beside it and not named. An open Library is mapped into
// memory and never changes; Holder swaps in the next one without dropping a request,
// and falls back to another one when that of current cannot be read.
//
// The catalogue holds the films; beside it stand the collections derived from
// them (collections.go), each built from the same films in the same pass and
// opened with them.
//
// The package imports the collections and what lies below. Start reading at Build for
// building, Open and Holder for serving.
package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kinodex/internal/atlas"
	"kinodex/internal/catalog"
	"kinodex/internal/forecast"
	"kinodex/internal/pack"
	"kinodex/internal/people"
	"kinodex/internal/poster"
	"kinodex/internal/research"
	"kinodex/internal/search"
	"kinodex/internal/taste"
	"kinodex/internal/taste/embedding"
)

// Root is where a data directory keeps its library.
func Root(data string) string { return filepath.Join(data, "library") }

// ErrEmpty says that a directory has no generation to serve yet.
var ErrEmpty = errors.New("the library has no generation yet: make one with kinodex build --data DIR --films PATH, " +
	"or start kinodex serve --data DIR, which installs the starter library")

// errNoCurrent says that generations are there and none is named to serve.
var errNoCurrent = errors.New("no generation is named to serve")

// Library is one open generation.
type Library struct {
	Manifest Manifest
	Catalog  *catalog.Catalog
	// What is derived from the films at build: each is one file of the generation.
	Research *research.Set
	Taste    *taste.Taste
	Forecast *forecast.Forecast
	Atlas    *atlas.Atlas
	People   *people.Collection
	Posters  *poster.Collection
	// Search is over the films and their scripts.
	Search *search.Search

	dir  string
	open []openCollection // the collections, in order of opening
}

// Generation names the build, for entity tags, logs and answers that must say
// what they rest on.
func (l *Library) Generation() string { return l.Manifest.Generation }

// BuiltAt is when the generation was built, in UTC, to the second.
func (l *Library) BuiltAt() time.Time { return l.Manifest.BuiltAt }

// Open opens the generation that is current under root (a data directory's
// "library" folder). It maps files and checks their structure and sizes, which
// takes milliseconds; Verify also reads every byte. It returns ErrEmpty when
// nothing was ever published.
func Open(root string) (*Library, error) {
	name, err := current(root)
	if err != nil {
		return nil, err
	}
	return openGeneration(filepath.Join(root, name))
}

// openGeneration maps a generation. A memory fault while the files are checked is an
// error.
func openGeneration(dir string) (lib *Library, err error) {
	err = pack.Guard(func() error {
		lib, err = mapGeneration(dir)
		return err
	})
	return lib, err
}

// mapGeneration is openGeneration without the guard against memory faults.
func mapGeneration(dir string) (*Library, error) {
	manifest, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	if err := manifest.checkSizes(dir); err != nil {
		return nil, err
	}
	films, err := catalog.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("open generation %s: %w", manifest.Generation, err)
	}
	films.BuiltOn(manifest.BuiltAt)
	if films.Len() != manifest.Films {
		_ = films.Close()
		return nil, fmt.Errorf("generation %s: manifest counts %d films, catalogue holds %d",
			manifest.Generation, manifest.Films, films.Len())
	}
	lib := &Library{Manifest: manifest, Catalog: films, dir: dir}
	if err := lib.openCollections(); err != nil {
		_ = lib.Close()
		return nil, err
	}
	return lib, nil
}

// openPeople opens the people of the generation that is current under root, and
// the catalogue they stand in; nil where there is none that this program reads.
func openPeople(root string) (*people.Collection, *catalog.Catalog) {
	name, err := current(root)
	if err != nil {
		return nil, nil
	}
	dir := filepath.Join(root, name)
	manifest, err := readManifest(dir)
	if err != nil || manifest.checkSizes(dir) != nil {
		return nil, nil
	}
	films, err := catalog.Open(dir)
	if err != nil {
		return nil, nil
	}
	actors, err := people.Open(filepath.Join(dir, people.File), films)
	if err != nil {
		_ = films.Close()
		return nil, nil
	}
	return actors, films
}

// vectorsBefore returns the vectors of films in the generation that is current under root; nil where there
// are none that this program reads.
func vectorsBefore(root string) *embedding.Table {
	name, err := current(root)
	if err != nil {
		return nil
	}
	vectors, err := taste.ReadVectors(filepath.Join(root, name, taste.File))
	if err != nil {
		return nil
	}
	return vectors
}

// Prepare makes what the first questions would otherwise wait for: known titles and names, and
// what projects and posters are compared by. It takes about a second of a processor for a full
// library, may run while questions are answered, and ends early when enough returns true. Memory
// faults are the caller's to guard against.
func (l *Library) Prepare(enough func() bool) {
	l.Catalog.Prepare(enough)
	if !enough() {
		l.Forecast.Prepare()
	}
	if !enough() {
		l.People.Prepare()
	}
	if !enough() {
		l.Posters.Prepare()
	}
}

// Close unmaps the generation. No byte it handed out may be read afterwards;
// callers that share a library use a Holder, which closes it after its last
// reader.
func (l *Library) Close() error { return l.closeAll() }

// Verify reads every byte of the generation that is current under root and
// compares it with the manifest: sizes, SHA-256 of each file, the checksums and
// structure inside them. It returns the manifest of what it verified.
func Verify(root string) (Manifest, error) {
	name, err := current(root)
	if err != nil {
		return Manifest{}, err
	}
	return verifyGeneration(context.Background(), filepath.Join(root, name))
}

// verifyGeneration compares every file with its size and SHA-256 in the manifest,
// opens the generation and verifies its collections. It returns the manifest also
// with an error of the files.
func verifyGeneration(ctx context.Context, dir string) (manifest Manifest, err error) {
	if manifest, err = readManifest(dir); err != nil {
		return Manifest{}, err
	}
	if err := manifest.checkDigests(ctx, dir); err != nil {
		return manifest, err
	}
	lib, err := openGeneration(dir)
	if err != nil {
		return manifest, err
	}
	defer lib.Close()
	return manifest, pack.Guard(lib.verifyAll)
}

// opens says why a generation does not open; nil when it does.
func opens(dir string) error {
	lib, err := openGeneration(dir)
	if err != nil {
		return err
	}
	return lib.Close()
}

// current reads which generation serves.
func current(root string) (string, error) {
	b, err := os.ReadFile(filepath.Join(root, currentName))
	if errors.Is(err, fs.ErrNotExist) {
		if there := generations(root); len(there) > 0 {
			return "", fmt.Errorf("%s is missing, so %w: name one with kinodex library use; there are %s",
				filepath.Join(root, currentName), errNoCurrent, strings.Join(there, ", "))
		}
		return "", ErrEmpty
	}
	if err != nil {
		return "", err
	}
	name := strings.TrimSpace(string(b))
	if _, ok := sequence(name); !ok {
		return "", fmt.Errorf("%s names no generation: %.40q", filepath.Join(root, currentName), name)
	}
	return name, nil
}

const (
	currentName  = "current"
	buildName    = "draft"
	lockName     = "lock"
	manifestName = "manifest.json"
	withheldName = "withheld" // in a generation that must not serve yet, and why
	replacedName = "replaced" // in the draft of one that takes the place of a damaged one of its name
)
