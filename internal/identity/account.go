package identity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// Accounts for the web pages: opening one, signing in and out. Sign-in asks for
// a password, so it is not among the questions of a visit, whose caller is known
// already.

// Register opens an account on the Free plan and returns it. from is the address of
// the request, for the audit log. An email or a password that may not be one is a
// fault of kind InvalidParameter; an email that has an account is one of kind Conflict.
// It hashes the password, which takes tens of milliseconds of one processor.
func (a *Authority) Register(ctx context.Context, name, email, password string, from netip.Addr) (ledger.Account, error) {
	o, err := a.opening(ctx, name, email, password)
	if err != nil {
		return ledger.Account{}, err
	}
	by := ledger.By{Actor: o.ID, From: access.Caller{Address: from}.From()}
	return ledger.Open(ctx, a.ledger, o, by, a.now())
}

// opening returns what asks for a new account on the Free plan.
func (a *Authority) opening(ctx context.Context, name, email, password string) (ledger.Opening, error) {
	address, err := access.ParseEmail(email)
	if err != nil {
		return ledger.Opening{}, err
	}
	hash, err := a.hasher.Hash(ctx, address, password)
	if err != nil {
		return ledger.Opening{}, err
	}
	return ledger.Opening{ID: ledger.NewAccountID(), Name: name, Email: address, Password: hash, Plan: access.Free.String()}, nil
}

// SignIn begins a session for the person who knows the password of an email. It
// refuses a wrong password, an unknown email and a suspended account with the same
// fault of kind InvalidKey, after the same time, so that no answer says which emails
// have an account. After too many wrong passwords it is a fault of kind RateLimited
// whose RetryAfter says how long to wait (see attempt).
func (a *Authority) SignIn(ctx context.Context, email, password string, from netip.Addr) (access.SessionToken, ledger.Session, error) {
	address, err := access.ParseEmail(email)
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	account, err := a.ledger.AccountByEmail(ctx, address)
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return access.SessionToken{}, ledger.Session{}, fmt.Errorf("look up an account: %w", err)
	}
	ok, err := a.matches(ctx, address, account, password, from)
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	if !ok {
		by := ledger.By{Actor: cmp.Or(account.ID, "unknown"), From: access.Caller{Address: from}.From()}
		_ = a.ledger.Record(ctx, by.Did(ledger.SignInRefused, account.ID, account.ID, "", a.now())) // the refusal stands without its record
		return access.SessionToken{}, ledger.Session{}, fault.New(fault.InvalidKey, "the email or the password is wrong")
	}
	return a.begin(ctx, account, from)
}

// SignedIn returns the caller of a session, by the token in its cookie. A session that
// has ended, or whose account is suspended, is a fault of kind InvalidKey. The ledger is
// asked each time, so that a session that was ended is refused by every replica at once.
func (a *Authority) SignedIn(ctx context.Context, token string, from netip.Addr) (access.Caller, error) {
	return a.SignedInFrom(ctx, token, Browser{Address: from})
}

// SignOut ends a session. It is idempotent: a session that has ended already, or never
// was, is no error.
func (a *Authority) SignOut(ctx context.Context, token string, from netip.Addr) error {
	caller, err := a.SignedIn(ctx, token, from)
	if fault.Is(err, fault.InvalidKey) {
		return nil
	}
	if err != nil {
		return err
	}
	t, err := access.ParseSessionToken(token)
	if err != nil {
		return nil
	}
	by := ledger.By{Actor: caller.Account, From: caller.From()}
	return a.ledger.EndSession(ctx, t.Hash(), by.Did(ledger.SignedOut, caller.Account, caller.Account, "", a.now()))
}
