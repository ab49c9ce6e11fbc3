package library

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/film"
)

var built = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// publish builds a generation of n films named Film 1 to Film n.
func publish(t *testing.T, root string, n int) Manifest {
	t.Helper()
	d, err := Begin(root, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, d, n)
	m, err := d.Publish(t.Context(), Manifest{Builder: "test"}, built, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// acquire pins what serves.
func acquire(t *testing.T, s *Holder) (*Library, func()) {
	t.Helper()
	lib, release, err := s.Acquire()
	if err != nil {
		t.Fatal(err)
	}
	return lib, release
}

func fill(t *testing.T, d *Build, n int) {
	t.Helper()
	for i := 1; i <= n; i++ {
		if err := d.Add(&film.Film{ID: film.ID(i), Title: "Film"}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAGenerationServesWhatWasBuilt(t *testing.T) {
	root := t.TempDir()
	if _, err := Open(root); !errors.Is(err, ErrEmpty) {
		t.Fatalf("an empty library opens with %v, want ErrEmpty", err)
	}
	m := publish(t, root, 3)
	lib, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	if lib.Generation() != m.Generation || lib.Catalog.Len() != 3 || !lib.BuiltAt().Equal(built) {
		t.Errorf("got %s with %d films of %v", lib.Generation(), lib.Catalog.Len(), lib.BuiltAt())
	}
	if _, err := Verify(root); err != nil {
		t.Errorf("a fresh generation does not verify: %v", err)
	}
}

func TestEqualContentHasEqualNamesUpToTheNumber(t *testing.T) {
	a, b := publish(t, t.TempDir(), 2), publish(t, t.TempDir(), 2)
	if a.Generation != b.Generation {
		t.Errorf("%s and %s were built of the same films", a.Generation, b.Generation)
	}
	if c := publish(t, t.TempDir(), 3); c.Generation == a.Generation {
		t.Errorf("other films, same name %s", c.Generation)
	}
}

func TestOnlyTheGenerationBeforeIsKept(t *testing.T) {
	root := t.TempDir()
	for n := 1; n <= 4; n++ {
		publish(t, root, n)
	}
	publish(t, root, 4) // the same again is another generation
	all := generations(root)
	if len(all) != 2 || !strings.HasPrefix(all[0], "000004-") || !strings.HasPrefix(all[1], "000005-") {
		t.Errorf("kept %v, want the fourth and fifth", all)
	}
}

func TestTwoBuildsDoNotMeet(t *testing.T) {
	root := t.TempDir()
	d, err := Begin(root, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Begin(root, Inputs{}); !errors.Is(err, ErrBuilding) {
		t.Errorf("a second build begins: %v", err)
	}
	d.Discard()
	publish(t, root, 1)
}

func TestADiscardedBuildLeavesTheOldGeneration(t *testing.T) {
	root := t.TempDir()
	m := publish(t, root, 1)
	d, err := Begin(root, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, d, 5)
	d.Discard()
	lib, err := Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	if lib.Generation() != m.Generation {
		t.Errorf("%s serves, want %s", lib.Generation(), m.Generation)
	}
}

// TestMain lets the test binary play a build that is killed.
func TestMain(m *testing.M) {
	if root := os.Getenv("KINODEX_TEST_BUILD_FOREVER"); root != "" {
		buildForever(root)
	}
	os.Exit(m.Run())
}

func buildForever(root string) {
	for n := 1; ; n++ {
		d, err := Begin(root, Inputs{})
		if err != nil {
			panic(err)
		}
		for i := 1; i <= 200+n; i++ {
			if err := d.Add(&film.Film{ID: film.ID(i), Title: "Film"}); err != nil {
				panic(err)
			}
		}
		if _, err := d.Publish(context.Background(), Manifest{Builder: "test"}, time.Now(), nil); err != nil {
			panic(err)
		}
	}
}

func TestAKilledBuildLeavesAWholeGeneration(t *testing.T) {
	root := filepath.Join(t.TempDir(), "library")
	publish(t, root, 1)
	for round := range 12 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "KINODEX_TEST_BUILD_FOREVER="+root)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(40+17*round) * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		m, err := Verify(root)
		if err != nil {
			t.Fatalf("round %d: after kill -9: %v", round, err)
		}
		if m.Films != 1 && m.Films <= 200 {
			t.Fatalf("round %d: %d films serve", round, m.Films)
		}
	}
	// The next build clears away what was left.
	publish(t, root, 1000)
	if _, err := os.Stat(filepath.Join(root, buildName)); !os.IsNotExist(err) {
		t.Errorf("a build is left: %v", err)
	}
	if n := len(generations(root)); n != 2 {
		t.Errorf("%d generations are left, want 2", n)
	}
}

func TestDamageIsFound(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, dir string){
		"a file is cut": func(t *testing.T, dir string) {
			path := filepath.Join(dir, "list.pack")
			info, _ := os.Stat(path)
			os.Truncate(path, info.Size()-1)
		},
		"a file is missing": func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "columns.pack")) },
		"a byte is flipped": func(t *testing.T, dir string) {
			path := filepath.Join(dir, "detail.pack")
			b, _ := os.ReadFile(path)
			b[len(b)/2] ^= 0x40
			os.WriteFile(path, b, 0o644)
		},
		"the manifest is cut": func(t *testing.T, dir string) {
			path := filepath.Join(dir, manifestName)
			b, _ := os.ReadFile(path)
			os.WriteFile(path, b[:len(b)/2], 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			m := publish(t, root, 40)
			damage(t, filepath.Join(root, m.Generation))
			if _, err := Verify(root); err == nil {
				t.Error("verify finds nothing")
			}
			if lib, err := Open(root); err == nil { // may open, must not crash
				lib.Close()
			}
		})
	}
}

func TestHolderSwapsWithoutDroppingAReader(t *testing.T) {
	root := t.TempDir()
	publish(t, root, 1)
	holder, err := NewHolder(root, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	old, release := acquire(t, holder)
	second := publish(t, root, 2)
	if changed, err := holder.Reload(); !changed || err != nil {
		t.Fatalf("reload: %v, %v", changed, err)
	}
	if holder.Generation() != second.Generation {
		t.Errorf("%s serves, want %s", holder.Generation(), second.Generation)
	}
	// The old bytes are still there for who holds them.
	if doc, ok := old.Catalog.ByID(1); !ok || !strings.Contains(string(old.Catalog.Record(doc, film.List).JSON), "tt0000001") {
		t.Error("the pinned generation lost its film")
	}
	release()
	if changed, err := holder.Reload(); changed || err != nil {
		t.Errorf("nothing new, but reload says %v, %v", changed, err)
	}
}

// REQ F2-91: a server that is told so uses no encoder, with this generation and with the next.
func TestAHolderWithoutEncoder(t *testing.T) {
	root := t.TempDir()
	publish(t, root, 1)
	holder, err := NewHolder(root, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	uses := func() bool {
		lib, release := acquire(t, holder)
		defer release()
		return lib.Taste.UsesEncoder()
	}
	if !uses() {
		t.Error("no encoder is used, though nobody said so")
	}
	if holder.WithoutEncoder(); uses() {
		t.Error("the generation that serves uses the encoder")
	}
	publish(t, root, 2)
	if _, err := holder.Reload(); err != nil || uses() {
		t.Errorf("the next generation uses the encoder (%v)", err)
	}
}

func TestHolderKeepsServingWhenTheNextDoesNotOpen(t *testing.T) {
	root := t.TempDir()
	first := publish(t, root, 1)
	holder, err := NewHolder(root, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	second := publish(t, root, 2)
	os.Truncate(filepath.Join(root, second.Generation, "columns.pack"), 10)
	if _, err := holder.Reload(); err == nil {
		t.Error("a damaged generation was swapped in")
	}
	if holder.Generation() != first.Generation {
		t.Errorf("%s serves, want %s", holder.Generation(), first.Generation)
	}
}

func TestReadersAndReloadsTogether(t *testing.T) {
	root := t.TempDir()
	publish(t, root, 3)
	holder, err := NewHolder(root, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	holder.Watch(time.Millisecond)
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for {
				lib, release, err := holder.Acquire()
				if err != nil {
					if !errors.Is(err, ErrClosed) {
						t.Error(err)
					}
					return
				}
				for d := range lib.Catalog.Len() {
					if !json.Valid(lib.Catalog.Record(1, film.Flat).JSON) {
						t.Errorf("film %d is not JSON", d)
					}
				}
				time.Sleep(time.Millisecond) // so that others come and go meanwhile
				release()
			}
		})
	}
	for n := 3; n < 12; n++ {
		publish(t, root, n)
	}
	if err := holder.Close(); err != nil { // while they read, and the holder looks for the next
		t.Error(err)
	}
	readers.Wait()
	if err := holder.Close(); !errors.Is(err, ErrClosed) {
		t.Errorf("closed twice: %v", err)
	}
}

func FuzzParseManifest(f *testing.F) {
	good, _ := json.Marshal(Manifest{Format: Format, Generation: "000001-0a1b2c3d", Files: []File{{Name: "list.pack", Bytes: 3, SHA256: strings.Repeat("0a", 32)}}})
	f.Add(good)
	f.Add([]byte(`{"format":1,"generation":"000001-0a1b2c3d","files":[{"name":"../../etc/passwd"}]}`))
	f.Add([]byte(`{"format":1,"generation":"000001-0a1b2c3d","files":[{"name":"list.pack","sha256":"../../etc/passwd"}]}`))
	f.Add([]byte(`{`))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := parseManifest(b)
		if err != nil {
			return
		}
		for _, file := range m.Files {
			if !filepath.IsLocal(file.Name) || file.Name != filepath.Base(file.Name) || file.SHA256 != filepath.Base(file.SHA256) || len(file.SHA256) != 64 {
				t.Errorf("%q or %q leaves the directory", file.Name, file.SHA256)
			}
		}
	})
}
