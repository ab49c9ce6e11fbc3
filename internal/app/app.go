// Package app is the service without a network.
//
// A dialect recognises who asks with App.Identity, opens a Visit and asks it a
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
	"fmt"
	"sync/atomic"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/advice"
	"kinodex/internal/blob"
	"kinodex/internal/film"
	"kinodex/internal/grant"
	"kinodex/internal/guide"
	"kinodex/internal/identity"
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
	SignUp identity.SignUpMode
	// Meters says where Ledger counts spending, for operators; "ledger" when empty.
	Meters string
}

// App is the service. It is safe for concurrent use.
type App struct {
	holder   *library.Holder
	ledger   ledger.Ledger
	identity *identity.Authority
	policy   *access.Policy
	now      func() time.Time
	version  string
	cursors  *film.CursorCodec
	replays  []byte // the secret of stored answers
	covers   []byte // the secret of the seals of covers

	// What reads and measures screenplays, and signs what was said of them.
	reader   parse.Reader
	meter    *measure.Meter
	receipts *receiptSigner

	guides      *guide.Guides
	book        *advice.Book                // of the guides to writers
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
	covers, err := o.Ledger.Secret(ctx, "covers")
	if err != nil {
		return nil, fmt.Errorf("the secret of covers: %w", err)
	}
	signing, err := o.Ledger.Secret(ctx, "snapshots")
	if err != nil {
		return nil, fmt.Errorf("the secret of snapshots: %w", err)
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
	accounts, err := identity.New(ctx, identity.Options{Ledger: o.Ledger, Now: o.Now, Documents: o.Documents, SignUp: o.SignUp})
	if err != nil {
		return nil, err
	}
	a := &App{
		holder:   o.Holder,
		ledger:   o.Ledger,
		identity: accounts,
		policy:   o.Policy,
		now:      o.Now,
		version:  o.Version,
		cursors:  film.NewCursorCodec(secret),
		replays:  replays,
		covers:   covers,

		reader:   parse.Reader{PDF: o.PDF},
		meter:    measure.NewMeter(),
		receipts: newReceiptSigner(receipts),

		guides:      guides,
		book:        advice.NewBook(guides.List(guide.Writers)),
		model:       o.Model,
		writersRoom: writersroom.New(guides, o.Model),
		measuring:   newMeasuring(),

		snapshots:      &snapshots{bucket: o.Bucket, reads: newObjects(o.Bucket)},
		snapshotSigner: newSnapshotSigner(signing),
		pictures:       newPictures(),

		sandbox: newSandboxLimiter(access.SandboxRequests, access.SandboxFilms),
		site:    newSiteLimiter(),

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

// Now returns the time by the service's clock.
func (a *App) Now() time.Time { return a.now() }

// Identity says who asks, and keeps the accounts that they have.
func (a *App) Identity() *identity.Authority { return a.identity }

// Policy says what plans are worth here; nil for the interface's own table, which its methods
// take.
func (a *App) Policy() *access.Policy { return a.policy }

// Library returns the state of the library: which generation serves, and the error that
// keeps another one from serving. It is cheap and may be called at any time.
func (a *App) Library() library.State { return a.holder.State() }
