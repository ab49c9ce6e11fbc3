package ingest

import (
	"context"
	"fmt"
	"math/bits"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// Of the film database's own tables at their official size nine tenths are about episodes,
// series and shorts. Kept until admission they would take ten times the memory of the films. So
// a build looks through the table of titles first, and does not keep the rows of titles that the
// table calls no film and no other file speaks of:
//
//   - of episodes, games, podcasts and the like, all rows. They are counted as refused, and not
//     listed one by one.
//   - of series and shorts, all rows but those of titles, with which rows that come without an id
//     are compared (see match).
//
// What a kept row says decides, as ever: a title is looked at as a whole where any other file
// has a row of it, or where two tables of titles differ.
type screening struct {
	episodes, others idSet[film.ID] // titles whose rows are not kept: all; all but those of titles
}

// ownTables are the film database's own tables, whose rows have its ids and speak of titles of
// every kind.
var ownTables = map[source.Format]bool{
	source.TitleBasics: true, source.TitleRatings: true, source.TitleCrew: true, source.TitlePrincipals: true,
	source.TitleAkas: true,
}

// screen looks through the tables of titles. told are the titles that other files speak of.
// progress hears how many bytes of each file have been read.
func screen(ctx context.Context, files []*source.File, told idSet[film.ID], progress func(*source.File, int64)) (screening, error) {
	s, films := screening{idSet[film.ID]{}, idSet[film.ID]{}}, idSet[film.ID]{}
	for _, f := range files {
		if f.Format != source.TitleBasics {
			continue
		}
		look := *f // the tally of f is that of the reading that follows
		err := look.Read(ctx, func(c *source.Claim) error {
			switch c.Kind {
			case source.Episode, source.OtherKind:
				s.episodes.add(c.ID)
			case source.Series, source.Short:
				s.others.add(c.ID)
			default:
				films.add(c.ID)
			}
			return nil
		}, nil, func(bytes int64) { progress(f, bytes) })
		if err != nil {
			return screening{}, fmt.Errorf("look through %s: %w", f.Name, err)
		}
	}
	s.episodes.subtract(s.others)
	for _, set := range []idSet[film.ID]{s.episodes, s.others} {
		set.subtract(films)
		set.subtract(told)
	}
	return s, nil
}

// keeps returns a function that reports whether the rows of a title are kept that stand in a
// table of a format; nil when those of all titles are.
func (s *screening) keeps(format source.Format) func(film.ID) bool {
	switch {
	case !ownTables[format]:
		return nil
	case format == source.TitleBasics:
		return func(id film.ID) bool { return !s.episodes.has(id) }
	}
	return func(id film.ID) bool { return !s.episodes.has(id) && !s.others.has(id) }
}

// idSet is a set of films or people in pages of bits: the ids of the film database are dense,
// and those of damaged rows are not.
type idSet[ID ~uint32] map[ID]*[idPage / 64]uint64

// idPage is how many ids a page has.
const idPage = 1 << 12

func (s idSet[ID]) add(id ID) {
	page := s[id/idPage]
	if page == nil {
		page = new([idPage / 64]uint64)
		s[id/idPage] = page
	}
	page[id%idPage/64] |= 1 << (id % 64)
}

func (s idSet[ID]) has(id ID) bool {
	page := s[id/idPage]
	return page != nil && page[id%idPage/64]&(1<<(id%64)) != 0
}

// subtract removes what is in other.
func (s idSet[ID]) subtract(other idSet[ID]) {
	for at, page := range s {
		if gone := other[at]; gone != nil {
			for i := range page {
				page[i] &^= gone[i]
			}
		}
	}
}

// count returns how many ids are in the set.
func (s idSet[ID]) count() (n int) {
	for _, page := range s {
		for _, word := range page {
			n += bits.OnesCount64(word)
		}
	}
	return n
}
