package forecast

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

func TestTheSameFilmsGiveTheSameBytes(t *testing.T) {
	films := cinema(300)
	dir := t.TempDir()
	write := func(name string) []byte {
		b := NewBuilder(nil)
		for d, f := range films {
			b.Add(catalog.Doc(d), f)
		}
		path := filepath.Join(dir, name)
		if err := b.Write(t.Context(), path, nil); err != nil {
			t.Fatal(err)
		}
		all, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	many := write("a")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if one := write("b"); !bytes.Equal(many, one) {
		t.Error("the bytes depend on the number of processors")
	}
}

// What a streaming service's cinemas took of a film that everybody has seen, and a budget that
// nothing bears out, are told in the audit and taught nobody.
func TestDoubtfulSumsAreNotLearnedFrom(t *testing.T) {
	sums := func(budget, gross int64, voters int) *film.Film {
		year := 2019
		return &film.Film{Title: "Seen", Year: &year, Ratings: film.Ratings{FilmdbVotes: &voters}, BoxOffice: film.Money{Budget: &budget, WorldwideGross: &gross}}
	}
	b := NewBuilder(nil)
	for d, f := range []*film.Film{sums(159_000_000, 968_853, 402_713), sums(20_000_000, 90_000, 120), sums(2_000_000, 900_000, 49_000)} {
		b.Add(catalog.Doc(d), f)
	}
	if want := []int64{0, 90_000, 900_000}; !slices.Equal(b.history.gross, want) {
		t.Errorf("grosses %v, want %v", b.history.gross, want)
	}
	if want := []int64{159_000_000, 0, 2_000_000}; !slices.Equal(b.history.budget, want) {
		t.Errorf("budgets %v, want %v", b.history.budget, want)
	}
	if len(b.plans) != 2 {
		t.Errorf("%d films are learned from, want 2", len(b.plans))
	}
}

func TestWritingStopsWhenAsked(t *testing.T) {
	b := NewBuilder(nil)
	for d, f := range cinema(300) {
		b.Add(catalog.Doc(d), f)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	path := filepath.Join(t.TempDir(), File)
	if err := b.Write(ctx, path, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file was left behind")
	}
}

func TestAFileOfAnotherCatalogueDoesNotOpen(t *testing.T) {
	h := openCinema(t, 50)
	if x, err := Open(h.path, catalogtest.Open(t, cinema(40))); err == nil {
		x.Close()
		t.Error("it opened")
	}
	if err := h.Verify(); err != nil {
		t.Error(err)
	}
}

// FuzzOpen opens files whose checksums are right although their numbers are
// anything, and asks those that open.
func FuzzOpen(f *testing.F) {
	films := cinema(40)
	dir := f.TempDir()
	c := catalogtest.Open(f, films)
	b := NewBuilder(nil)
	for d, x := range films {
		b.Add(catalog.Doc(d), x)
	}
	path := filepath.Join(dir, File)
	if err := b.Write(context.Background(), path, nil); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	for at := 64; at < len(whole); at += len(whole) / 40 {
		f.Add(uint32(at), uint32(0xffffffff))
		f.Add(uint32(at), uint32(1))
	}
	f.Fuzz(func(t *testing.T, at, xor uint32) {
		hurt := slices.Clone(whole)
		i := int(at) % (len(hurt) - 4)
		binary.LittleEndian.PutUint32(hurt[i:], binary.LittleEndian.Uint32(hurt[i:])^xor)
		resign(hurt)
		path := filepath.Join(t.TempDir(), File)
		if err := os.WriteFile(path, hurt, 0o600); err != nil {
			t.Fatal(err)
		}
		x, err := Open(path, c)
		if err != nil {
			return
		}
		defer x.Close()
		for _, p := range []*Project{projectOf(films[30]), {Title: "Brass Key", Genres: []string{"Drama"}}} {
			x.Predict(p)
		}
	})
}

// resign makes the checksums of a file of package pack right again, as its
// layout says, if its directory can still be read.
func resign(file []byte) {
	le, table := binary.LittleEndian, crc32.MakeTable(crc32.Castagnoli)
	at := le.Uint64(file[16:])
	if at > uint64(len(file)) {
		return
	}
	dir := file[at:]
	for rest := dir; len(rest) >= 22; {
		offset, length := le.Uint64(rest), le.Uint64(rest[8:])
		n := 22 + int(le.Uint16(rest[20:]))
		if offset > at || length > at-offset || n > len(rest) {
			break
		}
		le.PutUint32(rest[16:], crc32.Checksum(file[offset:offset+length], table))
		rest = rest[n:]
	}
	le.PutUint32(file[32:], crc32.Checksum(dir, table))
	le.PutUint32(file[36:], crc32.Checksum(file[:36], table))
}

func TestMisshapenFilesSayWhatIsWrong(t *testing.T) {
	path := filepath.Join(t.TempDir(), File)
	w, err := pack.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, catalogtest.Open(t, nil)); err == nil {
		t.Error("an empty file opened")
	}
}
