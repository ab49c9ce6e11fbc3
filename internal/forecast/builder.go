package forecast

import (
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
)

// Builder collects what is known of each film and writes File.
type Builder struct {
	past     past
	sketches []sketch
	// told are, by document, the stems of what a film's makers would say of it
	// beforehand (its overview), and said those of all that is known of it now
	// (overview and keywords); of films with a gross only.
	told, said map[uint32][]stem
	stems      map[string]uint64 // digests of stems, by word
	titles     map[uint32]string
}

// NewBuilder starts an empty builder. The features of the films whose screenplay
// was measured are not learned from: they did not help (docs/cards/forecast.md).
func NewBuilder(_ map[film.ID]measure.Vector) *Builder {
	return &Builder{
		told: map[uint32][]stem{}, said: map[uint32][]stem{},
		stems: map[string]uint64{}, titles: map[uint32]string{},
	}
}

// Add takes the next film of the catalogue; it keeps nothing of f but strings.
func (b *Builder) Add(d catalog.Doc, f *film.Film) {
	s := b.past.add(f)
	b.sketches = append(b.sketches, s)
	if f.Year == nil || f.BoxOffice.WorldwideGross == nil {
		return
	}
	var overview, all string
	if f.Overview != nil {
		overview = *f.Overview
	}
	all = overview
	for _, k := range f.Keywords {
		all += " " + k
	}
	b.told[uint32(d)] = stems(overview, b.stems)
	b.said[uint32(d)] = stems(all, b.stems)
	b.titles[uint32(d)] = f.Title
}

// archive makes the archive of all films; what it knows of how films do in
// general it learns from those before the horizon.
func (b *Builder) archive(horizon int) *archive {
	a := &archive{past: &b.past}
	column := func(of func(*sketch) []uint64) *credits {
		rows := make([][]uint64, len(b.sketches))
		for i := range b.sketches {
			rows[i] = of(&b.sketches[i])
		}
		return gather(rows)
	}
	a.directed = column(func(s *sketch) []uint64 { return s.directors })
	a.played = column(func(s *sketch) []uint64 { return s.cast })
	a.made = column(func(s *sketch) []uint64 { return s.companies })
	a.index()
	a.pool = a.gatherPool()
	said := make([][]stem, len(a.pool))
	for i, d := range a.pool {
		said[i] = b.said[d]
	}
	known := a.before(horizon)
	a.themes = newThemes(said, known)
	a.prepare()
	a.norms = a.normsOf(known)
	return a
}

// brief is the film as its makers would have announced it.
func (b *Builder) brief(a *archive, d uint32) *brief {
	s := &b.sketches[d]
	title := b.titles[d]
	return &brief{
		year: int(a.year[d]), budget: a.budget[d], genres: a.genres[d],
		heading: readTitle(title), title: titleKey(title), words: wordCount(title),
		directors: s.directors, cast: s.cast, companies: s.companies,
		stems: b.told[d],
	}
}
