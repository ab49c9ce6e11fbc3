//go:build !linux

package pgdb

import "syscall"

// giveUpOnSilence does nothing: there is no such option, so that only keep-alives
// find an end that has vanished.
func giveUpOnSilence(_, _ string, _ syscall.RawConn) error { return nil }
