package identity_test

import (
	"net/netip"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

const password = "correct horse battery staple"

var home = netip.MustParseAddr("192.0.2.1")

func TestAnAccountSignsInAndOut(t *testing.T) {
	h := apptest.Open(t)
	account, err := h.App.Identity().Register(t.Context(), "Ida", " Ida@Example.com", password, home)
	if err != nil || account.Email != "ida@example.com" || account.Plan != access.Free {
		t.Fatalf("%+v, %v", account, err)
	}
	if _, err := h.App.Identity().Register(t.Context(), "Ida", "ida@EXAMPLE.com", password, home); !fault.Is(err, fault.Conflict) {
		t.Errorf("a second account with the email: %v", err)
	}
	token, session, err := h.App.Identity().SignIn(t.Context(), "IDA@example.com", password, home)
	if err != nil || session.Account != account.ID {
		t.Fatal(session, err)
	}
	caller, err := h.App.Identity().SignedIn(t.Context(), token.Reveal(), home)
	if err != nil || caller.Mode != access.SignedIn || caller.Account != account.ID || caller.Plan != access.Free {
		t.Errorf("%+v, %v", caller, err)
	}
	for range 2 {
		if err := h.App.Identity().SignOut(t.Context(), token.Reveal(), home); err != nil {
			t.Error(err)
		}
	}
	for name, bad := range map[string]string{"ended": token.Reveal(), "unknown": access.NewSessionToken().Reveal(), "malformed": "kds_", "none": ""} {
		if c, err := h.App.Identity().SignedIn(t.Context(), bad, home); !fault.Is(err, fault.InvalidKey) || c != (access.Caller{}) {
			t.Errorf("a session that is %s: %+v, %v", name, c, err)
		}
	}
	var told []ledger.Action
	events, _ := h.Ledger.Audit(t.Context(), ledger.AuditQuery{Account: account.ID, Limit: 10})
	for _, e := range events {
		told = append(told, e.Action)
	}
	if len(told) != 3 || told[0] != ledger.SignedOut || told[1] != ledger.SignedIn || told[2] != ledger.AccountCreated {
		t.Errorf("the log tells %v", told)
	}
}

func TestASessionEnds(t *testing.T) {
	h := apptest.Open(t)
	account, err := h.App.Identity().Register(t.Context(), "Ida", "ida@example.com", password, home)
	if err != nil {
		t.Fatal(err)
	}
	signIn := func() string {
		t.Helper()
		token, _, err := h.App.Identity().SignIn(t.Context(), "ida@example.com", password, home)
		if err != nil {
			t.Fatal(err)
		}
		return token.Reveal()
	}
	recognised := func(token string) bool {
		_, err := h.App.Identity().SignedIn(t.Context(), token, home)
		return err == nil
	}
	token := signIn()
	h.Clock.Set(h.Clock.Now().Add(ledger.SessionFor - time.Second))
	if !recognised(token) {
		t.Error("it ended early")
	}
	h.Clock.Set(h.Clock.Now().Add(time.Second))
	if recognised(token) {
		t.Error("it did not end in time")
	}

	token = signIn()
	h.Ledger.SetStatus(t.Context(), account.ID, ledger.Suspended)
	if recognised(token) {
		t.Error("the session of a suspended account goes on")
	}
	h.Ledger.SetStatus(t.Context(), account.ID, ledger.Active)

	token = signIn()
	caller, err := h.App.Identity().SignedIn(t.Context(), token, home)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.App.Identity().SetPassword(t.Context(), caller, "not the password", password+"!"); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("without the present password: %v", err)
	}
	if err := h.App.Identity().SetPassword(t.Context(), caller, password, password+"!"); err != nil || recognised(token) {
		t.Errorf("%v; with a new password, old sessions go on: %v", err, recognised(token))
	}
	if err := h.App.Identity().SetPassword(t.Context(), h.Caller(h.Key(access.Studio)), "", password); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("by a key: %v", err)
	}
}

// Whatever is wrong, the refusal is the same.
func TestARefusedSignInTellsNothing(t *testing.T) {
	h := apptest.Open(t)
	account, err := h.App.Identity().Register(t.Context(), "Ida", "ida@example.com", password, home)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	refuse := func(email, password string) {
		t.Helper()
		_, _, err := h.App.Identity().SignIn(t.Context(), email, password, home)
		if !fault.Is(err, fault.InvalidKey) {
			t.Errorf("%s: %v", email, err)
			return
		}
		words[err.Error()] = true
	}
	refuse("ida@example.com", "wrong wrong wrong")
	refuse("ida@example.com", "")
	refuse("nobody@example.com", password)
	h.Ledger.SetStatus(t.Context(), account.ID, ledger.Suspended)
	refuse("ida@example.com", password)
	if len(words) != 1 {
		t.Errorf("refusals differ: %v", words)
	}
}
