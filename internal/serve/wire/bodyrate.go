package wire

import (
	"errors"
	"io"
	"net/http"
	"os"
	"time"

	"kinodex/internal/fault"
)

// How fast a body must come (REQ L-11). It may take bodyTime in all, and in each
// of its windows leastRate bytes a second must arrive, or its end. A client that
// sends much at once and then nothing is found out within a window.
const (
	bodyTime   = 30 * time.Second
	bodyWindow = 5 * time.Second
	leastRate  = 4 << 10 // bytes a second
)

// timedBody reads a body by the deadlines of its connection.
type timedBody struct {
	from    io.Reader
	control *http.ResponseController
	window  time.Duration
	most    time.Time // when all of it must have come
	arrived int64     // in this window
}

// newTimedBody begins the first window of a body. A window of 0 is the usual one.
func newTimedBody(from io.Reader, w http.ResponseWriter, window time.Duration) *timedBody {
	if window == 0 {
		window = bodyWindow
	}
	t := &timedBody{from: from, control: http.NewResponseController(w), window: window, most: time.Now().Add(bodyTime)}
	t.begin()
	return t
}

// begin begins a window.
func (t *timedBody) begin() {
	t.arrived = 0
	end := time.Now().Add(t.window)
	if end.After(t.most) {
		end = t.most
	}
	// Not every ResponseWriter has deadlines; those of a server do.
	_ = t.control.SetReadDeadline(end)
}

// Read reads some more. It fails with a fault of kind RequestTimeout when the body
// comes too slowly.
func (t *timedBody) Read(p []byte) (int, error) {
	n, err := t.from.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, fault.New(fault.RequestTimeout,
			"the body came too slowly: at least %d bytes a second, and all of it within %v; nothing was spent", leastRate, bodyTime)
	}
	if t.arrived += int64(n); err == nil && t.arrived >= int64(t.window.Seconds()*leastRate) {
		t.begin()
	}
	return n, err
}

// end forgets the deadlines: the connection's next read is that of its next
// request, which has its own, and a deadline that passed before would end the
// context of this one.
func (t *timedBody) end() { _ = t.control.SetReadDeadline(time.Time{}) }
