// Package atomicfile writes files that are whole or not there, also after a
// power cut.
//
// It imports the standard library alone.
package atomicfile

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// Write replaces the file at path with one that holds b, readable by all. Whoever
// reads the file sees what it held before or all of b, and once Write returned b
// is on the disk. It writes to path with .next behind it first, so of one path
// there may be one writer at a time.
func Write(path string, b []byte) error { return Copy(path, bytes.NewReader(b)) }

// Copy is Write of all that r gives. When r fails, the file stays as it was.
func Copy(path string, r io.Reader) error {
	next := path + ".next"
	if err := writeSynced(next, r); err != nil {
		return errors.Join(err, os.Remove(next))
	}
	if err := os.Rename(next, path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

func writeSynced(path string, r io.Reader) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// SyncDir brings the names in a directory to the disk: files that were made in
// it, renamed or removed.
func SyncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
