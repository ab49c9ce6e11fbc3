package people

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/pack/packtest"
)

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
	whole := packtest.Of(t, p.file)
	try := func(beside *catalog.Catalog) func(string) error {
		return packtest.Trying(func(path string) (*Collection, error) { return Open(path, beside) }, use)
	}
	whole.Examine(t, try(c))
	other, _ := invented(7, 100)
	if err := try(build(t, other, nil, nil).catalog)(whole.Write(t, "")); !errors.Is(err, pack.ErrDamaged) {
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
	c, whole := p.catalog, packtest.Of(f, p.file)
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
