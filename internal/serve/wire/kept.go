package wire

import (
	"container/list"
	"hash/maphash"
	"sync"
)

// kept holds bodies of answers that were asked for again and again, as they are
// sent. A strong entity tag names an answer's bytes: the library generation, the
// question, the sandbox and the base are all in it, so what is kept never goes
// stale, it is only pushed out. Callers are still gated, charged and billed.
type kept struct {
	mu    sync.Mutex
	seed  maphash.Seed
	bytes int
	index map[string]*list.Element // by entity tag, with its coding
	order *list.List               // of keptBody, the last used first
	// once remembers the tags that were answered lately. A body is kept when it
	// is answered for the second time: most questions are asked once.
	once [8192]uint64
}

type keptBody struct {
	tag  string
	body []byte
}

// The bounds of what is kept, in bytes.
const (
	keptBytes   = 16 << 20
	longestKept = 1 << 20
)

func newKept() *kept {
	return &kept{seed: maphash.MakeSeed(), index: map[string]*list.Element{}, order: list.New()}
}

// get gives the body kept under a tag, which must not be changed, or nil.
func (k *kept) get(tag string) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	e := k.index[tag]
	if e == nil {
		return nil
	}
	k.order.MoveToFront(e)
	return e.Value.(keptBody).body
}

// put notes that a body was answered, and keeps a copy the second time.
func (k *kept) put(tag string, body []byte) {
	if len(body) > longestKept {
		return
	}
	sum := maphash.String(k.seed, tag) | 1
	k.mu.Lock()
	defer k.mu.Unlock()
	if seen := &k.once[sum%uint64(len(k.once))]; *seen != sum {
		*seen = sum
		return
	}
	if k.index[tag] != nil {
		return
	}
	k.index[tag] = k.order.PushFront(keptBody{tag, append([]byte(nil), body...)})
	k.bytes += len(body)
	for k.bytes > keptBytes {
		last := k.order.Back()
		b := k.order.Remove(last).(keptBody)
		delete(k.index, b.tag)
		k.bytes -= len(b.body)
	}
}
