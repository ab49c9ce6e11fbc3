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
func isZero(b []byte) bool {
	f, ok := number(b)
	return ok && f == 0
}

// whole reads a count.
func (s *sink) whole(b []byte) int {
	n := wholeNumber(b)
	if n == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return n
}

// rating reads a rating on a scale up to most.
func (s *sink) rating(b []byte, most float64) float64 {
	f := rating(b, most)
	if f == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return f
}

// minutes reads a length.
func (s *sink) minutes(b []byte) int {
	n := minutes(b)
	if n == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return n
}

// year reads a year.
func (s *sink) year(b []byte) int {
	n := yearOf(b)
	if n == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return n
}

// day reads a date written in words.
func (s *sink) day(b []byte) string {
	day := writtenDate(b)
	if day == "" && len(b) > 0 {
		s.failed()
	}
	return day
}

// dayNear is day for dates whose year may have lost its century: it is the one
// that is nearest to a year, which must be within two.
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

// titleID reads a film database id.
func (s *sink) titleID(b []byte) film.ID {
	id := idIn(b)
	if id == 0 && len(b) > 0 && !isZero(b) {
		s.failed()
	}
	return id
}

// language reads one language; its code for none is no failure.
func (s *sink) language(b []byte) string {
	code := LanguageCode(string(b))
	if code == "" && len(b) > 0 && string(b) != "xx" {
		s.failed()
	}
	return code
}
