// Package app is the desk: the service without a network.
//
// A door recognises who asks with App.Caller, opens a Visit and asks it a
// question. Every method of Visit that answers one begins with enter, where the
// rules of access, sense and budget are applied, once, for every surface; then
// an engine below answers. There is one file per capability. The package
// imports the shelf, the ledger and what lies below, and knows no HTTP. Start
// reading at App, then Visit.enter.
package app

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/blob"
	"kinodex/internal/film"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// Options are what an App is made of. Shelf, Ledger and Version are required.
type Options struct {
	Shelf  *library.Shelf
	Ledger ledger.Ledger
	// Bucket is where snapshots and posters lie; nil for a service without them.
	Bucket blob.Bucket
	// Now is the clock; time.Now when nil.
	Now func() time.Time
	// Version is the service's version. It is part of every entity tag, since
	// another version may answer the same question in other words.
	Version string
	// PDF gives the text layer of a PDF, with its faults; nil to take none.
	PDF func(ctx context.Context, data []byte) (string, error)
}

// App is the service. It is safe for concurrent use.
type App struct {
	shelf   *library.Shelf
	ledger  ledger.Ledger
	keys    *ledger.Keyring
	now     func() time.Time
	version string
	cursors *film.Sealer
	replays []byte // the secret of stored answers
	hasher  *access.Hasher

	// What reads and measures screenplays, and signs what was said of them.
	reader   screenplay.Reader
	meter    *measure.Meter
	receipts *notary

	snapshots *snapshots
	pictures  *pictures
}

// New makes the service. It fetches the secrets that replicas share from the
// ledger, and fails when it cannot.
func New(ctx context.Context, o Options) (*App, error) {
	secret, err := o.Ledger.Secret(ctx, "cursor")
	if err != nil {
		return nil, fmt.Errorf("the secret of cursors: %w", err)
	}
	replays, err := o.Ledger.Secret(ctx, "replays")
	if err != nil {
		return nil, fmt.Errorf("the secret of stored answers: %w", err)
	}
	receipts, err := o.Ledger.Secret(ctx, "receipts")
	if err != nil {
		return nil, fmt.Errorf("the secret of receipts: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &App{
		shelf:   o.Shelf,
		ledger:  o.Ledger,
		keys:    ledger.NewKeyring(o.Ledger),
		now:     o.Now,
		version: o.Version,
		cursors: film.NewSealer(secret),
		replays: replays,
		hasher:  access.NewHasher(min(runtime.GOMAXPROCS(0), 4)),

		reader:   screenplay.Reader{PDF: o.PDF},
		meter:    measure.NewMeter(),
		receipts: newNotary(receipts),

		snapshots: &snapshots{bucket: o.Bucket},
		pictures:  newPictures(),
	}, nil
}

// Version is the service's version.
func (a *App) Version() string { return a.version }

// Credentials are what a caller showed at the door.
type Credentials struct {
	Key     string     // as it was sent; empty when none was
	Sandbox bool       // whether the sandbox was asked for (TRACE A-13)
	Address netip.Addr // where the caller asks from (TRACE A-21)
}

// Caller recognises who asks. Without a key that is an address in the sandbox,
// if the sandbox was asked for, and a fault of kind MissingKey otherwise; a key
// that is not good is a fault of kind InvalidKey, in the sandbox too.
func (a *App) Caller(ctx context.Context, c Credentials) (access.Caller, error) {
	if c.Key == "" {
		if !c.Sandbox {
			return access.Caller{}, access.ErrMissingKey()
		}
		return access.KeylessCaller(c.Address), nil
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

// Ready says whether the service can answer: that its ledger does.
func (a *App) Ready(ctx context.Context) error {
	_, err := a.ledger.Used(ctx, "ready", ledger.DayOf(a.now()))
	return err
}
