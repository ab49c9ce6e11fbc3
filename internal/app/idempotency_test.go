package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// asker repeats requests.
type asker struct {
	t    *testing.T
	h    *apptest.House
	key  string
	runs atomic.Int32
}

// ask makes an own key, once.
func (a *asker) ask(idempotencyKey, route, body string) (app.Answer, bool, error) {
	v := apptest.Visit(a.t, a.h.App, a.h.Caller(a.key))
	defer v.Close()
	r := app.Repeatable{Key: idempotencyKey, Credential: a.key, Route: route, Body: []byte(body)}
	return v.Idempotent(a.t.Context(), access.Needs.SelfGenerate, r, func() (app.Answer, error) {
		a.runs.Add(1)
		made, err := v.Identity().SelfGenerate(a.t.Context(), "n")
		return app.Answer{Status: 201, Body: []byte(made.Key)}, err
	})
}

func (a *asker) used() int {
	used, _ := a.h.Ledger.Used(a.t.Context(), a.h.Caller(a.key).Meter(), ledger.DayOf(a.h.Clock.Now()))
	return used
}

// REQ K-08
func TestARepeatedRequestGetsTheSameAnswerForFree(t *testing.T) {
	h := apptest.Open(t)
	a := &asker{t: t, h: h, key: h.Key(access.Producer)}
	first, replayed, err := a.ask("one", "POST /keys", "{}")
	if err != nil || replayed || first.Status != 201 {
		t.Fatal(first, replayed, err)
	}
	for range 3 {
		h.Clock.Set(h.Clock.Now().Add(7 * time.Hour)) // 21 hours in all
		if again, replayed, err := a.ask("one", "POST /keys", "{}"); err != nil || !replayed || again.Status != 201 || !bytes.Equal(again.Body, first.Body) {
			t.Errorf("again: %d %s, %v, %v", again.Status, again.Body, replayed, err)
		}
	}
	h.Clock.Set(h.Clock.Now().Add(-21 * time.Hour))
	if a.runs.Load() != 1 || a.used() != 1 {
		t.Errorf("executed %d times, %d used", a.runs.Load(), a.used())
	}
	if _, _, err := a.ask("one", "POST /keys", "{} "); !fault.Is(err, fault.Conflict) {
		t.Errorf("with another body: %v", err)
	}
	for name, c := range map[string][2]string{"another key": {"two", "POST /keys"}, "another route": {"one", "POST /ai"}, "no key": {"", "POST /keys"}} {
		if other, replayed, err := a.ask(c[0], c[1], "{}"); err != nil || replayed || bytes.Equal(other.Body, first.Body) {
			t.Errorf("%s: %v, %v", name, replayed, err)
		}
	}
	b := &asker{t: t, h: h, key: h.Key(access.Studio)}
	if other, replayed, err := b.ask("one", "POST /keys", "{}"); err != nil || replayed || bytes.Equal(other.Body, first.Body) {
		t.Errorf("another asker: %v, %v", replayed, err)
	}
	runs := a.runs.Load()
	h.Clock.Set(h.Clock.Now().Add(24 * time.Hour))
	if _, replayed, err := a.ask("one", "POST /keys", "{} "); err != nil || replayed || a.runs.Load() != runs+1 {
		t.Errorf("a day later: %v, %v", replayed, err)
	}
}

// REQ K-08
func TestOfManyTheSameAtOnceOneIsExecuted(t *testing.T) {
	h := apptest.Open(t)
	a := &asker{t: t, h: h, key: h.Key(access.Studio)}
	var answers sync.Map
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			got, _, err := a.ask("one", "POST /keys", "{}")
			var f *fault.Fault
			switch {
			case err == nil:
				answers.Store(string(got.Body), true)
			case !errors.As(err, &f) || f.Kind != fault.Conflict || f.RetryAfter <= 0:
				t.Errorf("a double was answered %v", err)
			}
		})
	}
	all.Wait()
	n := 0
	answers.Range(func(any, any) bool { n++; return true })
	if n != 1 || a.runs.Load() != 1 || a.used() != 1 {
		t.Errorf("%d answers of %d executions, %d used", n, a.runs.Load(), a.used())
	}
}

// What failed may be tried again, also what failed by falling over.
func TestAFailureIsNotKept(t *testing.T) {
	h := apptest.Open(t)
	key := h.Key(access.Studio)
	v := h.Visit(key)
	once := func(do func() (app.Answer, error)) (a app.Answer, replayed bool, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("fell over: %v", r)
			}
		}()
		return v.Idempotent(t.Context(), access.Needs.SelfGenerate, app.Repeatable{Key: "k", Credential: key, Route: "r"}, do)
	}
	broken := errors.New("broken")
	for range 2 {
		if _, _, err := once(func() (app.Answer, error) { return app.Answer{}, broken }); !errors.Is(err, broken) {
			t.Errorf("a failure: %v", err)
		}
		if _, _, err := once(func() (app.Answer, error) { panic("oh") }); err == nil || !strings.Contains(err.Error(), "oh") {
			t.Errorf("a panic: %v", err)
		}
	}
	if a, replayed, err := once(func() (app.Answer, error) { return app.Answer{Status: 200}, nil }); err != nil || replayed || a.Status != 200 {
		t.Errorf("%+v, %v, %v", a, replayed, err)
	}
}

func TestAStoredAnswerIsGated(t *testing.T) {
	h := apptest.Open(t)
	a := &asker{t: t, h: h, key: h.Key(access.Producer)}
	if _, _, err := a.ask("one", "r", ""); err != nil {
		t.Fatal(err)
	}
	if err := h.Ledger.SetPlan(t.Context(), h.Caller(a.key).Account, access.Writer); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second) // until it is known
	if _, _, err := a.ask("one", "r", ""); !fault.Is(err, fault.TierNotAllowed) {
		t.Errorf("after the plan fell: %v", err)
	}
	a.key = h.Key(access.Studio)
	for _, bad := range []string{"a\n", "å", strings.Repeat("a", 256)} {
		if _, _, err := a.ask(bad, "r", ""); !fault.Is(err, fault.InvalidParameter) {
			t.Errorf("the key %q: %v", bad, err)
		}
	}
}

// spy keeps what is stored.
type spy struct {
	ledger.Ledger
	claims []ledger.Claim
	sealed [][]byte
}

func (s *spy) Claim(ctx context.Context, c ledger.Claim) ([]byte, error) {
	s.claims = append(s.claims, c)
	return s.Ledger.Claim(ctx, c)
}

func (s *spy) Settle(ctx context.Context, c ledger.Claim, sealed []byte) error {
	s.sealed = append(s.sealed, sealed)
	return s.Ledger.Settle(ctx, c, sealed)
}

// REQ K-08, A-20: the ledger holds an answer that it cannot open, and nothing
// that tells a guessed body from the true one.
func TestTheLedgerCannotReadWhatItKeeps(t *testing.T) {
	h := apptest.Open(t)
	s := &spy{Ledger: h.Ledger}
	service, err := app.New(t.Context(), app.Options{Holder: h.Holder, Ledger: s, Now: h.Clock.Now, Version: "1"})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(key string) {
		v := apptest.Visit(t, service, h.Caller(key))
		defer v.Close()
		_, _, err := v.Idempotent(t.Context(), access.Needs.SelfGenerate,
			app.Repeatable{Key: "1", Credential: key, Route: "r", Body: []byte("a screenplay")},
			func() (app.Answer, error) { return app.Answer{Status: 201, Body: []byte("kdx_live_secret")}, nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	ask(h.Key(access.Producer))
	ask(h.Key(access.Studio))
	if len(s.sealed) != 2 || bytes.Contains(s.sealed[0], []byte("secret")) || bytes.Equal(s.sealed[0], s.sealed[1]) {
		t.Errorf("stored %q", s.sealed)
	}
	if s.claims[0].ID == s.claims[1].ID || s.claims[0].Body == s.claims[1].Body {
		t.Error("two askers' requests have the same digest")
	}
}

// REQ K-08: one rule says what an Idempotency-Key may be, whoever asks.
func TestAnIdempotencyKeyIsVisible(t *testing.T) {
	a := &asker{t: t, h: apptest.Open(t)}
	a.key = a.h.Key(access.Studio)
	for _, bad := range []string{"a b", " a", "a\tb", "é", strings.Repeat("a", app.MaxIdempotencyKey+1)} {
		if _, _, err := a.ask(bad, "POST /keys", "{}"); !fault.Is(err, fault.InvalidParameter) || fault.From(err).Param != "Idempotency-Key" {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
	for _, good := range []string{"~!", strings.Repeat("a", app.MaxIdempotencyKey)} {
		if _, _, err := a.ask(good, "POST /keys", "{}"); err != nil {
			t.Errorf("%.20q: %v", good, err)
		}
	}
}
