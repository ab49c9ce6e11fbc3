package blobtest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"testing"

	"kinodex/internal/blob"
)

// putIf stores body under k.json if match still holds.
func putIf(t *testing.T, b Subject, body, match string) (string, error) {
	t.Helper()
	return b.PutIf(t.Context(), "k.json", []byte(body), "application/json", match)
}

// A conditional put replaces the object it knows and no other, and stores none where
// one is.
func conditions(t *testing.T, b Subject) {
	if _, err := putIf(t, b, "x", "never-there"); !errors.Is(err, blob.ErrChanged) {
		t.Errorf("replacing what is not there: %v", err)
	}
	first, err := putIf(t, b, "one", "")
	if err != nil || first == "" {
		t.Fatalf("tag %q, %v", first, err)
	}
	if _, err := putIf(t, b, "x", ""); !errors.Is(err, blob.ErrChanged) {
		t.Errorf("a second object where one is: %v", err)
	}
	info, err := b.Stat(t.Context(), "k.json")
	if err != nil || info.ETag != first {
		t.Errorf("stat tells %q, %v; want %q", info.ETag, err, first)
	}
	// Bodies of the same length, at once: their tags differ all the same.
	tags := map[string]bool{first: true}
	last := first
	for i := range 20 {
		next, err := putIf(t, b, fmt.Sprintf("%03d", i), last)
		if err != nil {
			t.Fatal(err)
		}
		if tags[next] {
			t.Fatalf("the tag %q comes twice", next)
		}
		tags[next], last = true, next
	}
	if _, err := putIf(t, b, "x", first); !errors.Is(err, blob.ErrChanged) {
		t.Errorf("replacing what was replaced: %v", err)
	}
	o, err := b.Get(t.Context(), "k.json")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Body.Close()
	if body, err := io.ReadAll(o.Body); err != nil || string(body) != "019" || o.ETag != last {
		t.Errorf("%q with the tag %q is there, %v", body, o.ETag, err)
	}
	if _, err := b.PutIf(t.Context(), "../k", nil, "text/plain", ""); err == nil || errors.Is(err, blob.ErrChanged) {
		t.Errorf("a bad key: %v", err)
	}
}

// Of those who replace the same object at the same time one succeeds, and the others
// are told.
func racing(t *testing.T, b Subject) {
	match := ""
	for round := range 5 {
		var won, lost atomic.Int32
		var winner atomic.Pointer[string]
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				tag, err := b.PutIf(t.Context(), "k.json", fmt.Appendf(nil, "%d by %d", round, i), "application/json", match)
				switch {
				case err == nil:
					won.Add(1)
					winner.Store(&tag)
				case errors.Is(err, blob.ErrChanged):
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if won.Load() != 1 || lost.Load() != 7 {
			t.Fatalf("round %d: %d won, %d were told that they lost", round, won.Load(), lost.Load())
		}
		match = *winner.Load()
	}
}

// Reading that was interrupted goes on where it ended.
func offsets(t *testing.T, b Subject) {
	const n = 100_000
	put(t, b, "k.gz", some(n))
	for _, from := range []int64{0, 1, n / 2, n - 1} {
		o, err := b.GetFrom(t.Context(), "k.gz", from)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(o.Body)
		o.Body.Close()
		if err != nil || !bytes.Equal(body, some(n)[from:]) || o.Size != n {
			t.Errorf("from %d: %d bytes of %d, %v", from, len(body), o.Size, err)
		}
	}
	for _, from := range []int64{-1, n, n + 1} {
		if o, err := b.GetFrom(t.Context(), "k.gz", from); err == nil {
			o.Body.Close()
			t.Errorf("there is something at %d", from)
		}
	}
	if _, err := b.GetFrom(t.Context(), "none.gz", 5); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("of no object: %v", err)
	}
}
