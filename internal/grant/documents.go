package grant

import (
	"context"
	"sync"
	"time"
)

// Fetch returns the content at an address. It may be called concurrently.
type Fetch func(ctx context.Context, address string) ([]byte, error)

// The bounds of Documents.
const (
	documentFor = 10 * time.Minute // how long a document is cached
	failureFor  = time.Minute      // how long a failure is cached
	documents   = 256              // how many of both are cached
	atOnce      = 4                // how many are fetched at a time
)

// Documents fetches the documents that describe clients and caches what they say. It
// holds at most 256 clients and fetches at most 4 documents at a time, whatever
// strangers ask for. It is safe for concurrent use.
type Documents struct {
	fetch Fetch
	now   func() time.Time
	slots chan struct{} // a semaphore

	mu    sync.Mutex
	known map[string]*lookup
}

// lookup is a client, or the error of looking it up. ready is closed when one of them
// is set; until then nothing else is read but by the goroutine that looks it up.
type lookup struct {
	ready  chan struct{}
	client Client
	err    *Error
	until  time.Time
}

// NewDocuments returns an empty cache that fetches with fetch. now is the clock.
func NewDocuments(fetch Fetch, now func() time.Time) *Documents {
	return &Documents{fetch: fetch, now: now, slots: make(chan struct{}, atOnce), known: map[string]*lookup{}}
}

// Client returns the client of an id, from the cache or by fetching its document.
// Concurrent calls for one id share one fetch. The error is TemporarilyUnavailable
// when too many others are being fetched or ctx ends first, and InvalidClient or
// InvalidMetadata when the document is at fault.
func (d *Documents) Client(ctx context.Context, id string) (Client, *Error) {
	if err := CheckDocument(id); err != nil {
		return Client{}, err
	}
	d.mu.Lock()
	c := d.known[id]
	if c != nil && c.expired(d.now()) {
		c = nil
	}
	mine := c == nil
	if mine {
		if !d.evict() {
			d.mu.Unlock()
			return Client{}, busy()
		}
		c = &lookup{ready: make(chan struct{})}
		d.known[id] = c
	}
	d.mu.Unlock()
	if mine {
		// Others wait for it, so it does not end with who happened to be first.
		d.lookUp(context.WithoutCancel(ctx), id, c)
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

// lookUp fetches and reads the document of an id into c. It does not wait for a slot.
func (d *Documents) lookUp(ctx context.Context, id string, c *lookup) {
	defer close(c.ready)
	c.until = d.now().Add(failureFor)
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
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

// expired reports whether it must be looked up again.
func (c *lookup) expired(now time.Time) bool {
	select {
	case <-c.ready:
		return !now.Before(c.until)
	default:
		return false // somebody is looking
	}
}

// evict makes room in a full cache: it drops what has expired and, if that is nothing,
// what expires first. It reports false when every entry is still being looked up.
func (d *Documents) evict() bool {
	if len(d.known) < documents {
		return true
	}
	oldest, now := "", d.now()
	for id, c := range d.known {
		if c.expired(now) {
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
