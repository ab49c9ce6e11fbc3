//go:build unix

package flock

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Sound reports whether locks keep others away.
const Sound = true

// Exclusive locks the file at path, which it creates if need be, until Close. While it
// is held nobody else gets a lock of either kind. It does not wait: it returns ErrHeld
// when the file is locked.
func Exclusive(path string) (io.Closer, error) { return lock(path, unix.LOCK_EX|unix.LOCK_NB) }

// Shared locks the file at path until Close. Any number may hold a shared lock at the
// same time. It waits, without bound, for an exclusive lock to be released.
func Shared(path string) (io.Closer, error) { return lock(path, unix.LOCK_SH) }

func lock(path string, how int) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	for {
		switch err = unix.Flock(int(f.Fd()), how); {
		case err == nil:
			return f, nil
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EWOULDBLOCK):
			err = ErrHeld
		}
		_ = f.Close()
		return nil, err
	}
}
