package atlas

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// The top lists hold every placed film as a row, encoded, country by country in the
// order of their codes, the best score first and then the lowest id. A band is a
// piece of a country's part, so a list of its best films is one copy; only a range
// of decades must pick.
const (
	codesSection   = "atlas/codes"   // uint16 a country, ascending
	bandsSection   = "atlas/bands"   // uint32, per country and band its first film, and the end
	decadesSection = "atlas/decades" // uint16 a film: its decade, or noDecade
	rowsSection    = "atlas/rows"    // the rows, each with a comma behind it
	startsSection  = "atlas/starts"  // uint32 a film, where its row starts, and the end
)

// bands is how many bands there are.
var bands = len(film.Bands)

// appendRow appends a film as top lists show it, a CountryFilm with a comma behind
// (REQ AT-06).
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

// writeTopLists writes the rows in order.
// Rows are sorted by country, score and id.
func (b *Builder) writeTopLists(w *pack.Writer, codes []code) error {
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

// topLists are those of an open file.
type topLists struct {
	codes   []code
	firsts  []uint32
	decades []uint16
	rows    []byte
	starts  []uint32
}

// readTopLists checks that codes ascend and that every offset is within the rows.
func readTopLists(r *pack.Reader) (x topLists) {
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

// countries is how many there are; they are numbered from 0 in order of code.
func (x *topLists) countries() int { return len(x.codes) }

// fill sets the top films of the countries: at most top of each, in the bands
// from <= b < to and some decades.
// One buffer holds all lists, each cut so that appending to it cannot reach the next. It is
// the caller's own and stays good after Close.
func (x *topLists) fill(countries []Country, from, to, top int, among decades) {
	lists := make([]byte, 0, x.size(countries, from, to, top))
	for i := range countries {
		start := len(lists)
		lists = x.appendTop(append(lists, '['), countries[i].number, from, to, top, among)
		lists = append(lists, ']')
		countries[i].Top = lists[start:len(lists):len(lists)]
	}
}

// size returns about how many bytes the lists of fill take, exactly when all decades
// are among them.
func (x *topLists) size(countries []Country, from, to, top int) (n int) {
	for i := range countries {
		first, end := x.places(countries[i].number, from, to)
		end = min(end, first+top)
		n += len("[]") + int(x.starts[end]-x.starts[first])
	}
	return n
}

// places returns where the rows of a country in the bands from <= b < to are.
func (x *topLists) places(country, from, to int) (first, end int) {
	return int(x.firsts[country*bands+from]), int(x.firsts[country*bands+to])
}

// appendTop appends the rows of a country, with commas between.
// Without a range of decades it is one copy of bytes.
func (x *topLists) appendTop(dst []byte, c, from, to, top int, among decades) []byte {
	first, end := x.places(c, from, to)
	if among == allDecades {
		end = min(end, first+top)
		if end == first {
			return dst
		}
		return append(dst, x.rows[x.starts[first]:x.starts[end]-1]...)
	}
	start := len(dst)
	for i := first; i < end && top > 0; i++ {
		if !among.has(x.decades[i]) {
			continue
		}
		if len(dst) > start {
			dst = append(dst, ',')
		}
		dst = append(dst, x.rows[x.starts[i]:x.starts[i+1]-1]...)
		top--
	}
	return dst
}
