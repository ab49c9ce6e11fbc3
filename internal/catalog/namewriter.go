package catalog

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"kinodex/internal/intern"
	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// nameWriter collects the names of films, document by document.
type nameWriter struct {
	met   intern.Table // folded names in order of appearance, until they are sorted
	names []string
	first []uint32 // by document, where its names start in of
	of    []uint32
}

// newNameWriter returns a writer without documents.
func newNameWriter() *nameWriter {
	return &nameWriter{first: []uint32{0}}
}

// add notes a name of the document that is not ended yet, once by its folded form.
func (w *nameWriter) add(name string) {
	key := text.Fold(name)
	if key == "" {
		return
	}
	n := w.met.Number(key)
	if !slices.Contains(w.of[w.first[len(w.first)-1]:], n) {
		w.of = append(w.of, n)
	}
}

// end ends the document; the next add is of the next one.
func (w *nameWriter) end() { w.first = append(w.first, uint32(len(w.of))) }

// sort renumbers the names in the order of their bytes. Nothing may be added after it.
func (w *nameWriter) sort() {
	order := make([]uint32, w.met.Len()) // by place: the old number
	for i := range order {
		order[i] = uint32(i)
	}
	intern.Sort(order, w.met.At)
	w.names = make([]string, len(order))
	place := make([]uint32, len(order)) // by old number
	for i, old := range order {
		w.names[i], place[old] = w.met.At(old), uint32(i)
	}
	for i, old := range w.of {
		w.of[i] = place[old]
	}
	w.met = intern.Table{}
}

// write writes the names of all documents. Nothing may be added after it.
func (w *nameWriter) write(out *pack.Writer, prefix string) error {
	w.sort()
	putStrings(out, prefix+"/names", len(w.names), func(i int) string { return w.names[i] })
	w.writeFilms(out, prefix)
	w.writePlaces(out, prefix)
	return w.writeGrams(out, prefix)
}

// writeFilms writes, for each name, the documents that have it, ascending.
func (w *nameWriter) writeFilms(out *pack.Writer, prefix string) {
	first := make([]uint32, len(w.names)+1)
	for _, name := range w.of {
		first[name+1]++
	}
	for i := range w.names {
		first[i+1] += first[i]
	}
	docs, next := make([]uint32, len(w.of)), slices.Clone(first)
	for d := range len(w.first) - 1 {
		for _, name := range w.of[w.first[d]:w.first[d+1]] {
			docs[next[name]] = uint32(d)
			next[name]++
		}
	}
	pack.PutSection(out, prefix+"/first", first)
	pack.PutSection(out, prefix+"/docs", docs)
}

// place is where in the pool of names three bytes start, and in which name.
type place struct{ at, name uint32 }

// writePlaces lists every place of three bytes in the order of what follows:
// by trigram through counting, and then each trigram's by comparing.
func (w *nameWriter) writePlaces(out *pack.Writer, prefix string) {
	ids := map[uint32]uint32{} // of trigrams, as they are met
	var counts []uint32        // by id: how many places
	size := 0
	for _, name := range w.names {
		size += len(name)
	}
	column := make([]uint32, 0, size) // by place: the id
	for _, name := range w.names {
		for i := 0; i+3 <= len(name); i++ {
			g := gram([]byte(name[i : i+3]))
			id, met := ids[g]
			if !met {
				id = uint32(len(counts))
				ids[g], counts = id, append(counts, 0)
			}
			counts[id]++
			column = append(column, id)
		}
	}
	trigrams := slices.Sorted(maps.Keys(ids))
	first, total := make([]uint32, 0, len(trigrams)+1), uint32(0)
	next := counts // by id, where the next place goes
	for _, g := range trigrams {
		first = append(first, total)
		next[ids[g]], total = total, total+counts[ids[g]]
	}
	first = append(first, total)
	places := make([]place, total)
	at, met := uint32(0), 0
	for n, name := range w.names {
		for i := 0; i+3 <= len(name); i++ {
			id := column[met]
			places[next[id]] = place{at + uint32(i), uint32(n)}
			next[id]++
			met++
		}
		at += uint32(len(name))
	}
	w.sortPlaces(places, first)
	pack.PutSection(out, prefix+"/trigrams", trigrams)
	pack.PutSection(out, prefix+"/place_first", first)
	for i, p := range places {
		column[i] = p.at
	}
	pack.PutSection(out, prefix+"/places", column)
	for i, p := range places {
		column[i] = p.name
	}
	pack.PutSection(out, prefix+"/place_names", column)
}

// sortPlaces orders the places within each trigram by what follows, and equal
// ones by name.
func (w *nameWriter) sortPlaces(places []place, first []uint32) {
	starts := make([]uint32, 1, len(w.names)+1) // of names in the pool
	for _, name := range w.names {
		starts = append(starts, starts[len(starts)-1]+uint32(len(name)))
	}
	type sortedPlace struct {
		key  uint64 // the first eight bytes of the tail; no name has a zero byte
		tail string
		place
	}
	var some []sortedPlace // of one trigram
	for i := range len(first) - 1 {
		of := places[first[i]:first[i+1]]
		some = some[:0]
		for _, p := range of {
			tail := w.names[p.name][p.at-starts[p.name]+3:]
			var head [8]byte
			copy(head[:], tail)
			some = append(some, sortedPlace{binary.BigEndian.Uint64(head[:]), tail, p})
		}
		slices.SortFunc(some, func(a, b sortedPlace) int {
			if a.key != b.key {
				return cmp.Compare(a.key, b.key)
			}
			return cmp.Or(strings.Compare(a.tail, b.tail), cmp.Compare(a.name, b.name), cmp.Compare(a.at, b.at))
		})
		for j := range some {
			of[j] = some[j].place
		}
	}
}

// writeGrams lists the films of every one and two bytes that a name has.
func (w *nameWriter) writeGrams(out *pack.Writer, prefix string) error {
	n := len(w.first) - 1
	lists := make([][]uint32, gram([]byte{0xff, 0xff})+1)
	for d := range n {
		for _, name := range w.of[w.first[d]:w.first[d+1]] {
			b := []byte(w.names[name])
			for i := range b {
				for size := 1; size <= min(2, len(b)-i); size++ {
					g := gram(b[i : i+size])
					if l := lists[g]; len(l) == 0 || l[len(l)-1] != uint32(d) {
						lists[g] = append(l, uint32(d))
					}
				}
			}
		}
	}
	var grams []uint32
	var sorted [][]uint32
	for g, docs := range lists {
		if len(docs) > 0 {
			grams, sorted = append(grams, uint32(g)), append(sorted, docs)
		}
	}
	pack.PutSection(out, prefix+"/grams", grams)
	return writePostings(out, prefix+"/gram_films", n, sorted)
}
