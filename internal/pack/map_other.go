//go:build !unix

package pack

import (
	"os"
)

// mapFile reads the whole file where files cannot be mapped.
func mapFile(file *os.File, size int) ([]byte, func() error, error) { return readFile(file, size) }
