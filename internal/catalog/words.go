package catalog

import "kinodex/internal/pack"

// readStrings returns what putStrings wrote: count strings, or as many as there are when count
// is pack.Any. They share the mapped memory.
func readStrings(r *pack.Reader, prefix string, count int) pack.Strings {
	return r.Strings(prefix+"/pool", prefix+"/first", count)
}

// putStrings writes count strings as two sections: prefix/pool, their bytes, and prefix/first,
// where each begins.
func putStrings(w *pack.Writer, prefix string, count int, at func(i int) string) {
	w.PutStrings(prefix+"/pool", prefix+"/first", count, at)
}
