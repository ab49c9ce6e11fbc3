package ledger

import (
	"context"
	"errors"
	"time"
)

// Replays remember the answers of requests that may be sent twice.
type Replays interface {
	// Claim begins the request c, or says that it was begun before. It gives
	// nil when the request is the caller's to execute: it must then Settle or
	// Release it. It gives the sealed answer when there is one. ErrPending when
	// it is being executed elsewhere, ErrOther when the id was used with another
	// body. An answer is forgotten after c.Keep, and a claim that was neither
	// settled nor released, because its process died, after c.Lease. Claims of
	// long ago are dropped.
	Claim(ctx context.Context, c Claim) (sealed []byte, err error)
	// Settle stores the sealed answer of a claim.
	Settle(ctx context.Context, c Claim, sealed []byte) error
	// Release forgets a claim that came to nothing.
	Release(ctx context.Context, c Claim) error
}

// Claim is a request that may be repeated.
type Claim struct {
	ID   Hash // who asks what, and their idempotency key
	Body Hash // digest of the body
	// Lease and Keep are when the claim and its answer lapse; At is now.
	At, Lease, Keep time.Time
}

// The refusals of Claim.
var (
	ErrPending = errors.New("the request is being executed")
	ErrOther   = errors.New("the id was used with another body")
)
