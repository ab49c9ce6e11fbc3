package identity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/ledger"
)

// A person's own sessions, and the end of an account.

// Session is one of the caller's own sessions, as its owner sees it.
type Session struct {
	ID        string     `json:"id" doc:"Names the session; it opens nothing."`
	Current   bool       `json:"current" doc:"Whether it is the one that asks."`
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt time.Time  `json:"expires_at"`
	LastUsed  *time.Time `json:"last_used_at" doc:"To the minute; null when it never was."`
	From      string     `json:"from" example:"192.0.2.0/24" doc:"Roughly where it was last used from; empty when that is unknown."`
	Browser   string     `json:"browser" example:"Firefox on Linux"`
}

// Browser is what asks in a session: from which address, and what it calls itself.
type Browser struct {
	Address netip.Addr
	Agent   string // the header User-Agent
}

// SignedInFrom is SignedIn, and records when, roughly from where and by which browser the
// session was used, about once a minute.
func (a *Authority) SignedInFrom(ctx context.Context, token string, by Browser) (access.Caller, error) {
	t, err := access.ParseSessionToken(token)
	if err != nil {
		return access.Caller{}, err
	}
	s, account, err := a.session(ctx, t)
	if err != nil {
		return access.Caller{}, err
	}
	if now := moment(a.now()); by.Agent != "" && ledger.RecordsUse(s.Used, now) {
		s.Used, s.From, s.Agent = now, roughly(by.Address), browserName(by.Agent)
		_ = a.ledger.UsedSession(ctx, s) // a use that is not recorded is no reason to refuse it
	}
	return sessionCaller(account, by.Address), nil
}

// session returns the session of a token that is on, with its account.
func (a *Authority) session(ctx context.Context, t access.SessionToken) (ledger.Session, ledger.Account, error) {
	s, account, err := a.ledger.FindSession(ctx, t.Hash())
	if err != nil && !errors.Is(err, ledger.ErrNotFound) {
		return ledger.Session{}, ledger.Account{}, fmt.Errorf("look up a session: %w", err)
	}
	if err != nil || !s.Good(a.now()) || account.Status != ledger.Active {
		return ledger.Session{}, ledger.Account{}, access.ErrNoSession()
	}
	return s, account, nil
}

// sessionCaller returns who is signed in to an account. Whoever runs the service, on the
// Operator plan, has the admin scope in the browser; keys have it only when they are given
// it, and clients of the connector never.
func sessionCaller(account ledger.Account, from netip.Addr) access.Caller {
	scopes := account.Plan.DefaultScopes()
	if account.Plan == access.Operator {
		scopes |= access.Scopes(access.Admin)
	}
	return access.Caller{Mode: access.SignedIn, Account: account.ID, Plan: account.Plan, Scopes: scopes, Address: from}
}

// Sessions returns the caller's own sessions that are on, the oldest first. token is that
// of the one that asks. Whoever is not signed in gets a fault of kind InvalidKey.
func (a *Authority) Sessions(ctx context.Context, c access.Caller, token string) ([]Session, error) {
	t, err := a.own(c, token)
	if err != nil {
		return nil, err
	}
	all, err := a.ledger.ListSessions(ctx, c.Account)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	on := []Session{}
	for _, s := range all {
		if s.Good(a.now()) {
			on = append(on, Session{s.ID(), s.Hash == t.Hash(), s.Created, s.Expires, orNil(s.Used), s.From, s.Agent})
		}
	}
	return on, nil
}

// own returns the token of a session, which the caller must be signed in with.
func (a *Authority) own(c access.Caller, token string) (access.SessionToken, error) {
	if c.Mode != access.SignedIn || c.Account == "" {
		return access.SessionToken{}, access.ErrNoSession()
	}
	return access.ParseSessionToken(token)
}

// EndSession ends one of the caller's own sessions, by its id. One of another account, or
// one that has ended, is no error and changes nothing.
func (a *Authority) EndSession(ctx context.Context, c access.Caller, id string) error {
	if c.Mode != access.SignedIn || c.Account == "" {
		return access.ErrNoSession()
	}
	all, err := a.ledger.ListSessions(ctx, c.Account)
	if err != nil {
		return fmt.Errorf("list sessions: %w", err)
	}
	for _, s := range all {
		if s.ID() == id {
			return a.ledger.EndSession(ctx, s.Hash, by(c).Did(ledger.SignedOut, c.Account, c.Account, s.ID(), a.now()))
		}
	}
	return nil
}

// EndOtherSessions ends all of the caller's own sessions but the one of token.
func (a *Authority) EndOtherSessions(ctx context.Context, c access.Caller, token string) error {
	t, err := a.own(c, token)
	if err != nil {
		return err
	}
	return a.ledger.EndSessions(ctx, c.Account, t.Hash(), by(c).Did(ledger.SignedOut, c.Account, c.Account, "all others", a.now()))
}

// by returns a caller for the audit log: the key that asks, or the account.
func by(c access.Caller) ledger.By { return ledger.By{Actor: cmp.Or(c.Key, c.Account), From: c.From()} }

// freshFor is how long after a sign-in a person need not give the password to do what
// cannot be undone.
const freshFor = 10 * time.Minute

// CloseAccount deletes the caller's own account for good, with its keys, sessions, grants,
// links, passkeys, identities and usage. The caller must know the password, or have signed
// in within the last ten minutes if none is given. A wrong password is a fault of the
// parameter password, and guessing is limited as at the sign-in; a session that is too old
// is one of kind ScopeNotAllowed. The audit log keeps that it was done, and no address.
func (a *Authority) CloseAccount(ctx context.Context, c access.Caller, token, password string) error {
	t, err := a.own(c, token)
	if err != nil {
		return err
	}
	s, account, err := a.session(ctx, t)
	if err != nil {
		return err
	}
	if account.ID != c.Account {
		return access.ErrNoSession()
	}
	if password != "" {
		switch ok, err := a.matches(ctx, account.Email, account, password, c.Address); {
		case err != nil:
			return err
		case !ok:
			f := fault.Param("password", "the present password")
			f.Message = "the password is wrong"
			return f
		}
	} else if a.now().Sub(s.Created) >= freshFor {
		return fault.New(fault.ScopeNotAllowed, "give your password, or sign in again and do this within ten minutes")
	}
	return a.ledger.DeleteAccount(ctx, c.Account, ledger.By{Actor: c.Account}.Did(ledger.AccountDeleted, c.Account, c.Account, "by its owner", a.now()))
}

// roughly returns the /24 of an IPv4 address or the /48 of an IPv6 address; empty for an
// invalid one.
func roughly(from netip.Addr) string {
	from = from.Unmap().WithZone("")
	switch {
	case !from.IsValid():
		return ""
	case from.Is4():
		return netip.PrefixFrom(from, 24).Masked().String()
	}
	return netip.PrefixFrom(from, 48).Masked().String()
}

// Names in the header User-Agent, and what they are called here. The first that is there
// counts: browsers call themselves by the names of others too.
var (
	browserNames = [...][2]string{{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"}}
	systemNames = [...][2]string{{"Windows", "Windows"}, {"Android", "Android"}, {"iPhone", "iOS"}, {"iPad", "iOS"}, {"Mac OS X", "macOS"},
		{"CrOS", "ChromeOS"}, {"Linux", "Linux"}}
)

// browserName returns the family of a browser and its system, such as Firefox on Linux. It
// holds nothing of the header but known names.
func browserName(agent string) string {
	browser, system := "", ""
	for _, n := range browserNames {
		if browser == "" && strings.Contains(agent, n[0]) {
			browser = n[1]
		}
	}
	for _, n := range systemNames {
		if system == "" && strings.Contains(agent, n[0]) {
			system = n[1]
		}
	}
	switch {
	case browser == "":
		return "another program"
	case system == "":
		return browser
	}
	return browser + " on " + system
}
