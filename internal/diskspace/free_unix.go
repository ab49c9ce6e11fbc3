//go:build linux || darwin || freebsd

package diskspace

import "golang.org/x/sys/unix"

// Free returns how many bytes may be written below a directory, if that is known.
func Free(dir string) (bytes int64, known bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
