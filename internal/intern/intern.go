// Package intern keeps millions of strings in little memory: their bytes lie one after another in
// large chunks, without a header or a pointer each. A build numbers names and words with it.
package intern

import (
	"hash/maphash"
	"strings"
)

// chunkSize is how many bytes one allocation holds.
const chunkSize = 1 << 18

// List is strings in the order they were appended. The zero List is empty and ready to use. It
// holds up to 4 GiB, and panics beyond.
type List struct {
	chunks []*strings.Builder
	starts []uint32 // by string: its chunk times chunkSize, and its place there
}

// Append adds a string. It keeps a copy.
func (l *List) Append(s string) {
	last := len(l.chunks) - 1
	if last < 0 || l.chunks[last].Len()+max(len(s), 1) > chunkSize {
		last++
		if last >= 1<<32/chunkSize {
			panic("intern: more than 4 GiB of strings")
		}
		l.chunks = append(l.chunks, new(strings.Builder))
		l.chunks[last].Grow(max(len(s), chunkSize)) // the strings that At returns are parts of it
	}
	l.starts = append(l.starts, uint32(last*chunkSize+l.chunks[last].Len()))
	l.chunks[last].WriteString(s)
}

// Len returns how many strings there are.
func (l *List) Len() int { return len(l.starts) }

// At returns the i-th string, from 0. It shares the memory of the list.
func (l *List) At(i uint32) string {
	at := l.starts[i]
	chunk := l.chunks[at/chunkSize].String()
	end := len(chunk)
	if next := int(i) + 1; next < len(l.starts) && l.starts[next]/chunkSize == at/chunkSize {
		end = int(l.starts[next] % chunkSize)
	}
	return chunk[at%chunkSize : end]
}

// Table numbers strings in the order they are met, from 0, each once. The zero Table is empty and
// ready to use.
type Table struct {
	List
	seed  maphash.Seed
	slots []uint32 // by hash: the number of a string, and one more; 0 is free
}

// Number returns the number of a string, a new one the first time. It keeps a copy.
func (t *Table) Number(s string) uint32 {
	if len(t.slots) == 0 {
		t.seed, t.slots = maphash.MakeSeed(), make([]uint32, 64)
	}
	slot, n := t.find(s)
	if n > 0 {
		return n - 1
	}
	t.Append(s)
	t.slots[slot] = uint32(t.Len())
	if t.Len() > len(t.slots)/4*3 {
		t.grow()
	}
	return uint32(t.Len() - 1)
}

// Find returns the number of a string, and whether it has one.
func (t *Table) Find(s string) (uint32, bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	_, n := t.find(s)
	return n - 1, n > 0
}

// find returns the slot of a string, and what is in it: 0 when the string has no number.
func (t *Table) find(s string) (slot int, n uint32) {
	mask := len(t.slots) - 1
	for slot = int(maphash.String(t.seed, s)) & mask; ; slot = (slot + 1) & mask {
		if n = t.slots[slot]; n == 0 || t.At(n-1) == s {
			return slot, n
		}
	}
}

// grow doubles the slots.
func (t *Table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := len(t.slots) - 1
	for n := range uint32(t.Len()) {
		slot := int(maphash.String(t.seed, t.At(n))) & mask
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = n + 1
	}
}

// Forget gives up what numbers are found by: nothing may be numbered or found after it. The list
// stays.
func (t *Table) Forget() { t.slots = nil }
