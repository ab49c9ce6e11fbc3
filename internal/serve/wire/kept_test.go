package wire

import (
	"bytes"
	"strconv"
	"sync"
	"testing"
)

func TestABodyIsKeptFromItsSecondTimeOn(t *testing.T) {
	k := newKept()
	body := []byte("answer")
	k.put("a", body)
	if k.get("a") != nil {
		t.Error("kept at once: most questions are asked once")
	}
	k.put("a", body)
	body[0] = 'x' // the buffer is used again
	if got := k.get("a"); string(got) != "answer" {
		t.Errorf("kept %q", got)
	}
	if k.get("b") != nil {
		t.Error("an answer to another question")
	}
}

func TestWhatIsKeptIsBounded(t *testing.T) {
	k := newKept()
	body := bytes.Repeat([]byte{'x'}, longestKept/2)
	for n := range 200 {
		tag := strconv.Itoa(n)
		k.put(tag, body)
		k.put(tag, body)
		if k.bytes > keptBytes || len(k.index) != k.order.Len() {
			t.Fatalf("%d bytes in %d bodies after %d", k.bytes, len(k.index), n)
		}
	}
	if k.get("199") == nil || k.get("0") != nil {
		t.Error("the last used stays, the longest unused goes")
	}
	long := make([]byte, longestKept+1)
	k.put("long", long)
	k.put("long", long)
	if k.get("long") != nil {
		t.Error("a body beyond the longest is kept")
	}
}

func TestKeptBodiesAreSharedSafely(t *testing.T) {
	k := newKept()
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for n := range 2000 {
				tag := strconv.Itoa((n * (w + 1)) % 50)
				k.put(tag, []byte(tag))
				if got := k.get(tag); got != nil && string(got) != tag {
					t.Errorf("%s holds %s", tag, got)
				}
			}
		})
	}
	all.Wait()
}
