package wire

import (
	"io"
	"sync/atomic"

	"kinodex/internal/fault"
)

// room bounds how many bytes of requests' bodies are in memory at once. Small
// bodies are not counted: there are never more of them than connections. A body
// takes room as it arrives, so that declaring a large one takes nothing, and
// gives it back when its answer is ready.
type room struct{ free atomic.Int64 }

const (
	roomBytes = 256 << 20
	// smallBody is what a body may have without being counted.
	smallBody = 64 << 10
)

// newRoom makes room for so many bytes; 0 for 256 MiB.
func newRoom(bytes int64) *room {
	if bytes == 0 {
		bytes = roomBytes
	}
	r := &room{}
	r.free.Store(bytes)
	return r
}

// take takes room for n bytes, if there is as much.
func (r *room) take(n int64) bool {
	if r.free.Add(-n) >= 0 {
		return true
	}
	r.free.Add(n)
	return false
}

// give gives room back. A nil room is never short.
func (r *room) give(n int64) {
	if r != nil && n != 0 {
		r.free.Add(n)
	}
}

// readAll reads everything, taking room as it goes. declared is how many bytes
// are said to come, or less than 0. It gives what it took, whatever the error; a
// fault of kind Overloaded when there is no more room.
func (r *room) readAll(from io.Reader, declared int64) (body []byte, taken int64, err error) {
	size := int64(512)
	if declared >= 0 {
		size = declared + 1 // the one more is for seeing the end
	}
	body = make([]byte, 0, min(size, smallBody))
	for {
		if len(body) == cap(body) {
			grown := int64(2 * cap(body))
			if declared >= int64(len(body)) {
				grown = min(grown, declared+1)
			}
			need := max(0, grown-smallBody) - taken
			if need > 0 && r != nil && !r.take(need) {
				return nil, taken, fault.New(fault.Overloaded, "too busy to take in a body of this size now; nothing was spent").After(retryHeavy)
			}
			if r != nil {
				taken += max(0, need)
			}
			body = append(make([]byte, 0, grown), body...)
		}
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == io.EOF {
			return body, taken, nil
		}
		if err != nil {
			return nil, taken, err
		}
	}
}
