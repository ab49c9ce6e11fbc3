package sources

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// How patient a client is.
const (
	mostTries   = 6
	firstWait   = time.Second
	longestWait = time.Minute
	// longestAsked is how long a server may ask to wait before the fetch gives up.
	longestAsked = 15 * time.Minute
	stallAfter   = time.Minute
	// leastRate is how many bytes a second a body brings at least, over each time of
	// stallAfter: a slow modem does, and a server that sends byte after byte does not.
	leastRate = 4 << 10
	// mostRedirects is how many are followed.
	mostRedirects = 5
)

// client asks servers politely: at a bounded rate, with growing and random waits after
// failures, and as late as Retry-After says. It may be used by several goroutines, which
// then wait together.
type client struct {
	http    *http.Client
	agent   string
	limit   *rate.Limiter // nil: no bound
	backoff time.Duration
	stall   time.Duration
	most    int64 // bytes of an answer
	guard   *guard
	tell    func(string)
	now     func() time.Time
	secret  string // what no error may show
	query   url.Values
	bearer  string

	mu    sync.Mutex
	until time.Time // nobody asks before
}

// newClient returns a client for the servers of a source that want no key.
func (s *Store) newClient(c Source) *client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = cmp.Or(s.o.stall, 2*stallAfter)
	guard := s.guarded(c.Address, transport)
	return &client{
		http:  &http.Client{Transport: transport, CheckRedirect: guard.redirect},
		agent: s.o.Agent, backoff: cmp.Or(s.o.backoff, firstWait), stall: cmp.Or(s.o.stall, stallAfter),
		most: s.most(c), guard: guard, tell: s.o.Tell, now: s.o.now,
	}
}

// answer is what a server answered. The body ends with an error when nothing comes for
// too long.
type answer struct {
	*http.Response
	body *watchedBody
}

// Close ends the request.
func (a *answer) Close() { _ = a.body.Close() }

// transient reports whether the same request may succeed later.
func transient(status int) bool {
	switch status {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout, http.StatusRequestTimeout:
		return true
	}
	return false
}

// get asks for an address until there is an answer, of whatever status that is not
// transient or is listed in final. The caller closes it. The error is that of the context,
// or a *gaveUpError.
func (c *client) get(ctx context.Context, address string, header http.Header, final ...int) (*answer, error) {
	for try := 1; ; try++ {
		if err := c.turn(ctx); err != nil {
			return nil, err
		}
		a, err := c.once(ctx, address, header)
		var asked time.Duration
		if err == nil {
			known := !transient(a.StatusCode)
			for _, status := range final {
				known = known || status == a.StatusCode
			}
			if known {
				return a, nil
			}
			asked = c.retryAfter(a.Header.Get("Retry-After"))
			err = fmt.Errorf("it answers %s", a.Status)
			a.Close()
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case refuses(err):
			return nil, &gaveUpError{fmt.Errorf("%s: %w", shown(address), err)}
		case asked > longestAsked:
			return nil, &gaveUpError{fmt.Errorf("%s: %w and asks to come back in %s", shown(address), err, asked.Round(time.Second))}
		case try == mostTries:
			return nil, &gaveUpError{fmt.Errorf("%s: %w, %d times in a row", shown(address), err, try)}
		}
		wait := max(asked, c.delay(try))
		if wait >= 10*time.Second {
			c.tell(fmt.Sprintf("%s: %v; waiting %s", shown(address), err, wait.Round(time.Second)))
		}
		if asked > 0 {
			c.pause(asked) // all that ask this server
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// gaveUpError is returned when it is of no use to ask again now.
type gaveUpError struct{ cause error }

func (e *gaveUpError) Error() string { return e.cause.Error() }
func (e *gaveUpError) Unwrap() error { return e.cause }

// once asks once. The error says nothing of the address.
func (c *client) once(ctx context.Context, address string, header http.Header) (*answer, error) {
	ctx, cancel := context.WithCancel(ctx)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		cancel()
		return nil, errors.New("this is no address")
	}
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("User-Agent", c.agent)
	if c.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+c.bearer)
	}
	if c.query != nil {
		query := r.URL.Query()
		for name, values := range c.query {
			query[name] = values
		}
		r.URL.RawQuery = query.Encode()
	}
	resp, err := c.http.Do(r)
	if err != nil {
		cancel()
		return nil, c.plain(err)
	}
	body := watch(resp.Body, cancel, c.stall, c.most)
	resp.Body = body
	return &answer{resp, body}, nil
}

// plain returns a network error without the address, which may hold a key.
func (c *client) plain(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if refused, ok := errors.AsType[*refusedError](err); ok {
		return refused // without the address that was dialled, which is in what wraps it
	}
	if c.secret != "" && strings.Contains(err.Error(), c.secret) {
		return errors.New("the network failed")
	}
	return err
}

// turn waits for the client's turn under its rate, and for the end of a pause.
func (c *client) turn(ctx context.Context) error {
	c.mu.Lock()
	until := c.until
	c.mu.Unlock()
	if err := sleep(ctx, until.Sub(c.now())); err != nil {
		return err
	}
	if c.limit == nil {
		return ctx.Err()
	}
	return c.limit.Wait(ctx)
}

// pause keeps all goroutines from asking for d.
func (c *client) pause(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if until := c.now().Add(d); until.After(c.until) {
		c.until = until
	}
}

// delay returns how long to wait after a failed try, from 1: twice as long each time, and
// a random part of it less, so that clients that failed together do not return together.
func (c *client) delay(try int) time.Duration {
	d := min(c.backoff<<(try-1), longestWait)
	return d/2 + rand.N(d/2+1)
}

// retryAfter reads the header of that name: seconds, or a date. It is 0 when there is none.
func (c *client) retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(c.now()), 0)
	}
	return 0
}

// sleep waits for d, or until ctx ends, whose error it returns.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// shown returns an address as messages have it: without its query, which may hold a key.
func shown(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	return u.Scheme + "://" + u.Host + u.Path
}

// watchedBody is a body that ends with an error when nothing comes for too long, too little in
// a while, or too much.
type watchedBody struct {
	from   io.ReadCloser
	cancel context.CancelFunc
	stall  time.Duration
	left   int64 // bytes that may come yet; one goroutine reads
	idle   *time.Timer
	pace   *time.Timer

	mu    sync.Mutex
	came  int64 // since pace began
	cause error // why a timer ended the request
}

// Why a body ended before its end.
var (
	errStalled = errors.New("the server stopped sending")
	errSlow    = fmt.Errorf("the server sends less than %d KB a second", leastRate>>10)
	errTooLong = errors.New("the server sends more than it may")
)

// watch returns a body that cancel ends, which may have so many bytes.
func watch(from io.ReadCloser, cancel context.CancelFunc, stall time.Duration, most int64) *watchedBody {
	b := &watchedBody{from: from, cancel: cancel, stall: stall, left: most}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.idle = time.AfterFunc(stall, func() { b.end(errStalled) })
	b.pace = time.AfterFunc(stall, b.paced)
	return b
}

// end ends the request, for the first reason that is given.
func (b *watchedBody) end(cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cause = cmp.Or(b.cause, cause)
	b.cancel()
}

// paced ends the request if too little came, and else looks again later.
func (b *watchedBody) paced() {
	b.mu.Lock()
	came := b.came
	b.came = 0
	b.mu.Unlock()
	if float64(came) < leastRate*b.stall.Seconds() {
		b.end(errSlow)
		return
	}
	b.pace.Reset(b.stall)
}

// Read gives the server more time whenever something came.
func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p[:min(int64(len(p)), b.left+1)])
	b.mu.Lock()
	defer b.mu.Unlock()
	b.came += int64(n)
	switch {
	case b.cause != nil:
		return n, b.cause
	case int64(n) > b.left:
		n, err = int(b.left), errTooLong
	case n > 0:
		b.idle.Reset(b.stall)
	}
	b.left -= int64(n)
	return n, err
}

// Close ends the request.
func (b *watchedBody) Close() error {
	b.mu.Lock()
	b.idle.Stop()
	b.pace.Stop()
	b.mu.Unlock()
	err := b.from.Close()
	b.cancel()
	return err
}
