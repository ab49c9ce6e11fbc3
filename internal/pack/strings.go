package pack

import (
	"fmt"
	"math"
	"sort"
)

// Strings are many strings in one piece: string i is Pool[First[i]:First[i+1]].
// The zero Strings are none.
type Strings struct {
	Pool  []byte
	First []uint32 // one more than there are strings, or none
}

// Len returns how many strings there are.
func (s *Strings) Len() int { return max(0, len(s.First)-1) }

// At returns string i as it lies in the pool; it must not be changed.
func (s *Strings) At(i int) []byte { return s.Pool[s.First[i]:s.First[i+1]] }

// Text returns a copy of string i.
func (s *Strings) Text(i int) string { return string(s.At(i)) }

// Search returns the least i whose string is not before w in the order of bytes,
// Len if there is none; the strings must be in that order.
func (s *Strings) Search(w string) int {
	return sort.Search(s.Len(), func(i int) bool { return string(s.At(i)) >= w })
}

// Append adds a string behind the others. Only Strings that are not mapped may
// grow, and only to 4 GiB.
func (s *Strings) Append(w string) {
	if len(s.First) == 0 {
		s.First = append(s.First, 0)
	}
	s.Pool = append(s.Pool, w...)
	s.First = append(s.First, uint32(len(s.Pool)))
}

// Strings reads count strings, or with Any all, from a section of their bytes and
// one of where each begins.
func (r *Reader) Strings(pool, first string, count int) Strings {
	b := Column[byte](r, pool, Any)
	return Strings{b, Starts[uint32](r, first, count, len(b))}
}

// PutStrings writes n strings as Reader.Strings reads them. More than 4 GiB of
// them is an error.
func (w *Writer) PutStrings(pool, first string, n int, at func(i int) string) error {
	starts := make([]uint32, 1, n+1)
	w.Section(pool)
	for i := range n {
		w.WriteString(at(i))
		starts = append(starts, uint32(w.Len()))
	}
	if w.err == nil && w.Len() > math.MaxUint32 {
		w.err = fmt.Errorf("%s: more than 4 GiB in section %s", w.path, pool)
	}
	return PutSection(w, first, starts)
}
