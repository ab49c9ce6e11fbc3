package taste

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/taste/feature"
)

// Write makes the model and writes it to path. The bytes are the same whenever and wherever
// the same films are added. progress, which may be nil, is told how many films are done and
// how many there are. The error is that of ctx, of the computation or of the file. It is
// called once.
func (b *Builder) Write(ctx context.Context, path string, progress func(done, total int64)) error {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	m := b.assemble()
	if !b.takeOverThemes(m) {
		if err := m.fitLatentThemes(ctx); err != nil {
			return fmt.Errorf("latent themes: %w", err)
		}
	}
	if b.ratings != nil {
		if err := m.fitEASE(ctx, b.ratings, b.docOf()); err != nil {
			return fmt.Errorf("what is liked together: %w", err)
		}
	}
	var err error
	if m.vectors, err = b.vectors.Table(ctx, progress); err != nil {
		return fmt.Errorf("vectors of films: %w", err)
	}
	if !b.takeOverNeighbours(m) {
		if err := m.findNeighbours(ctx, progress); err != nil {
			return fmt.Errorf("similar films: %w", err)
		}
	}
	return pack.Save(path, m.write)
}

// docOf returns a function that finds the film of a like, by id or by its number in the movie
// database, and is false when the catalogue does not have it. Of several films with a number
// the first is returned.
func (b *Builder) docOf() func(like) (uint32, bool) {
	byNumber := make(map[uint32]uint32, len(b.figures))
	for d := len(b.figures) - 1; d >= 0; d-- { // of several with a number, the first
		byNumber[b.figures[d].moviedb] = uint32(d)
	}
	return func(l like) (uint32, bool) {
		if l.film == 0 {
			d, ok := byNumber[l.moviedb]
			return d, ok && l.moviedb != 0
		}
		d, ok := slices.BinarySearchFunc(b.figures, l.film, func(s filmFigures, id film.ID) int { return cmp.Compare(s.id, id) })
		return uint32(d), ok
	}
}

// formatVersion is the version of what the sections mean. History:
//
//	1  the first
const formatVersion = 1

// write writes every section of the file; the error of w is returned by the last one.
func (m *model) write(w *pack.Writer) error {
	pack.PutSection(w, "format", []uint32{formatVersion, uint32(m.Films), uint32(feature.Kinds), dims})
	pack.PutSection(w, "ranges", m.Ranges[:])
	for k := range feature.Kinds {
		putStrings(w, k.String(), &m.Keys[k])
		if k.Named() {
			putStrings(w, k.String()+"/shown", &m.Shown[k])
		}
	}
	pack.PutSection(w, "films/first", m.First)
	pack.PutSection(w, "films/features", m.Features)
	pack.PutSection(w, "films/weights", m.Weights)
	pack.PutSection(w, "features/first", m.PostFirst)
	pack.PutSection(w, "features/films", m.Posts)
	pack.PutSection(w, "features/weights", m.PostWeights)
	pack.PutSection(w, "films/year", m.Year)
	pack.PutSection(w, "films/runtime", m.Runtime)
	pack.PutSection(w, "films/fame", m.Fame)
	pack.PutSection(w, "films/quality", m.quality)
	pack.PutSection(w, "films/flags", m.flags)
	pack.PutSection(w, "films/oscars", m.oscars)
	pack.PutSection(w, sectionThemes, m.themes)
	pack.PutSection(w, "terms/features", m.termFeatures)
	pack.PutSection(w, sectionTermThemes, m.termThemes)
	pack.PutSection(w, sectionTermScale, m.termScale)
	putNeighbours(w, sectionNeighbours, m.likeFirst, m.like, m.likeScores)
	putNeighbours(w, "together", m.togetherFirst, m.together, m.togetherScores)
	m.vectors.Write(w)
	putStrings(w, "names", &m.Names)
	pack.PutSection(w, "names/features", m.NameFeatures)
	putStrings(w, "surnames", &m.Surnames)
	pack.PutSection(w, "surnames/features", m.SurnameFeatures)
	putStrings(w, "titles", &m.Titles)
	return pack.PutSection(w, "titles/films", m.TitleDocs)
}

// putNeighbours writes lists of scored films for readNeighbours.
func putNeighbours(w *pack.Writer, prefix string, first, films []uint32, scores []uint8) {
	pack.PutSection(w, prefix+"/first", first)
	pack.PutSection(w, prefix+"/films", films)
	pack.PutSection(w, prefix+"/scores", scores)
}

// putStrings writes strings as two sections: their bytes, one string after the other, and
// where each begins.
func putStrings(w *pack.Writer, prefix string, l *pack.Strings) {
	pack.PutSection(w, prefix+"/pool", l.Pool)
	pack.PutSection(w, prefix+"/first", l.First)
}
