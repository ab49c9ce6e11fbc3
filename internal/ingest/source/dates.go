package source

import (
	"bytes"
	"fmt"
	"time"
)

// isoDate returns b when it is written YYYY-MM-DD and is a day of the Gregorian calendar
// from 1870 to 2100, and "" for everything else.
func isoDate(b []byte) string {
	if len(b) != 10 || b[4] != '-' || b[7] != '-' {
		return ""
	}
	t, err := time.Parse(time.DateOnly, string(b))
	if err != nil || t.Year() < 1870 || t.Year() > 2100 {
		return ""
	}
	return string(b)
}

// writtenDate returns a date written in English words ("February 27, 1920", "Dec 18, 2009",
// "4-Oct-2002", "18 December 2009") as YYYY-MM-DD. It is empty when b names no single day,
// or one before 1870 or after 2100.
func writtenDate(b []byte) string {
	for _, form := range []string{"January 2, 2006", "Jan 2, 2006", "2-Jan-2006", "2 January 2006"} {
		if t, err := time.Parse(form, string(b)); err == nil && t.Year() >= 1870 && t.Year() <= 2100 {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}

// dayOrder is which of the first two numbers of a date with slashes is the day.
// A file writes one order throughout; see sheet.dayOrder.
type dayOrder uint8

const (
	undecided dayOrder = iota
	monthFirst
	dayFirst
)

// slashDate returns M/D/YYYY or D/M/YYYY as YYYY-MM-DD. While the order is undecided only a
// date of equal month and day can be read. ok is false for any other then, for a day that
// the calendar does not have, and for a year outside 1870 to 2100.
func slashDate(b []byte, order dayOrder) (date string, ok bool) {
	parts := bytes.Split(b, []byte("/"))
	if len(parts) != 3 || len(parts[2]) != 4 {
		return "", false
	}
	month, day, year := wholeNumber(parts[0]), wholeNumber(parts[1]), yearOf(parts[2])
	if order == dayFirst {
		month, day = day, month
	}
	if order == undecided && month != day || month < 1 || month > 12 || day < 1 || year == 0 {
		return "", false
	}
	if last := time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day(); day > last {
		return "", false
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day), true
}

// orderOf returns the order that one date shows: of its first two numbers one is above 12
// and the other is a month. It is undecided for every other text.
func orderOf(b []byte) dayOrder {
	parts := bytes.Split(b, []byte("/"))
	if len(parts) != 3 {
		return undecided
	}
	switch a, b := wholeNumber(parts[0]), wholeNumber(parts[1]); {
	case a > 12 && b >= 1 && b <= 12:
		return dayFirst
	case b > 12 && a >= 1 && a <= 12:
		return monthFirst
	}
	return undecided
}

// slashYear returns the year at the end of a date with slashes, in whatever order its other
// numbers are; 0 when there is no slash or no year behind the last one.
func slashYear(b []byte) int {
	i := bytes.LastIndexByte(b, '/')
	if i < 0 {
		return 0
	}
	return yearOf(b[i+1:])
}
