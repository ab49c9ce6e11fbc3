// Package app is the service without a network.
//
// A dialect recognises who asks with App.Caller, opens a Visit and asks it a
// question. Every question is admitted first: Visit.enter applies the rules of
// access, sense and budget, once, for every dialect; then an engine below answers.
// A question whose answer a dialect or its client may have already is a Prepared,
// which takes the same steps one by one. There is one file per capability. The
// package imports the library, the ledger and what lies below, and knows no HTTP.
// Start reading at App, then Visit.enter, then Prepared.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"sync/atomic"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/blob"
	"kinodex/internal/film"
	"kinodex/internal/grant"
	"kinodex/internal/guide"
	"kinodex/internal/ledger"
	"kinodex/internal/library"
	"kinodex/internal/llm"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/writersroom"
)

// Options are what an App is made of. Holder, Ledger and Version are required.
type Options struct {
	Holder *library.Holder
	Ledger ledger.Ledger
	// Observe is called after each operation of the ledger; it may be nil.
	Observe ledger.Observer
	// Bucket is where snapshots and posters lie; nil for a service without them.
	Bucket blob.Bucket
	// Policy says what plans are worth; the interface's own table when nil.
	Policy *access.Policy
	// Now is the clock; time.Now when nil.
	Now func() time.Time
	// Version is the service's version. It is part of every entity tag, since
	// another version may answer the same question in other words.
	Version string
	// PDF gives the text layer of a PDF, with its faults; nil to take none.
	PDF func(ctx context.Context, data []byte) (string, error)
	// Guides are the craft guides; those the program carries when nil.
	Guides *guide.Guides
	// Model is the language model of the writers' room; nil for its built-in
	// engine alone.
	Model llm.Model
	// Documents are the clients of the connector that are known by the address of
	// a document; nil for a service that fetches none.
	Documents *grant.Documents
	// SignUp says who may open an account on the pages; nobody unless it is set.
	SignUp SignUpMode
	// Meters says where Ledger counts spending, for operators; "ledger" when empty.
	Meters string
}

// App is the service. It is safe for concurrent use.
type App struct {
	holder  *library.Holder
	ledger  ledger.Ledger
	keys    *ledger.KeyCache
	policy  *access.Policy
	now     func() time.Time
	version string
	cursors *film.CursorCodec
	replays []byte // the secret of stored answers
	hasher  *access.Hasher

	// What reads and measures screenplays, and signs what was said of them.
	reader   parse.Reader
	meter    *measure.Meter
	receipts *receiptSigner

	guides      *guide.Guides
	actorGuides atomic.Pointer[actorGuides] // the guides of actors, joined to people
	model       llm.Model                   // nil when there is none
	writersRoom *writersroom.Tools
	measuring   chan struct{} // a semaphore: texts that are measured for the writers' room

	snapshots      *snapshots
	snapshotSigner *snapshotSigner
	probed         probes
	pictures       *pictures

	sandbox *sandboxLimiter
	site    *siteLimiter

	documents *grant.Documents // nil when there are none
	forms     []byte           // the secret of forms
	signUp    SignUpMode

	usage *usageTally

	self ledger.Server          // what stays the same of what this server tells of itself
	name atomic.Pointer[string] // its name, once it is announced
}

// New makes the service. It fetches the secrets that replicas share from the
// ledger, and fails when it cannot.
func New(ctx context.Context, o Options) (*App, error) {
	o.Ledger = ledger.Instrument(o.Ledger, o.Observe)
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
	signing, err := o.Ledger.Secret(ctx, "snapshots")
	if err != nil {
		return nil, fmt.Errorf("the secret of snapshots: %w", err)
	}
	forms, err := o.Ledger.Secret(ctx, "forms")
	if err != nil {
		return nil, fmt.Errorf("the secret of forms: %w", err)
	}
	guides := o.Guides
	if guides == nil {
		if guides, err = guide.Load(); err != nil {
			return nil, fmt.Errorf("the guides: %w", err)
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	keys := ledger.NewKeyCache(o.Ledger)
	a := &App{
		holder:  o.Holder,
		ledger:  keys.Invalidating(o.Ledger),
		keys:    keys,
		policy:  o.Policy,
		now:     o.Now,
		version: o.Version,
		cursors: film.NewCursorCodec(secret),
		replays: replays,
		hasher:  access.NewHasher(min(runtime.GOMAXPROCS(0), 4)),

		reader:   parse.Reader{PDF: o.PDF},
		meter:    measure.NewMeter(),
		receipts: newReceiptSigner(receipts),

		guides:      guides,
		model:       o.Model,
		writersRoom: writersroom.New(guides, o.Model),
		measuring:   newMeasuring(),

		snapshots:      &snapshots{bucket: o.Bucket, reads: newObjects(o.Bucket)},
		snapshotSigner: newSnapshotSigner(signing),
		pictures:       newPictures(),

		sandbox: newSandboxLimiter(access.SandboxRequests, access.SandboxFilms),
		site:    newSiteLimiter(),

		documents: o.Documents,
		forms:     forms,
		signUp:    o.SignUp,

		usage: newUsageTally(o.Ledger, o.Now),

		self: ledger.Server{ID: access.RandomBase62(20), Version: o.Version, Meters: cmp.Or(o.Meters, "ledger"), Started: o.Now()},
	}
	if a.holder != nil {
		a.holder.PrepareWith(a.prepare)
	}
	return a, nil
}

// Prepare makes what the first questions of the generation that serves would otherwise wait for,
// as is done with each later one before it serves. It takes a second or two of a processor for a
// full library and ends early, with the context's error, when ctx ends. Questions are answered
// meanwhile; those that need what is being made wait for it.
func (a *App) Prepare(ctx context.Context) error {
	lib, release, err := a.holder.Acquire()
	if err != nil {
		return err
	}
	defer release()
	return a.prepare(ctx, lib)
}

// prepare is Prepare for any generation. A failed read of its files is an error.
func (a *App) prepare(ctx context.Context, lib *library.Library) error {
	return pack.Guard(func() error {
		lib.Prepare(func() bool { return ctx.Err() != nil })
		if err := ctx.Err(); err != nil {
			return err
		}
		return a.writersRoom.Prepare(roomLibrary(lib))
	})
}

// Version returns the service's version, as in Options.
func (a *App) Version() string { return a.version }

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
func (a *App) Caller(ctx context.Context, c Credentials) (access.Caller, error) {
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

// Policy says what plans are worth here; nil for the interface's own table, which its methods
// take.
func (a *App) Policy() *access.Policy { return a.policy }

// Library returns the state of the library: which generation serves, and the error that
// keeps another one from serving. It is cheap and may be called at any time.
func (a *App) Library() library.State { return a.holder.State() }
