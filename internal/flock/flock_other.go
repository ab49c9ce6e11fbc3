//go:build !unix

package flock

import (
	"io"
	"os"
)

// Exclusive opens the file; systems without flock get no protection from another
// process.
func Exclusive(path string) (io.Closer, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
}

// Shared opens the file.
func Shared(path string) (io.Closer, error) { return Exclusive(path) }

// Sound reports whether locks keep others away.
const Sound = false
