package ledger

import (
	"context"
	"time"

	"kinodex/internal/access"
)

// Resets are links with which the owner of an account sets a new password. A
// ledger knows a link by the hash of its token only.
type Resets interface {
	// CreatePasswordReset adds a reset in the place of the account's earlier
	// one; ErrNotFound when the account does not exist.
	CreatePasswordReset(ctx context.Context, r PasswordReset, because ...Event) error
	// PasswordReset gives the reset of a hash with its account, perhaps one that
	// has expired; ErrNotFound when there is none.
	PasswordReset(ctx context.Context, hash Hash) (PasswordReset, Account, error)
	// UsePasswordReset changes the password of the reset's account as
	// SetPassword does, and drops the reset. Of many who ask at once, on any
	// replica, one succeeds. ErrNotFound when there is no such reset, or it has
	// expired at the time.
	UsePasswordReset(ctx context.Context, hash Hash, password access.PasswordHash, at time.Time, because ...Event) error
}

// PasswordResetFor is how long a reset is good: long enough to hand the link over,
// short enough that one left in a mailbox opens nothing.
const PasswordResetFor = time.Hour

// PasswordReset lets whoever has its token set the password of an account, once.
type PasswordReset struct {
	Hash             Hash
	Account          string
	Created, Expires time.Time
}

// NewPasswordReset makes a reset for an account, and the token that goes into the
// link for its owner and nowhere else.
func NewPasswordReset(account string, at time.Time) (PasswordReset, access.ResetToken) {
	t := access.NewResetToken()
	at = moment(at)
	return PasswordReset{Hash: t.Hash(), Account: account, Created: at, Expires: at.Add(PasswordResetFor)}, t
}

// Good reports whether the reset may still be used at a time.
func (r PasswordReset) Good(at time.Time) bool { return at.Before(r.Expires) }

// Networks are where accounts were signed in to from.
type Networks interface {
	// RememberNetwork records that an account was signed in to from a network. It
	// is known until a time, or later if it was recorded so before. An account
	// has at most MostNetworks, those that are known longest; what had lapsed at
	// the first time is dropped. ErrNotFound when the account does not exist.
	RememberNetwork(ctx context.Context, account, network string, at, until time.Time) error
	// KnowsNetwork reports whether an account's network is known at a time.
	KnowsNetwork(ctx context.Context, account, network string, at time.Time) (bool, error)
}

// MostNetworks is how many networks an account may know.
const MostNetworks = 20
