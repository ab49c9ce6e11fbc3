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
	tell    func(string)
	now     func() time.Time
	secret  string // what no error may show
	query   url.Values
	bearer  string

	mu    sync.Mutex
	until time.Time // nobody asks before
}

// newClient returns a client for servers that want no key.
func (s *Store) newClient() *client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = cmp.Or(s.o.stall, 2*stallAfter)
	return &client{
		http:  &http.Client{Transport: transport, CheckRedirect: checkRedirect},
		agent: s.o.Agent, backoff: cmp.Or(s.o.backoff, firstWait), stall: cmp.Or(s.o.stall, stallAfter),
		tell: s.o.Tell, now: s.o.now,
	}
}

// checkRedirect follows few redirects, none from https to http, and tells nobody where
// they came from: an address may hold a key.
func checkRedirect(r *http.Request, via []*http.Request) error {
	r.Header.Del("Referer")
	if len(via) > 5 {
		return errors.New("it redirects more than five times")
	}
	if via[0].URL.Scheme == "https" && r.URL.Scheme != "https" {
		return errors.New("it redirects from https to " + r.URL.Scheme)
	}
	return nil
}

// answer is what a server answered. The body ends with an error when nothing comes for
// too long.
type answer struct {
	*http.Response
	body *watchedBody
}

// Close ends the request.
func (a *answer) Close() { a.body.Close() }

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
		case errors.Is(err, errRefused):
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

// errRefused is a redirect that is not followed.
var errRefused = errors.New("a redirect is not followed")

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
	body := &watchedBody{from: resp.Body, cancel: cancel, stall: c.stall}
	body.timer = time.AfterFunc(c.stall, body.stalled)
	resp.Body = body
	return &answer{resp, body}, nil
}

// plain returns a network error without the address, which may hold a key.
func (c *client) plain(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		if strings.HasPrefix(u.Err.Error(), "it redirects") {
			return fmt.Errorf("%w: %v", errRefused, u.Err)
		}
		err = u.Err
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

// watchedBody is a body that ends with errStalled when nothing comes for too long.
type watchedBody struct {
	from   io.ReadCloser
	cancel context.CancelFunc
	stall  time.Duration
	timer  *time.Timer

	mu    sync.Mutex
	ended bool // by the timer
}

// errStalled says that a server sent nothing for too long.
var errStalled = errors.New("the server stopped sending")

// stalled ends the request.
func (b *watchedBody) stalled() {
	b.mu.Lock()
	b.ended = true
	b.mu.Unlock()
	b.cancel()
}

// Read gives the server more time whenever something came.
func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return n, errStalled
	}
	if n > 0 {
		b.timer.Reset(b.stall)
	}
	return n, err
}

// Close ends the request.
func (b *watchedBody) Close() error {
	b.timer.Stop()
	err := b.from.Close()
	b.cancel()
	return err
}
