// Package flock has advisory locks on files, which hold between processes. The kernel
// releases a lock when the process that holds it ends, however it ends. So files that a
// killed process left can be told from files that are in use.
//
// It imports golang.org/x/sys/unix and the standard library. Start reading at
// Exclusive.
package flock

import "errors"

// ErrHeld is returned when another process, or another call in this one, holds the
// lock.
var ErrHeld = errors.New("the file is locked by another process")
