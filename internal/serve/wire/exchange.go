package wire

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/serve/admission"
	"kinodex/internal/serve/encode"
)

// Exchange is one request and its answer. It is the ResponseWriter that
// everything behind the front writes to, so it knows what was sent; answers go
// out through Send, Fail, Unchanged and Stream. It is used by one goroutine and
// must not be kept after the request.
type Exchange struct {
	http.ResponseWriter
	R  *http.Request
	ID string // X-Request-Id
	// Route is the pattern of the path that matched, empty when none did.
	Route string
	// Dialect is the version whose path the request is under, nil under none.
	Dialect *Dialect
	// Visit is the caller's visit; nil on public routes and before the caller
	// is known.
	Visit *app.Visit
	// Ignored names the parameters that were sent and that the route does not have.
	Ignored []string
	// Submitted is set where the query holds what somebody told of a project or of their taste.
	// The log then has the names of its parameters without their values.
	Submitted bool
	// Notes are what the dialect has to add to the request's line in the log.
	Notes []slog.Attr

	front  *Front
	ctx    context.Context // with the answer's deadline; nil for the request's own
	need   access.Need     // of the route
	shown  string          // the key or token the caller was known by
	posted []byte          // the request's body
	// filesLimit is how many bytes the files of a posted form may have together.
	filesLimit int64
	unread     *requestBody    // nil when the request has none
	lease      admission.Lease // of the memory that the body takes
	place      admission.Place // among the requests that are worked on, if one is held
	private    bool            // whether no answer may be kept by a cache
	linked     bool            // whether answers have links that open without a key
	tables     bool            // whether the route has its answers as CSV, too
	csv        bool            // whether this one is to be CSV
	timed      timings

	base string
	tag  string // of the answer, without a coding's suffix
	// cacheTag is what the response cache keeps the answer under, without a coding's
	// suffix; empty for an answer that is not worth keeping.
	cacheTag string
	status   int
	sent     int64

	films filmsInBody

	body, coded []byte // kept between exchanges
	// values is what the header's values are made of, in one allocation. It
	// belongs to the header and outlives the exchange.
	values []string
}

// Front is what exchanges share: whatever is the same for every request.
type Front struct {
	Failures
	Proxies Proxies
	// BaseURL is the address the service is reached at, without a trailing
	// slash; empty to take it from each request.
	BaseURL string
	// Version is sent as X-Service-Version (REQ V-02).
	Version string
	// Patience is how long one write of a stream may take (REQ SN-06).
	Patience time.Duration
	// Deadline is how long an answer other than a stream may take (REQ L-11).
	Deadline time.Duration
	// Admission decides what is taken on at once. Required; Bound makes it.
	Admission *admission.Control
	// PrivateCache is set when no shared cache may keep an answer to a key.
	PrivateCache bool

	// bodyWindow is how long a body may take for what must arrive in a window; 0
	// for the usual.
	bodyWindow time.Duration
	responses  *responseCache // made by Bound
	modified   moment         // of the library that serves
	asked      atomic.Pointer[origin]
}

// Bound sets what f admits, and makes its response cache empty. It must be called
// once, before the first Begin.
func (f *Front) Bound(l admission.Limits) {
	f.responses = newResponseCache()
	f.Admission, f.bodyWindow = admission.New(l), l.BodyWindow
}

var exchanges = sync.Pool{New: func() any { return new(Exchange) }}

// Begin opens an exchange: it names the request and sets what every answer
// carries. End must be called when the answer is written.
func (f *Front) Begin(w http.ResponseWriter, r *http.Request) *Exchange {
	x := exchanges.Get().(*Exchange)
	body, coded := x.body, x.coded
	*x = Exchange{ResponseWriter: w, R: r, ID: requestID(r.Header), front: f, body: body[:0], coded: coded[:0], values: make([]string, 0, 16)}
	x.timed.began = time.Now()
	h := w.Header()
	h["X-Request-Id"] = x.value(x.ID)
	h["X-Service-Version"] = x.value(f.Version)
	h["Access-Control-Allow-Origin"] = anyOrigin
	if r.Header["Origin"] != nil {
		h["Access-Control-Expose-Headers"] = exposed
	}
	x.watchBody()
	return x
}

// largest is how many bytes of buffer an exchange keeps for the next one.
const largest = 4 << 20

// End closes the visit and gives the exchange back.
func (x *Exchange) End() {
	if x.Visit != nil {
		x.Visit.Close()
	}
	x.putDown()
	body, coded := x.body, x.coded
	if cap(body) > largest {
		body = nil
	}
	if cap(coded) > largest {
		coded = nil
	}
	*x = Exchange{body: body, coded: coded}
	exchanges.Put(x)
}

// putDown forgets the body that was posted, which nobody needs any more.
func (x *Exchange) putDown() {
	x.lease.Release()
	x.posted = nil
}

// Base is the address the service is reached at, without a trailing slash.
func (x *Exchange) Base() string {
	if x.base == "" {
		if x.base = x.front.BaseURL; x.base == "" {
			x.base = x.front.origin(x.R)
		}
	}
	return x.base
}

// Status is the status sent, 0 before one is, and Sent how many bytes of body.
func (x *Exchange) Status() int { return x.status }

// Sent is how many bytes of body were sent.
func (x *Exchange) Sent() int64 { return x.sent }

// Context ends when the client hangs up, and, but for streams, when the answer
// has taken too long.
func (x *Exchange) Context() context.Context {
	if x.ctx != nil {
		return x.ctx
	}
	return x.R.Context()
}

// Unwrap lets http.ResponseController find the connection.
func (x *Exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// WriteHeader sends the status and headers, those of the dialect included.
func (x *Exchange) WriteHeader(status int) {
	if x.status != 0 {
		return
	}
	x.status = status
	if x.Dialect != nil {
		x.Dialect.seal(x, status)
	}
	x.closeUnlessRead()
	x.ResponseWriter.WriteHeader(status)
}

// Write sends a part of the body.
func (x *Exchange) Write(p []byte) (int, error) {
	if x.status == 0 {
		x.WriteHeader(http.StatusOK)
	}
	n, err := x.ResponseWriter.Write(p)
	x.sent += int64(n)
	return n, err
}

// value makes the value of a header.
func (x *Exchange) value(s string) []string {
	if len(x.values) == cap(x.values) {
		return []string{s}
	}
	x.values = append(x.values, s)
	n := len(x.values)
	return x.values[n-1 : n : n]
}

// Body is an empty buffer to write an answer into; it is good until the next
// Body.
func (x *Exchange) Body() []byte { return x.body[:0] }

// Send answers with a JSON body, coded as the client likes best, in one write.
func (x *Exchange) Send(status int, body []byte) {
	x.send(contentJSON, status, body)
}

// SendText is Send for plain text.
func (x *Exchange) SendText(status int, body []byte) {
	x.send(contentText, status, body)
}

// SendHTML is Send for a page.
func (x *Exchange) SendHTML(status int, body []byte) {
	x.send(contentHTML, status, body)
}

func (x *Exchange) send(contentType []string, status int, body []byte) {
	x.body = body // keep what it grew to
	coding := Identity
	if pays(contentType[0], len(body)) {
		coding = x.coding()
	}
	if coding != Identity {
		with := quick
		if contentType[0] == contentHTML[0] && len(body) >= densePage {
			with = dense
		}
		x.coded = x.compress(with, body, coding)
		body = x.coded
	}
	if x.cacheTag != "" && status == http.StatusOK {
		x.front.responses.put(tagFor(x.cacheTag, coding), body)
	}
	x.sendCoded(contentType, status, body, coding)
}

// sendCoded sends a body that is coded already.
func (x *Exchange) sendCoded(contentType []string, status int, body []byte, coding Coding) {
	h := x.Header()
	if coding != Identity {
		h["Content-Encoding"] = codings[coding]
	}
	if x.tag != "" {
		h["Etag"] = x.value(tagFor(x.tag, coding))
	}
	h["Content-Type"] = contentType
	h["Content-Length"] = x.value(strconv.Itoa(len(body)))
	x.tellTimings(status)
	x.place.Leave() // the work is done; how fast the client reads is its own affair
	x.putDown()
	x.finishBody()
	x.WriteHeader(status)
	if x.R.Method != http.MethodHead {
		x.Write(body) // an error means that the client is gone
	}
}

// Answer sends what was appended to Body with status 200, with the bill.
func (x *Exchange) Answer(body []byte) {
	x.bill()
	x.Send(http.StatusOK, body)
}

// AnswerJSON sends a value with status 200, written as encode.Append writes it, with
// the bill.
func (x *Exchange) AnswerJSON(v any) error {
	b, err := encode.Append(x.Body(), v, x.Base())
	if err != nil {
		return err
	}
	x.Answer(b)
	return nil
}

// coding is the one the client likes best.
func (x *Exchange) coding() Coding {
	cheaper := Zstd
	if x.films.joined {
		cheaper = Gzip
	}
	return Negotiate(x.R.Header.Get("Accept-Encoding"), cheaper)
}

// abandon ends an exchange whose client is gone. A question that was paid for
// and never answered is given back; an answer under way is not (REQ SN-05).
func (x *Exchange) abandon() {
	if x.Visit != nil && x.status == 0 {
		x.front.Refund(x.Context(), x.occasion(), x.Visit)
	}
	panic(http.ErrAbortHandler)
}

// occasion names the request in the log.
func (x *Exchange) occasion() Occasion { return Occasion{x.ID, x.Route} }
