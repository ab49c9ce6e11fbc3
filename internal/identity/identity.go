// Package identity knows who asks, and keeps the accounts that they have.
//
// An Authority recognises callers by their keys, tokens and sessions. It lets people sign in
// and out with a password, a passkey, a link or another sign-in service, lets them look after
// their own account and its keys, and lets clients of the connector act for them. A Visit is
// the questions about accounts that callers of the interface ask, which a Gate lets in. The
// package imports the ledger and what lies below, and knows neither films nor HTTP. Start
// reading at Authority.Caller, then Authority.SignIn, then Visit.
package identity

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/grant"
	"kinodex/internal/ledger"
)

// Options are what an Authority is made of. Ledger is required.
type Options struct {
	Ledger ledger.Ledger
	// Now is the clock; time.Now when nil.
	Now func() time.Time
	// Documents are the clients of the connector that are known by the address of
	// a document; nil for a service that fetches none.
	Documents *grant.Documents
	// SignUp says who may open an account on the pages; nobody unless it is set.
	SignUp SignUpMode
}

// Authority says who asks. It is safe for concurrent use.
type Authority struct {
	ledger    ledger.Ledger // which drops from keys what it changes
	keys      *ledger.KeyCache
	now       func() time.Time
	hasher    *access.Hasher
	documents *grant.Documents // nil when there are none
	forms     []byte           // the secret of forms
	signUp    SignUpMode
}

// New makes an authority. It fetches the secret that replicas share from the ledger, and
// fails when it cannot.
func New(ctx context.Context, o Options) (*Authority, error) {
	forms, err := o.Ledger.Secret(ctx, "forms")
	if err != nil {
		return nil, fmt.Errorf("the secret of forms: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	keys := ledger.NewKeyCache(o.Ledger)
	return &Authority{
		ledger: keys.Invalidating(o.Ledger), keys: keys, now: o.Now, hasher: access.NewHasher(min(runtime.GOMAXPROCS(0), 4)),
		documents: o.Documents, forms: forms, signUp: o.SignUp,
	}, nil
}

// Credentials are what a caller showed.
type Credentials struct {
	// Key is an API key, or a token of a sign-in, as it was sent; empty when
	// none was.
	Key string
	// Resource is the address a token of a sign-in must be good for: that of the
	// connector, or empty where only keys are taken.
	Resource string
	Sandbox  bool       // whether the sandbox was asked for (REQ A-13)
	Address  netip.Addr // where the caller asks from (REQ A-21)
}

// Caller recognises who asks. Without a key that is an address in the sandbox,
// if the sandbox was asked for, and a fault of kind MissingKey otherwise; a key
// or token that is not good is a fault of kind InvalidKey, in the sandbox too.
func (a *Authority) Caller(ctx context.Context, c Credentials) (access.Caller, error) {
	if c.Key == "" {
		if !c.Sandbox {
			return access.Caller{}, access.ErrMissingKey()
		}
		return access.KeylessCaller(c.Address), nil
	}
	if access.IsGrantToken(c.Key) {
		return a.granted(ctx, c)
	}
	token, err := access.ParseToken(c.Key)
	if err != nil {
		return access.Caller{}, err
	}
	key, account, err := a.keys.Find(ctx, token, a.now())
	if errors.Is(err, ledger.ErrNotFound) {
		return access.Caller{}, access.ErrInvalidKey()
	}
	if err != nil {
		return access.Caller{}, fmt.Errorf("look up a key: %w", err)
	}
	return access.Caller{
		Mode:    access.WithKey,
		Account: account.ID,
		Key:     key.ID,
		Plan:    account.Plan,
		Scopes:  key.Scopes,
		Sandbox: key.Sandbox || c.Sandbox,
		Address: c.Address,
	}, nil
}
