//go:build unix

package library

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// acquireLock takes the lock that the kernel gives back when the process ends,
// however it ends.
func acquireLock(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, unix.EWOULDBLOCK) {
			return nil, ErrBuilding
		}
		return nil, err
	}
	return f, nil
}
