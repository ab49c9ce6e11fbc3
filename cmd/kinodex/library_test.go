package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	titles := "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"
	ratings := "tconst\taverageRating\tnumVotes\n"
	for i := 1; i <= n; i++ {
		titles += fmt.Sprintf("tt%07d\tmovie\tFilm %d\tFilm %d\t0\t1995\t\\N\t120\tDrama\n", i, i, i)
		ratings += fmt.Sprintf("tt%07d\t7.1\t1000\n", i)
	}
	writeFile(t, filepath.Join(dir, "title.basics.tsv"), titles)
	writeFile(t, filepath.Join(dir, "title.ratings.tsv"), ratings)
	return dir
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

func TestABuildOfNothingLeavesTheLibraryAlone(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	good := built(t, data, 10)
	empty, junk, short := t.TempDir(), t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(junk, "holiday.txt"), "not a table of films\n")
	writeFile(t, filepath.Join(short, "title.basics.tsv"),
		"tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres\n"+
			"tt0000001\tshort\tCarmencita\tCarmencita\t0\t1894\t\\N\t1\tShort\n")
	for _, c := range []struct {
		films string
		says  []string
	}{
		{empty, []string{"no film", empty, "no files"}},
		{junk, []string{"no film", "holiday.txt", "nothing here reads files of this shape"}},
		{short, []string{"no film", "title.basics.tsv", "short 1"}},
	} {
		for range 2 { // a second such build once deleted the good generation
			code, _, errs := command(t, "build", "--data", data, "--films", c.films, "--allow-shrink")
			if code != 1 {
				t.Errorf("build of %v: exit %d, want 1", c.says, code)
			}
			for _, want := range c.says {
				if !strings.Contains(errs, want) {
					t.Errorf("the error does not say %q:\n%s", want, errs)
				}
			}
		}
		if now := serving(t, data); now != good {
			t.Fatalf("%s serves, want %s", now, good)
		}
	}
}

func TestAMuchSmallerBuildIsKeptAndDoesNotServe(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	before, good := built(t, data, 99), built(t, data, 100)
	for n := 1; n <= 3; n++ {
		code, _, errs := command(t, "build", "--data", data, "--films", filmSources(t, 79))
		if code != 1 || !strings.Contains(errs, "--allow-shrink") || !strings.Contains(errs, "kinodex library use 0000") {
			t.Fatalf("exit %d: %s", code, errs)
		}
		if now := serving(t, data); now != good {
			t.Fatalf("%s serves, want %s", now, good)
		}
	}
	var kept []struct {
		Generation string
		Films      int
		Serves     bool
		Withheld   bool
	}
	code, out, errs := command(t, "library", "list", "--data", data, "--json")
	if err := json.Unmarshal([]byte(out), &kept); err != nil || code != 0 {
		t.Fatalf("exit %d, %v: %s%s", code, err, out, errs)
	}
	// What serves, the one before it, and the last that was withheld.
	if len(kept) != 3 || kept[0].Generation != before || kept[1].Generation != good || !kept[1].Serves || kept[1].Withheld ||
		!kept[2].Withheld || kept[2].Serves || kept[2].Films != 79 {
		t.Errorf("kept are %+v", kept)
	}
	// One that is meant serves by either way.
	if code, out, errs := command(t, "library", "use", kept[2].Generation, "--data", data); code != 0 || !strings.Contains(out, "79 films") {
		t.Errorf("use: exit %d: %s%s", code, out, errs)
	}
	if now := serving(t, data); now != kept[2].Generation {
		t.Errorf("%s serves, want %s", now, kept[2].Generation)
	}
	if now := built(t, data, 5, "--allow-shrink"); now == kept[2].Generation {
		t.Error("--allow-shrink did not make the smaller one serve")
	}
}

func TestABuildThatIsALittleSmallerServes(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	if first, second := built(t, data, 100), built(t, data, 80); first == second {
		t.Error("a library of 20 % fewer films does not serve")
	}
}

// A person's own small library is what they want to see, not a mistake.
func TestASmallLibraryReplacesTheStarter(t *testing.T) {
	t.Parallel()
	data := newData(t)
	if m, err := library.Verify(library.Root(data)); err != nil || m.Films < 100 {
		t.Fatalf("%d films, %v", m.Films, err)
	}
	built(t, data, 3)
}

func TestLibraryUseNamesThoseThereAre(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	first, second := built(t, data, 10), built(t, data, 11)
	for _, wrong := range []string{"000009-00000000", "7", "../library", second[:8], ""} {
		code, _, errs := command(t, "library", "use", wrong, "--data", data)
		if code != 1 || !strings.Contains(errs, first) || !strings.Contains(errs, second) {
			t.Errorf("use %q: exit %d: %s", wrong, code, errs)
		}
	}
	if code, _, errs := command(t, "library", "use", first, "--data", data); code != 0 || serving(t, data) != first {
		t.Errorf("use %s: exit %d: %s", first, code, errs)
	}
	// A generation that is damaged is not made the one that serves.
	pack := filepath.Join(library.Root(data), second, "list.pack")
	b, err := os.ReadFile(pack)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(pack, b, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := command(t, "library", "use", second, "--data", data); code != 1 || !strings.Contains(errs, "damaged") || serving(t, data) != first {
		t.Errorf("use of a damaged one: exit %d: %s", code, errs)
	}
	if code, _, errs := command(t, "library", "use", first, "--data", t.TempDir()); code != 1 || !strings.Contains(errs, "kinodex build") {
		t.Errorf("use in an empty directory: exit %d: %s", code, errs)
	}
}

func TestAuditCountsSuspiciousFilmsAndHoldsLimits(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	built(t, data, 10)
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 0, "10        no_country"},
		{[]string{"--class", "no_country"}, 0, "tt0000010"},
		{[]string{"--max", "no_country=10,duplicate=0"}, 0, "duplicate"},
		{[]string{"--max", "no_country=9"}, 1, "no_country has 10 findings, at most 9 are allowed"},
		{[]string{"--max", "nosuch=9"}, 1, `"nosuch"; there are roi_over_100`},
		{[]string{"--class", "nosuch"}, 1, `"nosuch"; there are roi_over_100`},
		{[]string{"--examples=-1"}, 1, "examples"},
	} {
		code, out, errs := command(t, append([]string{"library", "audit", "--data", data}, test.args...)...)
		if code != test.code || !strings.Contains(out+errs, test.want) {
			t.Errorf("%v: exit %d, want %d and %q:\n%s%s", test.args, code, test.code, test.want, out, errs)
		}
	}
	code, out, _ := command(t, "library", "audit", "--data", data, "--json", "--examples", "2")
	var answer auditAnswer
	if err := json.Unmarshal([]byte(out), &answer); code != 0 || err != nil || answer.Films != 10 {
		t.Fatalf("exit %d, %v: %s", code, err, out)
	}
	for _, c := range answer.Classes {
		if c.Name == "no_country" && (c.Count != 10 || len(c.Findings) != 2) {
			t.Errorf("%+v", c)
		}
	}
}

func TestABuildWithTooManySuspiciousFilmsLeavesTheLibraryAlone(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	good := built(t, data, 10)
	code, _, errs := command(t, "build", "--data", data, "--films", filmSources(t, 10), "--max", "no_country=9")
	if code != 1 || !strings.Contains(errs, "no_country has 10 findings") {
		t.Errorf("exit %d: %s", code, errs)
	}
	if now := serving(t, data); now != good {
		t.Errorf("%s serves, want %s", now, good)
	}
}
