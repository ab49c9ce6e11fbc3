package wire

import (
	"bytes"
	"strconv"
	"sync"
	"testing"
)

func TestABodyIsKeptFromItsSecondTimeOn(t *testing.T) {
	c := newResponseCache()
	body := []byte("answer")
	c.put("a", body)
	if c.get("a") != nil {
		t.Error("kept at once: most questions are asked once")
	}
	c.put("a", body)
	body[0] = 'x' // the buffer is used again
	if got := c.get("a"); string(got) != "answer" {
		t.Errorf("kept %q", got)
	}
	if c.get("b") != nil {
		t.Error("an answer to another question")
	}
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	c := newResponseCache()
	body := bytes.Repeat([]byte{'x'}, longestCached/2)
	for n := range 200 {
		tag := strconv.Itoa(n)
		c.put(tag, body)
		c.put(tag, body)
		if c.bytes > cacheBytes || len(c.index) != c.order.Len() {
			t.Fatalf("%d bytes in %d bodies after %d", c.bytes, len(c.index), n)
		}
	}
	if c.get("199") == nil || c.get("0") != nil {
		t.Error("the last used stays, the longest unused goes")
	}
	long := make([]byte, longestCached+1)
	c.put("long", long)
	c.put("long", long)
	if c.get("long") != nil {
		t.Error("a body beyond the longest is kept")
	}
}

func TestKeptBodiesAreSharedSafely(t *testing.T) {
	c := newResponseCache()
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for n := range 2000 {
				tag := strconv.Itoa((n * (w + 1)) % 50)
				c.put(tag, []byte(tag))
				if got := c.get(tag); got != nil && string(got) != tag {
					t.Errorf("%s holds %s", tag, got)
				}
			}
		})
	}
	all.Wait()
}
