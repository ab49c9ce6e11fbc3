package ledgertest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/ledger"
)

// reset makes a password reset for an account.
func reset(account string, at time.Time) ledger.PasswordReset {
	r, _ := ledger.NewPasswordReset(account, at)
	return r
}

// isReset expects a password reset to be there, or not.
func isReset(t *testing.T, l ledger.Ledger, what string, r ledger.PasswordReset, want bool) {
	t.Helper()
	got, owner, err := l.PasswordReset(t.Context(), r.Hash)
	if want && (err != nil || got != r || owner.ID != r.Account) || !want && !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("%s: %+v of %+v, %v, want it there: %v", what, got, owner, err, want)
	}
}

func passwordResets(t *testing.T, open Open) {
	l, event := open(t), ida.Did(ledger.PasswordResetCreated, "acc_1", "acc_1", "", noon)
	if err := l.CreatePasswordReset(t.Context(), reset("acc_none", noon), event); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a reset for nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	account(t, l, "acc_2")
	first, newer, other := reset("acc_1", noon), reset("acc_1", noon.Add(time.Second)), reset("acc_2", noon)
	for _, r := range []ledger.PasswordReset{first, newer, other} {
		must(t, l.CreatePasswordReset(t.Context(), r, event))
		isReset(t, open(t), "a new reset", r, true)
	}
	isReset(t, l, "the reset before a newer one", first, false)

	session := newSession("acc_1", noon)
	must(t, l.CreateSession(t.Context(), session))
	g, code := grant("acc_1", "kcl_1", noon)
	must(t, l.CreateGrant(t.Context(), g, code, 5))
	recorded := len(read(t, l, ledger.AuditQuery{}))
	used := ida.Did(ledger.PasswordChanged, "acc_1", "acc_1", "", noon)
	for name, err := range map[string]error{
		"an older one":  l.UsePasswordReset(t.Context(), first.Hash, "hash", noon, used),
		"an unknown":    l.UsePasswordReset(t.Context(), reset("acc_1", noon).Hash, "hash", noon, used),
		"when it ended": l.UsePasswordReset(t.Context(), newer.Hash, "hash", newer.Expires, used),
	} {
		if !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("using %s: %v, want ErrNotFound", name, err)
		}
	}
	if a, err := l.Account(t.Context(), "acc_1"); err != nil || a.Password != "" || len(read(t, l, ledger.AuditQuery{})) != recorded {
		t.Errorf("a refused reset changed the account or the log: %v", err)
	}
	known(t, l, "a grant after a refused reset", code.Hash, true)

	must(t, l.UsePasswordReset(t.Context(), newer.Hash, "hash", newer.Expires.Add(-time.Microsecond), used))
	if a, err := open(t).Account(t.Context(), "acc_1"); err != nil || a.Password != "hash" || len(read(t, l, ledger.AuditQuery{})) != recorded+1 {
		t.Errorf("the password is %q, %v", string(a.Password), err)
	}
	if _, _, err := l.FindSession(t.Context(), session.Hash); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a session from before: %v, want ErrNotFound", err)
	}
	known(t, l, "a grant from before", code.Hash, false)
	isReset(t, l, "a used reset", newer, false)
	isReset(t, l, "another account's reset", other, true)

	// Whatever else shuts everybody out ends the link too.
	must(t, l.SetPassword(t.Context(), "acc_2", "hash"))
	isReset(t, l, "after a new password", other, false)
	linked := reset("acc_2", noon)
	must(t, l.CreatePasswordReset(t.Context(), linked))
	must(t, l.LinkIdentity(t.Context(), ledger.Hash{7}, "acc_2", ida, noon))
	isReset(t, l, "after an identity was linked", linked, false)
}

// A link is used once, whoever asks first and wherever.
func resetsOnce(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	account(t, ledgers[0], "acc_1")
	r := reset("acc_1", noon)
	must(t, ledgers[0].CreatePasswordReset(t.Context(), r))
	var won atomic.Int32
	atOnce(8, func(i int) {
		switch err := ledgers[i%2].UsePasswordReset(t.Context(), r.Hash, "hash", noon); {
		case err == nil:
			won.Add(1)
		case !errors.Is(err, ledger.ErrNotFound):
			t.Error(err)
		}
	})
	if won.Load() != 1 {
		t.Errorf("%d succeed, want 1", won.Load())
	}
	// Of links that are made at once one is left.
	made := make([]ledger.PasswordReset, 6)
	atOnce(len(made), func(i int) {
		made[i] = reset("acc_1", noon)
		if err := ledgers[i%2].CreatePasswordReset(t.Context(), made[i]); err != nil {
			t.Error(err)
		}
	})
	left := 0
	for _, r := range made {
		if _, _, err := ledgers[0].PasswordReset(t.Context(), r.Hash); err == nil {
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d links are left, want 1", left)
	}
}

func knownNetworks(t *testing.T, open Open) {
	l := open(t)
	day := 24 * time.Hour
	if err := l.RememberNetwork(t.Context(), "acc_none", "192.0.2.1", noon, noon.Add(day)); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a network of nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	account(t, l, "acc_2")
	knows := func(account, network string, at time.Time, want bool) {
		t.Helper()
		if got, err := open(t).KnowsNetwork(t.Context(), account, network, at); err != nil || got != want {
			t.Errorf("%s knows %s at %v: %v, %v, want %v", account, network, at.Sub(noon), got, err, want)
		}
	}
	must(t, l.RememberNetwork(t.Context(), "acc_1", "2001:db8::/64", noon, noon.Add(day)))
	knows("acc_1", "2001:db8::/64", noon, true)
	knows("acc_1", "2001:db8::/64", noon.Add(day), false)
	knows("acc_1", "192.0.2.1", noon, false)
	knows("acc_2", "2001:db8::/64", noon, false)
	knows("", "2001:db8::/64", noon, false)
	// Another sign-in from there prolongs it; an earlier one that is told late does
	// not shorten it.
	must(t, l.RememberNetwork(t.Context(), "acc_1", "2001:db8::/64", noon.Add(day), noon.Add(2*day)))
	must(t, l.RememberNetwork(t.Context(), "acc_1", "2001:db8::/64", noon, noon.Add(day)))
	knows("acc_1", "2001:db8::/64", noon.Add(day), true)
	// Only so many are kept, those that were used last.
	atOnce(ledger.MostNetworks, func(i int) {
		at := noon.Add(time.Duration(i+3) * day)
		if err := l.RememberNetwork(t.Context(), "acc_1", fmt.Sprint("192.0.2.", i), noon, at); err != nil {
			t.Error(err)
		}
	})
	knows("acc_1", "2001:db8::/64", noon, false)
	for i := range ledger.MostNetworks {
		knows("acc_1", fmt.Sprint("192.0.2.", i), noon, true)
	}
}
