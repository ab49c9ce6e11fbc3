package kinodex

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// request is one call, however many tries it takes.
type request struct {
	method, path string
	query        url.Values
	header       http.Header
	body         []byte   // JSON; nil for none
	nulls        []string // members of the body that are null
	repeatable   bool     // whether it takes an Idempotency-Key
	repeatKey    string
	told         *Response
}

func newRequest(method, path string, options []RequestOption) *request {
	q := &request{method: method, path: path, query: url.Values{}, header: http.Header{}}
	for _, o := range options {
		o(q)
	}
	return q
}

// call sends a request and reads the member data of its answer into out, or the whole
// answer. It returns an *Error, a *ConnectionError, or the context's error.
func (c *Client) call(ctx context.Context, q *request, member string, out any) error {
	body, err := c.bytes(ctx, q)
	if err != nil {
		return err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(body, &members); err != nil || member != "" && members[member] == nil {
		return fmt.Errorf("kinodex: %s %s is not answered as the interface says: is %s the address of the service?", q.method, q.path, c.base)
	}
	if member != "" {
		body = members[member]
	}
	if err := json.Unmarshal(body, out); err != nil {
		return fmt.Errorf("kinodex: %s %s: %w", q.method, q.path, err)
	}
	return nil
}

// bytes sends a request and returns its answer, from the cache if it is still good.
func (c *Client) bytes(ctx context.Context, q *request) ([]byte, error) {
	if len(q.nulls) > 0 {
		if err := q.setNulls(); err != nil {
			return nil, err
		}
	}
	held, cacheKey := CachedAnswer{}, ""
	if c.cache != nil && q.method == http.MethodGet {
		cacheKey = c.cacheKey(q)
		var ok bool
		if held, ok = c.cache.Get(cacheKey); ok {
			q.header.Set("If-None-Match", held.ETag)
		}
	}
	var body []byte
	_, err := c.send(ctx, q, func(r *http.Response) (err error) {
		body, err = io.ReadAll(r.Body)
		return err
	}, func(r *http.Response) {
		if r.StatusCode == http.StatusNotModified {
			body = held.Body
		} else if tag := r.Header.Get("ETag"); cacheKey != "" && tag != "" {
			c.cache.Put(cacheKey, CachedAnswer{ETag: tag, Body: bytes.Clone(body)})
		}
		if q.told != nil {
			q.told.Cached, q.told.Body = r.StatusCode == http.StatusNotModified, body
		}
	})
	return body, err
}

// setNulls writes the members that are null into the body.
func (q *request) setNulls() error {
	members := map[string]json.RawMessage{}
	if q.body != nil {
		if err := json.Unmarshal(q.body, &members); err != nil {
			return fmt.Errorf("kinodex: the body: %w", err)
		}
	}
	for _, name := range q.nulls {
		members[name] = json.RawMessage("null")
	}
	var err error
	q.body, err = json.Marshal(members)
	return err
}

// send tries a request until it is answered, refused, or was tried often enough. read
// reads an answer that is none of an error; when it fails, that is a failed try. done is
// called with the answer in the end.
func (c *Client) send(ctx context.Context, q *request, read func(*http.Response) error, done func(*http.Response)) (*http.Response, error) {
	if c.wrong != nil {
		return nil, c.wrong
	}
	if strings.HasSuffix(q.path, "/") || strings.Contains(q.path, "//") {
		return nil, fmt.Errorf("kinodex: %s %s names nothing: the id is empty", q.method, q.path)
	}
	if q.repeatable && q.repeatKey == "" {
		q.repeatKey = randomKey()
	}
	for try := 1; ; try++ {
		r, err := c.try(ctx, q, read)
		if err == nil {
			c.note(q, r, try)
			if r.StatusCode >= 300 && r.StatusCode < 400 && r.StatusCode != http.StatusNotModified {
				r.Body.Close()
				return nil, fmt.Errorf("kinodex: %s leads to %s; give that address to the client", c.base, r.Header.Get("Location"))
			}
			if r.StatusCode < 400 {
				done(r)
				return r, nil
			}
			err = r.Body.(*refusal).Error
		}
		wait, again := c.again(err, try)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !again {
			var answered *Error
			if errors.As(err, &answered) {
				return nil, answered
			}
			return nil, &ConnectionError{try, err}
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// refusal is the body of an answer that is an error, once it is read.
type refusal struct {
	io.ReadCloser
	Error *Error
}

// try sends a request once. Unless read is nil the answer has been read when it returns.
func (c *Client) try(ctx context.Context, q *request, read func(*http.Response) error) (*http.Response, error) {
	ctx, cancel, stop := c.bounded(ctx)
	r, err := c.exchange(ctx, q)
	if err == nil && r.StatusCode >= 400 {
		var body []byte
		body, err = io.ReadAll(io.LimitReader(r.Body, 1<<20))
		r.Body.Close()
		if err == nil {
			r.Body = &refusal{r.Body, readError(r, body)}
		}
	} else if err == nil && read != nil {
		err = read(r)
		r.Body.Close()
	} else if err == nil { // the reader of the stream ends the request
		if stop() {
			r.Body = &cancelling{r.Body, cancel}
			return r, nil
		}
		err = context.Cause(ctx)
	}
	stop()
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	cancel(nil)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// bounded returns a context that ends with the client's timeout, unless stop is called before;
// it reports whether it came in time.
func (c *Client) bounded(ctx context.Context) (bound context.Context, cancel context.CancelCauseFunc, stop func() bool) {
	bound, cancel = context.WithCancelCause(ctx)
	if c.timeout <= 0 {
		return bound, cancel, func() bool { return true }
	}
	return bound, cancel, time.AfterFunc(c.timeout, func() { cancel(fmt.Errorf("no answer within %s", c.timeout)) }).Stop
}

// cancelling is the body of a stream, which ends its request when it is closed.
type cancelling struct {
	io.ReadCloser
	cancel context.CancelCauseFunc
}

func (b *cancelling) Close() error {
	err := b.ReadCloser.Close()
	b.cancel(nil)
	return err
}

func (c *Client) exchange(ctx context.Context, q *request) (*http.Response, error) {
	address := c.base + q.path
	if len(q.query) > 0 {
		address += "?" + q.query.Encode()
	}
	var body io.Reader
	if q.body != nil {
		body = bytes.NewReader(q.body)
	}
	out, err := http.NewRequestWithContext(ctx, q.method, address, body)
	if err != nil {
		return nil, err
	}
	for name, values := range q.header {
		out.Header[name] = values
	}
	out.Header.Set("User-Agent", c.agent)
	if c.key != "" {
		out.Header.Set("X-API-Key", c.key)
	}
	if c.sandbox {
		out.Header.Set("X-Sandbox", "1")
	}
	if q.body != nil && out.Header.Get("Content-Type") == "" {
		out.Header.Set("Content-Type", "application/json")
	}
	if q.repeatKey != "" {
		out.Header.Set("Idempotency-Key", q.repeatKey)
	}
	return c.direct.Do(out)
}

// again reports whether a failed try is worth another, and after which pause.
func (c *Client) again(err error, try int) (time.Duration, bool) {
	if try > c.maxRetries {
		return 0, false
	}
	var answered *Error
	if !errors.As(err, &answered) {
		return pause(try), true
	}
	switch {
	case answered.RetryAfter > c.maxWait:
		return 0, false
	case answered.Status == http.StatusConflict && answered.RetryAfter > 0, // the same request is being worked on
		answered.Status == http.StatusRequestTimeout, answered.Status == http.StatusTooManyRequests, answered.Status >= 500:
		return max(answered.RetryAfter, pause(try)), true
	}
	return 0, false
}

// pause returns how long to wait after a try that failed: half a second, doubled with
// every try up to eight, less up to half of it by chance, so that clients that failed
// together do not come back together.
func pause(try int) time.Duration {
	longest := min(0.5*math.Pow(2, float64(try-1)), 8)
	return time.Duration((1 - mathrand.Float64()/2) * longest * float64(time.Second))
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// note keeps what came with an answer.
func (c *Client) note(q *request, r *http.Response, tries int) {
	quota, ok := readQuota(r.Header)
	c.mu.Lock()
	if ok {
		c.quota = quota
	} else {
		quota = c.quota
	}
	c.mu.Unlock()
	if q.told != nil {
		*q.told = Response{Status: r.StatusCode, Header: r.Header, RequestID: r.Header.Get("X-Request-Id"), Quota: quota, Tries: tries}
	}
}

func readQuota(h http.Header) (q Quota, ok bool) {
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	if err != nil {
		return q, false
	}
	remaining, _ := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	reset, _ := strconv.ParseInt(h.Get("X-RateLimit-Reset"), 10, 64)
	return Quota{limit, remaining, time.Unix(reset, 0).UTC(), h.Get("X-RateLimit-Warning")}, true
}

// retryAfter reads the header of that name, seconds or a date; 0 when there is none.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}

// randomKey returns a name that no other request has.
func randomKey() string {
	var b [16]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// fetch sends a request and returns the member of its answer, or the whole answer when
// member is empty.
func fetch[T any](ctx context.Context, c *Client, q *request, member string) (*T, error) {
	out := new(T)
	if err := c.call(ctx, q, member, out); err != nil {
		return nil, err
	}
	return out, nil
}
