package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/library"
)

// command runs a command line and gives its exit status and what it printed.
func command(t *testing.T, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(t.Context(), args, &Globals{Out: &o, Err: &e})
	return code, o.String(), e.String()
}

// filmSources writes source files of n films into a fresh directory.
func filmSources(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	if err := writeFilmSources(dir, n); err != nil {
		t.Fatal(err)
	}
	return dir
}

// writeFilmSources writes source files of n films into a directory, which it makes.
func writeFilmSources(dir string, n int) error {
	titles := "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"
	ratings := "tconst\taverageRating\tnumVotes\n"
	for i := 1; i <= n; i++ {
		titles += fmt.Sprintf("tt%07d\tmovie\tFilm %d\tFilm %d\t0\t1995\t\\N\t120\tDrama\n", i, i, i)
		ratings += fmt.Sprintf("tt%07d\t7.1\t1000\n", i)
	}
	return errors.Join(os.MkdirAll(dir, 0o755),
		os.WriteFile(filepath.Join(dir, "title.basics.tsv"), []byte(titles), 0o644),
		os.WriteFile(filepath.Join(dir, "title.ratings.tsv"), []byte(ratings), 0o644))
}

// built builds n films into a data directory and gives the generation that serves.
func built(t *testing.T, data string, n int, more ...string) string {
	t.Helper()
	args := append([]string{"build", "--data", data, "--films", filmSources(t, n)}, more...)
	if code, _, errs := command(t, args...); code != 0 {
		t.Fatalf("build of %d films: exit %d: %s", n, code, errs)
	}
	return serving(t, data)
}

// serving is the generation that current names, which must be sound.
func serving(t *testing.T, data string) string {
	t.Helper()
	m, err := library.Verify(library.Root(data))
	if err != nil {
		t.Fatal(err)
	}
	return m.Generation
}
