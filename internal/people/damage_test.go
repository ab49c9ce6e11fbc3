package people

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

func partsOf(t testing.TB, x *Collection) (p parts) {
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
func (p parts) reopen(t testing.TB, c *catalog.Catalog, without string) (*Collection, error) {
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
func use(p *Collection) {
	for _, q := range []Query{{}, {Name: "ann"}, {Name: "x l"}, {Genre: "dr"}, {Name: "o", Genre: "sci", MinPopularity: ptr(3.0)}, {Among: []string{"ann-moss", "x"}}} {
		page, _ := p.Search(q, 0, 200)
		p.Search(q, 3, 5)
		for _, one := range page {
			p.Films(one)
			p.Find(one.Slug)
			p.slugged(slugOf(one.Name))
		}
	}
	for _, id := range []string{"1", "nm0000001", "ann-moss", "zz", "99999999"} {
		p.Find(id)
	}
	for _, g := range p.Genres() {
		p.ByGenre(g, 50)
	}
	p.Cast(Casting{Genres: p.Genres(), Limit: 20})
	p.In(3, "Ann Moss")
}

func TestAFileThatDoesNotFitIsRefused(t *testing.T) {
	films, sights := invented(6, 100)
	p := build(t, films, sights, nil)
	c := p.catalog
	whole := partsOf(t, p)
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
	use(y)
	y.Close()
	other, _ := invented(7, 100)
	if _, err := whole.reopen(t, build(t, other, nil, nil).catalog, ""); !errors.Is(err, pack.ErrDamaged) {
		t.Errorf("beside other films: %v", err)
	}
}

func TestFilmsAreAddedInOrder(t *testing.T) {
	b := NewBuilder(nil)
	b.Add(1, &film.Film{ID: 1, Title: "T"})
	path := filepath.Join(t.TempDir(), File)
	if err := b.Write(t.Context(), path, nil); err == nil {
		t.Error("a film is missing, and yet it is written")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file is left behind")
	}
}

func TestNobody(t *testing.T) {
	p := build(t, []*film.Film{made(1, 1999, nil), made(2, 1999, cast(plays(" !!! ", "")))}, nil, nil)
	use(p)
	if p.Len() != 0 {
		t.Errorf("%d people", p.Len())
	}
}

// FuzzDamagedPeople overwrites bytes of a section: the file is refused, or answers
// without a panic.
func FuzzDamagedPeople(f *testing.F) {
	films, sights := invented(8, 60)
	p := build(f, films, sights, nil)
	c, whole := p.catalog, partsOf(f, p)
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
