package forecast

import (
	"cmp"
	"context"
	"math"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/pack"
)

// Subject is a film whose forecast another is a comparable of.
type Subject struct {
	Doc catalog.Doc
	// Similarity is how much the other film is like it, from 0 to 1, with two decimals.
	Similarity float64
}

// ComparableOf returns the films that a film is a comparable of, the most similar first, and
// equal ones by document: those whose forecast, made with all that their makers knew and only
// films of earlier years, shows it. They are films whose gross is known, as comparables are.
// told is false for a file that was written before this was kept, or as of a year.
func (x *Forecast) ComparableOf(d catalog.Doc) (all []Subject, told bool) {
	c := x.compared
	if c == nil {
		return nil, false
	}
	place := x.archive.places[d]
	if place < 0 {
		return nil, true
	}
	from := uint32(0)
	if place > 0 {
		from = c.ends[place-1]
	}
	for i := from; i < c.ends[place]; i++ {
		all = append(all, Subject{catalog.Doc(c.films[i]), float64(c.similarity[i]) / 100})
	}
	return all, true
}

// subjects are, for each film of the pool, the films that it is a comparable of.
type subjects struct {
	ends       []uint32 // by place, in the lists below
	films      []uint32 // documents
	similarity []uint8  // in hundredths
}

// comparison says that the film at a place is a comparable of another film.
type comparison struct {
	place, of  uint32
	similarity uint8
}

// comparedFilms finds the comparables of every film of the pool.
func (b *Builder) comparedFilms(ctx context.Context, a *archive) (*subjects, error) {
	found := make([][]comparison, len(a.pool))
	parallel(len(a.pool), true, func(i int) {
		if ctx.Err() == nil {
			found[i] = b.comparisons(a, a.pool[i])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	all := slices.Concat(found...)
	slices.SortFunc(all, func(x, y comparison) int {
		return cmp.Or(cmp.Compare(x.place, y.place), cmp.Compare(y.similarity, x.similarity), cmp.Compare(x.of, y.of))
	})
	c := &subjects{ends: make([]uint32, len(a.pool))}
	for _, x := range all {
		c.ends[x.place]++
		c.films = append(c.films, x.of)
		c.similarity = append(c.similarity, x.similarity)
	}
	for place := 1; place < len(c.ends); place++ {
		c.ends[place] += c.ends[place-1]
	}
	return c, nil
}

// comparisons returns the comparables of a film of the pool; none where they are too few for a
// forecast.
func (b *Builder) comparisons(a *archive, d uint32) []comparison {
	in := b.inputs(a, d)
	terms := a.synopses.weigh(in.stems)
	c := a.findNeighbours(in, terms)
	near := a.pickComparables(in, terms, &c)
	if len(near) < fewestComparables {
		return nil
	}
	all := make([]comparison, len(near))
	for i, n := range near {
		all[i] = comparison{n.place, d, uint8(math.Round(100 * n.similarity))}
	}
	return all
}

// clone returns a copy that does not lie in a mapped file.
func (c *subjects) clone() *subjects {
	if c == nil {
		return nil
	}
	return &subjects{slices.Clone(c.ends), slices.Clone(c.films), slices.Clone(c.similarity)}
}

// write writes the lists as sections; errors stay in w.
func (c *subjects) write(w *pack.Writer) {
	pack.PutSection(w, "compared/ends", c.ends)
	pack.PutSection(w, "compared/films", c.films)
	pack.PutSection(w, "compared/similarity", c.similarity)
}

// readCompared reads what write wrote of so many places; nil from a file without it. Errors
// stay in r.
func readCompared(r *pack.Reader, places, docs int) *subjects {
	if !r.Has("compared/ends") {
		return nil
	}
	c := &subjects{films: pack.Below[uint32](r, "compared/films", pack.Any, docs)}
	c.ends = pack.Ends[uint32](r, "compared/ends", places, len(c.films))
	c.similarity = pack.Column[uint8](r, "compared/similarity", len(c.films))
	return c
}
