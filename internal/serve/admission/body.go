package admission

import (
	"io"
	"sync"

	"kinodex/internal/access"
	"kinodex/internal/fault"
)

const (
	defaultBodyBudget = 256 << 20
	// smallBody is what a body may have without being counted: there are never
	// more small bodies than connections.
	smallBody = 64 << 10
	// clientBudget is what every client may hold of the memory of bodies, if there
	// is as much: enough for the largest body that is taken.
	clientBudget = 16 << 20
)

// BodyBudget bounds how many bytes of requests' bodies are in memory at once. A
// body takes memory as it arrives, so that declaring a large one takes nothing,
// and gives it back when its answer is ready. It is safe for concurrent use.
//
// As at a ConcurrencyLimiter, callers without a key have at most half of it, they and all
// accounts below the Studio plan at most three quarters. One client, which is an
// account or else an address, has at most an eighth of it without a key, a quarter
// with one, and half with one of the Studio plan, though never less than
// clientBudget.
type BodyBudget struct {
	limit int64

	mu       sync.Mutex
	held     [classes]int64
	byClient map[string]int64
}

// newBodyBudget makes a budget of so many bytes; 0 for 256 MiB.
func newBodyBudget(bytes int64) *BodyBudget {
	if bytes == 0 {
		bytes = defaultBodyBudget
	}
	return &BodyBudget{limit: bytes, byClient: map[string]int64{}}
}

// Held is how many bytes of requests' bodies are in memory, small ones aside.
func (m *BodyBudget) Held() (n int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, held := range m.held {
		n += held
	}
	return n
}

// Lease is what one body holds of a budget. The zero Lease is not bounded. It is used
// by one goroutine.
type Lease struct {
	budget *BodyBudget
	class  class
	client string
	held   int64
}

// Lease begins a lease that holds nothing yet.
func (m *BodyBudget) Lease(c access.Caller) Lease {
	return Lease{budget: m, class: classOf(c), client: clientOf(c)}
}

// grow takes n bytes more. It fails with a fault of kind RateLimited when the
// client holds its share already, and of kind Overloaded when there is no more for
// clients of its class.
func (l *Lease) grow(n int64) error {
	m := l.budget
	if m == nil || n <= 0 {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	shares := [classes]int64{anonymous: 8, identified: 4, priority: 2}
	if m.byClient[l.client]+n > max(m.limit/shares[l.class], clientBudget) {
		return fault.New(fault.RateLimited, "too many large bodies of yours are being taken in at once; nothing was spent").After(retryHeavy)
	}
	anonymously := m.held[anonymous] + n
	lesser := anonymously + m.held[identified]
	all := lesser + m.held[priority]
	if all > m.limit || l.class < priority && lesser > m.limit-m.limit/4 || l.class == anonymous && anonymously > m.limit/2 {
		return fault.New(fault.Overloaded, "too busy to take in a body of this size now; nothing was spent").After(retryHeavy)
	}
	m.held[l.class] += n
	m.byClient[l.client] += n
	l.held += n
	return nil
}

// Release gives back what is held. Releasing again does nothing.
func (l *Lease) Release() {
	if l.held == 0 {
		return
	}
	m := l.budget
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held[l.class] -= l.held
	if m.byClient[l.client] -= l.held; m.byClient[l.client] == 0 {
		delete(m.byClient, l.client)
	}
	l.held = 0
}

// ReadAll reads everything, taking memory as it goes. declared is how many bytes
// are said to come, or less than 0. What it took is held until Release, whatever the
// error. Faults are of kind RateLimited when the client holds its share already, and
// of kind Overloaded when there is no more for clients of its class; other errors are
// those of the reader.
func (l *Lease) ReadAll(from io.Reader, declared int64) (body []byte, err error) {
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
