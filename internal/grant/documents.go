package grant

import (
	"context"
	"sync"
	"time"
)

// Fetch gives what lies at an address.
type Fetch func(ctx context.Context, address string) ([]byte, error)

// The bounds of Documents.
const (
	documentFor = 10 * time.Minute // how long a document is believed
	failureFor  = time.Minute      // how long it is not asked for again
	documents   = 256              // how many are remembered
	atOnce      = 4                // how many are fetched at a time
)

// Documents are the clients that documents describe, fetched when they are
// first asked for. It is safe for concurrent use.
type Documents struct {
	fetch Fetch
	now   func() time.Time
	turns chan struct{}

	mu    sync.Mutex
	known map[string]*described
}

// described is a client, or why there is none. Ready is closed when it is known.
type described struct {
	ready  chan struct{}
	client Client
	err    *Error
	until  time.Time
}

// NewDocuments gives documents that are had with fetch.
func NewDocuments(fetch Fetch, now func() time.Time) *Documents {
	return &Documents{fetch: fetch, now: now, turns: make(chan struct{}, atOnce), known: map[string]*described{}}
}

// Client gives the client of an id. Those who ask for one id at once share one
// look.
func (d *Documents) Client(ctx context.Context, id string) (Client, *Error) {
	if err := CheckDocument(id); err != nil {
		return Client{}, err
	}
	d.mu.Lock()
	c := d.known[id]
	if c != nil && c.lapsed(d.now()) {
		c = nil
	}
	mine := c == nil
	if mine {
		if !d.makeRoom() {
			d.mu.Unlock()
			return Client{}, busy()
		}
		c = &described{ready: make(chan struct{})}
		d.known[id] = c
	}
	d.mu.Unlock()
	if mine {
		// Others wait for it, so it does not end with who happened to be first.
		d.look(context.WithoutCancel(ctx), id, c)
	}
	select {
	case <-c.ready:
		return c.client, c.err
	case <-ctx.Done():
		return Client{}, busy()
	}
}

func busy() *Error {
	return Refuse(TemporarilyUnavailable, "too many clients are being looked up; try again in a moment")
}

// look fetches and reads the document of an id.
func (d *Documents) look(ctx context.Context, id string, c *described) {
	defer close(c.ready)
	c.until = d.now().Add(failureFor)
	select {
	case d.turns <- struct{}{}:
		defer func() { <-d.turns }()
	default:
		c.err, c.until = busy(), d.now()
		return
	}
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	body, err := d.fetch(ctx, id)
	if err != nil {
		c.err = Refuse(InvalidClient, "the document at client_id could not be had")
		return
	}
	if c.client, c.err = ParseDocument(id, body); c.err == nil {
		c.until = d.now().Add(documentFor)
	}
}

// lapsed reports whether it must be looked at anew.
func (c *described) lapsed(now time.Time) bool {
	select {
	case <-c.ready:
		return !now.Before(c.until)
	default:
		return false // somebody is looking
	}
}

// makeRoom forgets what has lapsed when there is no room, and then, if need be,
// what lapses first. It reports whether there is room.
func (d *Documents) makeRoom() bool {
	if len(d.known) < documents {
		return true
	}
	oldest, now := "", d.now()
	for id, c := range d.known {
		if c.lapsed(now) {
			delete(d.known, id)
			continue
		}
		select {
		case <-c.ready:
			if oldest == "" || c.until.Before(d.known[oldest].until) {
				oldest = id
			}
		default:
		}
	}
	if len(d.known) >= documents {
		delete(d.known, oldest)
	}
	return len(d.known) < documents
}
