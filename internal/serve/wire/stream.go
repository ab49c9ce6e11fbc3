package wire

import (
	"errors"
	"net/http"
	"time"
)

// early is how many bytes of a stream are flushed as they come. After them the
// buffers are larger than those on the way, which pass them through; flushing
// would only add a short segment to each.
const early = 64 << 10

// Stream answers with lines of NDJSON, sent as they come: send is called with
// how to flush a buffer of whole lines. joined is called in its place for a client that gets gzip,
// and flushes buffers in that format; nil if nothing can. Each write has its own deadline, so a
// client may take as long as it likes as long as it keeps reading (REQ SN-06,
// L-11). When the client is gone, Stream does not return.
func (x *Exchange) Stream(send, joined func(flush func([]byte) error) error) error {
	x.bill()
	x.films.joined = joined != nil
	h := x.Header()
	h["Content-Type"] = contentNDJSON
	coding := x.coding()
	if coding != Identity {
		h["Content-Encoding"] = codings[coding]
	}
	if x.tag != "" {
		h["Etag"] = x.value(tagFor(x.tag, coding))
	}
	x.WriteHeader(http.StatusOK)
	if x.R.Method == http.MethodHead {
		return nil
	}
	out := &outflow{x: x, control: http.NewResponseController(x.ResponseWriter)}
	if coding == Gzip && joined != nil {
		send, coding = joined, Identity // it is coded already
	}
	coded, release := newCompressor(out, coding)
	defer release()
	flush := func(lines []byte) error {
		if coded == nil {
			_, _ = out.Write(lines)
		} else if _, err := coded.Write(lines); err == nil && x.sent < early {
			_ = coded.Flush()
		}
		if x.sent < early {
			out.flush()
		}
		return out.lost
	}
	err := send(flush)
	if err == nil && coded != nil {
		err = coded.Close()
	}
	if out.lost != nil || x.R.Context().Err() != nil {
		x.abandon()
	}
	return err
}

// outflow is the way to the client: it gives every write a deadline and
// remembers the first error, which means that the client is gone.
type outflow struct {
	x       *Exchange
	control *http.ResponseController
	lost    error
}

// Write sends p, or fails at once when an earlier write failed.
func (o *outflow) Write(p []byte) (n int, err error) {
	if o.lost == nil {
		// Not every ResponseWriter has deadlines; the ones of a server do.
		_ = o.control.SetWriteDeadline(time.Now().Add(o.x.front.Patience))
		n, o.lost = o.x.Write(p)
	}
	return n, o.lost
}

// flush sends what net/http has buffered.
func (o *outflow) flush() {
	if o.lost != nil {
		return
	}
	if err := o.control.Flush(); !errors.Is(err, http.ErrNotSupported) {
		o.lost = err
	}
}
