package taste

import "math/bits"

// filmSet is a set of films.
type filmSet []uint64

func newFilmSet(n int) filmSet { return make(filmSet, (n+63)/64) }

// allFilms is the set of all n films.
func allFilms(n int) filmSet {
	s := newFilmSet(n)
	for i := range s {
		s[i] = ^uint64(0)
	}
	if n%64 != 0 {
		s[len(s)-1] = 1<<(n%64) - 1
	}
	return s
}

func (s filmSet) has(d uint32) bool { return s[d/64]&(1<<(d%64)) != 0 }

func (s filmSet) set(d uint32) { s[d/64] |= 1 << (d % 64) }

func (s filmSet) clear(d uint32) { s[d/64] &^= 1 << (d % 64) }

func (s filmSet) setAll(docs []uint32) {
	for _, d := range docs {
		s.set(d)
	}
}

func (s filmSet) clearAll(docs []uint32) {
	for _, d := range docs {
		s.clear(d)
	}
}

func (s filmSet) clone() filmSet { return append(filmSet(nil), s...) }

// and keeps what is in o, too.
func (s filmSet) and(o filmSet) {
	for i := range s {
		s[i] &= o[i]
	}
}

func (s filmSet) count() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// each calls do with every film, ascending; do may take the film out.
func (s filmSet) each(do func(uint32)) {
	for i, w := range s {
		for w != 0 {
			do(uint32(64*i + bits.TrailingZeros64(w)))
			w &= w - 1
		}
	}
}
