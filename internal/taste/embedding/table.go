// Package embedding holds vectors of films, made by the sentence encoder of what is told of each, and
// finds the films whose story is told in other words than somebody's own.
//
// A vector is what the encoder makes of a film's text, cut to its Size leading principal components
// (projection.go) and rounded to signed bytes. Only the best-known films of a library have one, because
// each takes the encoder a part of a second; a library that is built again takes the vectors of texts
// that did not change from the one before. A table is a part of the file of package taste. A library
// without one, or with one that another model made, answers by words alone.
package embedding

import (
	"math"
	"slices"
	"strings"

	"kinodex/internal/encoder"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// Size is how many numbers a vector has.
const Size = 128

// unit is what 1 is rounded to.
const unit = 127

// formatVersion is the version of what the sections mean. A table of another version is not read.
const formatVersion = 1

// Table has the vectors of the films that have one, in ascending order of the films. It is never changed
// once made: any number of goroutines may use it.
type Table struct {
	model   uint32   // that the vectors are from
	films   []uint32 // ascending
	vectors []int8   // Size for each film, of length unit
	texts   []uint64 // digests of what they were made from
}

// Len returns how many films have a vector; 0 of nil.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return len(t.films)
}

// Clone returns a table that does not lie in a file; nil for nil.
func (t *Table) Clone() *Table {
	if t == nil {
		return nil
	}
	return &Table{t.model, slices.Clone(t.films), slices.Clone(t.vectors), slices.Clone(t.texts)}
}

// The sections of a table.
const (
	sectionFormat  = "embedding"
	sectionFilms   = "embedding/films"
	sectionVectors = "embedding/vectors"
	sectionTexts   = "embedding/texts"
)

// Write writes sections for Read; errors stay in w. A nil table has none.
func (t *Table) Write(w *pack.Writer) {
	if t == nil {
		return
	}
	pack.PutSection(w, sectionFormat, []uint32{formatVersion, t.model, Size})
	pack.PutSection(w, sectionFilms, t.films)
	pack.PutSection(w, sectionVectors, t.vectors)
	pack.PutSection(w, sectionTexts, t.texts)
}

// Read returns the table in a file of so many films, whose arrays are the file's bytes; nil where it has
// none of this version. Errors stay in r.
func Read(r *pack.Reader, films int) *Table {
	if !r.Has(sectionFormat) {
		return nil
	}
	head := pack.Column[uint32](r, sectionFormat, 3)
	if r.Err() != nil || head[0] != formatVersion || head[2] != Size {
		return nil
	}
	t := &Table{model: head[1], films: pack.Below[uint32](r, sectionFilms, pack.Any, films)}
	t.vectors = pack.Column[int8](r, sectionVectors, len(t.films)*Size)
	t.texts = pack.Column[uint64](r, sectionTexts, len(t.films))
	r.RequireEach(len(t.films), func(i int) bool { return i == 0 || t.films[i-1] < t.films[i] }, "films with vectors: %d does not ascend")
	if r.Err() != nil {
		return nil
	}
	return t
}

// Similar returns how near the texts of films are to the meaning of a text, in ascending order of the
// films: the cosine of their vectors, from -1 to 1. It is nil for a text without words, and where the
// vectors are from another model than this program's. The first call opens the model.
func (t *Table) Similar(text string) []film.Similarity {
	if t.Len() == 0 || t.model != model() || strings.TrimSpace(text) == "" {
		return nil
	}
	e, err := encoder.Default()
	if err != nil { // then no library has vectors of this model
		return nil
	}
	return t.cosines(project(e.Encode(text)))
}

// SimilarTo returns how near the texts of films are to those of some films on average: the mean of the
// cosines, for those of the films that have a vector; nil where none has.
func (t *Table) SimilarTo(films []uint32) []film.Similarity {
	if t.Len() == 0 {
		return nil
	}
	var sum [Size]float64
	with := 0.0
	for _, d := range films {
		if i, ok := slices.BinarySearch(t.films, d); ok {
			with++
			for j, x := range t.vector(i) {
				sum[j] += float64(x)
			}
		}
	}
	if with == 0 {
		return nil
	}
	mean := make([]int8, Size)
	for j, x := range sum {
		mean[j] = int8(math.Round(x / with))
	}
	return t.cosines(mean)
}

// cosines returns the cosine of each film's vector with another of length unit; nil for nil.
func (t *Table) cosines(query []int8) []film.Similarity {
	if query == nil {
		return nil
	}
	similar := make([]film.Similarity, len(t.films))
	for i, d := range t.films {
		similar[i] = film.Similarity{Film: d, Cosine: float32(dot(query, t.vector(i))) / (unit * unit)}
	}
	return similar
}

// vector returns the vector at a place.
func (t *Table) vector(i int) []int8 { return t.vectors[i*Size:][:Size:Size] }

// dot returns the sum of the products of the numbers of two vectors.
func dot(a, b []int8) (sum int32) {
	a, b = a[:Size], b[:Size]
	for i, x := range a {
		sum += int32(x) * int32(b[i])
	}
	return sum
}
