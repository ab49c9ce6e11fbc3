package admission

import (
	"errors"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

// REQ Q-12: a pace is kept per account and per address, also in the sandbox;
// who keeps to it is never refused, and who is refused is told for how long.
func TestAPace(t *testing.T) {
	start := time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
	p := newRateLimiter(2, 3)
	mine, sandbox, keyless := access.Caller{Mode: access.WithKey, Account: "a", Key: "k1"},
		access.Caller{Mode: access.WithKey, Account: "a", Key: "k2", Sandbox: true}, access.KeylessCaller(access.Caller{}.Address)
	for _, c := range []struct {
		who  access.Caller
		at   time.Duration
		wait time.Duration // 0 for yes
	}{
		{mine, 0, 0},
		{sandbox, 0, 0}, // the same account
		{mine, 0, 0},
		{mine, 0, 500 * time.Millisecond},
		{sandbox, 400 * time.Millisecond, 100 * time.Millisecond},
		{keyless, 400 * time.Millisecond, 0},
		{mine, 500 * time.Millisecond, 0},
		{mine, 500 * time.Millisecond, 500 * time.Millisecond},
		{mine, 10 * time.Second, 0},
		{mine, 10 * time.Second, 0},
		{mine, 10 * time.Second, 0},
		{mine, 10 * time.Second, 500 * time.Millisecond},
	} {
		err := p.take(c.who, start.Add(c.at))
		var f *fault.Fault
		switch errors.As(err, &f); {
		case c.wait == 0 && err != nil, c.wait > 0 && (f == nil || f.Kind != fault.RateLimited || f.RetryAfter != c.wait):
			t.Errorf("%s at %v: %+v, want a wait of %v", c.who.Key, c.at, f, c.wait)
		}
	}
	if newRateLimiter(0, 5).take(mine, start) != nil {
		t.Error("no pace refuses")
	}
}

// A pace forgets who need not be minTracked, and never who is over it.
func TestAPaceForgets(t *testing.T) {
	now := time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)
	p := newRateLimiter(1, 1)
	fast := access.Caller{Mode: access.WithKey, Account: "fast"}
	for n := range 10 * minTracked {
		if n%minTracked == 0 {
			if err := p.take(fast, now); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.take(access.Caller{Mode: access.WithKey, Account: string(rune(n + 1<<16))}, now.Add(time.Duration(n))); err != nil {
			t.Fatal(err)
		}
		if n%minTracked == minTracked-1 {
			if p.take(fast, now) == nil {
				t.Fatal("who is over the pace was forgotten")
			}
			now = now.Add(time.Second)
		}
	}
	if len(p.done) > 2*minTracked {
		t.Errorf("%d are minTracked", len(p.done))
	}
}

// Limits that are none are refused, before anything is served.
func TestLimitsAreChecked(t *testing.T) {
	for _, l := range []Limits{{AtWork: -1}, {Waiting: -1}, {Patience: -1}, {Streams: -1}, {Burst: -1}, {PerSecond: -1}, {PerSecond: 1e9}} {
		if l.Check() == nil {
			t.Errorf("%+v were taken", l)
		}
	}
	if err := (Limits{}).Check(); err != nil {
		t.Error(err)
	}
}
