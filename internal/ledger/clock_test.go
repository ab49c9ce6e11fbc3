package ledger_test

import (
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// Readings of a clock, one after another: what has lapsed is dropped up to the
// reading, or up to an earlier one while the reading is not believed.
func TestAClockIsBelievedAsFarAsItCanBe(t *testing.T) {
	const hour, day = time.Hour, 24 * time.Hour
	start := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	type reading struct {
		at    time.Duration // since start
		ran   time.Duration // of the process, since the reading before
		until time.Duration
	}
	for name, readings := range map[string][]reading{
		"a new ledger":                            {{at: 1000 * day, until: 1000 * day}},
		"every day":                               {{}, {at: day, until: day}, {at: 2 * day, until: 2 * day}},
		"a little back":                           {{}, {at: -hour, until: -hour}, {at: hour, until: hour}},
		"a month ahead for a moment":              {{}, {at: 31 * day, until: 0}, {at: 31*day + hour, until: 0}, {at: 2 * hour, until: 2 * hour}},
		"a month ahead, twice":                    {{}, {at: 31 * day, until: 0}, {at: hour, until: hour}, {at: 33 * day, until: hour}},
		"ahead by more each time":                 {{}, {at: 31 * day, until: 0}, {at: 62 * day, until: 0}, {at: 93 * day, until: 0}},
		"a server that was off for a month":       {{}, {at: 31 * day, until: 0}, {at: 31*day + 20*hour, until: 0}, {at: 32*day + hour, until: 32*day + hour}, {at: 33 * day, until: 33 * day}},
		"a server that ran on without being used": {{}, {at: 31 * day, ran: 31 * day, until: 31 * day}},
		"far behind":                              {{}, {at: -31 * day, until: -31 * day}, {at: hour, until: hour}},
		"one of two servers is ahead": {{}, {at: 31 * day, until: 0}, {at: 12 * hour, until: 12 * hour}, {at: 31*day + 12*hour, until: 12 * hour},
			{at: day, until: day}, {at: 32*day + 12*hour, until: day}},
	} {
		var clock ledger.Clock
		for i, r := range readings {
			var until time.Time
			clock, until = clock.Read(start.Add(r.at), r.ran)
			if got := until.Sub(start); got != r.until {
				t.Errorf("%s: after reading %d, %v, it is dropped up to %v, want %v", name, i, r.at, got, r.until)
			}
			if held := ledger.Held(start.Add(r.at), until); held != (r.until < r.at) {
				t.Errorf("%s: reading %d is held: %v", name, i, held)
			}
		}
	}
}
