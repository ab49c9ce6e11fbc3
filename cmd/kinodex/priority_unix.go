//go:build unix

package main

import (
	"log/slog"

	"golang.org/x/sys/unix"
)

// lowerPriority gives a process the processor only when nobody else wants it.
func lowerPriority(pid int, log *slog.Logger) {
	if err := unix.Setpriority(unix.PRIO_PROCESS, pid, 19); err != nil {
		log.Warn("the update's priority could not be lowered", "error", err)
	}
}
