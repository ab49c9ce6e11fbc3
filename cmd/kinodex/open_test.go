package main

import (
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"kinodex/internal/library"
	"kinodex/internal/starter"
)

// TestAnEarlierStarterIsReplaced: a data directory of an earlier program serves
// again without a word when all it held was the starter library; what somebody
// built is never built over.
func TestAnEarlierStarterIsReplaced(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("installs the starter library once more")
	}
	for _, c := range []struct {
		label  string
		serves bool
	}{{starter.Label, true}, {"", false}} {
		data := newData(t)
		reformat(t, library.Root(data), c.label, "1")
		holder, err := openLibrary(t.Context(), data, slog.New(slog.DiscardHandler))
		if served := err == nil; served != c.serves {
			t.Errorf("a library of an earlier format labelled %q: serves %v (%v), want %v", c.label, served, err, c.serves)
		}
		if err == nil {
			holder.Close()
		} else if !strings.Contains(err.Error(), "run kinodex build again") {
			t.Errorf("the error does not say what to do: %v", err)
		}
	}
}

// reformat makes the generation that serves look like one of another format.
func reformat(t *testing.T, root, label, format string) {
	t.Helper()
	m, err := library.Verify(root)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, m.Generation, "manifest.json")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b = regexp.MustCompile(`"format": \d+`).ReplaceAll(b, []byte(`"format": `+format))
	b = regexp.MustCompile(`"label": "\w+"`).ReplaceAll(b, []byte(`"label": "`+label+`"`))
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// What somebody built is served, whatever became of the file that names it, and the
// starter library is not put in its place.
func TestABuiltLibraryThatIsNotNamedServes(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	first := built(t, data, 10)
	second := built(t, data, 11)
	if err := os.Remove(filepath.Join(library.Root(data), "current")); err != nil {
		t.Fatal(err)
	}
	h := openAt(t, data, "--no-snapshots")
	var ready struct{ Generation, Detail string }
	h.get("/readyz", &ready)
	if ready.Generation != second || !strings.Contains(ready.Detail, "no generation is named") {
		t.Errorf("ready says %+v", ready)
	}
	if code, out, errs := command(t, "library", "list", "--data", data); code != 0 || strings.Count(out, "\n0000") != 2 {
		t.Errorf("exit %d: %s%s", code, out, errs)
	}
	// Named again, it serves as ever; so does another, without a restart.
	for _, name := range []string{second, first} {
		if code, _, errs := command(t, "library", "use", name, "--data", data); code != 0 {
			t.Fatalf("use: exit %d: %s", code, errs)
		}
		ready.Generation, ready.Detail = "", "unread"
		for deadline := time.Now().Add(10 * time.Second); ready.Generation != name || ready.Detail != ""; time.Sleep(20 * time.Millisecond) {
			ready.Detail = ""
			h.get("/readyz", &ready)
			if time.Now().After(deadline) {
				t.Fatalf("ready says %+v", ready)
			}
		}
	}
}

// A library that a later program made is not replaced by this one's starter.
func TestALaterStarterIsLeftAlone(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("installs the starter library once more")
	}
	data := newData(t)
	reformat(t, library.Root(data), starter.Label, strconv.Itoa(library.Format+1))
	_, err := openLibrary(t.Context(), data, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "update the program") {
		t.Errorf("%v", err)
	}
}

// A password on the command line is refused, however many hosts the address names.
func TestAPasswordOnTheCommandLineIsRefused(t *testing.T) {
	for address, refused := range map[string]bool{
		"postgres://k:hunter2@db/k":                    true,
		"postgres://k:hunter2@db1:5432,db2:5432/k":     true,
		"redis://:hunter2@a:1,b:2/0?master=m":          true,
		"redis://u:hunter2@[::1]:1":                    true,
		"postgres://k@db1:5432,db2:5432/k?x=a:b@c":     false,
		"redis://a:1,b:2":                              false,
		"sqlite:/var/lib/kinodex/kinodex.db":           false,
		"postgres://k:@db/k?application_name=ops:me@x": false,
	} {
		if err := showsPassword([]string{"kinodex", "serve", "--ledger", address}, "ledger", address); (err != nil) != refused {
			t.Errorf("%s: %v", address, err)
		}
	}
}
