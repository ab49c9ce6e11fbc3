package atlas

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// parts are the sections of a file, in order.
type parts []struct {
	name string
	data []byte
}

func partsOf(t testing.TB, x *Atlas) (p parts) {
	for _, name := range x.file.Names() {
		b, err := x.file.Bytes(name)
		if err != nil {
			t.Fatal(err)
		}
		p = append(p, struct {
			name string
			data []byte
		}{name, append([]byte(nil), b...)})
	}
	return p
}

// reopen writes the parts, with checksums that fit, and opens the file.
func (p parts) reopen(t testing.TB, c *catalog.Catalog, without string) (*Atlas, error) {
	path := filepath.Join(t.TempDir(), File)
	w, err := pack.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range p {
		if s.name != without {
			w.Section(s.name)
			w.Write(s.data)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return Open(path, c)
}

// use asks for everything there is.
func use(x *Atlas) {
	for _, q := range []Question{{Top: 1}, {Top: 200}, {Band: "C", Top: 200, DecadeMin: ptr(1950.0)}, {Top: 9, DecadeMin: ptr(1990.0), DecadeMax: ptr(1990.0)}} {
		if q.Check() == nil {
			x.Ask(q).AppendData(nil, "https://h")
		}
	}
}

func TestAFileThatDoesNotFitIsRefused(t *testing.T) {
	x, c := build(t, invented(6, 200))
	whole := partsOf(t, x)
	for i, part := range whole {
		if _, err := whole.reopen(t, c, part.name); !errors.Is(err, pack.ErrDamaged) {
			t.Errorf("without %s: %v", part.name, err)
		}
		whole[i].data = part.data[:len(part.data)-1]
		if _, err := whole.reopen(t, c, ""); err == nil {
			t.Errorf("%s cut: opens", part.name)
		}
		whole[i].data = append([]byte{0xff, 0xff, 0xff, 0xff}, part.data[4:]...)
		if y, err := whole.reopen(t, c, ""); err == nil {
			use(y)
			y.Close()
		}
		whole[i].data = part.data
	}
	y, err := whole.reopen(t, c, "")
	if err != nil {
		t.Fatal(err)
	}
	y.Close()
	_, other := build(t, invented(7, 200))
	if _, err := whole.reopen(t, other, ""); !errors.Is(err, pack.ErrDamaged) {
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
	whole := partsOf(f, x)
	for i := range whole {
		f.Add(uint8(i), uint32(0), uint32(1<<32-1))
		f.Add(uint8(i), uint32(7), uint32(2))
	}
	f.Fuzz(func(t *testing.T, which uint8, at, value uint32) {
		i := int(which) % len(whole)
		old := whole[i].data
		if len(old) < 4 {
			return
		}
		changed := append([]byte(nil), old...)
		place := int(at) % (len(old) - 3)
		for j := range 4 {
			changed[place+j] = byte(value >> (8 * j))
		}
		damaged := append(parts(nil), whole...)
		damaged[i].data = changed
		if y, err := damaged.reopen(t, c, ""); err == nil {
			use(y)
			y.Close()
		}
	})
}
