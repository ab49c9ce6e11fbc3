package atlas

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// The shelf holds every placed film as a row of a top list, encoded, country by
// country in the order of their codes, the best score first and then the lowest
// id. A band is a piece of a country's part, so a list of its best films is one
// copy; only a range of decades must pick.
const (
	codesSection   = "atlas/codes"   // uint16 a country, ascending
	bandsSection   = "atlas/bands"   // uint32, per country and band its first film, and the end
	decadesSection = "atlas/decades" // uint16 a film: its decade, or noDecade
	rowsSection    = "atlas/rows"    // the rows, each with a comma behind it
	startsSection  = "atlas/starts"  // uint32 a film, where its row starts, and the end
)

// bands is how many bands there are.
var bands = len(film.Bands)

// appendRow encodes a film as top lists show it (REQ AT-06).
func appendRow(dst []byte, f *film.Film) []byte {
	dst = append(dst, `{"filmdb_id":"`...)
	dst = f.ID.AppendTo(dst)
	dst = append(dst, `","title":`...)
	dst = film.AppendText(dst, f.Title)
	dst = append(dst, `,"year":`...)
	if f.Year != nil {
		dst = strconv.AppendInt(dst, int64(*f.Year), 10)
	} else {
		dst = append(dst, `null`...)
	}
	dst = append(dst, `,"master_score":`...)
	dst = strconv.AppendFloat(dst, hundredths(f.Ratings.MasterScore), 'f', -1, 64)
	dst = append(dst, `,"poster_mini_url":`...)
	dst = film.AppendAddress(dst, f.PosterMini)
	return append(dst, `},`...)
}

// countries gives the codes of all countries, ascending.
func (b *Builder) countries() []code {
	seen := map[code]bool{}
	for i := range b.placed {
		seen[b.placed[i].country] = true
	}
	delete(seen, none)
	return slices.Sorted(maps.Keys(seen))
}

// writeShelf writes the rows in order.
func (b *Builder) writeShelf(w *pack.Writer, codes []code) error {
	order := make([]uint32, 0, len(b.placed))
	for d := range b.placed {
		if b.placed[d].country != none {
			order = append(order, uint32(d))
		}
	}
	slices.SortFunc(order, func(x, y uint32) int {
		a, c := &b.placed[x], &b.placed[y]
		return cmp.Or(cmp.Compare(a.country, c.country), cmp.Compare(c.score, a.score), cmp.Compare(x, y))
	})
	pack.PutSection(w, codesSection, codes)
	firsts := make([]uint32, 0, len(codes)*bands+1)
	at := 0
	for _, code := range codes {
		for band := range bands {
			firsts = append(firsts, uint32(at))
			for at < len(order) && b.placed[order[at]].country == code && int(b.placed[order[at]].band) == band {
				at++
			}
		}
	}
	pack.PutSection(w, bandsSection, append(firsts, uint32(len(order))))
	decades := make([]uint16, len(order))
	starts := make([]uint32, 0, len(order)+1)
	w.Section(rowsSection)
	for i, d := range order {
		p := &b.placed[d]
		decades[i] = p.decade
		starts = append(starts, uint32(w.Len()))
		w.Write(b.rows[p.row.from:p.row.to])
	}
	starts = append(starts, uint32(w.Len()))
	pack.PutSection(w, startsSection, starts)
	return pack.PutSection(w, decadesSection, decades)
}

// shelf is the shelf of an open file.
type shelf struct {
	codes   []code
	firsts  []uint32
	decades []uint16
	rows    []byte
	starts  []uint32
}

func readShelf(r *pack.Reader) (x shelf) {
	x.codes = pack.Column[code](r, codesSection, pack.Any)
	x.decades = pack.Column[uint16](r, decadesSection, pack.Any)
	x.firsts = pack.Starts[uint32](r, bandsSection, len(x.codes)*bands, len(x.decades))
	x.rows = pack.Column[byte](r, rowsSection, pack.Any)
	x.starts = pack.Starts[uint32](r, startsSection, len(x.decades), len(x.rows))
	previous := none
	for _, c := range x.codes {
		r.Require(c > previous && codeOf(c.String()) == c, "country codes")
		previous = c
	}
	for i := 1; i < len(x.starts); i++ {
		r.Require(x.starts[i]-x.starts[i-1] > 1, "an empty row")
	}
	return x
}

func (x *shelf) countries() int { return len(x.codes) }

// appendTop appends the rows of the best films of a country, at most top, in the
// bands from <= b < to and the decades low <= d < high, with commas between.
func (x *shelf) appendTop(dst []byte, c, from, to, top int, low, high uint32, base string) []byte {
	first, end := int(x.firsts[c*bands+from]), int(x.firsts[c*bands+to])
	if low == 0 && high > noDecade {
		end = min(end, first+top)
		if end == first {
			return dst
		}
		return film.AppendBased(dst, x.rows[x.starts[first]:x.starts[end]-1], base)
	}
	start := len(dst)
	for i := first; i < end && top > 0; i++ {
		if d := uint32(x.decades[i]); d < low || d >= high {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ',')
		}
		dst = film.AppendBased(dst, x.rows[x.starts[i]:x.starts[i+1]-1], base)
		top--
	}
	return dst
}
