package ledger

import (
	"context"
	"time"
)

// Passkeys are public keys with which people sign in (WebAuthn).
type Passkeys interface {
	// CreatePasskey adds a passkey; ErrNotFound when its account does not exist,
	// ErrExists when its id is taken, ErrFull when the account has most already,
	// however many ask at once.
	CreatePasskey(ctx context.Context, p Passkey, most int, because ...Event) error
	// Passkey gives one passkey with its account; ErrNotFound when there is none.
	Passkey(ctx context.Context, id string) (Passkey, Account, error)
	// ListPasskeys gives the passkeys of an account by creation, then id.
	ListPasskeys(ctx context.Context, account string) ([]Passkey, error)
	// NamePasskey changes the name of an account's passkey; ErrNotFound when the
	// account has no such passkey.
	NamePasskey(ctx context.Context, account, id, name string, because ...Event) error
	// EndPasskey drops an account's passkey. Ending one that does not exist changes
	// nothing, and records nothing.
	EndPasskey(ctx context.Context, account, id string, because ...Event) error
	// UsePasskey records a use of the passkey of p.ID and p.Account, with the
	// credential and the counter as they are then, and adds a session. ErrSpent
	// when the counter is not above the one that is kept, unless both are 0, as they
	// are where an authenticator does not count: somebody may hold a copy of the
	// passkey, or shows an answer again. ErrNotFound when there is no such passkey.
	UsePasskey(ctx context.Context, p Passkey, s Session, because ...Event) error
}

// MostPasskeys is how many passkeys an account may have.
const MostPasskeys = 20

// Passkey is a public key of an account.
type Passkey struct {
	// ID is the credential's id, in base64url without padding.
	ID      string
	Account string
	Name    string
	// Credential is what is needed to check an answer, as whoever checks writes it.
	Credential string
	// Counter is how often the authenticator says that it signed; 0 when it does not
	// count.
	Counter uint32
	Created time.Time
	Used    time.Time // zero when it never was
}

// The actions that are recorded of passkeys.
const (
	PasskeyCreated Action = "passkey.created"
	PasskeyNamed   Action = "passkey.named"
	PasskeyEnded   Action = "passkey.ended"
)
