package atlas

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/pack/packtest"
	"kinodex/internal/serve/encode"
)

// use asks for everything there is.
func use(x *Atlas) {
	for _, q := range []Question{{Top: 1}, {Top: 200}, {Band: "C", Top: 200, DecadeMin: ptr(1950.0)}, {Top: 9, DecadeMin: ptr(1990.0), DecadeMax: ptr(1990.0)}} {
		if q.Check() == nil {
			encode.Append(nil, x.Ask(q).World, "https://h") // an error is no panic
		}
	}
}

func TestAFileThatDoesNotFitIsRefused(t *testing.T) {
	x, c := build(t, invented(6, 200))
	whole := packtest.Of(t, x.file)
	try := func(beside *catalog.Catalog) func(string) error {
		return packtest.Trying(func(path string) (*Atlas, error) { return Open(path, beside) }, use)
	}
	whole.Examine(t, try(c))
	_, other := build(t, invented(7, 200))
	if err := try(other)(whole.Write(t, "")); !errors.Is(err, pack.ErrDamaged) {
		t.Errorf("beside other films: %v", err)
	}
}

func TestFilmsAreAddedInOrder(t *testing.T) {
	b := NewBuilder()
	b.Add(1, &film.Film{ID: 1, Title: "T"})
	path := filepath.Join(t.TempDir(), File)
	if err := b.Write(t.Context(), path, nil); err == nil {
		t.Error("a film is missing, and yet it is written")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file is left behind")
	}
}

// FuzzDamagedAtlas overwrites bytes of a section: the file is refused, or answers
// without a panic.
func FuzzDamagedAtlas(f *testing.F) {
	x, c := build(f, invented(8, 120))
	whole := packtest.Of(f, x.file)
	for i := range whole {
		f.Add(uint8(i), uint32(0), uint32(1<<32-1))
		f.Add(uint8(i), uint32(7), uint32(2))
	}
	f.Fuzz(func(t *testing.T, which uint8, at, value uint32) {
		damaged := whole.Overwritten(which, at, value)
		if damaged == nil {
			return
		}
		if y, err := Open(damaged.Write(t, ""), c); err == nil {
			use(y)
			y.Close()
		}
	})
}
