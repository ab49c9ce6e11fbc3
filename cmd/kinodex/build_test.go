package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kinodex/internal/library"
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

func TestBuildPrintsItsReportAndVerifies(t *testing.T) {
	t.Parallel()
	data, source := filepath.Join(t.TempDir(), "data"), oneFilm(t)
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"build", "--data", data, "--films", source}, &Globals{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("exit %d: %s", code, &errs)
	}
	if !strings.Contains(out.String(), "serves now: 1 films") || !strings.Contains(errs.String(), "reading: ") {
		t.Errorf("printed %s\nand %s", &out, &errs)
	}
	m, err := library.Verify(library.Root(data))
	if err != nil || m.Films != 1 || len(m.Sources) != 3 {
		t.Fatalf("%+v, %v", m, err)
	}
	for _, name := range []string{"report.txt", "report.json", "rejects.ndjson.zst"} {
		if _, err := os.Stat(filepath.Join(library.Root(data), m.Generation, name)); err != nil {
			t.Error(err)
		}
	}
	out.Reset()
	if code := run(t.Context(), []string{"library", "verify", "--data", data}, &Globals{Out: &out, Err: &errs}); code != 0 {
		t.Errorf("verify: exit %d: %s", code, &errs)
	}
	if !strings.Contains(out.String(), ": verified") {
		t.Errorf("verify printed %s", &out)
	}
}

func TestABuildWarnsAtItsEndAndSucceeds(t *testing.T) {
	t.Parallel()
	source := oneFilm(t)
	writeFile(t, filepath.Join(source, "mine.csv"), "Movie Name;Released\nHeat;1995\n")
	var out, errs bytes.Buffer
	args := []string{"build", "--data", filepath.Join(t.TempDir(), "data"), "--films", source}
	if code := run(t.Context(), args, &Globals{Out: &out, Err: &errs}); code != 0 {
		t.Fatalf("exit %d: %s", code, &errs)
	}
	const want = `mine.csv is not recognised: it begins with "Movie Name;Released"`
	if !strings.HasSuffix(errs.String(), "the formats\n") || !strings.Contains(errs.String(), want) || !strings.Contains(out.String(), want) {
		t.Errorf("printed %s\nand %s", &out, &errs)
	}
}

func TestAFailedBuildLeavesTheOldGeneration(t *testing.T) {
	t.Parallel()
	data, source := filepath.Join(t.TempDir(), "data"), oneFilm(t)
	build := func(path string) int {
		return run(t.Context(), []string{"build", "--data", data, "--films", path}, &Globals{Out: new(bytes.Buffer), Err: new(bytes.Buffer)})
	}
	if code := build(source); code != 0 {
		t.Fatal("the first build fails")
	}
	before, err := library.Verify(library.Root(data))
	if err != nil {
		t.Fatal(err)
	}
	if code := build(filepath.Join(source, "not-there")); code == 0 {
		t.Error("a build of nothing succeeds")
	}
	after, err := library.Verify(library.Root(data))
	if err != nil || after.Generation != before.Generation {
		t.Errorf("%s serves, want %s (%v)", after.Generation, before.Generation, err)
	}
}
