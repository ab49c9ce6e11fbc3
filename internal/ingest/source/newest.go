package source

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// newest counts the films of a file that were shown, by the month of their
// release, to tell how new the file is.
// The zero value counts nothing yet.
type newest map[int]int // year*12+month

// enoughVoters is how many votes a film must have, in either database, to count as shown.
const enoughVoters = 10

// observe counts the film of a claim when it is released, has enoughVoters and a full date.
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

// period returns when a file was taken, as File.Period tells it. A stated period holds unless
// the file shows films of a later year: then it is another edition, and the month of the
// newest film is returned. When nothing is stated that month is returned for layouts that
// can be dated so, and unknownPeriod for others. No month after Modified counts.
func (n newest) period(f *File) string {
	shown := n.month(f.Modified.UTC().Year()*12 + int(f.Modified.UTC().Month()))
	switch {
	case shown == "":
	case f.Period == unknownPeriod && f.datable, f.Period != unknownPeriod && shown[:4] > f.Period[:4]:
		return shown
	}
	return f.Period
}

// month returns the month of the newest films as YYYY-MM, "" when there are none. Months
// after last (year*12+month) do not count. So that a few wrong dates do not decide, one film
// in a thousand, at least one and at most ten, must be of that month or later.
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
