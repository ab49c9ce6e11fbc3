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

// Exclusive locks the file at path, creating it if need be, for nobody else to lock
// until Close. It does not wait: it returns ErrHeld when somebody has it.
func Exclusive(path string) (io.Closer, error) { return lock(path, unix.LOCK_EX|unix.LOCK_NB) }

// Shared is Exclusive for as many as like; it waits for who holds the file
// exclusively.
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
		f.Close()
		return nil, err
	}
}
