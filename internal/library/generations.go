package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Entry tells of one generation of a library, sound or not.
type Entry struct {
	Generation string    `json:"generation"`
	BuiltAt    time.Time `json:"built_at"`
	Label      string    `json:"label,omitempty"`
	Films      int       `json:"films"`
	Bytes      int64     `json:"bytes"`
	// Serves is set on the one that current names.
	Serves bool `json:"serves"`
	// Withheld is set on one that was built with too few films to serve.
	Withheld bool `json:"withheld"`
	// Problem says why the generation cannot serve; empty when nothing is seen
	// without reading every byte.
	Problem string `json:"problem,omitempty"`
}

// List tells of the generations under root, oldest first. A generation that
// current names and that is gone is told of too. It returns ErrEmpty when there is
// nothing.
func List(root string) ([]Entry, error) {
	names := generations(root)
	serves, err := current(root)
	if err != nil && len(names) == 0 {
		return nil, err
	}
	if serves != "" && !slices.Contains(names, serves) {
		names = append(names, serves)
		slices.Sort(names)
	}
	list := make([]Entry, len(names))
	for i, name := range names {
		list[i] = entryOf(root, name)
		list[i].Serves = name == serves
	}
	return list, nil
}

// entryOf describes a generation. Problem says why it does not open, and is empty
// when it does; Bytes is the sum of its files in the manifest.
func entryOf(root, name string) Entry {
	dir := filepath.Join(root, name)
	e := Entry{Generation: name, Withheld: isWithheld(dir)}
	m, err := readAnyManifest(dir)
	if err == nil {
		e.BuiltAt, e.Label, e.Films = m.BuiltAt, m.Label, m.Films
		for _, f := range m.Files {
			e.Bytes += f.Bytes
		}
		err = opens(dir)
	}
	if err != nil {
		e.Problem = err.Error()
	}
	return e
}

// UnknownError says that a library has no generation of a name, and which it has.
type UnknownError struct {
	Name  string
	Known []string
}

// Error names the generations there are.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("there is no generation %q; there are %s", e.Name, strings.Join(e.Known, ", "))
}

// Use makes a generation the one that serves, after reading every byte of it. The
// generation that served is kept. It returns an *UnknownError for a name that no
// generation has, ErrBuilding while a build runs, and ErrFollowing while a bucket decides.
func Use(ctx context.Context, root, name string) (Manifest, error) {
	known := generations(root)
	if len(known) == 0 {
		return Manifest{}, ErrEmpty
	}
	if !slices.Contains(known, name) {
		return Manifest{}, &UnknownError{name, known}
	}
	if err := notFollowing(root); err != nil {
		return Manifest{}, err
	}
	lock, err := lockBuilds(root)
	if err != nil {
		return Manifest{}, err
	}
	defer lock.Close()
	dir := filepath.Join(root, name)
	m, err := verifyGeneration(ctx, dir)
	if err != nil {
		return m, err
	}
	if err := os.Remove(filepath.Join(dir, withheldName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return m, err
	}
	// A holder that found the generation broken tries it again when its files change.
	now := time.Now()
	if err := os.Chtimes(filepath.Join(dir, manifestName), now, now); err != nil {
		return m, err
	}
	return m, pointTo(root, name)
}

// OnlyStarter reports whether no library lies under root that somebody built. One
// whose manifest cannot be read counts as built.
func OnlyStarter(root string) bool {
	names := generations(root)
	if name, err := current(root); err == nil {
		names = append(names, name)
	}
	return !slices.ContainsFunc(names, func(name string) bool {
		m, err := readAnyManifest(filepath.Join(root, name))
		return err != nil || m.Label != StarterLabel
	})
}
