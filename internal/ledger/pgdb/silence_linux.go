package pgdb

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// silentFor is how long what was sent may go without any acknowledgement of the
// other machine before the connection counts as cut.
const silentFor = 8 * time.Second

// giveUpOnSilence has the kernel cut a connection whose other end has vanished
// without a word, as when a machine loses power.
func giveUpOnSilence(_, _ string, c syscall.RawConn) (err error) {
	if failed := c.Control(func(fd uintptr) {
		err = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silentFor.Milliseconds()))
	}); failed != nil {
		return failed
	}
	return err
}
