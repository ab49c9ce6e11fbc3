package catalog

import (
	"bytes"
	"slices"
	"sort"

	"kinodex/internal/docset"
	"kinodex/internal/pack"
)

// nameIndex finds the films that have a name containing some text. It is a suffix array
// over the distinct folded names, whose first level is a table of trigrams: every place
// in a name where three bytes follow is listed in the order of what follows, so that
// the places where a text occurs are neighbours and a binary search finds them, however
// many names there are. For texts of one and two bytes the films are stored.
type nameIndex struct {
	name  string
	n     int
	names pack.Strings // sorted
	first []uint32     // by name, where its films start in docs
	docs  []uint32

	trigrams   []uint32 // sorted
	placeFirst []uint32 // by trigram, where its places start
	places     []uint32 // in the pool of names
	placeNames []uint32 // beside places, the name each lies in

	grams     []uint32 // of one and two bytes, sorted
	gramFilms postings
}

// gram returns the number of the first one to three bytes of b, which must not be empty. One
// byte and two bytes never have the same number.
func gram(b []byte) uint32 {
	switch len(b) {
	case 1:
		return uint32(b[0])
	case 2:
		return 1<<16 | uint32(b[0])<<8 | uint32(b[1])
	}
	return uint32(b[0])<<16 | uint32(b[1])<<8 | uint32(b[2])
}

// readNames reads what nameWriter.write wrote for n films. Every number that leads
// into another array is checked to lead inside it.
func readNames(r *pack.Reader, prefix string, n int) nameIndex {
	x := nameIndex{name: prefix, n: n, names: readStrings(r, prefix+"/names", pack.Any)}
	x.docs = pack.Below[uint32](r, prefix+"/docs", pack.Any, n)
	x.first = pack.Starts[uint32](r, prefix+"/first", x.names.Len(), len(x.docs))
	x.trigrams = pack.Column[uint32](r, prefix+"/trigrams", pack.Any)
	x.places = pack.Below[uint32](r, prefix+"/places", pack.Any, len(x.names.Pool)-2)
	x.placeNames = pack.Below[uint32](r, prefix+"/place_names", len(x.places), x.names.Len())
	x.placeFirst = pack.Starts[uint32](r, prefix+"/place_first", len(x.trigrams), len(x.places))
	x.grams = pack.Column[uint32](r, prefix+"/grams", pack.Any)
	x.gramFilms = readPostings(r, prefix+"/gram_films", n, len(x.grams))
	return x
}

// find returns the films with a name that contains part, which must be folded and not
// empty.
func (x *nameIndex) find(part string, s *scratch) condition {
	if len(part) < 3 {
		i, ok := slices.BinarySearch(x.grams, gram([]byte(part)))
		if !ok {
			return condition{}
		}
		return x.gramFilms.condition(i)
	}
	return x.films(x.matching([]byte(part)), s)
}

// matching returns the numbers of the names that contain part, which has three
// bytes or more; a name that does so twice may be there twice.
func (x *nameIndex) matching(part []byte) []uint32 {
	t, ok := slices.BinarySearch(x.trigrams, gram(part[:3]))
	if !ok {
		return nil
	}
	first, count := int(x.placeFirst[t]), int(x.placeFirst[t+1]-x.placeFirst[t])
	rest := part[3:]
	from := sort.Search(count, func(i int) bool { return bytes.Compare(x.tail(first+i), rest) >= 0 })
	to := from + sort.Search(count-from, func(i int) bool { return !bytes.HasPrefix(x.tail(first+from+i), rest) })
	return x.placeNames[first+from : first+to]
}

// tail returns what follows the trigram at a place, to the end of the name.
func (x *nameIndex) tail(i int) []byte {
	from, to := x.places[i]+3, x.names.First[x.placeNames[i]+1]
	if from > to {
		return nil // damaged
	}
	return x.names.Pool[from:to]
}

// films returns the films that have one of the names. It shares memory of s or of the file.
func (x *nameIndex) films(names []uint32, s *scratch) condition {
	if len(names) == 1 {
		docs := x.docs[x.first[names[0]]:x.first[names[0]+1]]
		return condition{count: len(docs), list: docs}
	}
	total := 0
	for _, name := range names {
		total += int(x.first[name+1] - x.first[name])
	}
	if total <= docset.Words(x.n)/16 {
		list := s.takeList()
		for _, name := range names {
			list = append(list, x.docs[x.first[name]:x.first[name+1]]...)
		}
		slices.Sort(list)
		list = slices.Compact(list)
		s.keepList(list)
		return condition{count: len(list), list: list}
	}
	b := s.takeBits()
	clear(b)
	for _, name := range names {
		b.AddAll(x.docs[x.first[name]:x.first[name+1]])
	}
	return condition{count: b.Count(), bits: b}
}
