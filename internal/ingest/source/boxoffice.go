package source

import (
	"strconv"
	"strings"

	"kinodex/internal/film"
)

// The box office tables have no ids: their claims are joined by title and year.

// budgetTable reads budgets and grosses by release date, sums as
// "$425,000,000". Its titles have been through the wrong code page.
// All sums are in US dollars. The year of a film is that of its release date.
func budgetTable(s *sheet) (row, flush func()) {
	released, title := s.col("release_date"), s.col("movie")
	budget, home, world := s.col("production_budget"), s.col("domestic_gross"), s.col("worldwide_gross")
	return func() {
		c := s.newClaim()
		c.Title, c.ReleaseDate = s.prose(s.cell(title)), s.day(s.cell(released))
		c.Year = yearOf([]byte(c.ReleaseDate))
		c.Budget, c.DomesticGross, c.WorldGross = s.dollars(s.cell(budget)), s.dollars(s.cell(home)), s.dollars(s.cell(world))
		s.emitByTitle()
	}, nil
}

// emitByTitle emits the claim of the row at hand when it has a title, a year and at least
// one sum. Otherwise it rejects the row with NoTitle, NoID or NothingStated.
func (s *sink) emitByTitle() {
	c := &s.claim
	switch {
	case c.Title == "":
		s.reject(NoTitle, "")
	case c.Year == 0:
		s.reject(NoID, "no year to join by: "+c.Title)
	case c.Budget.Amount == 0 && c.DomesticGross.Amount == 0 && c.WorldGross.Amount == 0:
		s.reject(NothingStated, c.Title)
	default:
		s.emit()
	}
}

// grossTable reads grosses by year, at home and abroad; the world's is their
// sum when both are stated. Titles may end in their year, and foreign grosses
// above a thousand million are written in millions ("1,131.6").
// A row with a foreign gross alone is rejected, since a claim has no place for it.
func grossTable(s *sheet) (row, flush func()) {
	title, home, abroad, year := s.col("title"), s.col("domestic_gross"), s.col("foreign_gross"), s.col("year")
	return func() {
		c := s.newClaim()
		c.Year = s.year(s.cell(year))
		c.Title = s.prose(s.cell(title))
		if short, ok := strings.CutSuffix(c.Title, " ("+strconv.Itoa(c.Year)+")"); ok {
			s.repaired("year_in_title")
			c.Title = short
		}
		c.DomesticGross = s.dollars(s.cell(home))
		foreign := s.cell(abroad)
		var other film.Amount
		if millions.Match(foreign) {
			s.repaired("money_in_millions")
			f, _ := number(foreign)
			other = film.Amount{Amount: int64(f*10+0.5) * 100_000, Currency: "USD"}
		} else {
			other = s.dollars(foreign)
		}
		if c.DomesticGross.Amount > 0 && other.Amount > 0 {
			c.WorldGross = film.Amount{Amount: c.DomesticGross.Amount + other.Amount, Currency: "USD"}
		}
		if c.DomesticGross.Amount == 0 && other.Amount > 0 {
			s.reject(NothingStated, "foreign gross only: "+c.Title)
			return
		}
		s.emitByTitle()
	}, nil
}

// chartTotals reads the totals of a site's yearly charts of the United States
// and Canada: one document with a film under each of its slugs. The day it was
// written is in it.
// Its origin's Line is the number of the film in the document, from 1. Of films with the
// same title and year only the first is used.
func chartTotals(s *sink) func(doc []byte) {
	return func(doc []byte) {
		v, whole := parseLiteral(doc)
		if !whole {
			s.repaired("cut_list")
		}
		if day := v.get("updated").text; len(day) >= 7 && yearOf(day) > 0 && day[4] == '-' {
			s.origin.Period = string(day[:7])
		}
		type key struct {
			title string
			year  int
		}
		seen := map[key]bool{}
		slugs := v.get("by_slug").items
		s.tally.Rows-- // the document is a table: its rows are counted instead
		for i := 0; i+1 < len(slugs) && s.err == nil; i += 2 {
			s.tally.Rows++
			s.origin.Line = i/2 + 1
			entry := slugs[i+1]
			c := s.newClaim()
			c.Title, c.Year = s.prose(entry.get("title").text), yearOf(entry.get("year").text)
			c.DomesticGross = s.dollars(entry.get("total_gross").text)
			if k := (key{c.Title, c.Year}); seen[k] {
				s.reject(Repeated, c.Title)
				continue
			} else {
				seen[k] = true
			}
			s.emitByTitle()
		}
	}
}
