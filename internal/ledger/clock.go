package ledger

import (
	"sync"
	"time"
)

// ClockSlack is how far a clock may be from the time a ledger knows, beyond what
// the process has run meanwhile, and how long it must stay further away before
// it is believed.
const ClockSlack = 25 * time.Hour

// SpendingDays is how many days of spending a ledger keeps, AheadDays how much
// further than the newest time it knows a day may be: clocks differ.
const (
	SpendingDays = 31
	AheadDays    = 2
)

// Clock is what a ledger knows of the time, so that it drops nothing by a clock
// that was wrong for a moment. What has lapsed is dropped by the time that Read
// gives, not by the caller's clock alone.
type Clock struct {
	// Trusted is the newest time that is believed; zero in a new ledger.
	Trusted time.Time
	// Since and Last are the first and the last reading of a clock that is far
	// from Trusted; zero when the last reading was near.
	Since, Last time.Time
}

// Read takes a reading of the caller's clock. It gives what to know from now on,
// and the time up to which what has lapsed may be dropped: now, or, while now is
// too far ahead to be believed, the newest time that is. Ran is how long the
// process has run since it first saw c. A clock that stays ahead is believed
// after ClockSlack, as that of a server that was off for long.
func (c Clock) Read(now time.Time, ran time.Duration) (next Clock, until time.Time) {
	near := ClockSlack + ran
	switch {
	case c.Trusted.IsZero():
		return Clock{Trusted: now}, now
	case now.Sub(c.Trusted) <= near && c.Trusted.Sub(now) <= ClockSlack:
		return Clock{Trusted: later(c.Trusted, now)}, now
	case c.Since.IsZero() || now.Before(c.Since) || now.Sub(c.Last) > near:
		c.Since, c.Last = now, now
	default:
		c.Last = later(c.Last, now)
	}
	if c.Last.Sub(c.Since) >= ClockSlack {
		return Clock{Trusted: now}, now
	}
	if c.Trusted.Before(now) {
		return c, c.Trusted
	}
	return c, now
}

// Held reports whether a reading is too far ahead to drop anything by it.
func Held(now, until time.Time) bool { return until.Before(now) }

// usedEvery is how often the use of something busy is recorded.
const usedEvery = time.Minute

// RecordsUse reports whether a use now is to be recorded of what was last used at
// a time: about once a minute, and when that time lies so far ahead that a wrong
// clock recorded it.
func RecordsUse(last, now time.Time) bool {
	return now.Sub(last) >= usedEvery || last.Sub(now) > ClockSlack
}

// supersedes reports whether a use is recorded in the place of another.
func supersedes(at, last time.Time) bool { return at.After(last) || last.Sub(at) > ClockSlack }

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Uptime measures how long this process has seen a ledger's clock as it is. It
// is safe for concurrent use.
type Uptime struct {
	mu    sync.Mutex
	clock Clock
	began time.Time // by the monotonic clock
}

// Of is how long the process has run since it first saw c.
func (u *Uptime) Of(c Clock) time.Duration {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.began.IsZero() || u.clock != c {
		u.clock, u.began = c, time.Now()
	}
	return time.Since(u.began)
}
