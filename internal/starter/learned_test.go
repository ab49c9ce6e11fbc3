package starter

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"kinodex/internal/library"
	"kinodex/internal/pack"
)

var update = flag.Bool("update", false, "write what the starter library learns anew")

const (
	learnedFile = "learned.pack.zst"
	makeAnew    = "make it anew with: make starter-models"
)

// What the program carries was learned from the films and scripts that it carries.
func TestWhatIsLearnedIsOfTheStarter(t *testing.T) {
	if l, err := learned(); !*update && (l == nil || err != nil) {
		t.Fatalf("%s is of other films or scripts than the starter's, so every fresh machine learns for itself (%v): %s", learnedFile, err, makeAnew)
	}
}

// With what the program carries, a fresh machine has the files that it would have without, byte
// for byte.
func TestWhatIsLearnedIsWhatAFreshMachineWouldLearn(t *testing.T) {
	if testing.Short() {
		t.Skip("learns models from every film of the starter library")
	}
	if runtime.GOARCH != "amd64" || fuses(1+0x1p-30) {
		t.Skip("the models are learned on amd64, without fused multiplication and addition: here they differ in their last bits")
	}
	root := t.TempDir()
	dir := installed(t, root, nil)
	if *update {
		writeLearned(t, root)
	}
	before, err := learned()
	if err != nil || before == nil {
		t.Fatal(before, err)
	}
	again := installed(t, t.TempDir(), before)
	packs, err := filepath.Glob(filepath.Join(dir, "*.pack"))
	if err != nil || len(packs) < 10 {
		t.Fatalf("%d files, %v", len(packs), err)
	}
	for _, path := range packs {
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(again, filepath.Base(path)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("with %s, %s is not what it is without (%v): %s", learnedFile, filepath.Base(path), err, makeAnew)
		}
	}
}

// fuses reports whether multiplication and addition are one operation here, with one rounding.
//
//go:noinline
func fuses(x float64) bool { return x*x-(1+0x1p-29) != 0 }

// installed installs the starter library under root and returns its directory.
func installed(t *testing.T, root string, before *library.TrainedModels) string {
	t.Helper()
	learned := func() (*library.TrainedModels, error) { return before, nil }
	lib, err := install(t.Context(), root, "test", nil, learned, time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	return filepath.Join(root, lib.Generation())
}

// writeLearned writes what the library under root learned to the file that the program carries.
func writeLearned(t *testing.T, root string) {
	t.Helper()
	lib, err := library.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	path := filepath.Join(t.TempDir(), "learned.pack")
	err = pack.Save(path, func(w *pack.Writer) error {
		pack.PutSection(w, sectionLearnedFrom, inputsDigest())
		lib.Learned().Write(w)
		return w.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	packedLearned = z.EncodeAll(whole, nil)
	if err := os.WriteFile(learnedFile, packedLearned, 0o644); err != nil {
		t.Fatal(err)
	}
}
