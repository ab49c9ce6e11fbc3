package apptest

import (
	"context"
	"io/fs"
	"os"
	"sync"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/library"
	"kinodex/internal/people"
)

// AnnPell is the name database's id of Ann Pell, who is in several films.
const AnnPell = "nm0000901"

// publish builds a generation of all films under root.
func publish(root string, at time.Time, films []*film.Film) (library.Manifest, error) {
	gallery, err := stored()
	if err != nil {
		return library.Manifest{}, err
	}
	draft, err := library.Begin(root, library.Inputs{Scripts: Scripts(), Posters: gallery.posters})
	if err != nil {
		return library.Manifest{}, err
	}
	draft.Sighted(people.Sighting{Film: 102, Name: "Ann Pell", NamedbID: AnnPell})
	for _, f := range films {
		if err := draft.Add(f); err != nil {
			draft.Discard()
			return library.Manifest{}, err
		}
	}
	return draft.Publish(context.Background(), library.Manifest{Builder: "apptest"}, at, nil)
}

// firstGeneration is the library of a new house. It is built once a process
// and kept as files in memory, since building takes longer than most tests.
var firstGeneration = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "kinodex-apptest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if _, err := publish(dir, opened, Films()); err != nil {
		return nil, err
	}
	return inMemory(dir)
})
