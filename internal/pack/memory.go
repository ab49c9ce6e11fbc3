package pack

import (
	"io"
	"os"
)

// readFile is the mapping of systems that have none: the whole file in memory,
// aligned as numbers need it.
func readFile(file *os.File, size int) ([]byte, func() error, error) {
	words := make([]uint64, (size+7)/8)
	data := bytesOf(words)[:size]
	if _, err := io.ReadFull(file, data); err != nil {
		return nil, nil, err
	}
	return data, func() error { return nil }, nil
}
