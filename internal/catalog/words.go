package catalog

import "kinodex/internal/pack"

// readStrings reads what putStrings wrote; all there are when count is pack.Any.
func readStrings(r *pack.Reader, prefix string, count int) pack.Strings {
	return r.Strings(prefix+"/pool", prefix+"/first", count)
}

// putStrings writes strings as two sections under a prefix.
func putStrings(w *pack.Writer, prefix string, count int, at func(i int) string) error {
	return w.PutStrings(prefix+"/pool", prefix+"/first", count, at)
}
