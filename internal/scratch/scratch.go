// Package scratch keeps temporary directories that do not outlive their process for
// long: one that a killed process left is removed by the next that makes one beside
// it, and one that a living process uses is not.
//
// It imports flock. Start reading at Make.
package scratch

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"kinodex/internal/flock"
)

// Dir is a temporary directory, until Close.
type Dir struct {
	path string
	lock io.Closer
}

// lockSuffix ends the name of the lock file that stands beside a directory for as
// long as the directory is in use.
const lockSuffix = ".lock"

// Make makes a directory of a name that begins with prefix in parent, which it
// creates if need be. What dead processes left there under the same prefix is
// removed first.
func Make(parent, prefix string) (*Dir, error) {
	d, err := begin(parent, prefix)
	if err != nil {
		return nil, fmt.Errorf("temporary directory: %w", err)
	}
	return d, nil
}

// Root is where a data directory keeps what is made on the way.
func Root(data string) string { return filepath.Join(data, "scratch") }

// In makes a directory as Make does: under Root of a data directory or, where that cannot be
// written, among the system's temporary ones.
func In(data, prefix string) (*Dir, error) {
	dir, err := Make(Root(data), prefix)
	if err != nil {
		var elsewhere error
		if dir, elsewhere = Make(os.TempDir(), "kinodex-"+prefix); elsewhere != nil {
			return nil, errors.Join(err, elsewhere)
		}
	}
	return dir, nil
}

// begin is Make without the words around its error. It tries again when another
// process has cleared its lock file away.
func begin(parent, prefix string) (*Dir, error) {
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, err
	}
	Clear(parent, prefix)
	for {
		d, err := lockNew(parent, prefix)
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue
		}
		if err := os.Mkdir(d.path, 0o700); err != nil {
			return nil, errors.Join(err, d.Close())
		}
		return d, nil
	}
}

// lockNew chooses a name and locks its file; nil when another process cleared the
// file away before it was locked.
func lockNew(parent, prefix string) (*Dir, error) {
	f, err := os.CreateTemp(parent, prefix+"*"+lockSuffix)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	made, err := f.Stat()
	if err != nil {
		return nil, err
	}
	lock, err := flock.Exclusive(f.Name())
	if errors.Is(err, flock.ErrHeld) { // by who clears it away
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if now, err := os.Stat(f.Name()); err != nil || !os.SameFile(made, now) {
		return nil, lock.Close()
	}
	return &Dir{path: strings.TrimSuffix(f.Name(), lockSuffix), lock: lock}, nil
}

// Clear removes what dead processes left in parent under a prefix. What cannot be
// removed now, for want of permission for example, is left for another time. It
// removes nothing where locks of files are not reliable (flock.Sound).
func Clear(parent, prefix string) {
	if !flock.Sound {
		return
	}
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) || !strings.HasSuffix(e.Name(), lockSuffix) {
			continue
		}
		path := filepath.Join(parent, e.Name())
		lock, err := flock.Exclusive(path)
		if err != nil {
			continue
		}
		if os.RemoveAll(strings.TrimSuffix(path, lockSuffix)) == nil {
			_ = os.Remove(path)
		}
		lock.Close()
	}
}

// Path is where the directory is.
func (d *Dir) Path() string { return d.path }

// Close removes the directory and all that is in it.
func (d *Dir) Close() error {
	return errors.Join(os.RemoveAll(d.path), os.Remove(d.path+lockSuffix), d.lock.Close())
}
