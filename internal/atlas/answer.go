package atlas

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
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

// Disclaimer says what the figures are and are not.
const Disclaimer = "Counts are of the films in this library, not of all films made. A film counts once, for the first country listed. " +
	"Verified: a source states the country; inferred: it follows from the producing companies or the language; " +
	"unmapped: neither tells. Countries that no longer exist keep their own code."

// Question asks for the films of the world.
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

// Answer is the world as a question wants to see it, to be written before the
// library it is of is closed.
type Answer struct {
	// Question is the question in its usual form.
	Question Question

	atlas *Atlas
}

// Ask answers a question, which must have passed its Check.
func (x *Atlas) Ask(q Question) *Answer { return &Answer{q, x} }

// entry is a country that has films, and what they add up to.
type entry struct {
	country int
	count
}

// AppendData appends the answer as a JSON object, with base where the address of
// the service goes (REQ AT-04 to AT-09).
func (a *Answer) AppendData(dst []byte, base string) []byte {
	x := a.atlas
	from, to := a.Question.bandRange()
	first, last := decade(a.Question.DecadeMin), decade(a.Question.DecadeMax)
	low, high := x.sums.between(first, last)

	var room [256]entry
	entries, all := room[:0], count{}
	for c := range x.shelf.countries() {
		n := x.sums.of(c, from, to, low, high)
		if n.films == 0 {
			continue
		}
		entries = append(entries, entry{c, n})
		all.films += n.films
		all.verified += n.verified
	}
	slices.SortFunc(entries, func(a, b entry) int { // countries are numbered by code
		return cmp.Or(cmp.Compare(b.films, a.films), cmp.Compare(a.country, b.country))
	})
	unmapped := x.sums.of(x.shelf.countries(), from, to, low, high).films
	dst = appendTotals(dst, all, unmapped, len(entries))

	lowest, highest := uint32(0), uint32(noDecade+1)
	if first != nil || last != nil {
		highest = noDecade
		if first != nil {
			lowest = uint32(*first)
		}
		if last != nil {
			highest = uint32(*last + 1)
		}
	}
	dst = append(dst, `,"disclaimer":`...)
	dst = film.AppendText(dst, Disclaimer)
	dst = append(dst, `,"countries":[`...)
	for i := range entries {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, x.heads[entries[i].country]...)
		dst = entries[i].appendTo(dst)
		dst = append(dst, `,"top_films":[`...)
		dst = x.shelf.appendTop(dst, entries[i].country, from, to, a.Question.Top, lowest, highest, base)
		dst = append(dst, `]}`...)
	}
	return append(dst, `]}`...)
}

// appendTotals begins the answer.
func appendTotals(dst []byte, all count, unmapped, countries int) []byte {
	films, inferred := all.films+unmapped, all.films-all.verified
	for _, n := range []struct {
		name  string
		value int
	}{
		{`{"totals":{"films":`, films}, {`,"countries":`, countries},
		{`,"verified":`, all.verified}, {`,"inferred":`, inferred}, {`,"unmapped":`, unmapped},
	} {
		dst = strconv.AppendInt(append(dst, n.name...), int64(n.value), 10)
	}
	for _, n := range []struct {
		name  string
		value int
	}{
		{`},"coverage":{"verified_pct":`, all.verified}, {`,"inferred_pct":`, inferred}, {`,"unmapped_pct":`, unmapped},
	} {
		if dst = append(dst, n.name...); films == 0 {
			dst = append(dst, `null`...) // of no films nothing is a part
			continue
		}
		dst = strconv.AppendFloat(dst, hundredths(100*float64(n.value)/float64(films)), 'f', -1, 64)
	}
	return append(dst, '}')
}

// appendTo appends what a country's films add up to, from film_count's value on.
func (e *entry) appendTo(dst []byte) []byte {
	dst = strconv.AppendInt(dst, int64(e.films), 10)
	dst = append(dst, `,"verified_count":`...)
	dst = strconv.AppendInt(dst, int64(e.verified), 10)
	dst = append(dst, `,"inferred_count":`...)
	dst = strconv.AppendInt(dst, int64(e.films-e.verified), 10)
	dst = append(dst, `,"verified_share":`...)
	dst = strconv.AppendFloat(dst, share(e.verified, e.films), 'f', -1, 64)
	dst = append(dst, `,"avg_master_score":`...)
	return strconv.AppendFloat(dst, hundredths(float64(e.score)/100/float64(e.films)), 'f', -1, 64)
}

// share is a part of a whole, from 0 to 1 with four decimals.
func share(part, whole int) float64 {
	return math.Round(float64(part)/float64(whole)*1e4) / 1e4
}

func hundredths(v float64) float64 { return math.Round(v*100) / 100 }
