// Package kinodex is the client of the Kinodex film catalogue and screenplay service.
//
// A Client has one method for each operation of the interface, with a struct for its
// parameters. Lists also have an iterator (AllFilms beside ListFilms), the stream of the
// catalogue is one (StreamFilms), and DownloadSnapshot takes the whole catalogue home.
//
//	client := kinodex.New("https://kinodex.example", kinodex.WithKey(os.Getenv("KINODEX_KEY")))
//	for film, err := range client.AllFilms(ctx, &kinodex.ListFilmsParams{Genre: "Film-Noir"}) { … }
//
// What fails on the way (connections, 408, 429, 5xx) is tried again twice, after a pause;
// WithMaxRetries says how often. An answer that is an error is an *Error; compare it by its
// code: errors.Is(err, kinodex.CodeFilmNotFound).
//
// A field of parameters that is zero is not sent. Pointers in answers are nil where the
// service says null. Where only some fields of a film were asked for (Fields), all others
// are zero.
package kinodex

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"time"
)

// Version is that of this client.
const Version = "1.0.0"

// Client calls one service with one key. It is safe for concurrent use.
type Client struct {
	base       string
	wrong      error // base is no address
	key        string
	sandbox    bool
	agent      string
	http       *http.Client
	direct     *http.Client // http, which follows no redirect: it would take the key along
	maxRetries int
	timeout    time.Duration
	maxWait    time.Duration
	cache      Cache

	mu    sync.Mutex
	quota Quota
}

// Option changes how a Client works.
type Option func(*Client)

// New returns a client of the service at a base address such as https://kinodex.example. All
// calls of a client whose address or key is none fail.
func New(base string, options ...Option) *Client {
	c := &Client{
		base: strings.TrimRight(base, "/"), agent: "kinodex-go/" + Version + " (" + runtime.GOOS + "; " + runtime.Version() + ")",
		http: &http.Client{}, maxRetries: 2, timeout: time.Minute, maxWait: time.Minute,
	}
	if at, err := url.Parse(base); err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		c.wrong = fmt.Errorf("kinodex: the base address must begin with http:// or https:// and name a host, not %q", base)
	}
	for _, o := range options {
		o(c)
	}
	if c.wrong == nil && strings.ContainsFunc(c.key, func(r rune) bool { return r < '!' || r > '~' }) {
		c.wrong = errors.New("kinodex: the key has a character that no key has")
	}
	direct := *c.http
	direct.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.direct = &direct
	return c
}

// WithKey sends an API key with every request. Without one the service answers from its
// sandbox, a few times a day.
func WithKey(key string) Option { return func(c *Client) { c.key = strings.TrimSpace(key) } }

// WithSandbox asks for answers of the sandbox, which use no budget.
func WithSandbox() Option { return func(c *Client) { c.sandbox = true } }

// WithMaxRetries says how often a request that failed on the way is sent again; 2 unless
// it is said. 0 is never.
func WithMaxRetries(n int) Option { return func(c *Client) { c.maxRetries = max(n, 0) } }

// WithTimeout bounds how long one try may take, up to the end of its answer; for streams
// and downloads, up to its beginning. It is one minute unless it is said; 0 is no bound.
func WithTimeout(d time.Duration) Option { return func(c *Client) { c.timeout = d } }

// WithMaxWait bounds how long the client waits when the service says how long to wait.
// What would take longer, such as a day's budget that is used up, is returned as the error
// it is. It is one minute unless it is said.
func WithMaxWait(d time.Duration) Option { return func(c *Client) { c.maxWait = d } }

// WithCache keeps answers, so that one that has not changed is neither sent nor charged
// again. NewMemoryCache makes one.
func WithCache(cache Cache) Option { return func(c *Client) { c.cache = cache } }

// WithHTTPClient sends requests with a client of your own.
func WithHTTPClient(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithUserAgent puts the name of your program before the client's own in User-Agent.
func WithUserAgent(name string) Option { return func(c *Client) { c.agent = name + " " + c.agent } }

// RequestOption changes one call.
type RequestOption func(*request)

// WithResponse also stores what came with the answer: its status, headers, request id
// and quota, and its bytes.
func WithResponse(r *Response) RequestOption { return func(q *request) { q.told = r } }

// WithIdempotencyKey names the request, where the operation takes such a name. The client
// makes one up otherwise; either way all tries of a call have the same.
func WithIdempotencyKey(key string) RequestOption { return func(q *request) { q.repeatKey = key } }

// WithQuery sends a parameter as it is written, also one that is zero.
func WithQuery(name, value string) RequestOption {
	return func(q *request) { q.query.Set(name, value) }
}

// WithNull sends null as a member of the body, where that says something else than leaving
// it out: UpdateKey with WithNull("expires_at") makes a key that does not end.
func WithNull(member string) RequestOption {
	return func(q *request) { q.nulls = append(q.nulls, member) }
}

// WithHeader sends a header.
func WithHeader(name, value string) RequestOption {
	return func(q *request) { q.header.Set(name, value) }
}

// Quota is what is left of the account's requests of the day. Until an answer said so all of
// it is zero, also Limit. Answers that cost nothing, such as those of the sandbox, do not say.
type Quota struct {
	Limit     int
	Remaining int
	Reset     time.Time // when the next day begins
	Warning   string    // set once four fifths are used
}

// Quota returns what the newest answer said of the day's budget.
func (c *Client) Quota() Quota {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.quota
}

// Response is what came with an answer.
type Response struct {
	Status    int
	Header    http.Header
	RequestID string // names the request in the service's logs
	Quota     Quota  // what it said of the day's budget, or else the newest answer that did
	Cached    bool   // the service said that the cached answer is still good
	Tries     int    // how many requests it took
	Body      []byte // the answer as it was sent; nil for streams
}

// Ptr returns a pointer to v, for fields that may be null.
func Ptr[T any](v T) *T { return &v }
