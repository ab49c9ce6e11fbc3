//go:build !(linux || darwin || freebsd)

package diskspace

// Free is not known here.
func Free(string) (bytes int64, known bool) { return 0, false }
