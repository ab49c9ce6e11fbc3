package source

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// newest counts the films of a file that were shown, by the month of their
// release, to tell how new the file is.
type newest map[int]int // year*12+month

// enoughVoters is how many voters show that a film has been shown.
const enoughVoters = 10

// observe counts the film of a claim, if it was shown and its date is a full one.
func (n *newest) observe(c *Claim) {
	if c.Unreleased || max(c.FilmdbVotes, c.MoviedbVotes) < enoughVoters || len(c.ReleaseDate) != len("2006-01-02") {
		return
	}
	year, _ := strconv.Atoi(c.ReleaseDate[:4])
	month, _ := strconv.Atoi(c.ReleaseDate[5:7])
	if *n == nil {
		*n = newest{}
	}
	(*n)[year*12+month]++
}

// period says when a file was taken. What its name or its layout states holds,
// unless it shows films of a later year: then it is another edition. A file of
// which nothing is stated was taken when its newest films came out, if its layout
// can be dated so.
func (n newest) period(f *File) string {
	shown := n.month(f.Modified.UTC().Year()*12 + int(f.Modified.UTC().Month()))
	switch {
	case shown == "":
	case f.Period == unknownPeriod && f.datable, f.Period != unknownPeriod && shown[:4] > f.Period[:4]:
		return shown
	}
	return f.Period
}

// month returns the month of the newest films, "" when there are none. Months
// after the last one possible do not count, nor do the few films that are dated
// later than all others: one in a thousand, ten of a large file, must be as new.
func (n newest) month(last int) string {
	months := make([]int, 0, len(n))
	films := 0
	for month, count := range n {
		if month <= last {
			months, films = append(months, month), films+count
		}
	}
	slices.SortFunc(months, func(a, b int) int { return cmp.Compare(b, a) })
	as := 0
	for _, month := range months {
		if as += n[month]; as >= min(max(films/1000, 1), 10) {
			return fmt.Sprintf("%04d-%02d", (month-1)/12, (month-1)%12+1)
		}
	}
	return ""
}
