package source

import (
	"fmt"
	"time"

	"kinodex/internal/film"
)

// The readings of a cell. Each gives the zero value for a cell that holds
// nothing, and for one that it cannot read, which is counted by column.

// isZero reports whether a cell holds the number 0, which sources write for what
// they do not know.
// Thousands separators and decimals are read too: "0.0" is zero. An empty cell is not.
func isZero(b []byte) bool {
	f, ok := number(b)
	return ok && f == 0
}

// whole returns the count that a cell states: "1,704", "268253.0" or "148". A fraction is
// cut off. Negative numbers and those above 2³¹-1 give 0 and count as failed.
func (s *sink) whole(b []byte) int {
	n := wholeNumber(b)
	if n == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return n
}

// rating returns a rating above 0 and up to most. A number outside that range gives 0 and
// counts as failed, but for 0 itself, which sources write for no rating.
func (s *sink) rating(b []byte, most float64) float64 {
	f := rating(b, most)
	if f == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return f
}

// minutes returns a length in minutes, 1 to 60,000, in any form that the function minutes
// reads.
func (s *sink) minutes(b []byte) int {
	n := minutes(b)
	if n == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return n
}

// year returns the year, 1870 to 2100, with which a cell begins, and 0 when five digits stand
// there. What follows the year is ignored.
func (s *sink) year(b []byte) int {
	n := yearOf(b)
	if n == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return n
}

// day returns the date that a cell states in words, as YYYY-MM-DD. It accepts the forms of
// writtenDate. Unlike in the other readings, 0 counts as failed.
func (s *sink) day(b []byte) string {
	day := writtenDate(b)
	if day == "" && len(b) > 0 {
		s.failed()
	}
	return day
}

// dayNear is day for dates whose year may be written with two digits ("4-Oct-02"). The
// century is chosen so that the date is within two years of year. When no century from
// 1800 on does that, the result is empty and the cell counts as failed.
func (s *sink) dayNear(b []byte, year int) string {
	t, err := time.Parse("2-Jan-06", string(b))
	if err != nil {
		return s.day(b)
	}
	for full := 1800 + t.Year()%100; full <= year+2; full += 100 {
		if full >= year-2 {
			return fmt.Sprintf("%04d-%s", full, t.Format("01-02"))
		}
	}
	s.failed()
	return ""
}

// titleID returns the film database id in a cell, alone or inside an address; 0 when there
// is none.
func (s *sink) titleID(b []byte) film.ID {
	id := idIn(b)
	if id == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return id
}

// language returns the ISO 639-1 code of one language, given by name or code. "xx", which the
// movie database writes for no language, gives "" and is no failure.
func (s *sink) language(b []byte) string {
	code := LanguageCode(string(b))
	if code == "" && len(b) > 0 && string(b) != "xx" {
		s.failed()
	}
	return code
}
