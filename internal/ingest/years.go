package ingest

import (
	"cmp"
	"strconv"

	"kinodex/internal/film"
)

const (
	// manyShown is how many films that have been seen show that a year has come
	// although no source is known to be as new. Years are mistyped, but not so
	// many alike.
	manyShown = 25
	// oldestFile is the first year in which a file of films can have been
	// written. Archives made to be reproducible carry earlier ones.
	oldestFile = 1995
)

// admittedYears returns the years of the catalogue: from FirstYear to the year
// after the newest that the sources speak of. That is the newest year any title
// is dated up to fileYear, the date of the newest source, or one for which
// manyShown films speak. Without a file year it is that of the newest film that
// has been seen, or of the newest title when none has. The rank is that of
// Precedence for the year; joining must be over.
func admittedYears(st *store, rank []int, fileYear int) span {
	for i := range st.inputs {
		fileYear = max(fileYear, periodYear(st.inputs[i].period))
	}
	shown := map[int]int{}
	newest, newestTitle := 0, 0
	st.groups(func(_ film.ID, entries []entry) bool {
		year, seen := titleYear(entries, rank)
		if seen {
			shown[year]++
		}
		if newestTitle = max(newestTitle, year); year <= fileYear {
			newest = max(newest, year)
		}
		return true
	})
	for year, films := range shown {
		if films >= manyShown || fileYear == 0 {
			newest = max(newest, year)
		}
	}
	return span{FirstYear, cmp.Or(newest, fileYear, newestTitle) + 1}
}

// titleYear returns the year of a title, the one that merging will choose, 0 when no entry
// states one; and whether the title has been seen by shownVotes voters. rank is by input.
func titleYear(entries []entry, rank []int) (year int, shown bool) {
	best := -1
	for i := range entries {
		e := &entries[i]
		shown = shown || e.shown
		if e.year > 0 && (best < 0 || rank[e.input] < best) {
			year, best = int(e.year), rank[e.input]
		}
	}
	return year, shown
}

// newestFile returns the year in which the newest source file was written, 0 when
// there is none that can be believed.
func (b *build) newestFile() int {
	newest := 0
	for i, f := range b.files {
		if year := f.Modified.UTC().Year(); b.report.Sources[i].Claims > 0 && year >= oldestFile {
			newest = max(newest, year)
		}
	}
	return newest
}

// periodYear returns the year of a period, 0 when it is unknown.
func periodYear(period string) int {
	if len(newness(period)) < len("2006") {
		return 0
	}
	year, err := strconv.Atoi(period[:4])
	if err != nil {
		return 0
	}
	return year
}
