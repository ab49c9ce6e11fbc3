package index

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"testing"
	"unsafe"
)

// bytesOf visits sections as bytes, the way a file holds them.
type bytesOf struct{ parts [][]byte }

func view[T any](b *bytesOf, at *[]T) {
	if len(*at) == 0 {
		b.parts = append(b.parts, nil)
		return
	}
	var t T
	*at = slices.Clone(*at)
	b.parts = append(b.parts, unsafe.Slice((*byte)(unsafe.Pointer(&(*at)[0])), len(*at)*int(unsafe.Sizeof(t))))
}

func (b *bytesOf) u8(_ string, at *[]uint8)    { view(b, at) }
func (b *bytesOf) u16(_ string, at *[]uint16)  { view(b, at) }
func (b *bytesOf) u32(_ string, at *[]uint32)  { view(b, at) }
func (b *bytesOf) u64(_ string, at *[]uint64)  { view(b, at) }
func (b *bytesOf) f32(_ string, at *[]float32) { view(b, at) }

// cut visits sections and shortens one.
type cut struct{ which, by int }

func shorten[T any](c *cut, at *[]T) {
	if c.which == 0 {
		*at = (*at)[:max(0, len(*at)-c.by)]
	}
	c.which--
}

func (c *cut) u8(_ string, at *[]uint8)    { shorten(c, at) }
func (c *cut) u16(_ string, at *[]uint16)  { shorten(c, at) }
func (c *cut) u32(_ string, at *[]uint32)  { shorten(c, at) }
func (c *cut) u64(_ string, at *[]uint64)  { shorten(c, at) }
func (c *cut) f32(_ string, at *[]float32) { shorten(c, at) }

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

func TestSectionsThatDoNotFitAreRefused(t *testing.T) {
	whole := sectionsOf(t, corpus(300, 200, 3))
	var parts bytesOf
	whole.visit(&parts)
	for i, part := range parts.parts {
		s := whole
		s.visit(&cut{i, 1})
		if _, err := open(s, 300); len(part) > 0 && !errors.Is(err, ErrDamaged) {
			t.Errorf("section %d cut: %v", i, err)
		}
	}
	if _, err := open(whole, 299); !errors.Is(err, ErrDamaged) {
		t.Errorf("other number of documents: %v", err)
	}
	s := whole
	s.prior = slices.Clone(s.prior)
	s.prior[7] = float32(math.NaN())
	if _, err := open(s, 300); !errors.Is(err, ErrDamaged) {
		t.Errorf("a weight that is no number: %v", err)
	}
	if _, err := open(whole, 300); err != nil {
		t.Errorf("whole: %v", err)
	}
}

// FuzzDamagedIndex overwrites four bytes of a section: the index is refused, or
// whatever it finds is documents, ascending, with scores.
func FuzzDamagedIndex(f *testing.F) {
	docs := append(slices.Clone(shelf), corpus(120, 60, 2)...)
	whole := sectionsOf(f, docs)
	for i := range uint8(31) {
		f.Add(i, uint32(0), uint32(math.MaxUint32))
		f.Add(i, uint32(9), uint32(3))
	}
	queries := []string{"it", "heat 1995", "gladiatr", "kalo", "lo mi", "ka", "notring hill", "the who genreka", "kal"}
	f.Fuzz(func(t *testing.T, which uint8, at, value uint32) {
		s := whole
		var parts bytesOf
		s.visit(&parts)
		part := parts.parts[int(which)%len(parts.parts)]
		if len(part) < 4 {
			return
		}
		binary.LittleEndian.PutUint32(part[int(at)%(len(part)/4)*4:], value)
		ix, err := open(s, len(docs))
		if err != nil {
			return
		}
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
	ix, err := open(s, len(docs))
	if err != nil {
		f.Fatal(err)
	}
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
