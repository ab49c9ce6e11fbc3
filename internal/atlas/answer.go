package atlas

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/film"
)

// The bounds of a question (REQ AT-03), and the band that is all of them.
const (
	MaxTop   = 200
	AllBands = "all"
	maxYear  = 9999
)

// What the figures are and are not. Disclaimer is all of it, in the words of the interface, whose fields
// are verified, inferred and unmapped.
const (
	Counted    = "Counts are of the films in this library, not of all films made. A film counts once, for the first country listed."
	Inferred   = "it follows from the producing companies or the language"
	Former     = "Countries that no longer exist keep their own code."
	Disclaimer = Counted + " Verified: a source states the country; inferred: " + Inferred + "; unmapped: neither tells. " + Former
)

// Question asks for the films of the world.
// The zero Question, but for Top, asks for all films.
type Question struct {
	Band string // a letter of film.Bands, any case, or AllBands; empty for all
	// DecadeMin and DecadeMax are years of the first and the last decade, which
	// Check takes down to the decade's first year (REQ AT-02); nil for no bound.
	// With either, films of no known year are left out.
	DecadeMin, DecadeMax *float64
	Top                  int // films listed a country, from 1 to MaxTop
}

// Check says whether the question is sensible, as a fault that names the
// parameter by its name in the interface, and brings it into its usual form.
// It changes q only into an equal question: letters in capitals, years at the start of their
// decade. Checking twice is the same as once.
func (q *Question) Check() error {
	letters := make([]string, len(film.Bands))
	for i, b := range film.Bands {
		letters[i] = b.Letter
	}
	switch band := strings.ToUpper(q.Band); {
	case band == "" || strings.EqualFold(band, AllBands):
		q.Band = AllBands
	case slices.Contains(letters, band):
		q.Band = band
	default:
		return fault.Param("band", "one of "+strings.Join(letters, ", "))
	}
	if err := fault.Between("top", q.Top, 1, MaxTop); err != nil {
		return err
	}
	for _, bound := range []struct {
		name string
		year **float64
	}{{"decade_min", &q.DecadeMin}, {"decade_max", &q.DecadeMax}} {
		if *bound.year == nil {
			continue
		}
		if y := **bound.year; !(y >= 0 && y <= maxYear) {
			return fault.Param(bound.name, fmt.Sprintf("a year from 0 to %d", maxYear))
		}
		first := math.Floor(**bound.year/10) * 10
		*bound.year = &first
	}
	if q.DecadeMin != nil && q.DecadeMax != nil && *q.DecadeMin > *q.DecadeMax {
		return fault.Param("decade_min", "at most decade_max")
	}
	return nil
}

// bandRange gives the places in film.Bands that are asked for.
// from is part of it, to is not.
func (q *Question) bandRange() (from, to int) {
	for i, b := range film.Bands {
		if b.Letter == q.Band {
			return i, i + 1
		}
	}
	return 0, bands
}

// decade gives the number of the decade of a year, from year 0.
func decade(year *float64) *int {
	if year == nil {
		return nil
	}
	d := int(*year / 10)
	return &d
}

// Ask answers a question, which must have passed its Check. The answer must not be
// read after Close.
// Countries is never nil. Films are counted in time proportional to countries and bands,
// whatever the number of films; lists are copied, and picked one by one only for a range of
// decades. It may be called by several goroutines.
func (x *Atlas) Ask(q Question) *Answer {
	from, to := q.bandRange()
	first, last := decade(q.DecadeMin), decade(q.DecadeMax)
	low, high := x.sums.between(first, last)
	w := World{Disclaimer: Disclaimer, Countries: make([]Country, 0, x.lists.countries())}
	for i, c := range x.lists.codes {
		n := x.sums.of(i, from, to, low, high)
		if n.films == 0 {
			continue
		}
		w.Totals.Films += n.films
		w.Totals.Verified += n.verified
		w.Countries = append(w.Countries, n.country(i, c, x.names[i]))
	}
	slices.SortFunc(w.Countries, func(a, b Country) int { // countries are numbered by code
		return cmp.Or(cmp.Compare(b.Films, a.Films), cmp.Compare(a.number, b.number))
	})
	w.Totals.Inferred = w.Totals.Films - w.Totals.Verified
	w.Totals.Unmapped = x.sums.of(x.lists.countries(), from, to, low, high).films
	w.Totals.Films += w.Totals.Unmapped
	w.Totals.Countries = len(w.Countries)
	w.Coverage = w.Totals.coverage()
	x.lists.fill(w.Countries, from, to, q.Top, decadeRange(first, last))
	return &Answer{q, w}
}

// country returns what a country's films add up to.
// n must have a film.
func (n count) country(number int, c code, name string) Country {
	return Country{
		Code: c.String(), Name: name, Films: n.films, Verified: n.verified, Inferred: n.films - n.verified,
		Share: share(n.verified, n.films), Score: hundredths(float64(n.score) / 100 / float64(n.films)), number: number,
	}
}

// coverage returns the totals as parts of a hundred; nil of no films.
func (t *WorldTotals) coverage() (c WorldCoverage) {
	if t.Films == 0 {
		return c
	}
	percent := func(n int) *float64 { return new(hundredths(100 * float64(n) / float64(t.Films))) }
	return WorldCoverage{percent(t.Verified), percent(t.Inferred), percent(t.Unmapped)}
}

// decades are the decades from low up to, but not including, high, numbered from
// year 0. Those of films of no known year is noDecade.
// An empty range has low equal to high or above it.
type decades struct{ low, high uint32 }

var allDecades = decades{0, noDecade + 1}

// has reports whether a decade is one of them.
func (d decades) has(decade uint16) bool { return uint32(decade) >= d.low && uint32(decade) < d.high }

// decadeRange returns the decades from first to last; nil for no bound. Films of no
// known year are left out as soon as there is a bound.
func decadeRange(first, last *int) decades {
	if first == nil && last == nil {
		return allDecades
	}
	d := decades{0, noDecade}
	if first != nil {
		d.low = uint32(*first)
	}
	if last != nil {
		d.high = uint32(*last + 1)
	}
	return d
}

// share is a part of a whole, from 0 to 1 with four decimals.
// whole must not be 0.
func share(part, whole int) float64 {
	return math.Round(float64(part)/float64(whole)*1e4) / 1e4
}

// hundredths rounds to two decimals, halves away from zero.
func hundredths(v float64) float64 { return math.Round(v*100) / 100 }
