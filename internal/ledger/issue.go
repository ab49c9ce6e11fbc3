package ledger

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

// The rules of making, replacing and ending keys, for every surface that does
// so. What they refuse is a fault.

// MostOwnKeys is how many good keys an account may have that it made itself
// (REQ K-02).
const MostOwnKeys = 5

// MaxOverlap is the longest that a key which was replaced may go on working.
const MaxOverlap = 30 * 24 * time.Hour

// Order asks for a new key.
type Order struct {
	// Account is whose key it is. One that does not exist is opened, if Plan
	// says what for; so is a new one when Account is empty.
	Account string
	Plan    string
	Name    string         // of the key, and of an account that is opened
	Scopes  *access.Scopes // those of the plan when nil
	Sandbox bool
	Expires time.Time // zero for never
}

// Issue makes a key. The token is for its owner's eyes, once.
func Issue(ctx context.Context, l Ledger, o Order, by By, now time.Time) (Key, Account, access.Token, error) {
	name, err := ProperName(o.Name)
	if err == nil {
		err = checkExpiry(o.Expires, now)
	}
	if err != nil {
		return Key{}, Account{}, access.Token{}, err
	}
	a, err := o.account(ctx, l, by, now)
	if err != nil {
		return Key{}, Account{}, access.Token{}, err
	}
	scopes := a.Plan.DefaultScopes()
	if o.Scopes != nil {
		scopes = *o.Scopes
	}
	k, token := NewKey(a.ID, name, scopes, o.Sandbox, moment(now))
	k.Expires = moment(o.Expires)
	err = l.CreateKey(ctx, k, by.Did(KeyCreated, a.ID, k.ID, scopes.String(), now))
	return k, a, token, err
}

// account finds the account that the key is for, or opens it.
func (o Order) account(ctx context.Context, l Ledger, by By, now time.Time) (Account, error) {
	if o.Account != "" {
		if !accountID.MatchString(o.Account) {
			return Account{}, errAccountID()
		}
		switch a, err := l.Account(ctx, o.Account); {
		case err == nil && o.Plan != "" && !strings.EqualFold(o.Plan, a.Plan.String()):
			return a, fault.New(fault.Conflict, "account %s is on the %s plan; leave the tier out, or change it first (account set-plan)", a.ID, a.Plan)
		case !errors.Is(err, ErrNotFound):
			return a, err
		}
	}
	return Open(ctx, l, Opening{ID: o.Account, Name: o.Name, Plan: o.Plan}, by, now)
}

func checkExpiry(expires, now time.Time) error {
	if !expires.IsZero() && !expires.After(now) {
		return fault.Param("expires_at", "a time to come, such as 2030-01-31T00:00:00Z")
	}
	return nil
}

// IssueOwn makes a key that an account makes for itself. More than MostOwnKeys
// are refused.
func IssueOwn(ctx context.Context, l Keys, account, name string, scopes access.Scopes, by By, now time.Time) (Key, access.Token, error) {
	name, err := ProperName(name)
	if err != nil {
		return Key{}, access.Token{}, err
	}
	k, token := NewKey(account, name, scopes, false, moment(now))
	k.Own = true
	err = l.CreateOwnKey(ctx, k, MostOwnKeys, by.Did(KeySelfGenerated, account, k.ID, scopes.String(), now))
	if errors.Is(err, ErrFull) {
		return Key{}, access.Token{}, fault.New(fault.Conflict,
			"the account has %d self-generated keys already; have one revoked, or let one expire, first", MostOwnKeys)
	}
	return k, token, err
}

// KeyChange says what to change of a key; what is nil stays.
type KeyChange struct {
	Name    *string
	Scopes  *access.Scopes
	Expires *time.Time // to the zero time for never
}

// Change changes a key that is not revoked.
func Change(ctx context.Context, l Keys, id string, c KeyChange, by By, now time.Time) (Key, error) {
	k, _, err := notRevoked(ctx, l, id)
	if err != nil {
		return Key{}, err
	}
	if c.Name != nil {
		if k.Name, err = ProperName(*c.Name); err != nil {
			return Key{}, err
		}
	}
	if c.Scopes != nil {
		k.Scopes = *c.Scopes
	}
	if c.Expires != nil {
		if err = checkExpiry(*c.Expires, now); err != nil {
			return Key{}, err
		}
		k.Expires = moment(*c.Expires)
	}
	return k, l.ChangeKey(ctx, k, by.Did(KeyChanged, k.Account, k.ID, k.described(), now))
}

// described says what a key may, and until when, for the audit log.
func (k Key) described() string {
	if k.Expires.IsZero() {
		return fmt.Sprintf("%s, never expires", k.Scopes)
	}
	return fmt.Sprintf("%s, expires %s", k.Scopes, k.Expires.Format(time.RFC3339))
}

// Rotate makes a key in the place of another: of the same account, name, scopes
// and expiry. The old one goes on working for overlap, so that its users have
// time to change over.
func Rotate(ctx context.Context, l Keys, id string, overlap time.Duration, by By, now time.Time) (Key, Account, access.Token, error) {
	if overlap < 0 || overlap > MaxOverlap {
		return Key{}, Account{}, access.Token{},
			fault.Param("overlap_hours", fmt.Sprintf("a number from 0 to %d", int(MaxOverlap.Hours())))
	}
	old, a, err := notRevoked(ctx, l, id)
	if err == nil && !old.Good(now) {
		err = fault.New(fault.Conflict, "the key has expired; create another one")
	}
	if err != nil {
		return Key{}, Account{}, access.Token{}, err
	}
	k, token := NewKey(old.Account, old.Name, old.Scopes, old.Sandbox, moment(now))
	k.Own, k.Expires = old.Own, old.Expires
	until := moment(now.Add(overlap))
	err = l.RotateKey(ctx, old.ID, until, k,
		by.Did(KeyRotated, k.Account, old.ID, fmt.Sprintf("by %s, works until %s", k.ID, until.Format(time.RFC3339)), now))
	if errors.Is(err, ErrNotFound) {
		err = errRevoked()
	}
	return k, a, token, err
}

// Revoke ends a key; ending it again does nothing.
func Revoke(ctx context.Context, l Keys, id string, by By, now time.Time) (Key, error) {
	k, _, err := Find(ctx, l, id)
	if err != nil || !k.Revoked.IsZero() {
		return k, err
	}
	k.Revoked = moment(now)
	return k, l.RevokeKey(ctx, id, k.Revoked, by.Did(KeyRevoked, k.Account, k.ID, "", now))
}

// keyID is what the id of a key is.
var keyID = regexp.MustCompile(`^key_[0-9A-Za-z]{16}$`)

// Find gives the key of an id that somebody typed, with its account.
func Find(ctx context.Context, l Keys, id string) (Key, Account, error) {
	if !keyID.MatchString(id) {
		return Key{}, Account{}, NoSuchKey()
	}
	k, a, err := l.Key(ctx, id)
	if errors.Is(err, ErrNotFound) {
		err = NoSuchKey()
	}
	return k, a, err
}

// notRevoked is Find for a key that is to be changed.
func notRevoked(ctx context.Context, l Keys, id string) (Key, Account, error) {
	k, a, err := Find(ctx, l, id)
	if err == nil && !k.Revoked.IsZero() {
		err = errRevoked()
	}
	return k, a, err
}

func errRevoked() error {
	return fault.New(fault.Conflict, "the key is revoked, which is for good; create another one")
}

// NoSuchKey is the refusal of an id that no key has. What was given may be a
// key, so it is not repeated.
func NoSuchKey() error {
	return fault.New(fault.NotFound, "no key has this id; the list of keys shows the ids")
}
