package kinodex

import (
	"container/list"
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// Cache keeps answers by name. Put may forget others. A cache must be safe for concurrent
// use; it may be shared by clients of several keys, since names differ by key.
type Cache interface {
	Get(name string) (CachedAnswer, bool)
	Put(name string, answer CachedAnswer)
}

// CachedAnswer is an answer and the tag that names its state. Its bytes are not changed.
type CachedAnswer struct {
	ETag string
	Body []byte
}

// cacheKey names the answer to a request: what it asks, of whom, and by whose key, which
// it does not tell.
func (c *Client) cacheKey(q *request) string {
	sandbox := ""
	if c.sandbox {
		sandbox = " sandbox"
	}
	who := sha256.Sum256([]byte(c.key))
	return hex.EncodeToString(who[:8]) + sandbox + " " + c.base + q.path + "?" + q.query.Encode()
}

// NewMemoryCache returns a cache that holds as many answers, those used last.
func NewMemoryCache(answers int) Cache {
	return &memoryCache{most: answers, order: list.New(), held: map[string]*list.Element{}}
}

type memoryCache struct {
	mu    sync.Mutex
	most  int
	order *list.List // of cached, the one used last in front
	held  map[string]*list.Element
}

type cached struct {
	name   string
	answer CachedAnswer
}

// Get returns the answer of a name.
func (m *memoryCache) Get(name string) (CachedAnswer, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, ok := m.held[name]
	if !ok {
		return CachedAnswer{}, false
	}
	m.order.MoveToFront(e)
	return e.Value.(cached).answer, true
}

// Put keeps an answer and forgets those that were not used for longest.
func (m *memoryCache) Put(name string, answer CachedAnswer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if e, ok := m.held[name]; ok {
		m.order.Remove(e)
	}
	m.held[name] = m.order.PushFront(cached{name, answer})
	for m.order.Len() > m.most {
		last := m.order.Back()
		delete(m.held, m.order.Remove(last).(cached).name)
	}
}
