package catalog

import (
	"cmp"
	"slices"
	"sort"
	"time"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// releases are the dated releases of films by country and kind, in ascending order of their days
// and then of the films. A catalogue that was written before they were kept has none.
type releases struct {
	kept  bool
	days  []uint32 // YYYYMMDD
	docs  []uint32
	marks []uint16 // of releaseMark
}

// releaseEntry is a release of a film.
type releaseEntry struct {
	day, doc uint32
	mark     uint16
}

// The sections of releases. A file of a catalogue need not have them.
const (
	releaseDays  = "releases/days"
	releaseDocs  = "releases/docs"
	releaseMarks = "releases/marks"
)

// releaseMarks are numbered by country, two letters to the base of 26, and then by kind: 0 for an
// unknown one, else the place in film.ReleaseKinds from 1. So the order of film.ReleaseKinds is part
// of the format.
const (
	alphabet    = 26
	kindsOfMark = 8
	markLimit   = alphabet * alphabet * kindsOfMark
)

// releaseMark returns the number of a country and a kind, and whether they have one: a country is two
// capital letters, a kind one of film.ReleaseKinds or empty.
func releaseMark(country, kind string) (mark uint16, ok bool) {
	if len(country) != 2 || country[0] < 'A' || country[0] > 'Z' || country[1] < 'A' || country[1] > 'Z' {
		return 0, false
	}
	place := 0
	if kind != "" {
		place = slices.Index(film.ReleaseKinds, kind) + 1
		if place == 0 {
			return 0, false
		}
	}
	return (uint16(country[0]-'A')*alphabet+uint16(country[1]-'A'))*kindsOfMark + uint16(place), true
}

// ofMark returns the country and the kind of a number, which is below markLimit.
func ofMark(mark uint16) (country, kind string) {
	if i := int(mark % kindsOfMark); i > 0 && i <= len(film.ReleaseKinds) {
		kind = film.ReleaseKinds[i-1]
	}
	mark /= kindsOfMark
	return string([]byte{'A' + byte(mark/alphabet), 'A' + byte(mark%alphabet)}), kind
}

// addReleases notes the dated releases of a film.
func (w *Writer) addReleases(f *film.Film, doc uint32) {
	for i := range f.Releases {
		r := &f.Releases[i]
		day, err := time.Parse(time.DateOnly, film.Value(r.Date))
		if mark, ok := releaseMark(r.Country, film.Value(r.Kind)); ok && err == nil {
			w.releases = append(w.releases, releaseEntry{uint32(film.DayNumber(day)), doc, mark})
		}
	}
}

// writeReleases sorts the entries and writes them.
func writeReleases(w *pack.Writer, entries []releaseEntry) error {
	slices.SortStableFunc(entries, func(a, b releaseEntry) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.doc, b.doc), cmp.Compare(a.mark, b.mark))
	})
	x := releases{true, make([]uint32, len(entries)), make([]uint32, len(entries)), make([]uint16, len(entries))}
	for i, e := range entries {
		x.days[i], x.docs[i], x.marks[i] = e.day, e.doc, e.mark
	}
	pack.PutSection(w, releaseDays, x.days)
	pack.PutSection(w, releaseDocs, x.docs)
	return pack.PutSection(w, releaseMarks, x.marks)
}

// readReleases reads what writeReleases wrote for n films.
func readReleases(r *pack.Reader, n int) (x releases) {
	if !r.Has(releaseDays) {
		return x
	}
	x.kept = true
	x.days = pack.Column[uint32](r, releaseDays, pack.Any)
	x.docs = pack.Below[uint32](r, releaseDocs, len(x.days), n)
	x.marks = pack.Below[uint16](r, releaseMarks, len(x.days), markLimit)
	r.RequireEach(len(x.days)-1, func(i int) bool { return x.days[i] <= x.days[i+1] }, "release %d is not in order")
	return x
}

// Release is a release of a film on a day. Country and Kind are empty where they are unknown.
type Release struct {
	Doc     Doc
	Day     int    // YYYYMMDD
	Country string // ISO 3166-1 alpha-2
	Kind    string // of film.ReleaseKinds
}

// KeepsReleases reports whether the catalogue was written with the releases by country and kind.
// Without them Releases has first releases alone.
func (c *Catalog) KeepsReleases() bool { return c.releases.kept }

// Releases returns the releases from one day to another, both YYYYMMDD and included, in order of
// their days: those by country and kind, and the first release of a film, of which neither is known,
// where none of them is on its day.
func (c *Catalog) Releases(first, last int) []Release {
	x := &c.releases
	from := sort.Search(len(x.days), func(i int) bool { return int(x.days[i]) >= first })
	to := from + sort.Search(len(x.days)-from, func(i int) bool { return int(x.days[from+i]) > last })
	low, high := c.released.span(float64(first), float64(last))
	all := make([]Release, 0, to-from+high-low)
	// Both are in order of days and then of films.
	for _, d := range c.released.asc.perm[low:high] {
		day := uint32(c.released.values[d])
		for from < to && (x.days[from] < day || x.days[from] == day && x.docs[from] < d) {
			all = append(all, x.at(from))
			from++
		}
		if from == to || x.days[from] != day || x.docs[from] != d {
			all = append(all, Release{Doc: Doc(d), Day: int(day)})
		}
	}
	for ; from < to; from++ {
		all = append(all, x.at(from))
	}
	return all
}

// at returns the i-th release.
func (x *releases) at(i int) Release {
	country, kind := ofMark(x.marks[i])
	return Release{Doc(x.docs[i]), int(x.days[i]), country, kind}
}
