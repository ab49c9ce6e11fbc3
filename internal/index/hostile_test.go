package index

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"testing"

	"kinodex/internal/pack"
	"kinodex/internal/pack/packtest"
)

func sectionsOf(t testing.TB, docs []Document) sections {
	b := NewBuilder()
	for i, d := range docs {
		b.Add(uint32(i), d)
	}
	s, err := b.finish()
	if err != nil {
		t.Fatal(err)
	}
	return *s
}

// fileOf writes the documents' index to a file and gives its parts.
func fileOf(t testing.TB, docs []Document) packtest.Parts {
	x, err := openAt(written(t, docs), len(docs))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	return packtest.Of(t, x.File)
}

// openAt reads the index in a file.
func openAt(path string, docs int) (*file, error) {
	x := &file{}
	f, err := pack.Load(path, pack.Options{}, func(r *pack.Reader) { x.Index = Read(r, docs) })
	x.File = f
	return x, err
}

// file is an index and the file it lies in.
type file struct {
	*Index
	*pack.File
}

func TestSectionsThatDoNotFitAreRefused(t *testing.T) {
	whole := fileOf(t, corpus(300, 200, 3))
	whole.Examine(t, packtest.Trying(func(path string) (*file, error) { return openAt(path, 300) }, func(*file) {}))
	for i, part := range whole {
		if n := len(part.Data); n > 0 {
			cut := slices.Clone(whole)
			cut[i].Data = part.Data[:max(0, n-8)] // whole numbers of any size
			if _, err := openAt(cut.Write(t, ""), 300); !errors.Is(err, pack.ErrDamaged) {
				t.Errorf("section %s cut: %v", part.Name, err)
			}
		}
		if part.Name == "index/prior" {
			unknown := slices.Clone(whole)
			unknown[i].Data = slices.Clone(part.Data)
			binary.LittleEndian.PutUint32(unknown[i].Data[28:], math.Float32bits(float32(math.NaN())))
			if _, err := openAt(unknown.Write(t, ""), 300); !errors.Is(err, pack.ErrDamaged) {
				t.Errorf("a weight that is no number: %v", err)
			}
		}
	}
	if _, err := openAt(whole.Write(t, ""), 299); !errors.Is(err, pack.ErrDamaged) {
		t.Errorf("other number of documents: %v", err)
	}
}

// FuzzDamagedIndex overwrites four bytes of a section: the index is refused, or
// whatever it finds is documents, ascending, with scores.
func FuzzDamagedIndex(f *testing.F) {
	docs := append(slices.Clone(shelf), corpus(120, 60, 2)...)
	whole := fileOf(f, docs)
	for i := range uint8(31) {
		f.Add(i, uint32(0), uint32(math.MaxUint32))
		f.Add(i, uint32(9), uint32(3))
	}
	queries := []string{"it", "heat 1995", "gladiatr", "kalo", "lo mi", "ka", "notring hill", "the who genreka", "kal"}
	f.Fuzz(func(t *testing.T, which uint8, at, value uint32) {
		damaged := whole.Overwritten(which, at, value)
		if damaged == nil {
			return
		}
		ix, err := openAt(damaged.Write(t, ""), len(docs))
		if err != nil {
			return
		}
		defer ix.Close()
		var m Matches
		for _, q := range queries {
			ix.Search(q, &m)
			checkMatches(t, &m, len(docs))
			for _, d := range append([]uint32{0, math.MaxUint32}, m.Docs...) {
				m.Places(d, nil)
			}
			ix.Words(&m)
			ix.KeepProse(&m)
			checkMatches(t, &m, len(docs))
		}
	})
}

// FuzzSearch asks anything of a sound index.
func FuzzSearch(f *testing.F) {
	docs := append(slices.Clone(shelf), corpus(300, 200, 4)...)
	s, books := sectionsOf(f, docs), read(docs)
	ix := newIndex(s, len(docs))
	for _, q := range []string{"", "it", "heat 1995 1995", "\x00\xff", "e\u0301\u0301", "the the the", "İstanbul", "日本", "a.b-c'd", "0000 9999", "y''s", "ſ", "ΰ"} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, q string) {
		var m Matches
		ix.Search(q, &m)
		checkMatches(t, &m, len(docs))
		if found := matching(books, q); !m.Fuzzy && !slices.Equal(m.Docs, found) && len(m.Docs)+len(found) > 0 {
			t.Errorf("%q finds %v, want %v", q, m.Docs, found)
		}
	})
}

func checkMatches(t *testing.T, m *Matches, docs int) {
	t.Helper()
	if len(m.Docs) != len(m.Scores) {
		t.Fatalf("%d documents, %d scores", len(m.Docs), len(m.Scores))
	}
	for i, d := range m.Docs {
		if int(d) >= docs || i > 0 && d <= m.Docs[i-1] || math.IsNaN(float64(m.Scores[i])) {
			t.Fatalf("found %v with %v", m.Docs, m.Scores)
		}
	}
}
