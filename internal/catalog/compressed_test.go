package catalog

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kinodex/internal/deflate"
	"kinodex/internal/film"
)

// Records of lists join, in any order and with any address of the service, to what they are copied
// to.
func TestCompressedRecordsAreTheRecords(t *testing.T) {
	c := open(t, build(t, newSample(2, 300).films()))
	r := rand.New(rand.NewPCG(1, 2))
	for _, v := range compressedViews {
		for _, base := range []string{"http://x", "https://kinodex.example/films"} {
			var s deflate.Stream
			var want []byte
			s.Begin(nil, c.Coder(v), base)
			for range 400 {
				d := Doc(r.IntN(c.Len()))
				before := len(want)
				want = c.Record(d, v).AppendTo(want, nil, base)
				if n, ok := s.Coded(c.Compressed(d, v)); !ok || n != len(want)-before {
					t.Fatalf("film %d, %s: %d bytes, %v, want %d", d, v, n, ok, len(want)-before)
				}
			}
			stream := s.End(want)
			read, err := gzip.NewReader(bytes.NewReader(stream))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(read); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s: %d bytes, %v, want %d", v, len(got), err, len(want))
			}
			if len(stream) > len(want)/2 {
				t.Errorf("%s: %d bytes of %d", v, len(stream), len(want))
			}
		}
	}
}

// A catalogue without compressed records, as those of before, opens, and says that it has none.
func TestACatalogueMayBeWithoutCompressedRecords(t *testing.T) {
	dir := build(t, newSample(2, 30).films())
	if err := os.Remove(filepath.Join(dir, CompressedFile)); err != nil {
		t.Fatal(err)
	}
	if c := open(t, dir); c.Coder(film.List) != nil || c.Verify() != nil {
		t.Error("it has some, or does not verify")
	}
}

// Verify finds a record that is compressed as another, though each is right by itself.
func TestVerifyComparesCompressedRecords(t *testing.T) {
	c := open(t, build(t, newSample(2, 30).films()))
	x := &c.records[film.List].compressedRecords
	starts := append([]uint64{}, x.starts...)
	starts[1] = 0 // the first has nothing, the second what both have
	x.starts = starts
	if c.Verify() == nil {
		t.Error("it verifies")
	}
}
