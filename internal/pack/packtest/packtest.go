// Package packtest damages packs, to see that what opens them refuses them or bears
// with them, and carries sections from one to another.
//
// It is for the tests of whatever is kept in a pack; nothing that ships imports it.
// It imports pack alone. Start reading at Parts.Examine.
package packtest

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kinodex/internal/pack"
)

// Parts are the sections of a file, in order.
type Parts []Part

// Part is one section.
type Part struct {
	Name string
	Data []byte
}

// Of copies the sections of a file.
func Of(t testing.TB, f *pack.File) (all Parts) {
	t.Helper()
	for _, name := range f.Names() {
		b, err := f.Bytes(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, Part{name, slices.Clone(b)})
	}
	return all
}

// Write writes the parts to a file, with checksums that fit, but for the part of
// the name without.
func (p Parts) Write(t testing.TB, without string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "file.pack")
	w, err := pack.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p {
		if s.Name != without {
			w.Section(s.Name)
			w.Write(s.Data)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Examine tries the file whole, which must open; without each of its sections and
// with each cut short, which must not; and with the beginning of each overwritten,
// which may. Try opens a file, uses it if it opens, and gives the error if not.
func (p Parts) Examine(t *testing.T, try func(path string) error) {
	t.Helper()
	if err := try(p.Write(t, "")); err != nil {
		t.Fatal(err)
	}
	for i, part := range p {
		if err := try(p.Write(t, part.Name)); !errors.Is(err, pack.ErrDamaged) {
			t.Errorf("without %s: %v", part.Name, err)
		}
		if err := try(p.with(i, part.Data[:len(part.Data)-1]).Write(t, "")); err == nil {
			t.Errorf("%s cut: opens", part.Name)
		}
		changed := slices.Clone(part.Data)
		copy(changed, []byte{0xff, 0xff, 0xff, 0xff})
		_ = try(p.with(i, changed).Write(t, ""))
	}
}

// Trying gives a try for Examine: it opens a file, uses it and closes it.
func Trying[T interface{ Close() error }](open func(path string) (T, error), use func(T)) func(path string) error {
	return func(path string) error {
		x, err := open(path)
		if err != nil {
			return err
		}
		use(x)
		return x.Close()
	}
}

// Overwritten gives the parts with four bytes of one of them overwritten, as a
// fuzzer says; nil when that part has no four bytes.
func (p Parts) Overwritten(which uint8, at, value uint32) Parts {
	i := int(which) % len(p)
	changed := slices.Clone(p[i].Data)
	if len(changed) < 4 {
		return nil
	}
	place := int(at) % (len(changed) - 3)
	for j := range 4 {
		changed[place+j] = byte(value >> (8 * j))
	}
	return p.with(i, changed)
}

func (p Parts) with(i int, data []byte) Parts {
	all := slices.Clone(p)
	all[i].Data = data
	return all
}

// Carry writes a file of sections, and reads them from it as from one that another file holds.
func Carry(t testing.TB, write func(*pack.Writer), read func(*pack.Reader)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "carried.pack")
	if err := pack.Save(path, func(w *pack.Writer) error { write(w); return w.Err() }); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := pack.LoadFrom(path, whole, read); err != nil {
		t.Fatal(err)
	}
}
