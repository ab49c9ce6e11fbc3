package app

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// Accounts for the web pages: opening one, signing in and out. Sign-in asks for
// a password, so it is not among the questions of a visit, whose caller is known
// already.

// How often a day a password may be wrong, from one address (an IPv6 /64) and
// for one email.
const (
	triesPerAddress = 100
	triesPerEmail   = 1_000
)

// Register opens an account on the Free plan. An email that has one is a fault
// of kind Conflict.
func (a *App) Register(ctx context.Context, name, email, password string, from netip.Addr) (ledger.Account, error) {
	address, err := access.ParseEmail(email)
	if err != nil {
		return ledger.Account{}, err
	}
	hash, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return ledger.Account{}, err
	}
	o := ledger.Opening{ID: ledger.NewAccountID(), Name: name, Email: address, Password: hash, Plan: access.Free.String()}
	by := ledger.By{Actor: o.ID, From: access.Caller{Address: from}.From()}
	return ledger.Open(ctx, a.ledger, o, by, a.now())
}

// SignIn begins a session for whoever knows the password of an email. It refuses
// a wrong password, an unknown email and a suspended account in the same words
// and the same time, and all of them, for the rest of the day, who were wrong
// too often.
func (a *App) SignIn(ctx context.Context, email, password string, from netip.Addr) (access.SessionToken, ledger.Session, error) {
	now := a.now()
	address, err := access.ParseEmail(email)
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	tries, err := a.try(ctx, address, from, now)
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	account, err := a.ledger.AccountByEmail(ctx, address)
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return access.SessionToken{}, ledger.Session{}, fmt.Errorf("look up an account: %w", err)
	}
	ok, err := a.hasher.Matches(ctx, password, account.Password)
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	by := ledger.By{Actor: cmp.Or(account.ID, "unknown"), From: access.Caller{Address: from}.From()}
	if !ok || account.Status != ledger.Active {
		a.ledger.Record(ctx, by.Did(ledger.SignInRefused, account.ID, account.ID, "", now))
		return access.SessionToken{}, ledger.Session{}, fault.New(fault.InvalidKey, "the email or the password is wrong")
	}
	s, token := ledger.NewSession(account.ID, now)
	if err := a.ledger.CreateSession(ctx, s, by.Did(ledger.SignedIn, account.ID, account.ID, "", now)); err != nil {
		return access.SessionToken{}, ledger.Session{}, fmt.Errorf("begin a session: %w", err)
	}
	for _, meter := range tries {
		a.ledger.Refund(ctx, meter, ledger.DayOf(now), 1) // what is not given back is one try less
	}
	return token, s, nil
}

// try counts a try at a password before it is made, so that many at once are
// counted too. It gives the meters.
func (a *App) try(ctx context.Context, email access.Email, from netip.Addr, now time.Time) ([]string, error) {
	// The email is hashed, since meters are kept for a month.
	sum := sha256.Sum256([]byte(email))
	meters := []string{
		"sign-in:" + access.KeylessCaller(from).Meter(),
		"sign-in:email:" + hex.EncodeToString(sum[:16]),
	}
	day := ledger.DayOf(now)
	for i, limit := range []int{triesPerAddress, triesPerEmail} {
		_, ok, err := a.ledger.Spend(ctx, meters[i], day, 1, limit)
		if err != nil {
			return nil, fmt.Errorf("count a try to sign in: %w", err)
		}
		if !ok {
			return nil, fault.New(fault.RateLimited, "too many tries to sign in; try again after 00:00 UTC").After(day.End().Sub(now))
		}
	}
	return meters, nil
}

// SignedIn recognises the caller of a session, by the token in its cookie. One
// that has ended is a fault of kind InvalidKey.
func (a *App) SignedIn(ctx context.Context, token string, from netip.Addr) (access.Caller, error) {
	t, err := access.ParseSessionToken(token)
	if err != nil {
		return access.Caller{}, err
	}
	s, account, err := a.ledger.FindSession(ctx, t.Hash())
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return access.Caller{}, fmt.Errorf("look up a session: %w", err)
	}
	if err != nil || !s.Good(a.now()) || account.Status != ledger.Active {
		return access.Caller{}, access.ErrNoSession()
	}
	return access.Caller{
		Mode:    access.SignedIn,
		Account: account.ID,
		Plan:    account.Plan,
		Scopes:  account.Plan.DefaultScopes(),
		Address: from,
	}, nil
}

// SignOut ends a session. Ending one that has ended does nothing.
func (a *App) SignOut(ctx context.Context, token string, from netip.Addr) error {
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

// SetPassword changes the password of an account, by whoever is signed in and
// knows the present one, and ends all its sessions.
func (a *App) SetPassword(ctx context.Context, c access.Caller, present, next string) error {
	if c.Mode != access.SignedIn {
		return access.ErrNoSession()
	}
	account, err := a.ledger.Account(ctx, c.Account)
	if err != nil {
		return fmt.Errorf("look up an account: %w", err)
	}
	switch ok, err := a.hasher.Matches(ctx, present, account.Password); {
	case err != nil:
		return err
	case !ok:
		return fault.Param("present", "the present password")
	}
	hash, err := a.hasher.Hash(ctx, next)
	if err != nil {
		return err
	}
	by := ledger.By{Actor: c.Account, From: c.From()}
	return a.ledger.SetPassword(ctx, c.Account, hash, by.Did(ledger.PasswordChanged, c.Account, c.Account, "", a.now()))
}
