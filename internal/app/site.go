package app

import (
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// pages is the operation under which usage tells the pages that an account read.
const pages = "pages"

// readPage counts the visit as one page, whatever it asks.
func (v *Visit) readPage() error {
	if v.paged {
		return nil
	}
	v.paged = true
	var err error
	if reader := v.caller.SiteMeter(); reader != "" {
		err = v.app.site.enter(reader, v.now)
	}
	if v.caller.Account != "" {
		read := usageCount{requests: 1}
		if err != nil {
			read = usageCount{refused: 1}
		}
		v.app.usage.add(v.caller.Account, ledger.DayOf(v.now), pages, read)
	}
	return err
}

// siteLimiter bounds how much of the pages one reader takes, so that they are no way to take
// all films without a key. It is safe for concurrent use, and counts for this process alone.
type siteLimiter struct {
	minute *sandboxLimiter

	mu    sync.Mutex
	day   ledger.Day
	taken map[string]int // films of the day, by reader
}

func newSiteLimiter() *siteLimiter {
	return &siteLimiter{minute: newSandboxLimiter(access.SitePages, access.SiteFilms), taken: map[string]int{}}
}

// enter counts a page. One too many is a fault of kind RateLimited.
func (l *siteLimiter) enter(reader string, now time.Time) error {
	if wait := l.minute.admit(reader, now); wait > 0 {
		return fault.New(fault.RateLimited, "pages are answered %d times a minute to one reader; wait a little, or use the interface with a key",
			access.SitePages).After(wait)
	}
	return nil
}

// carry counts the films of a page that enter admitted. Too many are a fault of kind
// RateLimited; then the page must not be shown.
func (l *siteLimiter) carry(reader string, films int, now time.Time) error {
	day := ledger.DayOf(now)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.day != day {
		l.day = day
		clear(l.taken)
	}
	if l.taken[reader]+films > access.SiteDailyFilms {
		return fault.New(fault.RateLimited, "pages show %d films a day to one reader; use the interface with a key", access.SiteDailyFilms).
			After(day.End().Sub(now))
	}
	if wait := l.minute.carry(reader, films, now); wait > 0 {
		return fault.New(fault.RateLimited, "pages show %d films a minute to one reader; wait a little, or use the interface with a key",
			access.SiteFilms).After(wait)
	}
	l.taken[reader] += films
	return nil
}
