//go:build !unix

package library

import (
	"io"
	"os"
)

// acquireLock opens the lock file; systems without flock get no protection from
// a second build at the same time.
func acquireLock(path string) (io.Closer, error) {
	return os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
}
