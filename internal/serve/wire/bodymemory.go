package wire

import (
	"io"
	"sync"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

const (
	defaultBodyMemory = 256 << 20
	// smallBody is what a body may have without being counted: there are never
	// more small bodies than connections.
	smallBody = 64 << 10
	// clientMemory is what every client may hold of the memory of bodies, if there
	// is as much: enough for the largest body that is taken.
	clientMemory = 16 << 20
)

// bodyMemory bounds how many bytes of requests' bodies are in memory at once. A
// body takes memory as it arrives, so that declaring a large one takes nothing,
// and gives it back when its answer is ready.
//
// As at a Gate, callers without a key have at most half of it, they and all
// accounts below the Studio plan at most three quarters. One client, which is an
// account or else an address, has at most an eighth of it without a key, a quarter
// with one, and half with one of the Studio plan, though never less than
// clientMemory.
type bodyMemory struct {
	limit int64

	mu       sync.Mutex
	held     [ranks]int64
	byClient map[string]int64
}

// newBodyMemory makes a memory of so many bytes; 0 for 256 MiB.
func newBodyMemory(bytes int64) *bodyMemory {
	if bytes == 0 {
		bytes = defaultBodyMemory
	}
	return &bodyMemory{limit: bytes, byClient: map[string]int64{}}
}

// BodyBytes is how many bytes of requests' bodies are in memory, small ones aside.
func (f *Front) BodyBytes() (n int64) {
	m := f.bodies
	if m == nil {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, held := range m.held {
		n += held
	}
	return n
}

// lease is what one body holds of a memory. The zero lease is not bounded.
type lease struct {
	memory *bodyMemory
	rank   rank
	client string
	held   int64
}

// leaseFor begins a lease that holds nothing yet.
func (m *bodyMemory) leaseFor(c access.Caller) lease {
	return lease{memory: m, rank: rankOf(c), client: clientOf(c)}
}

// grow takes n bytes more. It fails with a fault of kind RateLimited when the
// client holds its share already, and of kind Overloaded when there is no more for
// clients of its rank.
func (l *lease) grow(n int64) error {
	m := l.memory
	if m == nil || n <= 0 {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	shares := [ranks]int64{nameless: 8, known: 4, foremost: 2}
	if m.byClient[l.client]+n > max(m.limit/shares[l.rank], clientMemory) {
		return fault.New(fault.RateLimited, "too many large bodies of yours are being taken in at once; nothing was spent").After(retryHeavy)
	}
	without := m.held[nameless] + n
	lesser := without + m.held[known]
	all := lesser + m.held[foremost]
	if all > m.limit || l.rank < foremost && lesser > m.limit-m.limit/4 || l.rank == nameless && without > m.limit/2 {
		return fault.New(fault.Overloaded, "too busy to take in a body of this size now; nothing was spent").After(retryHeavy)
	}
	m.held[l.rank] += n
	m.byClient[l.client] += n
	l.held += n
	return nil
}

// release gives back what is held.
func (l *lease) release() {
	if l.held == 0 {
		return
	}
	m := l.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held[l.rank] -= l.held
	if m.byClient[l.client] -= l.held; m.byClient[l.client] == 0 {
		delete(m.byClient, l.client)
	}
	l.held = 0
}

// readAll reads everything, taking memory as it goes. declared is how many bytes
// are said to come, or less than 0. What it took is held, whatever the error;
// faults are those of grow.
func (l *lease) readAll(from io.Reader, declared int64) (body []byte, err error) {
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
			if err := l.grow(max(0, grown-smallBody) - l.held); err != nil {
				return nil, err
			}
			body = append(make([]byte, 0, grown), body...)
		}
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
