package ledgertest

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

// link makes a sign-in link for an account.
func link(account string, at time.Time) ledger.SignInLink {
	l, _ := ledger.NewSignInLink(account, at, ledger.SignInLinkFor)
	return l
}

// isLink expects a sign-in link to be there, or not.
func isLink(t *testing.T, l ledger.Ledger, what string, want ledger.SignInLink, there bool) {
	t.Helper()
	got, owner, err := l.SignInLink(t.Context(), want.Hash)
	if there && (err != nil || got != want || owner.ID != want.Account) || !there && !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("%s: %+v of %+v, %v, want it there: %v", what, got, owner, err, there)
	}
}

func signInLinks(t *testing.T, open Open) {
	l, event := open(t), ida.Did(ledger.SignInLinkCreated, "acc_1", "acc_1", "", noon)
	if err := l.CreateSignInLink(t.Context(), link("acc_none", noon), event); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a link for nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	account(t, l, "acc_2")
	first, newer, other := link("acc_1", noon), link("acc_1", noon.Add(time.Second)), link("acc_2", noon)
	for _, made := range []ledger.SignInLink{first, newer, other} {
		must(t, l.CreateSignInLink(t.Context(), made, event))
		isLink(t, open(t), "a new link", made, true)
	}
	isLink(t, l, "the link before a newer one", first, false)

	recorded := len(read(t, l, ledger.AuditQuery{}))
	used := ida.Did(ledger.SignedIn, "acc_1", "acc_1", "by link", noon)
	for name, err := range map[string]error{
		"an older one":      l.UseSignInLink(t.Context(), first.Hash, newSession("acc_1", noon), used),
		"an unknown":        l.UseSignInLink(t.Context(), link("acc_1", noon).Hash, newSession("acc_1", noon), used),
		"another account's": l.UseSignInLink(t.Context(), other.Hash, newSession("acc_1", noon), used),
		"when it ended":     l.UseSignInLink(t.Context(), newer.Hash, newSession("acc_1", newer.Expires), used),
	} {
		if !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("using %s: %v, want ErrNotFound", name, err)
		}
	}
	if n := len(read(t, l, ledger.AuditQuery{})); n != recorded {
		t.Errorf("%d refused links are in the log", n-recorded)
	}
	session := newSession("acc_1", newer.Expires.Add(-time.Microsecond))
	must(t, l.UseSignInLink(t.Context(), newer.Hash, session, used))
	if got, owner, err := open(t).FindSession(t.Context(), session.Hash); err != nil || got != session || owner.ID != "acc_1" {
		t.Errorf("the session is %+v of %+v, %v", got, owner, err)
	}
	if n := len(read(t, l, ledger.AuditQuery{})); n != recorded+1 {
		t.Errorf("%d events are recorded of a link that was used, want 1", n-recorded)
	}
	isLink(t, l, "a used link", newer, false)
	isLink(t, l, "another account's link", other, true)

	must(t, l.SetPassword(t.Context(), "acc_2", "hash"))
	isLink(t, l, "after a new password", other, false)
	linked := link("acc_2", noon)
	must(t, l.CreateSignInLink(t.Context(), linked))
	must(t, l.LinkIdentity(t.Context(), ledger.Hash{7}, "acc_2", ida, noon))
	isLink(t, l, "after an identity was linked", linked, false)
}

// A link signs in once, whoever asks first and wherever.
func signInLinksOnce(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	account(t, ledgers[0], "acc_1")
	made := link("acc_1", noon)
	must(t, ledgers[0].CreateSignInLink(t.Context(), made))
	var won atomic.Int32
	atOnce(8, func(i int) {
		switch err := ledgers[i%2].UseSignInLink(t.Context(), made.Hash, newSession("acc_1", noon)); {
		case err == nil:
			won.Add(1)
		case !errors.Is(err, ledger.ErrNotFound):
			t.Error(err)
		}
	})
	if won.Load() != 1 {
		t.Errorf("%d succeed, want 1", won.Load())
	}
}

func invitations(t *testing.T, open Open) {
	l := open(t)
	made, _ := ledger.NewInvitation(access.Producer, "ida@example.com", noon, ledger.InvitationFor)
	anybody, _ := ledger.NewInvitation(access.Free, "", noon, time.Hour)
	for _, i := range []ledger.Invitation{made, anybody} {
		must(t, l.CreateInvitation(t.Context(), i, ida.Did(ledger.InvitationCreated, "", "", i.Plan.String(), noon)))
		if got, err := open(t).Invitation(t.Context(), i.Hash); err != nil || got != i {
			t.Errorf("the invitation is %+v, %v, want %+v", got, err, i)
		}
	}
	if err := l.CreateInvitation(t.Context(), made); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("the same invitation again: %v, want ErrExists", err)
	}
	must(t, l.CreateAccount(t.Context(), ledger.Account{ID: "acc_1", Name: "Åke", Email: "ake@example.com", Created: noon}))
	recorded := len(read(t, l, ledger.AuditQuery{}))
	opened := ida.Did(ledger.AccountCreated, "acc_2", "acc_2", "producer", noon)
	fresh := ledger.Account{ID: "acc_2", Name: "Ida", Email: "ida@example.com", Plan: access.Producer, Created: noon.Add(time.Minute)}
	late, taken := fresh, fresh
	late.Created, taken.Email = made.Expires, "ake@example.com"
	for name, c := range map[string]struct {
		err, want error
	}{
		"an unknown one":  {l.UseInvitation(t.Context(), ledger.Hash{9}, fresh, opened), ledger.ErrNotFound},
		"when it ended":   {l.UseInvitation(t.Context(), made.Hash, late, opened), ledger.ErrNotFound},
		"a taken address": {l.UseInvitation(t.Context(), made.Hash, taken, opened), ledger.ErrExists},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("using %s: %v, want %v", name, c.err, c.want)
		}
	}
	if n := len(read(t, l, ledger.AuditQuery{})); n != recorded {
		t.Errorf("%d refused invitations are in the log", n-recorded)
	}
	ledgers := []ledger.Ledger{l, open(t)}
	var won atomic.Int32
	atOnce(8, func(i int) {
		a := fresh
		if a.ID = ledger.NewAccountID(); i%2 == 0 {
			a.Email = ""
		}
		switch err := ledgers[i%2].UseInvitation(t.Context(), made.Hash, a, opened); {
		case err == nil:
			won.Add(1)
		case !errors.Is(err, ledger.ErrNotFound):
			t.Error(err)
		}
	})
	if all, err := l.ListAccounts(t.Context()); err != nil || won.Load() != 1 || len(all) != 2 {
		t.Errorf("%d succeed, %d accounts are there, %v, want 1 and 2", won.Load(), len(all), err)
	}
	// One that lapsed is dropped as the next comes.
	newer, _ := ledger.NewInvitation(access.Free, "", noon.Add(2*time.Hour), time.Hour)
	must(t, l.CreateInvitation(t.Context(), newer))
	if _, err := l.Invitation(t.Context(), anybody.Hash); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("one that lapsed: %v, want ErrNotFound", err)
	}
}
