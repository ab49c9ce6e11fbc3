package wire

import (
	"io"
	"net/http"
	"time"
)

// How much of a body that nobody wants is still taken from a client, and for
// how long.
const (
	unwanted     = 32 << 20
	unwantedTime = 3 * time.Second
)

// hearOut makes ready for an answer that is given before the body was read, and
// gives what to do after it: to take the rest of the body, within bounds, and
// forget it. A connection that is closed while its client still sends is reset,
// and many clients then report that instead of the answer (TRACE L-08).
func (x *Exchange) hearOut() (after func()) {
	if x.R.ContentLength == 0 || x.R.Body == nil {
		return func() {}
	}
	control := http.NewResponseController(x.ResponseWriter)
	if control.EnableFullDuplex() != nil {
		return func() {}
	}
	return func() {
		if control.Flush() != nil || control.SetReadDeadline(time.Now().Add(unwantedTime)) != nil {
			return
		}
		io.CopyN(io.Discard, x.R.Body, unwanted) // an error means that the client has no more to say
	}
}
