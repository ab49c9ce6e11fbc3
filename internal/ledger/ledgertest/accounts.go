package ledgertest

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/ledger"
)

func accounts(t *testing.T, open Open) {
	l := open(t)
	if _, err := l.Account(t.Context(), "acc_none"); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("an account that does not exist: %v, want ErrNotFound", err)
	}
	later := ledger.Account{ID: "acc_1", Name: "Ida Lupino's \"atelier\"; DROP TABLE accounts", Email: "ida@example.com",
		Password: "$argon2id$…", Plan: access.Studio, Status: ledger.Suspended, Created: noon.Add(time.Second)}
	first := ledger.Account{ID: "acc_2", Name: "Åke", Plan: access.Free, Created: noon}
	for _, a := range []ledger.Account{later, first} {
		must(t, l.CreateAccount(t.Context(), a))
		got, err := l.Account(t.Context(), a.ID)
		must(t, err)
		if got != a {
			t.Errorf("account = %+v, want %+v", got, a)
		}
	}
	all, err := l.ListAccounts(t.Context())
	must(t, err)
	if len(all) != 2 || all[0] != first || all[1] != later {
		t.Errorf("accounts = %+v, want them by creation", all)
	}
}

func accountsOnce(t *testing.T, open Open) {
	l := open(t)
	a := ledger.Account{ID: "acc_1", Name: "first", Created: noon}
	must(t, l.CreateAccount(t.Context(), a))
	if err := l.CreateAccount(t.Context(), ledger.Account{ID: "acc_1", Name: "second", Created: noon}); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("creating it again: %v, want ErrExists", err)
	}
	if got, _ := l.Account(t.Context(), "acc_1"); got != a {
		t.Errorf("the account became %+v", got)
	}
}

// An email, once taken, is taken; having none is for everyone.
func emails(t *testing.T, open Open) {
	l := open(t)
	for _, id := range []string{"acc_1", "acc_2"} {
		must(t, l.CreateAccount(t.Context(), ledger.Account{ID: id, Created: noon}))
	}
	ida := ledger.Account{ID: "acc_3", Email: "ida@example.com", Created: noon}
	must(t, l.CreateAccount(t.Context(), ida))
	if err := l.CreateAccount(t.Context(), ledger.Account{ID: "acc_4", Email: ida.Email, Created: noon}); !errors.Is(err, ledger.ErrExists) {
		t.Errorf("a second account with the email: %v, want ErrExists", err)
	}
	if got, err := l.AccountByEmail(t.Context(), ida.Email); err != nil || got != ida {
		t.Errorf("account of the email = %+v, %v", got, err)
	}
	for _, nobodys := range []access.Email{"", "nobody@example.com"} {
		if _, err := l.AccountByEmail(t.Context(), nobodys); !errors.Is(err, ledger.ErrNotFound) {
			t.Errorf("account of %q: %v, want ErrNotFound", nobodys, err)
		}
	}
}

func plans(t *testing.T, open Open) {
	l := open(t)
	if err := l.SetPlan(t.Context(), "acc_none", access.Studio); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("setting the plan of nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	for _, p := range access.Plans() {
		must(t, l.SetPlan(t.Context(), "acc_1", p))
		if got, err := l.Account(t.Context(), "acc_1"); err != nil || got.Plan != p {
			t.Errorf("plan = %v, %v, want %v", got.Plan, err, p)
		}
	}
	if err := l.SetStatus(t.Context(), "acc_none", ledger.Suspended); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("suspending nobody: %v, want ErrNotFound", err)
	}
	for _, s := range []ledger.Status{ledger.Suspended, ledger.Active} {
		must(t, l.SetStatus(t.Context(), "acc_1", s))
		if got, err := l.Account(t.Context(), "acc_1"); err != nil || got.Status != s {
			t.Errorf("status = %v, %v, want %v", got.Status, err, s)
		}
	}
}

func passwords(t *testing.T, open Open) {
	l := open(t)
	if err := l.SetPassword(t.Context(), "acc_none", "hash"); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("the password of nobody: %v, want ErrNotFound", err)
	}
	account(t, l, "acc_1")
	account(t, l, "acc_2")
	mine, other := newSession("acc_1", noon), newSession("acc_2", noon)
	must(t, l.CreateSession(t.Context(), mine))
	must(t, l.CreateSession(t.Context(), other))
	must(t, l.SetPassword(t.Context(), "acc_1", "hash"))
	if got, err := l.Account(t.Context(), "acc_1"); err != nil || got.Password != "hash" {
		t.Errorf("password = %q, %v", string(got.Password), err)
	}
	if _, _, err := l.FindSession(t.Context(), mine.Hash); !errors.Is(err, ledger.ErrNotFound) {
		t.Errorf("a session from before: %v, want ErrNotFound", err)
	}
	if _, _, err := l.FindSession(t.Context(), other.Hash); err != nil {
		t.Errorf("the session of another account: %v", err)
	}
}

func secrets(t *testing.T, open Open) {
	ledgers := []ledger.Ledger{open(t), open(t)}
	got := make([][]byte, 8)
	atOnce(len(got), func(i int) {
		var err error
		if got[i], err = ledgers[i%2].Secret(t.Context(), "cursor"); err != nil {
			t.Error(err)
		}
	})
	for _, s := range got {
		if len(s) != 32 || !bytes.Equal(s, got[0]) {
			t.Errorf("secret = %d bytes, equal to the first: %v", len(s), bytes.Equal(s, got[0]))
		}
	}
	other, err := ledgers[0].Secret(t.Context(), "sessions")
	if err != nil || bytes.Equal(other, got[0]) || bytes.Equal(other, make([]byte, 32)) {
		t.Errorf("another secret is the same or empty (%v)", err)
	}
}
