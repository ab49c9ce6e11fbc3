package app

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
)

// Visit is one caller, one request and one generation of the library. It is
// used by one goroutine and closed when the answer is written.
type Visit struct {
	app     *App
	caller  access.Caller
	library *library.Library
	release func()
	faults  bool // whether the goroutine panicked on memory faults before

	allowed access.Need // the last need that the caller was allowed; zero for none
	paged   bool        // whether the visit was counted as a page
	asked   string      // the name of the last need that was charged
	now     time.Time   // set by charge
	bill    access.Bill
	spent   []spending  // what Refund gives back
	first   [2]spending // of spent, mostly all
}

// spending is what was counted on a meter.
type spending struct {
	meter string
	cost  int
}

// Visit opens a visit and pins the generation of the library that serves now.
// The caller of Visit must Close it, after writing what it answered. Without a
// library that can be read it is a fault of kind Upstream.
//
// Until then, a failed read of the library panics instead of ending the process;
// code that recovers asks App.Unreadable what to answer, or defers App.Rescue.
func (a *App) Visit(c access.Caller) (*Visit, error) {
	lib, release, err := a.holder.Acquire()
	if err != nil {
		return nil, unreadable(err)
	}
	c.Policy = a.policy
	v := &Visit{
		app: a, caller: c, library: lib, release: release, faults: debug.SetPanicOnFault(true),
		bill: access.Bill{Sandbox: c.Sandbox},
	}
	v.spent = v.first[:0]
	return v, nil
}

// Unreadable returns the fault of kind Upstream to answer with when the value that recover
// returned is a failed read of the library, and nil when it is anything else. library.Holder
// looks for a generation that can be read meanwhile.
func (a *App) Unreadable(recovered any) error {
	if err := a.holder.ReadFailed(recovered); err != nil {
		return unreadable(err)
	}
	return nil
}

// Rescue, deferred, turns a panic of a failed read of the library into the fault of
// Unreadable, in err. Other panics continue.
func (a *App) Rescue(err *error) {
	if p := recover(); p != nil {
		if *err = a.Unreadable(p); *err == nil {
			panic(p)
		}
	}
}

// unreadableWait is when one who finds no library may ask again: another one is
// verified meanwhile.
const unreadableWait = 5 * time.Second

// unreadable returns the fault for a library that cannot be read.
func unreadable(why error) error {
	return fault.New(fault.Upstream, "the library cannot be read now; ask again shortly").After(unreadableWait).Because(why)
}

// Close releases the library; answers of the visit must not be read after it.
// Closing again does nothing.
func (v *Visit) Close() {
	if v.release != nil {
		debug.SetPanicOnFault(v.faults)
		v.release()
		v.release = nil
	}
}

// Caller returns who asks, with the policy of the service. It never changes.
func (v *Visit) Caller() access.Caller { return v.caller }

// Identity returns the questions about accounts, which the visit lets in and charges like its
// own.
func (v *Visit) Identity() *identity.Visit {
	enter := func(ctx context.Context, need access.Need, check func() error) (time.Time, error) {
		err := v.enter(ctx, need, check)
		return v.now, err
	}
	return v.app.identity.Visit(v.caller, identity.Gate{Enter: enter, Refund: v.Refund})
}

// Generation returns the name of the build of the library that answers, such as
// 000007-5f2c9a01. It stays the same until Close, whatever is published meanwhile.
func (v *Visit) Generation() string { return v.library.Generation() }

// BuiltAt returns when that library was built.
func (v *Visit) BuiltAt() time.Time { return v.library.BuiltAt() }

// FilmCount returns how many films that library has.
func (v *Visit) FilmCount() int { return v.library.Catalog.Len() }

// Bill returns what the visit cost so far, and what is left of the day's budget. It is
// not Metered before a question was charged, and for callers without a meter.
func (v *Visit) Bill() access.Bill { return v.bill }

// Tag returns the strong entity tag (RFC 9110, section 8.8.3), quotes included, of the answer
// to a question: what was asked, how it will be written and under which address, in as many
// parts as it has. The same parts give the same tag as long as the library, the service's
// version and the sandbox are the same. It costs nothing and needs no answer.
func (v *Visit) Tag(parts ...string) string {
	var room [512]byte
	b := room[:0]
	word := func(s string) {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	word(v.library.Generation())
	word(v.app.version)
	if v.caller.Sandbox {
		word("sandbox")
	} else {
		word("")
	}
	for _, p := range parts {
		word(p)
	}
	sum := sha256.Sum256(b)
	var text [24]byte // 22 of base64 and the quotes
	tag := base64.RawURLEncoding.AppendEncode(append(text[:0], '"'), sum[:16])
	return string(append(tag, '"'))
}

// CountsFilms reports whether the films that an answer carries are counted when they
// are found. Then an answer must be found each time: one from a cache would not be
// counted.
func (v *Visit) CountsFilms() bool {
	_, ok := v.reader()
	return ok || v.caller.SandboxMeter() != ""
}

// Allow returns nil when the caller may do what need says, or a fault of kind
// MissingKey, ScopeNotAllowed, TierNotAllowed or SandboxForbidden. What was allowed
// is not checked again by the question that needs it.
func (v *Visit) Allow(need access.Need) error {
	if v.allowed == need && need.Name != "" {
		return nil
	}
	if err := v.caller.Allow(need); err != nil {
		v.refused(need)
		return err
	}
	v.allowed = need
	return nil
}

// enter is the gate of every question that is answered at once: may they, is it
// sensible, can they afford it (REQ A-16). Prepared takes the same steps one by
// one.
func (v *Visit) enter(ctx context.Context, need access.Need, check func() error) error {
	if err := v.admit(need, check); err != nil {
		return err
	}
	return v.charge(ctx, need)
}

// admit checks what costs nothing to refuse.
func (v *Visit) admit(need access.Need, check func() error) error {
	if err := v.Allow(need); err != nil {
		return err
	}
	return check()
}

// charge spends what a question costs. The clock is read here, once a question. When the
// client has gone already, nothing is spent.
func (v *Visit) charge(ctx context.Context, need access.Need) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	v.now = v.app.now()
	pay := v.pay
	switch {
	case v.caller.OnSite && need.Open:
		return v.readPage()
	case v.caller.SandboxMeter() != "":
		pay = v.enterSandbox
	}
	err := pay(ctx, need)
	switch {
	case err == nil:
		v.counted(need)
	case fault.Is(err, fault.QuotaExceeded), fault.Is(err, fault.RateLimited):
		v.refused(need)
	}
	return err
}

// pay spends from the caller's budget; one without a meter spends nothing.
func (v *Visit) pay(ctx context.Context, need access.Need) error {
	meter, cost := v.caller.Meter(), need.Cost
	if meter == "" || cost == 0 {
		return nil
	}
	day, limit := ledger.DayOf(v.now), v.caller.Daily()
	used, ok, err := v.app.ledger.Spend(ctx, meter, day, cost, limit)
	if err != nil {
		return fmt.Errorf("spend: %w", err)
	}
	v.bill = access.Bill{
		Metered: limit != access.Unlimited,
		Sandbox: v.caller.Sandbox,
		Limit:   limit,
		Used:    used,
		Reset:   day.End(),
		Wait:    day.End().Sub(v.now),
	}
	if !ok && used < limit {
		return fault.New(fault.QuotaExceeded,
			"this costs %d requests, and %d of the day's %d are left; ask for less, or again after 00:00 UTC", cost, limit-used, limit).After(v.bill.Wait)
	}
	if !ok {
		return fault.New(fault.QuotaExceeded,
			"the daily budget of %d requests is used up; it resets at 00:00 UTC", limit).After(v.bill.Wait)
	}
	v.spent = append(v.spent, spending{meter, cost})
	return nil
}

// keep makes what the visit paid final: Refund gives nothing of it back.
func (v *Visit) keep() { v.spent = v.spent[:0] }

// interrupted returns ctx's error. It is called once work for a paid question has begun: a
// client that has closed the connection gets nothing back, since otherwise processors could
// be occupied for free.
func (v *Visit) interrupted(ctx context.Context) error {
	err := ctx.Err()
	if errors.Is(err, context.Canceled) {
		v.keep()
	}
	return err
}

// Refund takes back what the visit cost, for a question that failed through our
// own fault (REQ Q-08). Refunding again does nothing.
func (v *Visit) Refund(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx) // it is owed even when the caller has gone
	var failed error
	for _, s := range v.spent {
		v.bill.Used = max(0, v.bill.Used-s.cost)
		if v.ownBudget() {
			v.app.usage.add(v.caller.Account, ledger.DayOf(v.now), v.asked, usageCount{units: -s.cost})
		}
		if err := v.app.ledger.Refund(ctx, s.meter, ledger.DayOf(v.now), s.cost); err != nil {
			failed = errors.Join(failed, fmt.Errorf("refund: %w", err))
		}
	}
	v.keep()
	return failed
}
