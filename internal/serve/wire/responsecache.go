package wire

import (
	"container/list"
	"hash/maphash"
	"sync"
)

// responseCache holds bodies of answers that were asked for again and again, as they
// are sent, the least recently used pushed out first. A strong entity tag names an
// answer's bytes: the library generation, the question, the sandbox and the base are
// all in it, so what is kept never goes stale. Callers are still admitted and charged.
// It is safe for concurrent use.
type responseCache struct {
	mu    sync.Mutex
	seed  maphash.Seed
	bytes int
	index map[string]*list.Element // by entity tag, with its coding
	order *list.List               // of cachedBody, the last used first
	// seen remembers the tags that were answered lately. A body is kept when it
	// is answered for the second time: most questions are asked once.
	seen [8192]uint64
}

type cachedBody struct {
	tag  string
	body []byte
}

// The bounds of what is kept, in bytes.
const (
	cacheBytes    = 16 << 20
	longestCached = 1 << 20
)

// newResponseCache returns an empty cache.
func newResponseCache() *responseCache {
	return &responseCache{seed: maphash.MakeSeed(), index: map[string]*list.Element{}, order: list.New()}
}

// get gives the body kept under a tag, which must not be changed, or nil.
func (c *responseCache) get(tag string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.index[tag]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(cachedBody).body
}

// put notes that a body was answered, and keeps a copy the second time.
// A body of more than longestCached bytes is never kept.
func (c *responseCache) put(tag string, body []byte) {
	if len(body) > longestCached {
		return
	}
	sum := maphash.String(c.seed, tag) | 1
	c.mu.Lock()
	defer c.mu.Unlock()
	if seen := &c.seen[sum%uint64(len(c.seen))]; *seen != sum {
		*seen = sum
		return
	}
	if c.index[tag] != nil {
		return
	}
	c.index[tag] = c.order.PushFront(cachedBody{tag, append([]byte(nil), body...)})
	c.bytes += len(body)
	for c.bytes > cacheBytes {
		last := c.order.Back()
		b := c.order.Remove(last).(cachedBody)
		delete(c.index, b.tag)
		c.bytes -= len(b.body)
	}
}
