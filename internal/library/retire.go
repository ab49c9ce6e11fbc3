package library

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// A generation that has fewer films than this share of those that serve is
// withheld: sources that were moved, misspelt or cut look the same to a build as
// sources that shrank.
const leastShare = 0.8

// WithheldError says that a generation was built and kept but does not serve,
// since it has too few films.
type WithheldError struct {
	Generation string
	Films      int
	// Serving is the generation that goes on serving; empty when none does.
	Serving      string
	ServingFilms int
}

// reason says in a clause why the generation is withheld.
func (e *WithheldError) reason() string {
	if e.Serving == "" {
		return "it has no films"
	}
	return fmt.Sprintf("it has %d films, and %s has %d", e.Films, e.Serving, e.ServingFilms)
}

// Error says what to do if the generation is meant to serve.
func (e *WithheldError) Error() string {
	return fmt.Sprintf("generation %s is kept but does not serve: %s. If so many fewer are meant, "+
		"make it serve with kinodex library use %s, or build with --allow-shrink", e.Generation, e.reason(), e.Generation)
}

// withhold says why the generation must not serve; nil when it may.
func (d *Build) withhold(m Manifest) *WithheldError {
	if d.AllowShrink {
		return nil
	}
	served, known := servingManifest(d.root)
	e := &WithheldError{Generation: m.Generation, Films: m.Films, Serving: served.Generation, ServingFilms: served.Films}
	switch {
	case m.Films == 0:
		return e
	case !known || served.Label == StarterLabel: // somebody's own library may be of any size
		return nil
	case float64(m.Films) < leastShare*float64(served.Films):
		return e
	}
	return nil
}

// servingManifest is the manifest of the generation that current names, of whatever
// format, or, when that cannot be read, of the newest that can.
func servingManifest(root string) (m Manifest, known bool) {
	names := generations(root)
	if name, err := current(root); err == nil {
		names = append(names, name)
	}
	for _, name := range slices.Backward(names) {
		dir := filepath.Join(root, name)
		if m, err := readAnyManifest(dir); err == nil && !isWithheld(dir) {
			return m, true
		}
	}
	return Manifest{}, false
}

// retire removes all generations but those given: what serves, and what served
// before it. What a running server still maps stays readable to it. A failure
// leaves files behind, for the next build to remove, and is no reason to fail
// this one.
func retire(root string, keep ...string) {
	for _, name := range generations(root) {
		if !slices.Contains(keep, name) {
			_ = os.RemoveAll(filepath.Join(root, name))
		}
	}
}

// retireWithheld removes the generations that were withheld but for one.
func retireWithheld(root, but string) {
	for _, name := range generations(root) {
		if name != but && isWithheld(filepath.Join(root, name)) {
			_ = os.RemoveAll(filepath.Join(root, name))
		}
	}
}

// isWithheld reports whether a generation was built and never made to serve.
func isWithheld(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, withheldName))
	return err == nil
}
