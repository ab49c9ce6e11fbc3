package identity

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// Links that are good once, and who may open an account on the pages.

// SignUpMode says who may open an account on the pages. An operator may always open one,
// and so may whoever signs in through the service that the operator chose for that.
type SignUpMode uint8

// The modes.
const (
	SignUpOff    SignUpMode = iota // nobody
	SignUpInvite                   // who has an invitation
	SignUpOpen                     // everybody
)

var signUpModes = [...]string{SignUpOff: "off", SignUpInvite: "invite", SignUpOpen: "open"}

// String gives off, invite or open.
func (m SignUpMode) String() string { return signUpModes[min(int(m), len(signUpModes)-1)] }

// UnmarshalText reads what String gives. It also takes true for open and false for off.
func (m *SignUpMode) UnmarshalText(b []byte) error {
	switch text := strings.ToLower(string(b)); text {
	case "true":
		*m = SignUpOpen
	case "false":
		*m = SignUpOff
	default:
		for mode, name := range signUpModes {
			if text == name {
				*m = SignUpMode(mode)
				return nil
			}
		}
		return fault.Param("sign-up", "one of open, invite, off")
	}
	return nil
}

// SignUpMode returns who may open an account on the pages.
func (a *Authority) SignUpMode() SignUpMode { return a.signUp }

// errSignUp returns the fault for who may not open an account. Its kind gives 403.
func errSignUp() error {
	return fault.New(fault.ScopeNotAllowed, "accounts are opened by whoever runs this service")
}

// SignInLink returns the sign-in link of a token and the account it is for. It uses
// nothing up. A link that was used, replaced or has expired, or is of an account that may
// not sign in, is a fault of kind InvalidKey.
func (a *Authority) SignInLink(ctx context.Context, token string) (ledger.SignInLink, ledger.Account, error) {
	t, err := access.ParseLinkToken(access.LinkSignIn, token)
	if err != nil {
		return ledger.SignInLink{}, ledger.Account{}, err
	}
	l, account, err := a.ledger.SignInLink(ctx, t.Hash())
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return ledger.SignInLink{}, ledger.Account{}, fmt.Errorf("look up a sign-in link: %w", err)
	}
	if err != nil || !l.Good(a.now()) || account.Status != ledger.Active {
		return ledger.SignInLink{}, ledger.Account{}, access.ErrNoLink()
	}
	return l, account, nil
}

// SignInByLink begins a session for the account of a sign-in link. A link works once: of
// many who use one at the same time, on all replicas, one is signed in. Its faults are
// those of SignInLink.
func (a *Authority) SignInByLink(ctx context.Context, token string, from netip.Addr) (access.SessionToken, ledger.Session, error) {
	l, account, err := a.SignInLink(ctx, token)
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	now := moment(a.now())
	by := ledger.By{Actor: account.ID, From: access.Caller{Address: from}.From()}
	s, secret := ledger.NewSession(account.ID, now)
	err = a.ledger.UseSignInLink(ctx, l.Hash, s, by.Did(ledger.SignedIn, account.ID, account.ID, "by link", now))
	if errors.Is(err, ledger.ErrNotFound) { // used a moment ago
		err = access.ErrNoLink()
	}
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	a.remember(ctx, account.ID, from)
	return secret, s, nil
}

// Invitation returns the invitation of a token. It uses nothing up. One that was used or
// has expired is a fault of kind InvalidKey; where nobody may open an account, it is one
// of kind ScopeNotAllowed.
func (a *Authority) Invitation(ctx context.Context, token string) (ledger.Invitation, error) {
	if a.signUp == SignUpOff {
		return ledger.Invitation{}, errSignUp()
	}
	t, err := access.ParseLinkToken(access.LinkInvite, token)
	if err != nil {
		return ledger.Invitation{}, err
	}
	i, err := a.ledger.Invitation(ctx, t.Hash())
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return ledger.Invitation{}, fmt.Errorf("look up an invitation: %w", err)
	}
	if err != nil || !i.Good(a.now()) {
		return ledger.Invitation{}, access.ErrNoLink()
	}
	return i, nil
}

// SignUpInvited opens an account on the plan of an invitation and begins a session for
// it. The invitation works once. One that is for an email opens the account of that
// email, whatever email is given. Its faults are those of Invitation and SignUp.
func (a *Authority) SignUpInvited(ctx context.Context, token, name, email, password string, from netip.Addr) (access.SessionToken, ledger.Session, error) {
	refuse := func(err error) (access.SessionToken, ledger.Session, error) {
		return access.SessionToken{}, ledger.Session{}, err
	}
	i, err := a.Invitation(ctx, token)
	if err != nil {
		return refuse(err)
	}
	if i.Email != "" {
		email = string(i.Email)
	}
	if err := a.countSignUp(ctx, from); err != nil {
		return refuse(err)
	}
	o, err := a.opening(ctx, name, email, password)
	if err != nil {
		return refuse(err)
	}
	o.Plan = i.Plan.String()
	by := ledger.By{Actor: o.ID, From: access.Caller{Address: from}.From()}
	account, err := ledger.OpenInvited(ctx, a.ledger, i.Hash, o, by, a.now())
	if errors.Is(err, ledger.ErrNotFound) { // used a moment ago
		err = access.ErrNoLink()
	}
	if err != nil {
		return refuse(err)
	}
	return a.begin(ctx, account, from)
}
