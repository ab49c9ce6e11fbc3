// Package atlas is what can be counted over all films once, when a library is
// built: the films of the world by country of origin, statistics, and how much is
// known of whom.
//
// The atlas places every film in one country, the first that is listed, and says
// of each film whether a source states it (verified) or it follows from companies
// or language (inferred): see origin. Any band of the master score and range of
// decades is answered from sums and from rows that lie in the file in the order
// they are asked for (sums.go, toplists.go, answer.go). Statistics (stats.go,
// statistics.go) and coverage (coverage.go) are values that the builder makes.
//
// Builder sees each film once and writes File; Open checks what it maps, so that
// damage gives an error or a wrong answer but never a panic.
//
// Start reading at Builder for
// building, Answer for serving.
package atlas

import (
	"fmt"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// File is the name of the file in a library generation.
const File = "atlas.pack"

// formatVersion is the version of what the sections mean. History:
//
//	1  the first
const formatVersion = 1

// Builder collects what is known of each film and writes File.
// It is for one goroutine. Errors are kept and come back from Write.
type Builder struct {
	err    error
	stamp  catalog.Stamp
	placed []entry // by document
	rows   []byte
	stats  *statistics
	known  *coverage
}

// entry is what the atlas keeps of a film while it is built.
// A few dozen bytes a film, so that a build of a million films holds tens of megabytes.
type entry struct {
	country  code // none when it is not known
	verified bool
	score    float64
	band     uint8  // its place in film.Bands
	decade   uint16 // its number from year 0, or noDecade
	row      span   // of Builder.rows; empty without a country
}

// from is part of it, to is not.
type span struct{ from, to uint32 }

// noDecade stands for an unknown year.
const noDecade = 1<<16 - 1

// NewBuilder starts an empty builder.
func NewBuilder() *Builder { return &Builder{stats: newStatistics(), known: newCoverage()} }

// Add takes the next film of the catalogue; it keeps nothing of f but strings.
// Documents come in order from 0, without a gap; anything else is an error of Write, as are
// more than 4 GiB of rows.
func (b *Builder) Add(d catalog.Doc, f *film.Film) {
	if int(d) != len(b.placed) && b.err == nil {
		b.err = fmt.Errorf("atlas: film %d added after %d others", d, len(b.placed))
	}
	b.stamp.Add(f.ID)
	p := entry{score: f.Ratings.MasterScore, band: bandOf(f.Ratings.MasterScore), decade: noDecade}
	if f.Year != nil && *f.Year >= 0 && *f.Year <= maxYear {
		p.decade = uint16(*f.Year / 10)
	}
	if p.country, p.verified = origin(f); p.country != none {
		p.row.from = uint32(len(b.rows))
		b.rows = appendRow(b.rows, f)
		p.row.to = uint32(len(b.rows))
		if uint64(len(b.rows)) > 1<<32-1 && b.err == nil {
			b.err = fmt.Errorf("atlas: more than 4 GiB of rows")
		}
	}
	b.placed = append(b.placed, p)
	b.stats.add(f)
	b.known.add(f)
}

// bandOf gives the place in film.Bands of the band of a score.
// The bands cover every score, so there always is one.
func bandOf(score float64) uint8 {
	letter := film.BandOf(score)
	for i, b := range film.Bands {
		if b.Letter == letter {
			return uint8(i)
		}
	}
	panic("a band that is none: " + letter)
}
