package app

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// What is counted by the day is counted in the ledger, under the caller's meter for
// the sandbox with one of these after it: a restart forgets nothing, and replicas
// count together. What is counted by the minute, each process counts for itself.
const (
	filmsTaken = ":films"
	heavyAsked = ":heavy"
)

// enterSandbox counts a request of an account in the sandbox, which pays for nothing
// (REQ A-14). Beyond what it may it is a fault of kind RateLimited, and not counted.
func (v *Visit) enterSandbox(ctx context.Context, need access.Need) error {
	if need.Cost == 0 {
		return nil
	}
	account := v.caller.Account
	if wait := v.app.sandbox.admit(account, v.now); wait > 0 {
		return fault.New(fault.RateLimited, "the sandbox answers %d requests and gives %d films a minute to an account; a live key has no such bound",
			access.SandboxRequests, access.SandboxFilms).After(wait)
	}
	if !need.Heavy {
		return nil
	}
	err := v.count(ctx, heavyAsked, 1, access.SandboxDailyHeavy, "analyses and forecasts")
	if err != nil {
		v.app.sandbox.withdraw(account)
	}
	return err
}

// carries says which films the answer carries, or actors, which is counted for an account in
// the sandbox, for whoever reads pages and for strangers. Beyond what they may take that is a
// fault, most of kind RateLimited: then the answer must not be given, and the request is not
// counted.
func (v *Visit) carries(ctx context.Context, s excerpt) error {
	if s.n == 0 {
		return nil
	}
	if r, ok := v.reader(); ok {
		if err := v.app.site.carry(&r, s, v.now); err != nil {
			_ = v.Refund(ctx) // one that is lost leaves one unit more used
			return err
		}
		return nil
	}
	if v.caller.SandboxMeter() == "" {
		return nil
	}
	account, films := v.caller.Account, s.n
	if wait := v.app.sandbox.carry(account, films, v.now); wait > 0 {
		return fault.New(fault.RateLimited, "the sandbox gives an account %d films a minute; ask for fewer, or with a live key",
			access.SandboxFilms).After(wait)
	}
	err := v.count(ctx, filmsTaken, films, access.SandboxDailyFilms, "films")
	if err != nil {
		v.app.sandbox.withdraw(account)
	}
	return err
}

// count counts for the day.
func (v *Visit) count(ctx context.Context, what string, n, limit int, called string) error {
	meter, day := v.caller.SandboxMeter()+what, ledger.DayOf(v.now)
	_, ok, err := v.app.ledger.Spend(ctx, meter, day, n, limit)
	if err != nil {
		return fmt.Errorf("count in the sandbox: %w", err)
	}
	if !ok {
		return fault.New(fault.RateLimited, "the sandbox gives an account %d %s a day; it goes on at 00:00 UTC, or with a live key",
			limit, called).After(day.End().Sub(v.now))
	}
	v.spent = append(v.spent, spending{meter, n})
	return nil
}

// sandboxLimiter counts what accounts took from the sandbox, or from pages, within the last
// minute.
type sandboxLimiter struct {
	requests, films int // how many a minute

	mu       sync.Mutex
	accounts map[string][]sandboxUse // by account, in order of time
	most     int                     // length at which it is tidied
}

// sandboxUse is a request and how many films its answer carried.
type sandboxUse struct {
	at    time.Time
	films int
}

// remembered is how many accounts a sandboxLimiter remembers before it looks for some to
// forget.
const remembered = 1000

// newSandboxLimiter returns a limiter of so many requests and films a minute that has seen no
// requests.
func newSandboxLimiter(requests, films int) *sandboxLimiter {
	return &sandboxLimiter{requests: requests, films: films, accounts: map[string][]sandboxUse{}, most: remembered}
}

// admit counts a request and returns 0. When the account made as many as it may within
// the last minute, or got as many films, it counts nothing and returns how long
// to wait.
func (p *sandboxLimiter) admit(account string, now time.Time) (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := p.recent(account, now)
	if len(taken) >= p.requests {
		return taken[0].at.Add(time.Minute).Sub(now)
	}
	if wait := p.untilFree(taken, 1, now); wait > 0 {
		return wait
	}
	p.accounts[account] = append(taken, sandboxUse{at: now})
	p.tidy(now)
	return 0
}

// carry counts the films of a request that was admitted. When they are too many it
// withdraws the request instead, and gives how long to wait.
func (p *sandboxLimiter) carry(account string, films int, now time.Time) (wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	taken := p.recent(account, now)
	if wait := p.untilFree(taken, films, now); wait > 0 {
		p.drop(account)
		return wait
	}
	if len(taken) == 0 { // the answer took longer than a minute
		taken = append(taken, sandboxUse{at: now})
	}
	taken[len(taken)-1].films += films
	p.accounts[account] = taken
	return 0
}

// withdraw takes back the last request and its films.
func (p *sandboxLimiter) withdraw(account string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drop(account)
}

// drop forgets an account's last request. It is called with the lock held.
func (p *sandboxLimiter) drop(account string) {
	if taken := p.accounts[account]; len(taken) > 0 {
		p.accounts[account] = taken[:len(taken)-1]
	}
}

// recent returns what an account took within the last minute, oldest first, and drops what is
// older. It is called with the lock held.
func (p *sandboxLimiter) recent(account string, now time.Time) []sandboxUse {
	taken := slices.DeleteFunc(p.accounts[account], func(t sandboxUse) bool { return t.old(now) })
	p.accounts[account] = taken
	return taken
}

// old reports whether a request is a minute ago or more.
func (t sandboxUse) old(now time.Time) bool { return !t.at.Add(time.Minute).After(now) }

// untilFree is how long it is until so many films more may be given.
func (p *sandboxLimiter) untilFree(taken []sandboxUse, films int, now time.Time) time.Duration {
	total := films
	for _, t := range taken {
		total += t.films
	}
	for _, t := range taken {
		if total <= p.films {
			return 0
		}
		if total -= t.films; total <= p.films {
			return t.at.Add(time.Minute).Sub(now)
		}
	}
	return 0
}

// tidy forgets accounts that took nothing within the last minute.
func (p *sandboxLimiter) tidy(now time.Time) {
	if len(p.accounts) < p.most {
		return
	}
	for account, taken := range p.accounts {
		if len(taken) == 0 || taken[len(taken)-1].old(now) {
			delete(p.accounts, account)
		}
	}
	p.most = max(remembered, 2*len(p.accounts))
}
