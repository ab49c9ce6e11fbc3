package identity

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
	"kinodex/internal/text"
)

// How many accounts a UTC day one network opens, and one neighbourhood, which is an
// IPv6 /48 or an IPv4 /24, or tries to: each try hashes a password, and each account
// has films of its own on pages.
const (
	signUpsPerNetwork = 50
	signUpsPerSite    = 200
)

// SignUp opens an account and begins a session for it. Its faults are those of Register,
// RateLimited when too many accounts were opened from one network, and ScopeNotAllowed
// where not everybody may open one.
func (a *Authority) SignUp(ctx context.Context, name, email, password string, from netip.Addr) (access.SessionToken, ledger.Session, error) {
	if a.signUp != SignUpOpen {
		return access.SessionToken{}, ledger.Session{}, errSignUp()
	}
	if err := a.countSignUp(ctx, from); err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	account, err := a.Register(ctx, name, email, password, from)
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	return a.begin(ctx, account, from)
}

// countSignUp counts a try to open an account.
func (a *Authority) countSignUp(ctx context.Context, from netip.Addr) error {
	now := a.now()
	const why = "too many accounts were opened from this address"
	return a.count(ctx, now,
		perDay(now, "sign-up:address:"+access.Network(from), signUpsPerNetwork, why),
		perDay(now, "sign-up:site:"+access.Neighbourhood(from), signUpsPerSite, why))
}

// begin begins a session for an account whose owner was authenticated.
func (a *Authority) begin(ctx context.Context, account ledger.Account, from netip.Addr) (access.SessionToken, ledger.Session, error) {
	now := a.now()
	by := ledger.By{Actor: account.ID, From: access.Caller{Address: from}.From()}
	s, token := ledger.NewSession(account.ID, now)
	if err := a.ledger.CreateSession(ctx, s, by.Did(ledger.SignedIn, account.ID, account.ID, "", now)); err != nil {
		return access.SessionToken{}, ledger.Session{}, fmt.Errorf("begin a session: %w", err)
	}
	a.remember(ctx, account.ID, from)
	return token, s, nil
}

// Identity is who another sign-in service says is there.
type Identity struct {
	// Issuer and Subject name the person for ever; an email may become
	// somebody else's.
	Issuer, Subject string
	// Email is an address that the service has verified; empty when it has not.
	Email string
	Name  string
}

// SignInAs begins a session for a person whom another sign-in service has authenticated. The
// first time, the identity is linked to the account of its email, or an account is opened
// where everybody may open one, and ScopeNotAllowed where not; the email must be verified for
// that. What an account had before ends then (password,
// sessions, grants, and with the password its keys), because nobody had shown that the email
// was theirs. An account that is suspended is a fault of kind InvalidKey.
func (a *Authority) SignInAs(ctx context.Context, who Identity, from netip.Addr) (access.SessionToken, ledger.Session, error) {
	if who.Issuer == "" || who.Subject == "" {
		return access.SessionToken{}, ledger.Session{}, errors.New("an identity without issuer or subject")
	}
	id := sha256.Sum256([]byte(who.Issuer + "\x00" + who.Subject))
	account, err := a.ledger.AccountByIdentity(ctx, id)
	if errors.Is(err, ledger.ErrNotFound) {
		account, err = a.link(ctx, id, who, from)
	}
	if err != nil {
		return access.SessionToken{}, ledger.Session{}, err
	}
	if account.Status != ledger.Active {
		by := ledger.By{Actor: account.ID, From: access.Caller{Address: from}.From()}
		_ = a.ledger.Record(ctx, by.Did(ledger.SignInRefused, account.ID, account.ID, "", a.now())) // the refusal stands without its record
		return access.SessionToken{}, ledger.Session{}, errSuspended()
	}
	return a.begin(ctx, account, from)
}

// errSuspended returns the fault for an account that may not sign in.
func errSuspended() error {
	return fault.New(fault.InvalidKey, "this account cannot sign in")
}

// link links an identity to the account of its email, which it opens if there is none.
func (a *Authority) link(ctx context.Context, id ledger.Hash, who Identity, from netip.Addr) (ledger.Account, error) {
	email, err := access.ParseEmail(who.Email)
	if err != nil {
		return ledger.Account{}, fault.New(fault.InvalidKey, "the sign-in service has not verified an email address for you")
	}
	account, err := a.ledger.AccountByEmail(ctx, email)
	if errors.Is(err, ledger.ErrNotFound) {
		if a.signUp != SignUpOpen {
			return ledger.Account{}, errSignUp()
		}
		if err := a.countSignUp(ctx, from); err != nil {
			return ledger.Account{}, err
		}
		o := ledger.Opening{ID: ledger.NewAccountID(), Name: nameOf(who, email), Email: email, Plan: access.Free.String()}
		account, err = ledger.Open(ctx, a.ledger, o, ledger.By{Actor: o.ID, From: access.Caller{Address: from}.From()}, a.now())
	}
	if err != nil {
		return ledger.Account{}, fmt.Errorf("the account of an identity: %w", err)
	}
	if account.Status != ledger.Active {
		return ledger.Account{}, errSuspended()
	}
	by := ledger.By{Actor: account.ID, From: access.Caller{Address: from}.From()}
	now := a.now()
	err = a.ledger.LinkIdentity(ctx, id, account.ID, by, moment(now), by.Did(ledger.IdentityLinked, account.ID, account.ID, who.Issuer, now))
	if errors.Is(err, ledger.ErrExists) { // by the same person, at the same moment
		return a.ledger.AccountByIdentity(ctx, id)
	}
	return account, err
}

// nameOf returns the name of a new account: the name that the other service gives, if it is
// a proper one, else the part of the email before the @.
func nameOf(who Identity, email access.Email) string {
	if name, err := ledger.ProperName(who.Name); err == nil {
		return name
	}
	name, _, _ := strings.Cut(string(email), "@")
	return text.Clean(name)
}

// Account returns the account of a caller who is signed in. Anyone else is a fault of kind
// InvalidKey.
func (a *Authority) Account(ctx context.Context, c access.Caller) (ledger.Account, error) {
	if c.Mode != access.SignedIn {
		return ledger.Account{}, access.ErrNoSession()
	}
	account, err := a.ledger.Account(ctx, c.Account)
	if err != nil {
		return ledger.Account{}, fmt.Errorf("look up an account: %w", err)
	}
	return account, nil
}
