package identity_test

import (
	"net/netip"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/apptest"
	"kinodex/internal/fault"
	"kinodex/internal/identity"
	"kinodex/internal/ledger"
)

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

// signedIn opens an account and signs in to it n times, in sessions a second apart.
func signedIn(t *testing.T, h *apptest.House, email string, n int) (who access.Caller, tokens []string) {
	t.Helper()
	if _, err := h.App.Identity().Register(t.Context(), "Ida", email, password, home); err != nil {
		t.Fatal(err)
	}
	for range n {
		token, _, err := h.App.Identity().SignIn(t.Context(), email, password, home)
		if err != nil {
			t.Fatal(err)
		}
		if who, err = h.App.Identity().SignedInFrom(t.Context(), token.Reveal(), identity.Browser{Address: home, Agent: firefox}); err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token.Reveal())
		h.Clock.Set(h.Clock.Now().Add(time.Second))
	}
	return who, tokens
}

// on reports which of the sessions go on.
func on(t *testing.T, h *apptest.House, tokens []string) (on []bool) {
	t.Helper()
	for _, token := range tokens {
		_, err := h.App.Identity().SignedIn(t.Context(), token, home)
		if err != nil && !fault.Is(err, fault.InvalidKey) {
			t.Fatal(err)
		}
		on = append(on, err == nil)
	}
	return on
}

func TestAPersonSeesAndEndsTheirSessions(t *testing.T) {
	h := apptest.Open(t)
	who, tokens := signedIn(t, h, "ida@example.com", 3)
	stranger, strangers := signedIn(t, h, "ake@example.com", 1)
	all, err := h.App.Identity().Sessions(t.Context(), who, tokens[1])
	if err != nil || len(all) != 3 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, s := range all {
		if s.Current != (i == 1) || s.LastUsed == nil || s.From != "192.0.2.0/24" || s.Browser != "Firefox on Linux" {
			t.Errorf("session %d is %+v", i, s)
		}
	}
	if err := h.App.Identity().EndSession(t.Context(), stranger, all[0].ID); err != nil || !on(t, h, tokens)[0] {
		t.Errorf("a stranger ends it: %v", err)
	}
	if err := h.App.Identity().EndSession(t.Context(), who, all[0].ID); err != nil || on(t, h, tokens)[0] {
		t.Errorf("its owner does not end it: %v", err)
	}
	if err := h.App.Identity().EndOtherSessions(t.Context(), who, tokens[1]); err != nil {
		t.Fatal(err)
	}
	if left := on(t, h, append(tokens, strangers...)); left[0] || !left[1] || left[2] || !left[3] {
		t.Errorf("what goes on: %v", left)
	}
	for name, err := range map[string]error{
		"a key lists":       errOf(h.App.Identity().Sessions(t.Context(), h.Caller(h.Key(access.Studio)), tokens[1])),
		"nobody lists":      errOf(h.App.Identity().Sessions(t.Context(), access.Caller{}, tokens[1])),
		"a key ends":        h.App.Identity().EndSession(t.Context(), h.Caller(h.Key(access.Studio)), all[1].ID),
		"nobody ends":       h.App.Identity().EndOtherSessions(t.Context(), access.Caller{}, tokens[1]),
		"a key closes":      h.App.Identity().CloseAccount(t.Context(), h.Caller(h.Key(access.Studio)), tokens[1], password),
		"another's session": h.App.Identity().CloseAccount(t.Context(), who, strangers[0], password),
		"a key sees keys":   errOf(h.App.Identity().OwnKeys(t.Context(), h.Caller(h.Key(access.Studio)))),
		"nobody makes keys": errOf(h.App.Identity().CreateOwnKey(t.Context(), access.Caller{}, "k", nil)),
		"nobody sees a log": errOf(h.App.Identity().OwnAudit(t.Context(), access.Caller{}, 0, 5)),
	} {
		if !fault.Is(err, fault.InvalidKey) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func errOf[A any](_ A, err error) error { return err }

func TestBrowsersAreKnownByFamily(t *testing.T) {
	h := apptest.Open(t)
	who, tokens := signedIn(t, h, "ida@example.com", 1)
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":              "Safari on macOS",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0":      "Edge on Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140 Mobile/15E148 Safari/604": "Chrome on iOS",
		"curl/8.0 <script>": "another program",
	} {
		h.Clock.Set(h.Clock.Now().Add(time.Minute))
		v6 := netip.MustParseAddr("2001:db8:1:2::7")
		if _, err := h.App.Identity().SignedInFrom(t.Context(), tokens[0], identity.Browser{Address: v6, Agent: agent}); err != nil {
			t.Fatal(err)
		}
		all, err := h.App.Identity().Sessions(t.Context(), who, tokens[0])
		if err != nil || all[0].Browser != want || all[0].From != "2001:db8:1::/48" {
			t.Errorf("%s is %+v, %v, want %s", agent, all, err, want)
		}
	}
}

func TestAPersonClosesTheirAccount(t *testing.T) {
	h := apptest.Open(t)
	who, tokens := signedIn(t, h, "ida@example.com", 2)
	h.Ledger.SetPlan(t.Context(), who.Account, access.Writer)
	who.Plan = access.Writer
	key, err := h.App.Identity().CreateOwnKey(t.Context(), who, "mine", nil)
	if err != nil {
		t.Fatal(err)
	}
	h.Caller(key.Key)
	if err := h.App.Identity().CloseAccount(t.Context(), who, tokens[0], wrong); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("with a wrong password: %v", err)
	}
	h.Clock.Set(h.Clock.Now().Add(10 * time.Minute))
	if err := h.App.Identity().CloseAccount(t.Context(), who, tokens[0], ""); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("without a password, in an old session: %v", err)
	}
	if err := h.App.Identity().CloseAccount(t.Context(), who, tokens[0], password); err != nil {
		t.Fatal(err)
	}
	for i, goesOn := range on(t, h, tokens) {
		if goesOn {
			t.Errorf("session %d goes on", i)
		}
	}
	if _, err := h.App.Identity().Caller(t.Context(), identity.Credentials{Key: key.Key}); !fault.Is(err, fault.InvalidKey) {
		t.Errorf("its key: %v", err)
	}
	try(t, h, "signing in again", password, home, fault.InvalidKey)
	events, err := h.Ledger.Audit(t.Context(), ledger.AuditQuery{Account: who.Account, Limit: 99})
	if err != nil || events[0].Action != ledger.AccountDeleted {
		t.Errorf("the log tells %+v, %v", events, err)
	}
	for _, e := range events {
		if e.From != "" {
			t.Errorf("the log keeps the address of %s", e.Action)
		}
	}
	// Who has no password, or just signed in, need not give one.
	again, fresh := signedIn(t, h, "ida@example.com", 1)
	if err := h.App.Identity().CloseAccount(t.Context(), again, fresh[0], ""); err != nil {
		t.Errorf("in a fresh session: %v", err)
	}
}

func TestAPersonLooksAfterTheirKeys(t *testing.T) {
	h := apptest.Open(t)
	who, _ := signedIn(t, h, "ida@example.com", 1)
	if _, err := h.App.Identity().CreateOwnKey(t.Context(), who, "k", nil); !fault.Is(err, fault.TierNotAllowed) {
		t.Errorf("on the Free plan: %v", err)
	}
	who.Plan = access.Writer
	h.Ledger.SetPlan(t.Context(), who.Account, access.Writer)
	everything := ^access.Scopes(0)
	made, err := h.App.Identity().CreateOwnKey(t.Context(), who, "k", &everything)
	if err != nil || len(made.Scopes) != 2 {
		t.Fatalf("%+v, %v, want the scopes of the plan", made, err)
	}
	admin := access.Scopes(access.Admin)
	if _, err := h.App.Identity().CreateOwnKey(t.Context(), who, "k", &admin); !fault.Is(err, fault.InvalidParameter) {
		t.Errorf("a key for admins: %v", err)
	}
	fresh, err := h.App.Identity().RotateOwnKey(t.Context(), who, made.ID, time.Hour)
	if err != nil || fresh.ID == made.ID {
		t.Fatal(fresh, err)
	}
	operators, _ := ledger.NewKey(who.Account, "given", admin, false, h.Clock.Now())
	if err := h.Ledger.CreateKey(t.Context(), operators); err != nil {
		t.Fatal(err)
	}
	if _, err := h.App.Identity().RotateOwnKey(t.Context(), who, operators.ID, 0); !fault.Is(err, fault.ScopeNotAllowed) {
		t.Errorf("replacing a key for admins: %v", err)
	}
	theirs, _ := signedIn(t, h, "ake@example.com", 1)
	for name, err := range map[string]error{
		"revoking another's":  h.App.Identity().RevokeOwnKey(t.Context(), theirs, fresh.ID),
		"replacing another's": errOf(h.App.Identity().RotateOwnKey(t.Context(), theirs, fresh.ID, 0)),
		"revoking none":       h.App.Identity().RevokeOwnKey(t.Context(), who, "key_none"),
	} {
		if !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for range 2 {
		if err := h.App.Identity().RevokeOwnKey(t.Context(), who, fresh.ID); err != nil {
			t.Error(err)
		}
	}
	keys, err := h.App.Identity().OwnKeys(t.Context(), who)
	if err != nil || len(keys) != 3 {
		t.Errorf("%+v, %v", keys, err)
	}
	for _, k := range keys { // made in one second, they are in no order
		if revoked := k.ID == fresh.ID; revoked != (k.Status == "revoked") {
			t.Errorf("%+v", k)
		}
	}
	events, err := h.App.Identity().OwnAudit(t.Context(), who, 0, 50)
	if err != nil || len(events) != 5 || events[0].Action != "key.revoked" {
		t.Errorf("the log tells %+v, %v", events, err)
	}
}

func TestAnOperatorLooksAfterAccounts(t *testing.T) {
	h := apptest.Open(t)
	who, tokens := signedIn(t, h, "ida@example.com", 1)
	boss, bosses := signedIn(t, h, "boss@example.com", 1)
	h.Ledger.SetPlan(t.Context(), boss.Account, access.Operator)
	boss, err := h.App.Identity().SignedIn(t.Context(), bosses[0], home)
	if err != nil || !boss.Scopes.Has(access.Admin) {
		t.Fatalf("%+v, %v", boss, err)
	}
	v := apptest.Visit(t, h.App, boss)
	defer v.Close()
	found, err := v.Identity().Accounts(t.Context(), identity.AccountsQuestion{Search: "IDA@", Limit: 5})
	if err != nil || found.Total != 1 || found.Accounts[0].ID != who.Account || *found.Accounts[0].DailyLimit != 1 {
		t.Fatalf("%+v, %v", found, err)
	}
	if all, err := v.Identity().Accounts(t.Context(), identity.AccountsQuestion{Limit: 2}); err != nil || all.Total < 4 || len(all.Accounts) != 2 || all.Accounts[0].ID != boss.Account {
		t.Errorf("%+v, %v", all, err)
	}
	if err := v.Identity().SetStatus(t.Context(), who.Account, ledger.Suspended); err != nil || on(t, h, tokens)[0] {
		t.Errorf("a suspended account goes on: %v", err)
	}
	if _, err := v.Identity().ResetLink(t.Context(), who.Account); !fault.Is(err, fault.Conflict) {
		t.Errorf("a link for a suspended account: %v", err)
	}
	if err := v.Identity().SetStatus(t.Context(), who.Account, ledger.Active); err != nil {
		t.Fatal(err)
	}
	link, err := v.Identity().ResetLink(t.Context(), who.Account)
	if err != nil || h.App.Identity().ResetPassword(t.Context(), link.Token, newPassword, home) != nil {
		t.Errorf("the reset link: %v", err)
	}
	invited, err := v.Identity().Invite(t.Context(), access.Writer, "guest@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if i, err := h.App.Identity().Invitation(t.Context(), invited.Token); err != nil || i.Plan != access.Writer {
		t.Errorf("the invitation is %+v, %v", i, err)
	}
	if err := v.Identity().SetPlan(t.Context(), who.Account, access.Producer); err != nil {
		t.Error(err)
	}
	if a, err := v.Identity().Account(t.Context(), who.Account); err != nil || a.Tier != "producer" {
		t.Errorf("%+v, %v", a, err)
	}
	for name, err := range map[string]error{
		"suspending oneself": v.Identity().SetStatus(t.Context(), boss.Account, ledger.Suspended),
		"deleting oneself":   v.Identity().DeleteAccount(t.Context(), boss.Account),
	} {
		if !fault.Is(err, fault.Conflict) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := v.Identity().DeleteAccount(t.Context(), who.Account); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"deleting nobody": v.Identity().DeleteAccount(t.Context(), who.Account), "suspending nobody": v.Identity().SetStatus(t.Context(), "acc_none", ledger.Suspended),
		"the plan of nobody": v.Identity().SetPlan(t.Context(), "acc_none", access.Free), "looking at nobody": errOf(v.Identity().Account(t.Context(), "acc_none")),
		"a link for nobody": errOf(v.Identity().ResetLink(t.Context(), "acc_none")),
	} {
		if !fault.Is(err, fault.NotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The admin scope of an operator's browser goes no further: neither to keys nor to clients.
func TestAnOperatorsBrowserGivesNobodyTheAdminScope(t *testing.T) {
	h := apptest.Open(t)
	who, tokens := signedIn(t, h, "boss@example.com", 1)
	h.Ledger.SetPlan(t.Context(), who.Account, access.Operator)
	boss, err := h.App.Identity().SignedIn(t.Context(), tokens[0], home)
	if err != nil {
		t.Fatal(err)
	}
	made, err := h.App.Identity().CreateOwnKey(t.Context(), boss, "k", nil)
	if err != nil || h.Caller(made.Key).Scopes.Has(access.Admin) {
		t.Errorf("a key has %v, %v", made.Scopes, err)
	}
	v := apptest.Visit(t, h.App, boss)
	defer v.Close()
	if made, err := v.Identity().SelfGenerate(t.Context(), "k"); err != nil || h.Caller(made.Key).Scopes.Has(access.Admin) {
		t.Errorf("a key has %v, %v", made.Scopes, err)
	}
	if access.Grantable.Has(access.Admin) {
		t.Error("a client may be given it")
	}
}
