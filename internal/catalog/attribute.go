package catalog

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// attribute is a small vocabulary that films take values of: genres, decades,
// languages, countries. It is stored both ways: inverted, from a value to its films,
// for filters, and forward, from a film to its values, for counting facets.
type attribute struct {
	name   string
	values []string       // as shown, ordered by their folded form
	keys   map[string]int // folded value to its number
	films  postings
	first  []uint32 // by document, where its values start in of
	of     []uint16
}

// maxValues is how many values an attribute may have.
const maxValues = math.MaxUint16

// attributeWriter collects an attribute, document by document.
type attributeWriter struct {
	name  string
	keys  map[string]uint32 // folded value to its number, in order of appearance
	shown []string
	lists [][]uint32
	first []uint32
	of    []uint32
}

// newAttributeWriter returns a writer of an attribute, whose name begins its
// sections.
func newAttributeWriter(name string) *attributeWriter {
	return &attributeWriter{name: name, keys: map[string]uint32{}, first: []uint32{0}}
}

// add notes the values of the next document, each once by its folded form; values that fold to
// nothing are left out. The spelling met first is shown. More than maxValues are an error.
func (a *attributeWriter) add(doc uint32, values ...string) error {
	start := len(a.of)
	for _, v := range values {
		key := text.Fold(v)
		if key == "" {
			continue
		}
		n, ok := a.keys[key]
		if !ok {
			if len(a.shown) == maxValues {
				return fmt.Errorf("more than %d different %s", maxValues, a.name)
			}
			n = uint32(len(a.shown))
			a.keys[key], a.shown, a.lists = n, append(a.shown, v), append(a.lists, nil)
		}
		if slices.Contains(a.of[start:], n) {
			continue
		}
		a.of = append(a.of, n)
		a.lists[n] = append(a.lists[n], doc)
	}
	a.first = append(a.first, uint32(len(a.of)))
	return nil
}

// write renumbers the values in the order of their folded form and writes the
// attribute of n films.
func (a *attributeWriter) write(w *pack.Writer, n int) error {
	folded := make([]string, len(a.shown))
	for key, i := range a.keys {
		folded[i] = key
	}
	sorted := make([]int, len(folded)) // value numbers in the order of the file
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortFunc(sorted, func(x, y int) int { return cmp.Compare(folded[x], folded[y]) })
	place := make([]uint16, len(folded))
	lists := make([][]uint32, len(folded))
	for i, old := range sorted {
		place[old], lists[i] = uint16(i), a.lists[old]
	}
	of := make([]uint16, len(a.of))
	for i, old := range a.of {
		of[i] = place[old]
	}
	putStrings(w, a.name+"/values", len(sorted), func(i int) string { return a.shown[sorted[i]] })
	if err := writePostings(w, a.name+"/films", n, lists); err != nil {
		return err
	}
	pack.PutSection(w, a.name+"/first", a.first)
	return pack.PutSection(w, a.name+"/of", of)
}

// readAttribute reads what write wrote for n films. After an error of r the
// attribute must not be used.
func readAttribute(r *pack.Reader, name string, n int) attribute {
	a := attribute{name: name, keys: map[string]int{}}
	shown := readStrings(r, name+"/values", pack.Any)
	if !r.Require(shown.Len() <= maxValues, "%d %s", shown.Len(), name) {
		return a
	}
	for i := range shown.Len() {
		v := shown.Text(i)
		a.values = append(a.values, v)
		a.keys[text.Fold(v)] = i
	}
	a.films = readPostings(r, name+"/films", n, len(a.values))
	a.of = pack.Below[uint16](r, name+"/of", pack.Any, len(a.values))
	a.first = pack.Starts[uint32](r, name+"/first", n, len(a.of))
	return a
}

// valuesOf returns the numbers of a document's values. The slice must not be changed.
func (a *attribute) valuesOf(d uint32) []uint16 { return a.of[a.first[d]:a.first[d+1]] }
