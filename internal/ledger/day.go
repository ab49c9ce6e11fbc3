package ledger

import "time"

// Day is a UTC day, counted from 1970-01-01. Budgets start anew with it.
type Day int32

// DayOf gives the UTC day of a time.
func DayOf(t time.Time) Day {
	const seconds = 24 * 60 * 60
	s := t.Unix()
	d := s / seconds
	if s%seconds < 0 {
		d--
	}
	return Day(d)
}

// End is the first moment of the next day, 00:00 UTC.
func (d Day) End() time.Time {
	return time.Unix((int64(d)+1)*24*60*60, 0).UTC()
}

// String gives YYYY-MM-DD.
func (d Day) String() string { return d.End().AddDate(0, 0, -1).Format(time.DateOnly) }
