// Package blobtest has the tests that every implementation of blob.Bucket must pass.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kinodex/internal/blob"
)

// Subject is a bucket that is tested.
type Subject struct {
	blob.Bucket
	// Base is the address that relative links are relative to.
	Base string
}

// TestBucket runs, one subtest each, what callers of blob.Bucket rely on. open returns an
// empty bucket and closes it with its test. It takes some seconds, since links must
// expire.
func TestBucket(t *testing.T, open func(t *testing.T) Subject) {
	for name, ask := range map[string]func(*testing.T, Subject){
		"what was put is got back":         roundTrip,
		"what is absent is not found":      absence,
		"an object is replaced whole":      replacing,
		"an object cut short is not kept":  cutShort,
		"objects are listed by prefix":     listing,
		"bad keys are refused":             badKeys,
		"a link leads to the object":       linking,
		"a link gives ranges":              ranges,
		"a changed link is refused":        forging,
		"a link ends":                      ending,
		"an address without link is shut":  unsigned,
		"many write and read at a time":    crowd,
		"a cancelled put leaves no object": cancelling,
		"a conditional put is held to it":  conditions,
		"of many that race one wins":       racing,
		"an object is read from an offset": offsets,
	} {
		t.Run(name, func(t *testing.T) { ask(t, open(t)) })
	}
}

// put stores an object, which must succeed.
func put(t *testing.T, b Subject, key string, body []byte) {
	t.Helper()
	if err := b.Put(t.Context(), key, bytes.NewReader(body), int64(len(body)), "application/gzip"); err != nil {
		t.Fatal(err)
	}
}

// get reads an object, whose Info must be true of what is read.
func get(t *testing.T, b Subject, key string) []byte {
	t.Helper()
	o, err := b.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Body.Close()
	body, err := io.ReadAll(o.Body)
	if err != nil {
		t.Fatal(err)
	}
	if o.Size != int64(len(body)) || o.Key != key {
		t.Errorf("%s is said to be %s of %d bytes, and has %d", key, o.Key, o.Size, len(body))
	}
	return body
}

// some returns n bytes that look random, the same for the same n.
func some(n int) []byte {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// Objects of any size come back as they were, with size, type and time; some stores
// send large ones in parts.
func roundTrip(t *testing.T, b Subject) {
	for _, n := range []int{0, 1, 100_000, 6 << 20} {
		key := fmt.Sprintf("snapshots/%d/films.ndjson.gz", n)
		put(t, b, key, some(n))
		if !bytes.Equal(get(t, b, key), some(n)) {
			t.Errorf("%d bytes came back changed", n)
		}
		info, err := b.Stat(t.Context(), key)
		if err != nil || info.Size != int64(n) || info.ContentType != "application/gzip" || time.Since(info.Modified).Abs() > time.Hour {
			t.Errorf("stat = %+v, %v", info, err)
		}
	}
}

// A key that is only the beginning of another has no object, and deleting nothing is no
// error.
func absence(t *testing.T, b Subject) {
	put(t, b, "a/b.gz", []byte("x"))
	for _, key := range []string{"a", "a/b", "a/c.gz", "b"} {
		if _, err := b.Get(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("get %s: %v, want ErrNotFound", key, err)
		}
		if _, err := b.Stat(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("stat %s: %v, want ErrNotFound", key, err)
		}
	}
	for range 2 {
		if err := b.Delete(t.Context(), "a/b.gz"); err != nil {
			t.Errorf("delete: %v", err)
		}
	}
	if _, err := b.Get(t.Context(), "a/b.gz"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("get after delete: %v", err)
	}
}

// An object is replaced whole, also by a shorter one.
func replacing(t *testing.T, b Subject) {
	put(t, b, "k.gz", []byte("the old one, which is longer"))
	put(t, b, "k.gz", []byte("the new one"))
	if got := get(t, b, "k.gz"); string(got) != "the new one" {
		t.Errorf("got %q", got)
	}
}

// A body that ends early is an error, and the old object stays.
func cutShort(t *testing.T, b Subject) {
	put(t, b, "k.gz", []byte("whole"))
	if err := b.Put(t.Context(), "k.gz", strings.NewReader("cut"), 100, "application/gzip"); err == nil {
		t.Error("3 bytes of 100 were taken for an object")
	}
	if got := get(t, b, "k.gz"); string(got) != "whole" {
		t.Errorf("got %q", got)
	}
}

// The order is that of whole keys, in which a slash counts as a character.
func listing(t *testing.T, b Subject) {
	keys := []string{"p/a.gz", "p/a/b.gz", "p/a0.gz", "p/b-1.gz", "q.gz"}
	for _, k := range keys {
		put(t, b, k, []byte(k))
	}
	for prefix, want := range map[string][]string{
		"": keys, "p/": keys[:4], "p/a": keys[:3], "p/a/": keys[1:2], "q": keys[4:], "r": nil, "p/a/b.gz": keys[1:2],
	} {
		var got []string
		for info, err := range b.List(t.Context(), prefix) {
			if err != nil {
				t.Fatal(err)
			}
			if info.Size != int64(len(info.Key)) {
				t.Errorf("%s has %d bytes", info.Key, info.Size)
			}
			got = append(got, info.Key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("under %q are %v, want %v", prefix, got, want)
		}
	}
	// To stop early leaves nothing behind.
	for range b.List(t.Context(), "") {
		break
	}
}

// A bad key is an error of its own, not "not found".
func badKeys(t *testing.T, b Subject) {
	for _, key := range []string{"", "/a", "a/", "a//b", "../a", "a/../b", ".a", "a/.b", "A", "a b", "a\x00", "ä", "a?b", "a\\b", strings.Repeat("a", blob.MaxKey+1)} {
		if err := b.Put(t.Context(), key, strings.NewReader("x"), 1, "text/plain"); err == nil {
			t.Errorf("put under %q", key)
		}
		if _, err := b.Get(t.Context(), key); err == nil || errors.Is(err, blob.ErrNotFound) {
			t.Errorf("get of %q: %v", key, err)
		}
		if _, err := b.Link(t.Context(), key, "x", time.Now().Add(time.Hour)); err == nil {
			t.Errorf("link to %q", key)
		}
	}
}

// link returns the absolute address of a link.
func link(t *testing.T, b Subject, key string, expires time.Time) string {
	t.Helper()
	at, err := b.Link(t.Context(), key, "films 2026.ndjson.gz", expires)
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(at, "/") {
		at = b.Base + at
	}
	return at
}

// fetch makes a request without credentials; header has names and values in turn.
func fetch(t *testing.T, method, at string, header ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, at, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, body
}

// REQ SN-08: a link leads to the object as it is, under the name it is saved as.
func linking(t *testing.T, b Subject) {
	put(t, b, "snapshots/one.gz", some(1000))
	resp, body := fetch(t, "GET", link(t, b, "snapshots/one.gz", time.Now().Add(time.Hour)))
	if resp.StatusCode != 200 || !bytes.Equal(body, some(1000)) {
		t.Fatalf("%s with %d bytes", resp.Status, len(body))
	}
	if got := resp.Header.Get("Content-Type"); got != "application/gzip" {
		t.Errorf("Content-Type %q", got)
	}
	if got := resp.Header.Get("Content-Disposition"); !strings.Contains(got, `filename="films 2026.ndjson.gz"`) {
		t.Errorf("Content-Disposition %q", got)
	}
	if got := resp.Header.Get("Content-Encoding"); got != "" {
		t.Errorf("Content-Encoding %q: the file is what it is", got)
	}
}

// REQ SN-16: a link answers ranges, and resumes by ETag and If-Range.
func ranges(t *testing.T, b Subject) {
	put(t, b, "k.gz", some(1000))
	at := link(t, b, "k.gz", time.Now().Add(time.Hour))
	resp, body := fetch(t, "GET", at, "Range", "bytes=900-")
	if resp.StatusCode != 206 || !bytes.Equal(body, some(1000)[900:]) || resp.Header.Get("Content-Range") != "bytes 900-999/1000" {
		t.Fatalf("%s, %s, %d bytes", resp.Status, resp.Header.Get("Content-Range"), len(body))
	}
	tag := resp.Header.Get("ETag")
	if tag == "" || strings.HasPrefix(tag, "W/") {
		t.Fatalf("ETag %q cannot resume anything", tag)
	}
	if resp, _ = fetch(t, "GET", at, "Range", "bytes=900-", "If-Range", tag); resp.StatusCode != 206 {
		t.Errorf("resuming the same object: %s", resp.Status)
	}
}

// REQ SN-08: a link of which any part was changed or left out opens nothing.
func forging(t *testing.T, b Subject) {
	put(t, b, "one.gz", []byte("x"))
	put(t, b, "two.gz", []byte("y"))
	at := link(t, b, "one.gz", time.Now().Add(time.Hour))
	forged := []string{strings.Replace(at, "one.gz", "two.gz", 1)}
	_, query, _ := strings.Cut(at, "?")
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		last := "0"
		if strings.HasSuffix(value, "0") {
			last = "1"
		}
		if strings.Contains(strings.ToLower(name), "signature") || strings.Contains(strings.ToLower(name), "expires") {
			// The first character is changed, since the last of a base64 text may have bits
			// that mean nothing.
			forged = append(forged, strings.Replace(at, pair, name+"="+last+value[1:], 1))
		}
		forged = append(forged, strings.TrimSuffix(strings.Replace(at, pair, "", 1), "&"))
	}
	for _, f := range forged {
		if f == at {
			continue
		}
		if resp, body := fetch(t, "GET", f); resp.StatusCode < 400 || resp.StatusCode >= 500 || string(body) == "x" || string(body) == "y" {
			t.Errorf("%s opens with %s", f, resp.Status)
		}
	}
}

// REQ SN-15: a link ends with its time, to the second.
func ending(t *testing.T, b Subject) {
	put(t, b, "k.gz", []byte("x"))
	at := link(t, b, "k.gz", time.Now().Add(2*time.Second))
	if resp, _ := fetch(t, "GET", at); resp.StatusCode != 200 {
		t.Fatalf("in time: %s", resp.Status)
	}
	// Stores count whole seconds, so it may live one second longer than it was told.
	time.Sleep(3100 * time.Millisecond)
	if resp, _ := fetch(t, "GET", at); resp.StatusCode != 403 {
		t.Errorf("too late: %s, want 403", resp.Status)
	}
}

// REQ SN-12: the address of an object without a signature is closed.
func unsigned(t *testing.T, b Subject) {
	put(t, b, "k.gz", []byte("x"))
	at, _, _ := strings.Cut(link(t, b, "k.gz", time.Now().Add(time.Hour)), "?")
	for _, method := range []string{"GET", "HEAD"} {
		if resp, _ := fetch(t, method, at); resp.StatusCode != 403 {
			t.Errorf("%s: %s, want 403", method, resp.Status)
		}
	}
}

// Readers see one writer's object or another's, never a mixture.
func crowd(t *testing.T, b Subject) {
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for n := range 5 {
				body := bytes.Repeat([]byte{byte('a' + i)}, 10_000+n)
				if err := b.Put(t.Context(), "shared.gz", bytes.NewReader(body), int64(len(body)), "application/gzip"); err != nil {
					t.Error(err)
					return
				}
				o, err := b.Get(t.Context(), "shared.gz")
				if err != nil {
					t.Error(err)
					return
				}
				got, err := io.ReadAll(o.Body)
				o.Body.Close()
				if err != nil || len(got) < 10_000 || bytes.Count(got, got[:1]) != len(got) {
					t.Errorf("a mixture was read: %d bytes, %v", len(got), err)
				}
			}
		})
	}
	all.Wait()
}

// A put whose context ends leaves nothing, even when the body goes on.
func cancelling(t *testing.T, b Subject) {
	ctx, cancel := context.WithCancel(t.Context())
	body := &cancellingBody{cancel: cancel, left: 200_000}
	if err := b.Put(ctx, "k.gz", body, 200_000, "application/gzip"); err == nil {
		t.Error("a put that was cancelled half-way succeeded")
	}
	if _, err := b.Stat(t.Context(), "k.gz"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("after it: %v, want no object", err)
	}
}

// cancellingBody is a body that cancels its request when half of it was read.
type cancellingBody struct {
	cancel func()
	left   int // bytes still to be read
}

func (s *cancellingBody) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	if s.left <= 100_000 {
		s.cancel()
	}
	n := min(len(p), s.left, 50_000)
	s.left -= n
	return n, nil
}
