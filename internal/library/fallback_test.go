package library

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"kinodex/internal/film"
)

// cut damages a generation so that it does not open.
func cut(t *testing.T, root, generation string) {
	t.Helper()
	if err := os.Truncate(filepath.Join(root, generation, "list.pack"), 100); err != nil {
		t.Fatal(err)
	}
}

// openHolder opens a holder that is closed with the test, and what it logs.
func openHolder(t *testing.T, root string) (*Holder, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	s, err := NewHolder(root, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, &log
}

func TestAtStartAnotherGenerationServesWhenCurrentCannot(t *testing.T) {
	for name, c := range map[string]struct {
		harm func(t *testing.T, root string, first, second Manifest)
		want int // films
	}{
		"current is damaged": {func(t *testing.T, root string, _, second Manifest) { cut(t, root, second.Generation) }, 10},
		"current is gone": {func(t *testing.T, root string, _, second Manifest) {
			os.RemoveAll(filepath.Join(root, second.Generation))
		}, 10},
		"nothing is named": {func(t *testing.T, root string, _, _ Manifest) { os.Remove(filepath.Join(root, currentName)) }, 11},
		"nonsense is named": {func(t *testing.T, root string, _, _ Manifest) {
			writeFile(t, filepath.Join(root, currentName), "../../etc")
		}, 11},
		"current is of a later program": {func(t *testing.T, root string, _, second Manifest) {
			reformat(t, root, second.Generation, strconv.Itoa(Format+1))
		}, 10},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			first, second := publish(t, root, 10), publish(t, root, 11)
			c.harm(t, root, first, second)
			holder, log := openHolder(t, root)
			lib, release := acquire(t, holder)
			defer release()
			if lib.Catalog.Len() != c.want {
				t.Errorf("%d films serve, want %d", lib.Catalog.Len(), c.want)
			}
			if state := holder.State(); state.Err == nil || state.Generation != lib.Generation() {
				t.Errorf("the state says %+v", state)
			}
			if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), lib.Generation()) {
				t.Errorf("logged %s", log)
			}
			// A build mends it, and is not held against what does not serve.
			third := publish(t, root, 12)
			if _, err := holder.Reload(); err != nil || holder.Generation() != third.Generation || holder.State().Err != nil {
				t.Errorf("%s serves, %v, %+v", holder.Generation(), err, holder.State())
			}
			if _, err := os.Stat(filepath.Join(root, lib.Generation())); err != nil {
				t.Errorf("what served was removed: %v", err)
			}
		})
	}
}

// reformat makes a generation one of another format.
func reformat(t *testing.T, root, generation, format string) {
	t.Helper()
	path := filepath.Join(root, generation, manifestName)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, string(regexp.MustCompile(`"format": \d+`).ReplaceAll(b, []byte(`"format": `+format))))
}

// What looks whole and is not must not serve in the place of what is broken.
func TestOnlyAGenerationThatVerifiesIsFallenBackTo(t *testing.T) {
	root := t.TempDir()
	first, second := publish(t, root, 40), publish(t, root, 41)
	cut(t, root, second.Generation)
	path := filepath.Join(root, first.Generation, "detail.pack")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	writeFile(t, path, string(b))
	_, err = NewHolder(root, slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), first.Generation) || !strings.Contains(err.Error(), second.Generation) {
		t.Fatalf("the error does not name both: %v", err)
	}
	if errors.Is(err, ErrEmpty) || Outdated(err) || OnlyStarter(root) {
		t.Errorf("a damaged library passes for an empty one: %v", err)
	}
}

func TestALibraryOfALaterProgramSaysSo(t *testing.T) {
	root := t.TempDir()
	m := publish(t, root, 3)
	reformat(t, root, m.Generation, strconv.Itoa(Format+1))
	want := fmt.Sprintf("made by a newer Kinodex (format %d; this one reads up to %d): update the program", Format+1, Format)
	if _, err := Open(root); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("open: %v", err)
	}
	if _, err := NewHolder(root, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("holder: %v", err)
	}
	writeFile(t, filepath.Join(root, m.Generation, manifestName), `{"format": 9, "generation": {"of": "another shape"}, "films": "many"}`)
	if _, err := Open(root); err == nil || !strings.Contains(err.Error(), "made by a newer Kinodex (format 9;") {
		t.Errorf("another shape: %v", err)
	}
}

func TestAnEmptyLibrarySaysHowToMakeOne(t *testing.T) {
	_, err := Open(t.TempDir())
	if !errors.Is(err, ErrEmpty) || !strings.Contains(err.Error(), "kinodex build --data") || !strings.Contains(err.Error(), "kinodex serve") {
		t.Errorf("%v", err)
	}
}

func TestAGenerationThatWasWithheldServesOnlyInNeed(t *testing.T) {
	root := t.TempDir()
	first, second := publish(t, root, 100), publish(t, root, 101)
	d, err := Begin(root, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, d, 7)
	var withheld *WithheldError
	small, err := d.Publish(t.Context(), Manifest{Builder: "test"}, built, nil)
	if !errors.As(err, &withheld) || withheld.Serving != second.Generation || small.Films != 7 {
		t.Fatalf("%v", err)
	}
	cut(t, root, second.Generation)
	holder, _ := openHolder(t, root)
	if holder.Generation() != first.Generation {
		t.Errorf("%s serves, want %s", holder.Generation(), first.Generation)
	}
	cut(t, root, first.Generation)
	again, _ := openHolder(t, root)
	if again.Generation() != small.Generation {
		t.Errorf("%s serves, want %s", again.Generation(), small.Generation)
	}
}

// An operator who puts the file back need not restart anything.
func TestAGenerationThatIsMendedServesAgain(t *testing.T) {
	root := t.TempDir()
	first, second := publish(t, root, 40), publish(t, root, 41)
	path := filepath.Join(root, second.Generation, "list.pack")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cut(t, root, second.Generation)
	holder, _ := openHolder(t, root)
	if holder.Generation() != first.Generation {
		t.Fatalf("%s serves", holder.Generation())
	}
	for range 2 {
		if changed, err := holder.Reload(); changed || err == nil {
			t.Errorf("reload of what is broken: %v, %v", changed, err)
		}
	}
	writeFile(t, path, string(b))
	if changed, err := holder.Reload(); !changed || err != nil || holder.Generation() != second.Generation {
		t.Errorf("after the mending: %v, %v, %s", changed, err, holder.Generation())
	}
}

// A disk that failed for a while leaves sound files that a holder gave up.
func TestUseHasABrokenGenerationTriedAgain(t *testing.T) {
	root := t.TempDir()
	first, second := publish(t, root, 10), publish(t, root, 11)
	cut(t, root, second.Generation)
	holder, _ := openHolder(t, root)
	holder.broken[first.Generation] = failure{fingerprint(filepath.Join(root, first.Generation)), errors.New("input/output error")}
	holder.takeDown()
	if holder.Reload(); holder.Generation() != "" {
		t.Fatalf("%s serves", holder.Generation())
	}
	if _, err := Use(t.Context(), root, first.Generation); err != nil {
		t.Fatal(err)
	}
	if _, err := holder.Reload(); err != nil || holder.Generation() != first.Generation {
		t.Errorf("%q serves, %v", holder.Generation(), err)
	}
}

// read reads a film of what serves, as a request does: a failed read is told to
// the holder.
func read(t *testing.T, s *Holder) (failed error) {
	t.Helper()
	lib, release, err := s.Acquire()
	if err != nil {
		return err
	}
	defer release()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if failed = s.ReadFailed(p); failed == nil {
				panic(p)
			}
		}
	}()
	for d := range lib.Catalog.Len() {
		doc, _ := lib.Catalog.ByID(film.ID(d + 1))
		_ = bytes.Count(lib.Catalog.Record(doc, film.Detail).JSON, []byte{'"'})
	}
	return nil
}

func TestAFileThatIsCutWhileItServes(t *testing.T) {
	root := t.TempDir()
	publish(t, root, 2000)
	first, second := publish(t, root, 2001), publish(t, root, 2002)
	holder, log := openHolder(t, root)
	if err := read(t, holder); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(root, second.Generation, "detail.pack"), 4096); err != nil {
		t.Fatal(err)
	}
	if err := read(t, holder); err == nil {
		t.Fatal("a file that is cut was read")
	}
	if err := read(t, holder); !errors.Is(err, ErrUnreadable) {
		t.Errorf("the damaged generation serves on: %v", err)
	}
	if state := holder.State(); state.Generation != "" || state.Err == nil || state.FailedReads != 1 {
		t.Errorf("the state says %+v", state)
	}
	holder.Watch(time.Hour) // it is awake at once
	for deadline := time.Now().Add(time.Minute); holder.Generation() != first.Generation; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%q serves, want %s", holder.Generation(), first.Generation)
		}
	}
	if err := read(t, holder); err != nil {
		t.Error(err)
	}
	state := holder.State()
	if state.Current != second.Generation || state.Err == nil {
		t.Errorf("the state says %+v", state)
	}
	if err := holder.Close(); err != nil {
		t.Error(err)
	}
	if n := strings.Count(log.String(), "its generation is verified"); n != 1 {
		t.Errorf("logged %d times: %s", n, log)
	}
	if _, _, err := holder.Acquire(); !errors.Is(err, ErrClosed) {
		t.Errorf("a closed holder: %v", err)
	}
}

// A file may be replaced by a sound one while the old one is mapped.
func TestASoundGenerationIsMappedAnew(t *testing.T) {
	root := t.TempDir()
	m := publish(t, root, 2000)
	path := filepath.Join(root, m.Generation, "detail.pack")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	holder, _ := openHolder(t, root)
	if err := os.Rename(path, path+".mapped"); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, string(b))
	if err := os.Truncate(path+".mapped", 4096); err != nil {
		t.Fatal(err)
	}
	if err := read(t, holder); err == nil {
		t.Fatal("what was mapped was read")
	}
	if _, err := holder.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := read(t, holder); err != nil {
		t.Error(err)
	}
}

func TestAStarterDoesNotCountAsBuilt(t *testing.T) {
	root := t.TempDir()
	if !OnlyStarter(root) {
		t.Error("nothing is somebody's own")
	}
	d, err := Begin(root, Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, d, 2)
	if _, err := d.Publish(t.Context(), Manifest{Builder: "test", Label: StarterLabel}, built, nil); err != nil {
		t.Fatal(err)
	}
	if !OnlyStarter(root) {
		t.Error("a starter counts as built")
	}
	publish(t, root, 1)
	if OnlyStarter(root) {
		t.Error("a library that was built counts as a starter")
	}
}
