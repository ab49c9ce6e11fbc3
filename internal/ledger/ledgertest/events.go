package ledgertest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

var ida = ledger.By{Actor: "key_ida", From: "192.0.2.1"}

// read gives what the audit log has, the newest first.
func read(t *testing.T, l ledger.Ledger, q ledger.AuditQuery) []ledger.Event {
	t.Helper()
	if q.Limit == 0 {
		q.Limit = 100
	}
	events, err := l.Audit(t.Context(), q)
	must(t, err)
	return events
}

func auditing(t *testing.T, open Open) {
	l := open(t)
	if got := read(t, l, ledger.AuditQuery{}); len(got) != 0 {
		t.Errorf("an empty log tells %+v", got)
	}
	first := ida.Did(ledger.PlanChanged, "acc_1", "acc_1", "writer to \"studio\"; DROP TABLE audit", noon)
	second := ledger.By{Actor: "cli:åke", From: "local"}.Did(ledger.KeyRevoked, "acc_1", "key_2", "", noon.Add(-time.Hour))
	third := ida.Did(ledger.KeyRevoked, "acc_2", "key_3", "", noon)
	must(t, l.Record(t.Context(), first, second))
	must(t, l.Record(t.Context(), third))
	must(t, l.Record(t.Context()))
	all := read(t, open(t), ledger.AuditQuery{})
	for i, want := range []ledger.Event{third, second, first} {
		if len(all) != 3 {
			t.Fatalf("%d events, want 3", len(all))
		}
		if want.ID = all[i].ID; all[i] != want || want.ID == 0 || i > 0 && all[i].ID >= all[i-1].ID {
			t.Errorf("event %d = %+v, want %+v", i, all[i], want)
		}
	}
	for q, want := range map[ledger.AuditQuery][]ledger.Event{
		{Account: "acc_1"}:                              all[1:],
		{Actor: ida.Actor}:                              {all[0], all[2]},
		{Target: "key_3"}:                               all[:1],
		{Action: ledger.KeyRevoked}:                     all[:2],
		{Action: ledger.KeyRevoked, Account: "acc_1"}:   all[1:2],
		{Account: "acc_3"}:                              nil,
		{Before: all[0].ID}:                             all[1:],
		{Before: all[0].ID, Actor: "key_ida"}:           all[2:],
		{Limit: 2}:                                      all[:2],
		{Before: all[1].ID, Limit: 1, Account: "acc_1"}: all[2:],
	} {
		if got := read(t, l, q); !slices.Equal(got, want) {
			t.Errorf("%+v gives %+v, want %+v", q, got, want)
		}
	}
}

// Each change takes events; they are there when it is, and only then.
func auditedTogether(t *testing.T, open Open) {
	l := open(t)
	n := 0
	event := func() ledger.Event {
		n++
		return ida.Did(ledger.AccountCreated, "acc_1", "t", fmt.Sprint("event ", n), noon)
	}
	key, own, fresh := newKey("acc_1", "k", noon), newKey("acc_1", "own", noon), newKey("acc_1", "fresh", noon)
	session, sent := newSession("acc_1", noon), share("acc_1", noon)
	ctx := t.Context()
	steps := []struct {
		name string
		do   func() error
	}{
		{"create the account", func() error {
			return l.CreateAccount(ctx, ledger.Account{ID: "acc_1", Created: noon}, event())
		}},
		{"change its plan", func() error { return l.SetPlan(ctx, "acc_1", access.Studio, event()) }},
		{"suspend it", func() error { return l.SetStatus(ctx, "acc_1", ledger.Suspended, event()) }},
		{"give it a password", func() error { return l.SetPassword(ctx, "acc_1", "hash", event()) }},
		{"create a key", func() error { return l.CreateKey(ctx, key, event()) }},
		{"create an own key", func() error { return l.CreateOwnKey(ctx, own, 5, event()) }},
		{"change the key", func() error { return l.ChangeKey(ctx, key, event()) }},
		{"rotate the key", func() error { return l.RotateKey(ctx, key.ID, noon, fresh, event()) }},
		{"revoke the key", func() error { return l.RevokeKey(ctx, key.ID, noon, event()) }},
		{"create a session", func() error { return l.CreateSession(ctx, session, event()) }},
		{"create a share", func() error { return l.CreateShare(ctx, sent, 5, event()) }},
		{"end the share", func() error { return l.EndShare(ctx, "acc_1", sent.Hash, event()) }},
		{"end the session", func() error { return l.EndSession(ctx, session.Hash, event()) }},
	}
	for i, step := range steps {
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if all := read(t, l, ledger.AuditQuery{}); len(all) != i+1 || all[0].Detail != fmt.Sprint("event ", i+1) {
			t.Fatalf("%s: the log tells %+v", step.name, all)
		}
	}
	for name, refused := range map[string]func() error{
		"the account again": func() error {
			return l.CreateAccount(ctx, ledger.Account{ID: "acc_1", Created: noon}, event())
		},
		"the plan of nobody":       func() error { return l.SetPlan(ctx, "acc_none", access.Studio, event()) },
		"the status of nobody":     func() error { return l.SetStatus(ctx, "acc_none", ledger.Active, event()) },
		"the password of nobody":   func() error { return l.SetPassword(ctx, "acc_none", "hash", event()) },
		"the key again":            func() error { return l.CreateKey(ctx, key, event()) },
		"an own key too many":      func() error { return l.CreateOwnKey(ctx, newKey("acc_1", "", noon), 0, event()) },
		"changing no key":          func() error { return l.ChangeKey(ctx, newKey("acc_1", "", noon), event()) },
		"rotating a revoked key":   func() error { return l.RotateKey(ctx, key.ID, noon, newKey("acc_1", "", noon), event()) },
		"revoking no key":          func() error { return l.RevokeKey(ctx, "key_none", noon, event()) },
		"revoking it again":        func() error { return l.RevokeKey(ctx, key.ID, noon, event()) },
		"a share too many":         func() error { return l.CreateShare(ctx, share("acc_1", noon), 0, event()) },
		"ending the share again":   func() error { return l.EndShare(ctx, "acc_1", sent.Hash, event()) },
		"a session of nobody":      func() error { return l.CreateSession(ctx, newSession("acc_none", noon), event()) },
		"ending the session again": func() error { return l.EndSession(ctx, session.Hash, event()) },
	} {
		_ = refused()
		if all := read(t, l, ledger.AuditQuery{}); len(all) != len(steps) {
			t.Fatalf("%s was recorded: %+v", name, all[0])
		}
	}
}

func auditPages(t *testing.T, open Open) {
	l := open(t)
	const n = 25
	atOnce(n, func(i int) {
		if err := l.Record(t.Context(), ida.Did(ledger.SignedIn, "acc_1", fmt.Sprint(i), "", noon)); err != nil {
			t.Error(err)
		}
	})
	seen := map[string]bool{}
	q := ledger.AuditQuery{Limit: 7}
	for range n {
		page := read(t, l, q)
		for _, e := range page {
			if seen[e.Target] {
				t.Errorf("event %s comes twice", e.Target)
			}
			seen[e.Target] = true
		}
		if len(page) < q.Limit {
			break
		}
		q.Before = page[len(page)-1].ID
	}
	if len(seen) != n {
		t.Errorf("met %d events, want %d", len(seen), n)
	}
}

// Signing in and letting clients in without end does not fill the log without
// end; what is done to keys and accounts is all there.
func routine(t *testing.T, open Open) {
	l := open(t)
	var events []ledger.Event
	for i := range ledger.RoutineADay + 30 {
		at := noon.Add(time.Duration(i) * time.Second)
		for _, action := range []ledger.Action{ledger.GrantCreated, ledger.SignedIn, ledger.KeyRotated} {
			events = append(events, ida.Did(action, "acc_1", fmt.Sprint(i), "", at))
		}
	}
	must(t, l.Record(t.Context(), events...))
	count := func(account string, action ledger.Action) int {
		return len(read(t, l, ledger.AuditQuery{Account: account, Action: action, Limit: 1_000}))
	}
	for action, want := range map[ledger.Action]int{
		ledger.GrantCreated: ledger.RoutineADay, ledger.SignedIn: ledger.RoutineADay, ledger.KeyRotated: ledger.RoutineADay + 30,
	} {
		if got := count("acc_1", action); got != want {
			t.Errorf("%s: %d are recorded, want %d", action, got, want)
		}
	}
	last := read(t, l, ledger.AuditQuery{Action: ledger.SignedIn, Limit: 1})[0]
	if last.Target != fmt.Sprint(ledger.RoutineADay-1) || !strings.Contains(last.Detail, "not recorded") {
		t.Errorf("the last one does not say that it is: %+v", last)
	}
	// Another account and another day have room.
	must(t, l.Record(t.Context(), ida.Did(ledger.SignedIn, "acc_2", "t", "", noon), ida.Did(ledger.SignedIn, "acc_1", "t", "", noon.Add(day))))
	if a, b := count("acc_1", ledger.SignedIn), count("acc_2", ledger.SignedIn); a != ledger.RoutineADay+1 || b != 1 {
		t.Errorf("%d and %d are recorded", a, b)
	}
	// After more than a year the routine goes, and nothing else.
	pass(t, l, noon.Add(449*day))
	must(t, l.Record(t.Context(), ida.Did(ledger.SignedOut, "acc_3", "t", "", noon.Add(449*day))))
	if a, b := count("acc_1", ledger.SignedIn), count("acc_1", ledger.KeyRotated); a != 0 || b != ledger.RoutineADay+30 {
		t.Errorf("after a year %d of the routine are left, and %d of the rest", a, b)
	}
}

func newSession(account string, at time.Time) ledger.Session {
	s, _ := ledger.NewSession(account, at)
	return s
}

func sessions(t *testing.T, open Open) {
	l := open(t)
	s := newSession("acc_1", noon)
	if err := l.CreateSession(t.Context(), s); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a session of no account: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	must(t, l.CreateSession(t.Context(), s))
	if err := l.CreateSession(t.Context(), s); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("creating it again: %v, want ErrExists", err)
	}
	if got, owner, err := open(t).FindSession(t.Context(), s.Hash); got != s || owner.ID != "acc_1" || err != nil {
		t.Errorf("session = %+v of %+v, %v, want %+v", got, owner, err, s)
	}
	// One that is created when s has expired sweeps it away.
	pass(t, l, s.Expires)
	later := newSession("acc_1", s.Expires)
	must(t, l.CreateSession(t.Context(), later))
	must(t, l.EndSession(t.Context(), later.Hash))
	for name, gone := range map[string]ledger.Session{"an expired session": s, "an ended session": later, "no session": newSession("acc_1", noon)} {
		if _, _, err := l.FindSession(t.Context(), gone.Hash); !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", name, err)
		}
	}
}
