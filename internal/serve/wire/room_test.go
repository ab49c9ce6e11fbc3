package wire

import (
	"bytes"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"kinodex/internal/fault"
)

// Bodies are read whole, however they come and whatever is declared, and give
// back exactly the room they took.
func TestRoomForBodies(t *testing.T) {
	for _, size := range []int{0, 1, 511, 512, 513, smallBody, smallBody + 1, 1 << 20, 5<<20 - 1} {
		sent := bytes.Repeat([]byte{'x'}, size)
		for _, declared := range []int64{-1, 0, int64(size), int64(size) + 1000} {
			r := newRoom(0)
			body, taken, err := r.readAll(iotest.HalfReader(bytes.NewReader(sent)), declared)
			if err != nil || !bytes.Equal(body, sent) {
				t.Fatalf("%d bytes, %d declared: %d read, %v", size, declared, len(body), err)
			}
			if size <= smallBody/2 && taken != 0 || taken > int64(2*size) || r.free.Load() != roomBytes-taken {
				t.Errorf("%d bytes, %d declared: %d taken, %d free", size, declared, taken, r.free.Load())
			}
			if r.give(taken); r.free.Load() != roomBytes {
				t.Errorf("%d bytes are missing", roomBytes-r.free.Load())
			}
		}
	}
}

// Who finds no room is told to come back, without the rest being read; a body
// that is only declared takes nothing.
func TestARoomThatIsFull(t *testing.T) {
	r := newRoom(1 << 20)
	large := strings.NewReader(strings.Repeat("x", 4<<20))
	_, taken, err := r.readAll(large, -1)
	if f := fault.From(err); f.Kind != fault.Overloaded || f.RetryAfter <= 0 {
		t.Errorf("a full room: %v", err)
	}
	if taken > 1<<20 || large.Len() < 2<<20 {
		t.Errorf("%d bytes taken, %d left unread", taken, large.Len())
	}
	r.give(taken)
	if _, taken, err := r.readAll(iotest.ErrReader(io.ErrUnexpectedEOF), 5<<20); err == nil || taken != 0 {
		t.Errorf("a body that never came took %d bytes", taken)
	}
	if r.free.Load() != 1<<20 {
		t.Errorf("%d bytes are missing", 1<<20-r.free.Load())
	}
	// Without bounds (a front that was not bound) there is always room.
	var none *room
	if body, _, err := none.readAll(strings.NewReader(strings.Repeat("x", 1<<20)), -1); err != nil || len(body) != 1<<20 {
		t.Errorf("no room at all: %d bytes, %v", len(body), err)
	}
}

func TestARoomIsNeverOverdrawn(t *testing.T) {
	r := newRoom(3 << 20)
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			draw := rand.New(rand.NewPCG(uint64(i), 1))
			for range 20 {
				_, taken, _ := r.readAll(bytes.NewReader(make([]byte, draw.IntN(2<<20))), -1)
				r.give(taken)
			}
		})
	}
	all.Wait()
	if r.free.Load() != 3<<20 {
		t.Errorf("%d bytes free of %d", r.free.Load(), 3<<20)
	}
}
