// Package ledger keeps what changes all day: accounts, their keys, sessions and
// grants, what was spent, what was done by whom, the secrets that replicas share, and
// which servers there are.
//
// Ledger is the interface; Memory is its twin for tests. Package sqldb keeps one
// in SQLite, pgdb in PostgreSQL, and redismeter keeps the meters alone, beside
// either. Every implementation passes the conformance suite in ledgertest. KeyCache
// stands before a ledger where keys are looked up on every request; issue.go has
// the rules of making and replacing keys. The package imports access, fault and
// text. Start reading at Ledger.
package ledger

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"kinodex/internal/access"
)

// Ledger is all of it. Implementations are safe for concurrent use, also by
// several processes where they share a store.
//
// Whoever changes something may hand in the events that the audit log shall
// tell of it. They are recorded with the change: both are there afterwards, or
// neither is.
//
// What has lapsed is dropped as new rows come, by the time that Clock gives: a
// server whose clock is wrong for a moment drops nothing by it.
type Ledger interface {
	Accounts
	Keys
	Sessions
	Grants
	Identities
	Resets
	Links
	Shares
	Passkeys
	Networks
	Audits
	Replays
	Meters
	Usages
	Secrets
	Servers
}

// Accounts are who may hold keys and what they pay for.
type Accounts interface {
	// CreateAccount adds an account; ErrExists when the id or the email is taken.
	CreateAccount(ctx context.Context, a Account, because ...Event) error
	// Account gives one account; ErrNotFound when there is none.
	Account(ctx context.Context, id string) (Account, error)
	// AccountByEmail gives the account of an email; ErrNotFound when there is
	// none. The empty email is nobody's.
	AccountByEmail(ctx context.Context, email access.Email) (Account, error)
	// ListAccounts gives all accounts by creation, then id.
	ListAccounts(ctx context.Context) ([]Account, error)
	// SetPlan changes what an account pays for; ErrNotFound when there is none.
	SetPlan(ctx context.Context, id string, plan access.Plan, because ...Event) error
	// SetStatus suspends an account or lets it in again; ErrNotFound when there
	// is none.
	SetStatus(ctx context.Context, id string, status Status, because ...Event) error
	// SetPassword changes an account's password and ends all its sessions, grants,
	// password resets and sign-in links; ErrNotFound when there is none.
	SetPassword(ctx context.Context, id string, hash access.PasswordHash, because ...Event) error
	// DeleteAccount drops an account with all that is its own: keys, sessions, grants,
	// links, shares, passkeys, identities, networks and usage; ErrNotFound when there is
	// none. What the audit log tells of it stays, without the addresses that the
	// events came from.
	DeleteAccount(ctx context.Context, id string, because ...Event) error
}

// Keys are the keys of accounts. A ledger knows a key by its hash only.
type Keys interface {
	// CreateKey adds a key; ErrNotFound when its account does not exist,
	// ErrExists when its id or hash is taken.
	CreateKey(ctx context.Context, k Key, because ...Event) error
	// CreateOwnKey is CreateKey for a key that its account makes itself:
	// ErrFull when the account has most such keys already that are good when the
	// new one is created, however many ask at once.
	CreateOwnKey(ctx context.Context, k Key, most int, because ...Event) error
	// Key gives one key with its account; ErrNotFound when there is none.
	Key(ctx context.Context, id string) (Key, Account, error)
	// FindKey gives the key of a hash with its account, revoked and expired
	// ones too; ErrNotFound when there is none.
	FindKey(ctx context.Context, hash Hash) (Key, Account, error)
	// ListKeys gives the keys of an account, or of all when account is empty,
	// by creation, then id.
	ListKeys(ctx context.Context, account string) ([]Key, error)
	// PageKeys is a part of ListKeys: at most limit keys after the first
	// offset, and how many there are in all.
	PageKeys(ctx context.Context, account string, offset, limit int) ([]Key, int, error)
	// ChangeKey sets the name, scopes and expiry of the key with k's id to those
	// of k; ErrNotFound when there is none.
	ChangeKey(ctx context.Context, k Key, because ...Event) error
	// RotateKey adds fresh in the place of the key old, which expires at until
	// unless it does so before. ErrNotFound when there is no such key or it is
	// revoked; ErrExists when fresh is not.
	RotateKey(ctx context.Context, old string, until time.Time, fresh Key, because ...Event) error
	// RevokeKey ends a key. Revoking it again changes nothing, and records
	// nothing. ErrNotFound when there is none.
	RevokeKey(ctx context.Context, id string, at time.Time, because ...Event) error
	// UsedKey records that a key was used, unless a later use is recorded that is
	// not more than ClockSlack ahead.
	UsedKey(ctx context.Context, id string, at time.Time) error
}

// Sessions are the web sessions of accounts. A ledger knows a session by the
// hash of its token only.
type Sessions interface {
	// CreateSession adds a session, and drops those that had expired when it
	// was created and the oldest others of the account that are more than
	// MostSessions with it, as whatever else begins a session does. ErrNotFound when its account does not exist, ErrExists when
	// its hash is taken.
	CreateSession(ctx context.Context, s Session, because ...Event) error
	// FindSession gives the session of a hash with its account, perhaps an
	// expired one; ErrNotFound when there is none.
	FindSession(ctx context.Context, hash Hash) (Session, Account, error)
	// ListSessions gives the sessions of an account by creation, then hash, perhaps
	// expired ones.
	ListSessions(ctx context.Context, account string) ([]Session, error)
	// UsedSession records when, from where and by which browser the session of
	// used.Hash was used, unless a later use is recorded that is not more than
	// ClockSlack ahead.
	UsedSession(ctx context.Context, used Session) error
	// EndSession drops a session. Ending one that does not exist changes
	// nothing, and records nothing.
	EndSession(ctx context.Context, hash Hash, because ...Event) error
	// EndSessions drops all sessions of an account but one, which need not exist. If
	// there is no other, nothing is recorded.
	EndSessions(ctx context.Context, account string, but Hash, because ...Event) error
}

// Meters count what was spent, by meter and UTC day.
type Meters interface {
	// Spend adds cost to what the meter used on the day, if the sum stays at or
	// below limit, and says so; otherwise it changes nothing. Used is what is
	// recorded afterwards. Spending is atomic among all who share the store,
	// and recorded before Spend returns: a crash never forgets it. A cost of 0
	// changes nothing and is ok when used is at or below limit.
	Spend(ctx context.Context, meter string, day Day, cost, limit int) (used int, ok bool, err error)
	// Refund takes cost back, never below 0.
	Refund(ctx context.Context, meter string, day Day, cost int) error
	// Used is what the meter used on the day.
	Used(ctx context.Context, meter string, day Day) (int, error)
}

// Secrets are what replicas share and nobody else knows.
type Secrets interface {
	// Secret gives the secret of the name: 32 random bytes, made the first time
	// anyone asks and the same for everyone ever after.
	Secret(ctx context.Context, name string) ([]byte, error)
}

// WithMeters returns a ledger that counts on other meters than its own.
func WithMeters(l Ledger, m Meters) Ledger { return withMeters{l, m} }

type withMeters struct {
	Ledger // whose own meters nothing but Probe uses
	meters Meters
}

// Spend is Meters.Spend.
func (w withMeters) Spend(ctx context.Context, meter string, day Day, cost, limit int) (int, bool, error) {
	return w.meters.Spend(ctx, meter, day, cost, limit)
}

// Refund is Meters.Refund.
func (w withMeters) Refund(ctx context.Context, meter string, day Day, cost int) error {
	return w.meters.Refund(ctx, meter, day, cost)
}

// Used is Meters.Used.
func (w withMeters) Used(ctx context.Context, meter string, day Day) (int, error) {
	return w.meters.Used(ctx, meter, day)
}

// The errors of a ledger that its users decide on. They come wrapped.
var (
	ErrNotFound = errors.New("not in the ledger")
	ErrExists   = errors.New("already in the ledger")
	ErrFull     = errors.New("no more of them fit")
)

// Hash is the SHA-256 of a key, of a session's or grant's token, or of an identity.
type Hash = [sha256.Size]byte
