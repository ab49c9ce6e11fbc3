//go:build linux || darwin || freebsd

package replication

import "golang.org/x/sys/unix"

// freeSpace returns how many bytes may be written below a directory.
func freeSpace(dir string) (int64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
