package catalog

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/deflate"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

var catalogFiles = []string{columnsFile, textFile, "list.pack", "detail.pack", "flat.pack", CompressedFile}

// useAll asks a catalogue that may be damaged everything; the answers may be
// wrong but must come.
func useAll(c *Catalog, questions int) {
	r := rand.New(rand.NewPCG(1, 2))
	s := &sample{Rand: r, n: c.Len()}
	var dst []byte
	var stream deflate.Stream
	picked, _ := film.Detail.Project("title,ratings.filmdb,links")
	for d := range Doc(c.Len()) {
		for _, v := range film.Views {
			dst = c.Record(d, v).AppendTo(dst[:0], nil, "http://x")
		}
		for _, v := range compressedViews {
			stream.Begin(dst[:0], c.Coder(v), "http://x")
			stream.Coded(c.Compressed(d, v))
			dst = stream.End(nil)
		}
		dst = c.Record(d, film.Detail).AppendTo(dst[:0], picked, "http://x")
		c.ByID(c.ID(d))
		c.ByMoviedbID(int(d))
		c.HasPoster(d)
		for _, field := range film.SortFields {
			c.Number(field, d)
		}
	}
	c.Releases(0, 99_999_999)
	c.ByTitleYear("The Night", 1999)
	c.ByTitleYear("zzz", 2000)
	films := newSample(9, 40).films()
	for range questions {
		q := s.query(films)
		page := film.Page{Limit: 1 + r.IntN(20)}
		for range 3 {
			found := c.Find(q, page)
			if found.Next == nil {
				break
			}
			page.After = found.Next
		}
		c.Find(q, film.Page{Limit: 5, Offset: r.IntN(50)})
		c.Facets(q, FacetNames)
	}
}

// resign makes the checksums of a pack file right again, as one would who
// means harm.
func resign(b []byte) {
	le := binary.LittleEndian
	table := crc32.MakeTable(crc32.Castagnoli)
	if len(b) < 64 {
		return
	}
	at := le.Uint64(b[16:])
	if at > uint64(len(b)) {
		return
	}
	for dir := b[at:]; len(dir) >= 22; {
		from, size := le.Uint64(dir), le.Uint64(dir[8:])
		if from <= uint64(len(b)) && size <= uint64(len(b))-from {
			le.PutUint32(dir[16:], crc32.Checksum(b[from:from+size], table))
		}
		dir = dir[min(len(dir), 22+int(le.Uint16(dir[20:]))):]
	}
	le.PutUint32(b[32:], crc32.Checksum(b[at:], table))
	le.PutUint32(b[36:], crc32.Checksum(b[:36], table))
}

// readAll reads the files of a catalogue.
func readAll(t testing.TB, dir string) map[string][]byte {
	files := map[string][]byte{}
	for _, name := range catalogFiles {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = b
	}
	return files
}

// tryDamaged puts b in the place of a file and uses what opens.
func tryDamaged(t testing.TB, dir, name string, whole, b []byte, questions int) error {
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.WriteFile(path, whole, 0o600)
	c, err := Open(dir)
	if err != nil {
		return err
	}
	defer c.Close()
	c.Verify()
	useAll(c, questions)
	return nil
}

func TestDamageIsAnErrorOrAnAnswerButNoPanic(t *testing.T) {
	if testing.Short() {
		t.Skip("asks at length in one goroutine, where the race detector finds nothing")
	}
	dir := build(t, newSample(2, 140).films())
	r := rand.New(rand.NewPCG(4, 4))
	for name, whole := range readAll(t, dir) {
		refused := 0
		f, err := pack.Open(filepath.Join(dir, name), pack.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sections := f.Names()
		f.Close()
		le := binary.LittleEndian
		dirAt := le.Uint64(whole[16:])
		for entry := whole[dirAt:]; len(entry) >= 22; entry = entry[22+int(le.Uint16(entry[20:])):] {
			from, size := le.Uint64(entry), le.Uint64(entry[8:])
			if size == 0 {
				continue
			}
			for _, evil := range []uint32{0xffffffff, 0x7fffffff, 0, 1 << 16, 141, r.Uint32()} {
				b := append([]byte(nil), whole...)
				at := from + r.Uint64N(size)
				if size >= 4 {
					at = from + r.Uint64N(size/4)*4
				}
				for i := range min(4, size) {
					b[at+i] = byte(evil >> (8 * i))
				}
				resign(b)
				if tryDamaged(t, dir, name, whole, b, 12) != nil {
					refused++
				}
			}
		}
		if refused == 0 {
			t.Errorf("%s: no damage to its %d sections was refused", name, len(sections))
		}
		for range 20 {
			cut := r.IntN(len(whole))
			if err := tryDamaged(t, dir, name, whole, whole[:cut], 0); !errors.Is(err, pack.ErrDamaged) {
				t.Errorf("%s cut to %d bytes: %v", name, cut, err)
			}
		}
	}
}

func TestFilesOfDifferentBuildsDoNotMix(t *testing.T) {
	one, two := build(t, newSample(2, 80).films()), build(t, newSample(3, 80).films())
	for name, other := range readAll(t, two) {
		mine, err := os.ReadFile(filepath.Join(one, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := tryDamaged(t, one, name, mine, other, 0); !errors.Is(err, pack.ErrDamaged) {
			t.Errorf("%s of another build: %v", name, err)
		}
	}
}

func TestVerifyFindsWhatOpenDoesNotLookAt(t *testing.T) {
	dir := build(t, newSample(2, 30).films())
	path := filepath.Join(dir, "list.pack")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[64+4*len(film.List.Fields())+20] ^= 1 // inside the first record
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	c := open(t, dir)
	if err := c.Verify(); !errors.Is(err, pack.ErrDamaged) {
		t.Errorf("Verify: %v", err)
	}
}

// FuzzOpen changes bytes of one file of a catalogue, with or without making the
// checksums right again.
func FuzzOpen(f *testing.F) {
	dir := build(f, newSample(2, 70).films())
	files := readAll(f, dir)
	f.Add(uint8(0), uint32(64), []byte{255, 255, 255, 255}, uint32(0), true)
	f.Add(uint8(1), uint32(900), []byte{0}, uint32(0), true)
	f.Add(uint8(2), uint32(70), []byte{1, 2, 3}, uint32(0), false)
	f.Add(uint8(3), uint32(0), []byte{}, uint32(100), false)
	f.Fuzz(func(t *testing.T, file uint8, at uint32, change []byte, cut uint32, signed bool) {
		name := catalogFiles[int(file)%len(catalogFiles)]
		whole := files[name]
		b := append([]byte(nil), whole[:len(whole)-int(cut)%len(whole)]...)
		copy(b[int(at)%len(b):], change)
		if signed {
			resign(b)
		}
		tryDamaged(t, dir, name, whole, b, 10)
	})
}
