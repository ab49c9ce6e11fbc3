package ledger

import (
	"context"
	"errors"
	"time"

	"kinodex/internal/access"
)

// Grants are what accounts let clients do for them at the connector, and the
// codes and tokens by which the clients are known (REQ A-18). A ledger knows a
// code or token by its hash only.
type Grants interface {
	// CreateClient adds a client, and drops those whose time had come. Of clients
	// without a grant it keeps most that were never used, this one included, and
	// most that were: those go first whose time would come first. ErrExists when
	// its id is taken.
	CreateClient(ctx context.Context, c Client, most int) error
	// Client gives one client, perhaps one whose time has come; ErrNotFound
	// when there is none.
	Client(ctx context.Context, id string) (Client, error)
	// CreateGrant adds a grant and the code that begins it, and drops grants and
	// tokens whose time had come. ErrNotFound when its account does not exist;
	// ErrFull when the account has most grants already that have not expired when
	// the new one is created, however many ask at once.
	CreateGrant(ctx context.Context, g Grant, code GrantToken, most int, because ...Event) error
	// FindGrant gives the token of a hash with its grant and the grant's
	// account, spent and expired ones too; ErrNotFound when there is none.
	FindGrant(ctx context.Context, token Hash) (GrantToken, Grant, Account, error)
	// Exchange spends a code or a refresh token and adds what comes in its
	// place. Of many who ask at once, on any replica, one succeeds: the others
	// get ErrSpent. ErrNotFound when the grant has ended. Tokens whose time
	// had come are dropped.
	Exchange(ctx context.Context, x Exchange, because ...Event) error
	// UsedGrant is to a grant what Keys.UsedKey is to a key.
	UsedGrant(ctx context.Context, id string, at time.Time) error
	// ListGrants gives the grants of an account that a client took up, by
	// creation, then id, perhaps expired ones.
	ListGrants(ctx context.Context, account string) ([]Grant, error)
	// EndGrant drops a grant with all its tokens. Ending one that does not
	// exist changes nothing, and records nothing.
	EndGrant(ctx context.Context, id string, because ...Event) error
}

// Client is a program that was registered to act for accounts.
type Client struct {
	ID        string
	Name      string
	URI       string   // of its home page; may be empty
	Redirects []string // where codes for it may be sent
	Created   time.Time
	Expires   time.Time // when it is forgotten, unless it is used
	Used      bool      // whether it ever exchanged a code
}

// Grant is what one account lets one client do.
type Grant struct {
	ID      string
	Account string
	// Client is the id of the client, Name what it called itself when it was
	// let in.
	Client, Name string
	Resource     string // the address its tokens are good for
	Scopes       access.Scopes
	// Redirect is where the code was sent, Challenge the hash of what whoever
	// exchanges it must know.
	Redirect, Challenge string
	Created, Expires    time.Time
	// Used is zero until the code is exchanged.
	Used time.Time
}

// GrantToken is a code or token of a grant, without the token.
type GrantToken struct {
	Hash   Hash
	Grant  string
	Kind   access.GrantKind
	Scopes access.Scopes
	// Created and Expires bound when it is good. It is remembered until Until,
	// so that it is known when it is shown again.
	Created, Expires, Until time.Time
	// Spent is zero until it is exchanged.
	Spent time.Time
}

// Good reports whether the token opens or exchanges anything at a time, if its
// grant and account do.
func (t GrantToken) Good(at time.Time) bool { return t.Spent.IsZero() && at.Before(t.Expires) }

// Exchange replaces a code or a refresh token.
type Exchange struct {
	Spent Hash
	Grant string
	At    time.Time
	Fresh []GrantToken
	// Expires is when the grant now ends, Client until when its client is kept
	// at least.
	Expires, Client time.Time
}

// ErrSpent says that a code or a refresh token was exchanged before: two hold
// it, and one of them should not.
var ErrSpent = errors.New("exchanged before")

// Identities are accounts as another sign-in service knows them.
type Identities interface {
	// AccountByIdentity gives the account of an identity; ErrNotFound when there
	// is none.
	AccountByIdentity(ctx context.Context, identity Hash) (Account, error)
	// LinkIdentity lets an identity sign in to an account; ErrNotFound when the
	// account does not exist, ErrExists when the identity has one. It drops the
	// account's password, sessions, grants, password resets and sign-in links and
	// passkeys, and if the account had a password it revokes all keys: whoever had them never showed that the
	// account's email is theirs, and whoever has the identity did. Of each key that
	// it revokes it records the event of TakenOver. All of it happens or nothing.
	LinkIdentity(ctx context.Context, identity Hash, account string, by By, at time.Time, because ...Event) error
}

// TakenOver returns the event that is recorded of a key that LinkIdentity revokes.
func (b By) TakenOver(account, key string, at time.Time) Event {
	return b.Did(KeyRevoked, account, key, "a verified identity took the account over", at)
}

// The actions that are recorded of grants and identities.
const (
	GrantCreated   Action = "grant.created"
	GrantEnded     Action = "grant.ended"
	GrantMisused   Action = "grant.misused" // ended because a code or token came twice
	IdentityLinked Action = "identity.linked"
)
