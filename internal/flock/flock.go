// Package flock locks files between processes. The kernel gives a lock back when
// the process that holds it ends, however it ends, so that what a killed process
// left can be told from what a living one uses.
//
// It imports golang.org/x/sys/unix and the standard library. Start reading at
// Exclusive.
package flock

import "errors"

// ErrHeld says that somebody else holds a lock.
var ErrHeld = errors.New("the file is locked by another process")
