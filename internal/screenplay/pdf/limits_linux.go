//go:build linux && !race

package pdf

import "golang.org/x/sys/unix"

// boundSelf bounds what this process may take from the system. A bound that
// cannot be set leaves the others: the parent still watches the clock.
func boundSelf() {
	for _, limit := range []struct {
		what int
		most uint64
	}{
		// The runtime reserves more address space than it ever touches: what is
		// writable is what counts.
		{unix.RLIMIT_DATA, maxMemory},
		{unix.RLIMIT_AS, 8 * maxMemory},
		{unix.RLIMIT_CPU, maxCPU},
		{unix.RLIMIT_CORE, 0},
		{unix.RLIMIT_NOFILE, 16},
	} {
		_ = unix.Setrlimit(limit.what, &unix.Rlimit{Cur: limit.most, Max: limit.most})
	}
}
