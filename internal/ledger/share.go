package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"kinodex/internal/access"
)

// Shares are answers that accounts send to others by a link. A ledger knows a share by the
// hash of its link's token only, and what it holds is sealed.
type Shares interface {
	// CreateShare adds a share, and drops those that had expired when it was created.
	// ErrNotFound when its account does not exist, ErrExists when its hash is taken;
	// ErrFull when the account has most shares already that are good when the new one is
	// created, however many ask at once.
	CreateShare(ctx context.Context, s Share, most int, because ...Event) error
	// Share gives the share of a hash with its account, perhaps one that has expired;
	// ErrNotFound when there is none.
	Share(ctx context.Context, hash Hash) (Share, Account, error)
	// ListShares gives the shares of an account by creation, then hash, without what they
	// hold; perhaps expired ones.
	ListShares(ctx context.Context, account string) ([]Share, error)
	// EndShare drops an account's share. Ending one that does not exist changes nothing,
	// and records nothing.
	EndShare(ctx context.Context, account string, hash Hash, because ...Event) error
}

// ShareFor is how long a share is good, MostShares how many good ones an account may have.
const (
	ShareFor   = 30 * 24 * time.Hour
	MostShares = 100
)

// Share is an answer that whoever has its token may see.
type Share struct {
	Hash    Hash
	Account string
	// Name is what its account calls it, Sealed what it shows.
	Name             string
	Sealed           []byte
	Created, Expires time.Time
}

// NewShare makes a share that holds nothing yet, and the token that goes into its link and
// nowhere else.
func NewShare(account, name string, at time.Time) (Share, access.LinkToken) {
	t := access.NewLinkToken(access.LinkForecast)
	at = moment(at)
	return Share{Hash: t.Hash(), Account: account, Name: name, Created: at, Expires: at.Add(ShareFor)}, t
}

// ID names a share for its owner. It opens nothing.
func (s Share) ID() string {
	sum := sha256.Sum256(append([]byte("share id "), s.Hash[:]...))
	return "shr_" + hex.EncodeToString(sum[:8])
}

// Good reports whether the share opens at a time, if its account is let in.
func (s Share) Good(at time.Time) bool { return at.Before(s.Expires) }

// The actions that are recorded of shares.
const (
	ShareCreated Action = "share.created"
	ShareEnded   Action = "share.ended"
)
