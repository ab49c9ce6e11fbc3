package app_test

import (
	"context"
	"errors"
	"net/netip"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

// home is where most callers ask from.
var home = netip.MustParseAddr("192.0.2.1")

// page is a question that makes sense.
var page = app.FilmsQuestion{Page: film.Page{Limit: 5}}

// Every method of Visit that answers a question, and every one of its Identity,
// refuses a caller with nothing, and one whose plan has no key use, whatever it
// is asked. A method that takes a context answers a question, unless it is named
// here; so does one that gives a Prepared, at each of its steps.
func TestEveryQuestionIsGated(t *testing.T) {
	noQuestion := map[string]bool{"Refund": true}
	h := apptest.Open(t)
	for caller, kind := range map[access.Caller]fault.Kind{
		{}: fault.MissingKey,
		{Mode: access.WithKey, Account: "acc_1", Plan: access.Free, Scopes: ^access.Scopes(0)}: fault.TierNotAllowed,
	} {
		v := apptest.Visit(t, h.App, caller)
		defer v.Close()
		refused := func(name string, out []reflect.Value) {
			if err, _ := out[len(out)-1].Interface().(error); !fault.Is(err, kind) {
				t.Errorf("%s answered %v with %v, want a refusal of kind %s", name, caller, err, kind)
			}
		}
		questions := 0
		for _, asked := range []reflect.Value{reflect.ValueOf(v), reflect.ValueOf(v.Identity())} {
			for i := range asked.NumMethod() {
				name, method := asked.Type().Method(i).Name, asked.Method(i)
				prepares := method.Type().NumOut() == 1 && strings.HasPrefix(method.Type().Out(0).Name(), "Prepared[")
				asks := method.Type().NumIn() > 0 && method.Type().In(0) == reflect.TypeFor[context.Context]() && !noQuestion[name]
				if !asks && !prepares {
					continue
				}
				questions++
				out := call(t.Context(), method)
				if !prepares {
					refused(name, out)
					continue
				}
				prepared := reflect.New(out[0].Type())
				for _, step := range []string{"Admit", "Charge", "Answer"} {
					prepared.Elem().Set(out[0])
					refused(name+"."+step, call(t.Context(), prepared.MethodByName(step)))
				}
			}
		}
		if questions < 75 {
			t.Errorf("only %d questions found", questions)
		}
		if v.Bill().Metered {
			t.Error("a refusal was billed")
		}
	}
}

// call calls a method with ctx, if it takes one, and zeros.
func call(ctx context.Context, method reflect.Value) []reflect.Value {
	var in []reflect.Value
	for i := range method.Type().NumIn() {
		if of := method.Type().In(i); of == reflect.TypeFor[context.Context]() {
			in = append(in, reflect.ValueOf(ctx))
		} else {
			in = append(in, reflect.Zero(of))
		}
	}
	return method.Call(in)
}

// REQ: may they, is it sensible, can they afford it, is it there;
// what is refused before the budget costs nothing.
func TestTheGateAsksInOrder(t *testing.T) {
	h := apptest.Open(t)
	senseless := app.FilmsQuestion{}
	films := func(q app.FilmsQuestion) func(*app.Visit) error {
		return func(v *app.Visit) error { _, err := v.Films(q).Answer(t.Context()); return err }
	}
	one := func(id string) func(*app.Visit) error {
		return func(v *app.Visit) error { _, err := v.Film(id, film.Detail).Answer(t.Context()); return err }
	}
	stream := func(fields string) func(*app.Visit) error {
		return func(v *app.Visit) error {
			_, err := v.Stream(app.StreamQuestion{Fields: fields}).Answer(t.Context())
			return err
		}
	}
	writer, studio := h.NewKey(access.Writer, access.Scopes(access.Read), false), h.NewKey(access.Studio, 0, false)
	for _, step := range []struct {
		name string
		key  string
		ask  func(*app.Visit) error
		kind fault.Kind
		used int // of Writer's ten, afterwards
	}{
		{"no scope and no sense", studio, films(senseless), fault.ScopeNotAllowed, 0},
		{"no plan and no sense", writer, stream("nonsense"), fault.TierNotAllowed, 0},
		{"no sense", writer, films(senseless), fault.InvalidParameter, 0},
		{"sense", writer, films(page), "", 1},
		{"not there", writer, one(apptest.Absent), fault.FilmNotFound, 2},
		{"not even an id", writer, one("abc"), fault.FilmNotFound, 3},
		{"there", writer, one(apptest.It), "", 4},
	} {
		v := h.Visit(step.key)
		err := step.ask(v)
		if (step.kind == "") != (err == nil) || step.kind != "" && !fault.Is(err, step.kind) {
			t.Errorf("%s: %v, want %s", step.name, err, step.kind)
		}
		meter := h.Caller(writer).Meter()
		if used, _ := h.Ledger.Used(t.Context(), meter, ledger.DayOf(h.Clock.Now())); used != step.used {
			t.Errorf("%s: %d used, want %d", step.name, used, step.used)
		}
	}
	for range 6 {
		if err := one(apptest.It)(h.Visit(writer)); err != nil {
			t.Fatal(err)
		}
	}
	if err := one(apptest.It)(h.Visit(writer)); !fault.Is(err, fault.QuotaExceeded) {
		t.Errorf("the eleventh: %v", err)
	}
	if err := films(senseless)(h.Visit(writer)); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("no sense and no budget: %v, want to be told of the sense", err)
	}
}

// REQ, with the clock of the process
func TestTheBudgetComesBackAtMidnightUTC(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := apptest.Open(t)
		key := h.NewKey(access.Writer, access.Scopes(access.Read), false)
		ask := func() (access.Bill, error) {
			h.Clock.Set(time.Now())
			v := h.Visit(key)
			_, err := v.Films(page).Answer(t.Context())
			return v.Bill(), err
		}
		// Synthetic time starts at midnight UTC: one request an hour, from 09:00.
		time.Sleep(9 * time.Hour)
		for i := 1; i <= 10; i++ {
			b, err := ask()
			if err != nil || b.Used != i || b.Limit != 10 || b.Remaining() != 10-i {
				t.Fatalf("request %d: %+v, %v", i, b, err)
			}
			if (b.Warning() != "") != (i >= 8) {
				t.Errorf("request %d warns %q", i, b.Warning())
			}
			time.Sleep(time.Hour)
		}
		time.Sleep(5*time.Hour - 1500*time.Millisecond) // 23:59:58.5
		b, err := ask()
		var f *fault.Fault
		if !errors.As(err, &f) || f.Kind != fault.QuotaExceeded || f.RetryAfter != 1500*time.Millisecond {
			t.Errorf("before midnight: %v", err)
		}
		if b.WaitSeconds() != 2 || b.Remaining() != 0 || !b.Metered || !b.Reset.Equal(time.Date(2000, 1, 2, 0, 0, 0, 0, time.UTC)) {
			t.Errorf("the bill of a refusal = %+v", b)
		}
		time.Sleep(1500 * time.Millisecond)
		if b, err = ask(); err != nil || b.Used != 1 || b.WaitSeconds() != 86_400 {
			t.Errorf("at midnight: %+v, %v", b, err)
		}
	})
}

// A request that straddles midnight is paid for, and given back, on the day it
// was asked.
func TestARefundAfterMidnightIsOfTheDayBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := apptest.Open(t)
		key := h.NewKey(access.Writer, access.Scopes(access.Read), false)
		time.Sleep(24*time.Hour - time.Millisecond)
		h.Clock.Set(time.Now())
		late := h.Visit(key)
		if _, err := late.Films(page).Answer(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
		h.Clock.Set(time.Now())
		if _, err := h.Visit(key).Films(page).Answer(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := late.Refund(t.Context()); err != nil {
			t.Fatal(err)
		}
		today := ledger.DayOf(time.Now())
		for day, want := range map[ledger.Day]int{today - 1: 0, today: 1} {
			if used, err := h.Ledger.Used(t.Context(), late.Caller().Meter(), day); used != want || err != nil {
				t.Errorf("%v: %d used, %v, want %d", day, used, err, want)
			}
		}
	})
}

// REQ Q-10
func TestOfFiftyAtOnceWithTenLeftExactlyTenSucceed(t *testing.T) {
	h := apptest.Open(t)
	key := h.NewKey(access.Writer, access.Scopes(access.Read), false)
	var won, refused atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			v := apptest.Visit(t, h.App, h.Caller(key))
			defer v.Close()
			switch _, err := v.Films(page).Answer(t.Context()); {
			case err == nil:
				won.Add(1)
			case fault.Is(err, fault.QuotaExceeded):
				refused.Add(1)
			}
		})
	}
	all.Wait()
	if won.Load() != 10 || refused.Load() != 40 {
		t.Errorf("%d succeeded, %d were refused for the budget", won.Load(), refused.Load())
	}
}

// REQ
func TestTheSandbox(t *testing.T) {
	h := apptest.Open(t)
	at := netip.MustParseAddr("2001:db8::1")
	neighbour := netip.MustParseAddr("2001:db8::2")
	test := h.NewKey(access.Writer, access.Scopes(access.Read), true)
	ask := func(c identity.Credentials) (access.Bill, error) {
		caller, err := h.App.Identity().Caller(t.Context(), c)
		if err != nil {
			return access.Bill{}, err
		}
		v := apptest.Visit(t, h.App, caller)
		defer v.Close()
		_, err = v.Films(page).Answer(t.Context())
		return v.Bill(), err
	}
	for i := range 30 {
		for name, c := range map[string]identity.Credentials{
			"a sandbox key":                  {Key: test, Address: at},
			"a live key that asks for it":    {Key: h.Key(access.Writer), Sandbox: true},
			"a sandbox key that asks for it": {Key: test, Sandbox: true, Address: at},
		} {
			if b, err := ask(c); err != nil || b.Metered || !b.Sandbox {
				t.Fatalf("%s, request %d: %+v, %v", name, i, b, err)
			}
		}
	}
	for i := 1; i <= 25; i++ {
		from := []netip.Addr{at, neighbour}[i%2]
		if b, err := ask(identity.Credentials{Sandbox: true, Address: from}); err != nil || !b.Metered || !b.Sandbox || b.Used != i || b.Limit != 25 {
			t.Fatalf("keyless, request %d: %+v, %v", i, b, err)
		}
	}
	if _, err := ask(identity.Credentials{Sandbox: true, Address: at}); !fault.Is(err, fault.QuotaExceeded) {
		t.Errorf("keyless, request 26: %v", err)
	}
	if b, err := ask(identity.Credentials{Key: h.Key(access.Writer)}); err != nil || b.Used != 1 || b.Sandbox {
		t.Errorf("the live key afterwards: %+v, %v, want one used", b, err)
	}
}

// REQ F2-54, Q-08: a client that holds the answer pays nothing, but is still
// refused when it may not ask or asks what makes no sense.
func TestAdmissionIsFree(t *testing.T) {
	h := apptest.Open(t)
	v := h.Visit(h.Key(access.Writer))
	q := v.Films(page)
	if err := q.Admit(); err != nil || v.Bill().Metered {
		t.Errorf("%v, %+v", err, v.Bill())
	}
	q = v.Films(app.FilmsQuestion{})
	if err := q.Admit(); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("no sense: %v", err)
	}
	all := v.Stream(app.StreamQuestion{})
	if err := all.Admit(); !fault.Is(err, fault.TierNotAllowed) {
		t.Errorf("not allowed: %v", err)
	}
}

// REQ Q-08
func TestARefundIsGivenOnce(t *testing.T) {
	h := apptest.Open(t)
	first, v := h.Visit(h.Key(access.Writer)), h.Visit(h.Key(access.Writer))
	for _, v := range []*app.Visit{first, v} {
		if _, err := v.Films(page).Answer(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 3 {
		if err := v.Refund(gone); err != nil {
			t.Fatal(err)
		}
	}
	used, _ := h.Ledger.Used(t.Context(), v.Caller().Meter(), ledger.DayOf(h.Clock.Now()))
	if used != 1 || v.Bill().Used != 1 {
		t.Errorf("%d used, the bill says %d, want 1", used, v.Bill().Used)
	}
}

func TestACallerWhoHasGonePaysNothing(t *testing.T) {
	h := apptest.Open(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	v := h.Visit(h.Key(access.Writer))
	if _, err := v.Films(page).Answer(gone); !errors.Is(err, context.Canceled) || v.Bill().Metered {
		t.Errorf("%v, %+v", err, v.Bill())
	}
}
