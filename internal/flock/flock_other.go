//go:build !unix

package flock

import (
	"io"
	"os"
)

// Exclusive opens the file and locks nothing: this system has no flock.
func Exclusive(path string) (io.Closer, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
}

// Shared is Exclusive here.
func Shared(path string) (io.Closer, error) { return Exclusive(path) }

// Sound reports whether locks keep others away.
const Sound = false
