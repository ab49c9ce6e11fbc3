package ledger_test

import (
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// REQ
func TestDaysTurnAtMidnightUTC(t *testing.T) {
	east := time.FixedZone("east", 14*3600)
	for _, c := range []struct {
		at  time.Time
		day string
	}{
		{time.Date(2026, 3, 14, 0, 0, 0, 0, time.UTC), "2026-03-14"},
		{time.Date(2026, 3, 14, 23, 59, 59, 999_999_999, time.UTC), "2026-03-14"},
		{time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC), "2026-03-15"},
		{time.Date(2026, 3, 15, 13, 59, 0, 0, east), "2026-03-14"},
		{time.Date(1969, 12, 31, 23, 59, 59, 0, time.UTC), "1969-12-31"},
		{time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), "1970-01-01"},
		{time.Date(2028, 2, 29, 12, 0, 0, 0, time.UTC), "2028-02-29"},
	} {
		day := ledger.DayOf(c.at)
		if day.String() != c.day {
			t.Errorf("%v is on %v, want %s", c.at, day, c.day)
		}
		if left := day.End().Sub(c.at); left <= 0 || left > 24*time.Hour {
			t.Errorf("%v left of the day at %v", left, c.at)
		}
		if ledger.DayOf(day.End()) != day+1 {
			t.Errorf("the end of %v is on %v", day, ledger.DayOf(day.End()))
		}
	}
}
