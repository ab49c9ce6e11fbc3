package apptest

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing/fstest"
	"time"

	"kinodex/internal/library"
)

// publish builds a generation of all films under root.
func publish(root string, at time.Time) (library.Manifest, error) {
	draft, err := library.Begin(root)
	if err != nil {
		return library.Manifest{}, err
	}
	films := Films()
	for _, f := range films {
		if err := draft.Films().Add(f); err != nil {
			draft.Discard()
			return library.Manifest{}, err
		}
	}
	return draft.Publish(library.Manifest{Builder: "apptest"}, len(films), at)
}

// firstGeneration is the library of a new house. It is built once a process
// and kept as files in memory, since building takes longer than most tests.
var firstGeneration = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "kinodex-apptest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if _, err := publish(dir, opened); err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(path)
		files[filepath.ToSlash(name)] = &fstest.MapFile{Data: b, Mode: 0o644}
		return err
	})
	return files, err
})
