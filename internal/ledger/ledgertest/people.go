package ledgertest

import (
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

func ownSessions(t *testing.T, open Open) {
	l := open(t)
	account(t, l, "acc_1")
	account(t, l, "acc_2")
	first, second, third, other := newSession("acc_1", noon), newSession("acc_1", noon.Add(time.Second)), newSession("acc_1", noon.Add(2*time.Second)), newSession("acc_2", noon)
	for _, s := range []ledger.Session{second, first, third, other} {
		must(t, l.CreateSession(t.Context(), s))
	}
	used := first
	used.Used, used.From, used.Agent = noon.Add(time.Minute), "192.0.2.0/24", "Firefox on Linux"
	must(t, l.UsedSession(t.Context(), used))
	late := used
	late.Used, late.From = noon, "198.51.100.0/24"
	must(t, l.UsedSession(t.Context(), late)) // it is told late
	must(t, l.UsedSession(t.Context(), newSession("acc_1", noon)))
	if all, err := open(t).ListSessions(t.Context(), "acc_1"); err != nil || !reflect.DeepEqual(all, []ledger.Session{used, second, third}) {
		t.Errorf("the sessions are %+v, %v", all, err)
	}
	if got, _, err := l.FindSession(t.Context(), first.Hash); err != nil || got != used || got.ID() == second.ID() {
		t.Errorf("the session is %+v, %v", got, err)
	}
	// A use that a wrong clock recorded is replaced.
	ahead := used
	ahead.Used = noon.Add(48 * time.Hour)
	must(t, l.UsedSession(t.Context(), ahead))
	must(t, l.UsedSession(t.Context(), used))
	if got, _, err := l.FindSession(t.Context(), first.Hash); err != nil || !got.Used.Equal(used.Used) {
		t.Errorf("the session was used at %v, %v", got.Used, err)
	}

	ended := ida.Did(ledger.SignedOut, "acc_1", "acc_1", "all others", noon)
	for range 2 {
		must(t, l.EndSessions(t.Context(), "acc_1", second.Hash, ended))
	}
	if all, err := l.ListSessions(t.Context(), "acc_1"); err != nil || len(all) != 1 || all[0].Hash != second.Hash {
		t.Errorf("what is left is %+v, %v", all, err)
	}
	if n := len(read(t, l, ledger.AuditQuery{Action: ledger.SignedOut})); n != 1 {
		t.Errorf("%d events are recorded, want 1", n)
	}
	if all, err := l.ListSessions(t.Context(), "acc_2"); err != nil || len(all) != 1 {
		t.Errorf("another account has %+v, %v", all, err)
	}
}

// However a session begins and however many begin at once, an account keeps the newest.
func manySessions(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	account(t, ledgers[0], "acc_1")
	account(t, ledgers[0], "acc_2")
	other := newSession("acc_2", noon.Add(-time.Hour))
	must(t, ledgers[0].CreateSession(t.Context(), other))
	const more = 30
	var all [ledger.MostSessions + more]ledger.Session
	for i := range all {
		all[i] = newSession("acc_1", noon.Add(time.Duration(i)*time.Second))
	}
	kept := func(when string, want ...ledger.Session) {
		t.Helper()
		if got, err := ledgers[1].ListSessions(t.Context(), "acc_1"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s %d sessions are kept, %v, want the newest %d", when, len(got), err, len(want))
		}
	}
	for _, s := range all[:more] {
		must(t, ledgers[0].CreateSession(t.Context(), s))
	}
	kept("before it is full", all[:more]...)
	atOnce(ledger.MostSessions, func(i int) {
		if err := ledgers[i%2].CreateSession(t.Context(), all[more+i]); err != nil {
			t.Error(err)
		}
	})
	kept("of many at once", all[more:]...)

	last := noon.Add(time.Hour)
	byLink, byPasskey := newSession("acc_1", last), newSession("acc_1", last.Add(time.Second))
	l, p := link("acc_1", last), newPasskey("acc_1", "Zm9v", last)
	must(t, ledgers[0].CreateSignInLink(t.Context(), l))
	must(t, ledgers[0].UseSignInLink(t.Context(), l.Hash, byLink))
	must(t, ledgers[0].CreatePasskey(t.Context(), p, ledger.MostPasskeys))
	must(t, ledgers[0].UsePasskey(t.Context(), p, byPasskey))
	kept("after a link and a passkey", append(all[more+2:], byLink, byPasskey)...)
	// Whoever signs in by a clock that is behind is signed in all the same.
	behind := newSession("acc_1", noon)
	must(t, ledgers[0].CreateSession(t.Context(), behind))
	kept("by a clock that is behind", append([]ledger.Session{behind}, append(all[more+3:], byLink, byPasskey)...)...)
	if got, _, err := ledgers[0].FindSession(t.Context(), other.Hash); err != nil || got != other {
		t.Errorf("another account's session is %+v, %v", got, err)
	}
}

// newPasskey makes a passkey that was never used.
func newPasskey(account, id string, at time.Time) ledger.Passkey {
	return ledger.Passkey{ID: id, Account: account, Name: "Ida's key", Credential: `{"publicKey":"…"}`, Created: at}
}

func passkeys(t *testing.T, open Open) {
	l, event := open(t), ida.Did(ledger.PasskeyCreated, "acc_1", "acc_1", "", noon)
	if err := l.CreatePasskey(t.Context(), newPasskey("acc_none", "a", noon), 5, event); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a passkey of nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	account(t, l, "acc_2")
	first, second := newPasskey("acc_1", "Zm9v", noon), newPasskey("acc_1", "YmFy", noon.Add(time.Second))
	for _, p := range []ledger.Passkey{second, first} {
		must(t, l.CreatePasskey(t.Context(), p, 2, event))
		if got, a, err := open(t).Passkey(t.Context(), p.ID); err != nil || got != p || a.ID != "acc_1" {
			t.Errorf("the passkey is %+v of %+v, %v", got, a, err)
		}
	}
	for name, c := range map[string]struct{ err, want error }{
		"one too many":       {l.CreatePasskey(t.Context(), newPasskey("acc_1", "x", noon), 2, event), ledger.ErrFull},
		"one that is there":  {l.CreatePasskey(t.Context(), newPasskey("acc_2", first.ID, noon), 2, event), ledger.ErrExists},
		"naming another's":   {l.NamePasskey(t.Context(), "acc_2", first.ID, "mine", event), ledger.ErrNotFound},
		"naming none":        {l.NamePasskey(t.Context(), "acc_1", "none", "mine", event), ledger.ErrNotFound},
		"using none":         {l.UsePasskey(t.Context(), newPasskey("acc_1", "none", noon), newSession("acc_1", noon), event), ledger.ErrNotFound},
		"using as another's": {l.UsePasskey(t.Context(), newPasskey("acc_2", first.ID, noon), newSession("acc_2", noon), event), ledger.ErrNotFound},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
	must(t, l.EndPasskey(t.Context(), "acc_2", first.ID, event))
	if n := len(read(t, l, ledger.AuditQuery{Action: ledger.PasskeyCreated})); n != 2 {
		t.Errorf("%d events are recorded, want 2", n)
	}
	must(t, l.NamePasskey(t.Context(), "acc_1", first.ID, "the blue one"))
	first.Name = "the blue one"
	if all, err := l.ListPasskeys(t.Context(), "acc_1"); err != nil || !reflect.DeepEqual(all, []ledger.Passkey{first, second}) {
		t.Errorf("the passkeys are %+v, %v", all, err)
	}
	must(t, l.SetPassword(t.Context(), "acc_1", "hash"))
	must(t, l.EndPasskey(t.Context(), "acc_1", first.ID, ida.Did(ledger.PasskeyEnded, "acc_1", "acc_1", "", noon)))
	must(t, l.EndPasskey(t.Context(), "acc_1", first.ID, ida.Did(ledger.PasskeyEnded, "acc_1", "acc_1", "", noon)))
	if all, err := l.ListPasskeys(t.Context(), "acc_1"); err != nil || len(all) != 1 || len(read(t, l, ledger.AuditQuery{Action: ledger.PasskeyEnded})) != 1 {
		t.Errorf("what is left is %+v, %v", all, err)
	}
	// Whoever had them never showed that the account's email is theirs.
	must(t, l.LinkIdentity(t.Context(), ledger.Hash{3}, "acc_1", ida, noon))
	if all, err := l.ListPasskeys(t.Context(), "acc_1"); err != nil || len(all) != 0 {
		t.Errorf("after an identity was linked there are %+v, %v", all, err)
	}
}

// An authenticator's counter goes up; the same answer signs in once.
func passkeyCounters(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	account(t, ledgers[0], "acc_1")
	counting, silent := newPasskey("acc_1", "counting", noon), newPasskey("acc_1", "silent", noon)
	must(t, ledgers[0].CreatePasskey(t.Context(), counting, 5))
	must(t, ledgers[0].CreatePasskey(t.Context(), silent, 5))
	use := func(l ledger.Ledger, p ledger.Passkey, counter uint32) error {
		p.Counter, p.Used, p.Credential = counter, noon.Add(time.Minute), fmt.Sprint("after ", counter)
		return l.UsePasskey(t.Context(), p, newSession("acc_1", noon.Add(time.Minute)))
	}
	var won atomic.Int32
	atOnce(8, func(i int) {
		switch err := use(ledgers[i%2], counting, 7); {
		case err == nil:
			won.Add(1)
		case !errors.Is(err, ledger.ErrSpent):
			t.Error(err)
		}
	})
	if won.Load() != 1 {
		t.Errorf("%d succeed with one counter, want 1", won.Load())
	}
	for _, again := range []uint32{0, 6, 7} {
		if err := use(ledgers[0], counting, again); !errors.Is(err, ledger.ErrSpent) {
			t.Errorf("counter %d after 7: %v, want ErrSpent", again, err)
		}
	}
	must(t, use(ledgers[0], counting, 1<<32-1))
	must(t, use(ledgers[0], silent, 0))
	must(t, use(ledgers[1], silent, 0))
	got, _, err := ledgers[1].Passkey(t.Context(), silent.ID)
	if err != nil || got.Credential != "after 0" || !got.Used.Equal(noon.Add(time.Minute)) {
		t.Errorf("the passkey is %+v, %v", got, err)
	}
	if all, err := ledgers[0].ListSessions(t.Context(), "acc_1"); err != nil || len(all) != 4 {
		t.Errorf("%d sessions were begun, %v, want one for each success", len(all), err)
	}
}

// counted makes a count.
func counted(account string, day ledger.Day, operation string, requests, units, refused int) ledger.Usage {
	return ledger.Usage{Account: account, Day: day, Operation: operation, Requests: requests, Units: units, Refused: refused}
}

func usage(t *testing.T, open Open) {
	l, day := open(t), ledger.DayOf(noon)
	must(t, l.AddUsage(t.Context(), []ledger.Usage{
		counted("acc_1", day, "films", 3, 3, 0), counted("acc_1", day, "analyze", 1, 1, 2), counted("acc_1", day-1, "films", 5, 0, 0), counted("acc_2", day, "films", 10, 10, 1), counted("", day, "films", 7, 0, 0),
	}, noon))
	must(t, open(t).AddUsage(t.Context(), []ledger.Usage{counted("acc_1", day, "films", 2, -1, 0), counted("acc_1", day, "analyze", -9, 1, 0), counted("acc_3", day, "films", -1, -1, 1)}, noon))
	of := func(account string, from ledger.Day, want ...ledger.Usage) {
		t.Helper()
		if got, err := l.UsageOf(t.Context(), account, from); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q from %v: %+v, %v, want %+v", account, from, got, err, want)
		}
	}
	of("acc_1", day, counted("acc_1", day, "analyze", 0, 2, 2), counted("acc_1", day, "films", 5, 2, 0))
	of("acc_1", day-1, counted("acc_1", day-1, "films", 5, 0, 0), counted("acc_1", day, "analyze", 0, 2, 2), counted("acc_1", day, "films", 5, 2, 0))
	of("", day, counted("", day, "films", 7, 0, 0))
	of("acc_3", day, counted("acc_3", day, "films", 0, 0, 1))
	of("acc_none", day)
	all, err := l.UsageOfAll(t.Context(), day)
	if want := []ledger.Usage{counted("", day, "analyze", 0, 2, 2), counted("", day, "films", 22, 12, 2)}; err != nil || !reflect.DeepEqual(all, want) {
		t.Errorf("of all: %+v, %v, want %+v", all, err, want)
	}
	// What is of long ago is dropped, a little at a time.
	later := noon
	for range ledger.UsageDays {
		later = later.Add(24 * time.Hour)
		must(t, l.AddUsage(t.Context(), nil, later))
	}
	of("acc_1", day-1, counted("acc_1", day, "analyze", 0, 2, 2), counted("acc_1", day, "films", 5, 2, 0))
}

// usageAtOnce has servers add to the same counts.
func usageAtOnce(t *testing.T, open Open) {
	ledgers, day := []ledger.Ledger{open(t), open(t)}, ledger.DayOf(noon)
	atOnce(8, func(i int) {
		for range 5 {
			err := ledgers[i%2].AddUsage(t.Context(), []ledger.Usage{counted("acc_1", day, "film", 1, 1, 0), counted("acc_1", day, "films", 2, 1, 1)}, noon)
			if err != nil {
				t.Error(err)
			}
		}
	})
	got, err := ledgers[0].UsageOf(t.Context(), "acc_1", day)
	if want := []ledger.Usage{counted("acc_1", day, "film", 40, 40, 0), counted("acc_1", day, "films", 80, 40, 40)}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
}

func deleted(t *testing.T, open Open) {
	l := open(t)
	gone := ida.Did(ledger.AccountDeleted, "acc_1", "acc_1", "", noon)
	gone.From = ""
	if err := l.DeleteAccount(t.Context(), "acc_1", gone); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("deleting nobody: %v, want ErrNotFound", err)
	}
	fill := func(id string, email access.Email) (ledger.Key, ledger.Session) {
		a := ledger.Account{ID: id, Name: id, Email: email, Created: noon}
		must(t, l.CreateAccount(t.Context(), a, ledger.By{Actor: id, From: "192.0.2.7"}.Did(ledger.AccountCreated, id, id, "free", noon)))
		k, s := newKey(id, "k", noon), newSession(id, noon)
		must(t, l.LinkIdentity(t.Context(), ledger.Hash{byte(len(email))}, id, ida, noon))
		must(t, l.CreateKey(t.Context(), k))
		must(t, l.CreateSession(t.Context(), s))
		g, code := grant(id, "kcl_1", noon)
		must(t, l.CreateGrant(t.Context(), g, code, 5))
		must(t, l.CreatePasswordReset(t.Context(), reset(id, noon)))
		must(t, l.CreateSignInLink(t.Context(), link(id, noon)))
		must(t, l.CreateShare(t.Context(), share(id, noon), 5))
		must(t, l.CreatePasskey(t.Context(), newPasskey(id, "of "+id, noon), 5))
		must(t, l.RememberNetwork(t.Context(), id, "192.0.2.7", noon, noon.Add(time.Hour)))
		must(t, l.AddUsage(t.Context(), []ledger.Usage{counted(id, ledger.DayOf(noon), "films", 1, 1, 0)}, noon))
		return k, s
	}
	key, session := fill("acc_1", "ida@example.com")
	otherKey, otherSession := fill("acc_2", "ake.ake@example.com")
	must(t, l.DeleteAccount(t.Context(), "acc_1", gone))

	other := open(t)
	for what, err := range map[string]error{
		"the account": second(other.Account(t.Context(), "acc_1")), "its email": second(other.AccountByEmail(t.Context(), "ida@example.com")),
		"its identity": second(other.AccountByIdentity(t.Context(), ledger.Hash{byte(len("ida@example.com"))})),
		"its key":      third(other.FindKey(t.Context(), key.Hash)), "its session": third(other.FindSession(t.Context(), session.Hash)),
		"its passkey": third(other.Passkey(t.Context(), "of acc_1")), "deleting it again": l.DeleteAccount(t.Context(), "acc_1", gone),
	} {
		if !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("%s: %v, want ErrNotFound", what, err)
		}
	}
	if all, err := l.ListShares(t.Context(), "acc_1"); err != nil || len(all) != 0 {
		t.Errorf("its shares are %+v, %v", all, err)
	}
	if all, err := l.ListShares(t.Context(), "acc_2"); err != nil || len(all) != 1 {
		t.Errorf("the shares of another account are %+v, %v", all, err)
	}
	if u, err := l.UsageOf(t.Context(), "acc_1", 0); err != nil || len(u) != 0 {
		t.Errorf("its usage is %+v, %v", u, err)
	}
	if known, err := l.KnowsNetwork(t.Context(), "acc_1", "192.0.2.7", noon); err != nil || known {
		t.Errorf("its network is known: %v, %v", known, err)
	}
	for what, err := range map[string]error{
		"the key": third(l.FindKey(t.Context(), otherKey.Hash)), "the session": third(l.FindSession(t.Context(), otherSession.Hash)),
		"the passkey": third(l.Passkey(t.Context(), "of acc_2")), "the identity": second(l.AccountByIdentity(t.Context(), ledger.Hash{byte(len("ake.ake@example.com"))})),
	} {
		if err != nil {
			t.Errorf("%s of another account: %v", what, err)
		}
	}
	// The log tells what was done, and no address.
	events := read(t, l, ledger.AuditQuery{Account: "acc_1"})
	if len(events) < 2 || events[0].Action != ledger.AccountDeleted || events[len(events)-1].Action != ledger.AccountCreated {
		t.Errorf("the log tells %+v", events)
	}
	for _, e := range events {
		if e.From != "" {
			t.Errorf("%s came from %s", e.Action, e.From)
		}
	}
	for _, e := range read(t, l, ledger.AuditQuery{Account: "acc_2"}) {
		if e.Action == ledger.AccountCreated && e.From != "192.0.2.7" {
			t.Errorf("of another account: %+v", e)
		}
	}
}

// second and third are the error of a look-up.
func second[A any](_ A, err error) error        { return err }
func third[A, B any](_ A, _ B, err error) error { return err }
