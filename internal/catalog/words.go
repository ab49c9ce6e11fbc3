package catalog

import (
	"bytes"
	"fmt"

	"kinodex/internal/pack"
)

// wordList is many strings in one piece: string i is pool[first[i]:first[i+1]].
type wordList struct {
	pool  []byte
	first []uint32
}

func (l *wordList) len() int { return max(0, len(l.first)-1) }

func (l *wordList) at(i int) []byte { return l.pool[l.first[i]:l.first[i+1]] }

// search gives the first index whose word is not before w; the words must be
// sorted.
func (l *wordList) search(w []byte) int {
	low, high := 0, l.len()
	for low < high {
		mid := int(uint(low+high) >> 1)
		if bytes.Compare(l.at(mid), w) < 0 {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// writeWords writes the words as two sections under a prefix.
func writeWords(w *pack.Writer, prefix string, count int, at func(i int) string) error {
	first := make([]uint32, 1, count+1)
	if err := w.Section(prefix + "/pool"); err != nil {
		return err
	}
	for i := range count {
		if _, err := w.WriteString(at(i)); err != nil {
			return err
		}
		first = append(first, uint32(w.Len()))
	}
	if w.Len() >= 1<<32 {
		return fmt.Errorf("%s: more than 4 GiB of words", prefix)
	}
	return pack.PutSection(w, prefix+"/first", first)
}

// readWords reads what writeWords wrote. A negative count takes any.
func readWords(s *sections, prefix string, count int) wordList {
	l := wordList{pool: s.bytes(prefix + "/pool")}
	if count < 0 {
		count = max(0, len(s.uint32s(prefix+"/first"))-1)
	}
	l.first = s.starts(prefix+"/first", count, len(l.pool))
	return l
}
