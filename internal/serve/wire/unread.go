package wire

import (
	"io"
	"net/http"
	"time"
)

// What is done about a body that no handler read to its end.
const (
	// smallUnread bytes are read before the answer, for at most unreadWait, so
	// that a small body that has arrived does not cost the connection.
	smallUnread = 64 << 10
	unreadWait  = 100 * time.Millisecond
	// mostDrained bytes are read after the answer, for at most drainTime.
	mostDrained = 32 << 20
	drainTime   = 3 * time.Second
)

// requestBody is the body of a request, and knows how far it was read.
type requestBody struct {
	io.ReadCloser
	begun bool
	err   error // what ended it; io.EOF when it was read to its end
}

// Read reads on. What it says last, it says again.
func (b *requestBody) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	b.begun = true
	n, err := b.ReadCloser.Read(p)
	b.err = err
	return n, err
}

// watchBody makes the request one whose body tells how far it was read. The
// request it came as stays as it is, since net/http looks at its body.
func (x *Exchange) watchBody() {
	if x.R.ContentLength == 0 || x.R.Body == nil {
		return
	}
	x.unread = &requestBody{ReadCloser: x.R.Body}
	x.R = x.R.WithContext(x.R.Context())
	x.R.Body = x.unread
}

// finishBody reads the rest of a small body before an answer that is at hand
// whole. When the rest does not come in time, the request's context ends.
func (x *Exchange) finishBody() {
	b := x.unread
	if b == nil || b.err != nil || x.R.ContentLength > smallUnread || !b.begun && x.R.Header["Expect"] != nil {
		return
	}
	// At the end of the body net/http takes the deadline away again.
	if http.NewResponseController(x.ResponseWriter).SetReadDeadline(time.Now().Add(unreadWait)) == nil {
		_, _ = io.CopyN(io.Discard, b, smallUnread+1)
	}
}

// closeUnlessRead makes the answer say that the connection closes, and net/http
// close it, unless the request's body was read to its end: what comes later of
// the body would be taken for the next request.
func (x *Exchange) closeUnlessRead() {
	if x.unread != nil && x.unread.err != io.EOF {
		x.Header()["Connection"] = closing
	}
}

var closing = []string{"close"}

// Drain is called after an answer, and reads on, within bounds, when the body
// was not read to its end. A connection that is closed while its client still
// sends is reset, and many clients then report that instead of the answer (REQ
// L-08).
func (x *Exchange) Drain() {
	if x.unread == nil || x.unread.err == io.EOF {
		return
	}
	control := http.NewResponseController(x.ResponseWriter)
	if control.Flush() != nil || control.SetReadDeadline(time.Now().Add(drainTime)) != nil {
		return
	}
	_, _ = io.CopyN(io.Discard, x.unread.ReadCloser, mostDrained) // an error means that the client has no more to say
}
