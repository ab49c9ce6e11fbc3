package main

import (
	"os"
	"path/filepath"
	"testing"
)

func writeFile(t testing.TB, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// oneFilm writes source files of one film, and of one that is too short, into a
// fresh directory.
func oneFilm(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "title.basics.tsv"),
		"tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"+
			"tt0113277\tmovie\tHeat\tHeat\t0\t1995\t\\N\t170\tAction,Crime,Drama\n"+
			"tt0000001\tshort\tCarmencita\tCarmencita\t0\t1894\t\\N\t1\tShort\n")
	writeFile(t, filepath.Join(dir, "title.ratings.tsv"),
		"tconst\taverageRating\tnumVotes\ntt0113277\t8.3\t700000\ntt0000001\t5.7\t2000\n")
	return dir
}
