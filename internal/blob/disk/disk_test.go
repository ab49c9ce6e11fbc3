package disk

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/blob/blobtest"
)

var secret = []byte("a secret of the tests, long enough")

func refuse(w http.ResponseWriter, _ *http.Request, status int, message string) {
	w.WriteHeader(status)
	io.WriteString(w, message)
}

func open(t *testing.T) *Bucket {
	t.Helper()
	b, err := Open(t.TempDir(), secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func TestDiskPassesTheExamination(t *testing.T) {
	blobtest.TestBucket(t, func(t *testing.T) blobtest.Subject {
		b := open(t)
		s := httptest.NewServer(b.Server(time.Now, refuse))
		t.Cleanup(s.Close)
		return blobtest.Subject{Bucket: b, Base: s.URL}
	})
}

// REQ SN-08, SN-15: to the second, and by whose secret it was signed.
func TestALinkEndsToTheSecond(t *testing.T) {
	b := open(t)
	if err := b.Put(t.Context(), "k.gz", strings.NewReader("x"), 1, "application/gzip"); err != nil {
		t.Fatal(err)
	}
	start := time.Unix(1_800_000_000, 0)
	link, err := b.Link(t.Context(), "k.gz", "k.gz", start.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := Open(b.dir, []byte("the secret of another service"))
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	foreign, err := stranger.Link(t.Context(), "k.gz", "k.gz", start.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		link   string
		after  time.Duration
		status int
		says   string
	}{
		{link, 0, 200, "x"},
		{link, time.Hour - time.Second, 200, "x"},
		{link, time.Hour, 403, "expired"},
		{link, 2 * time.Hour, 403, "ask the service for a new one"},
		{foreign, 0, 403, "never given out"},
		{link + "&signature=x", 0, 403, "not public"},
		{strings.Replace(link, "k.gz?", "../k.gz?", 1), 0, 403, ""},
		{Prefix, 0, 403, "not public"},
	} {
		w := httptest.NewRecorder()
		b.Server(func() time.Time { return start.Add(c.after) }, refuse).ServeHTTP(w, httptest.NewRequest("GET", c.link, nil))
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s after %v: %d %q, want %d %q", c.link, c.after, w.Code, w.Body, c.status, c.says)
		}
	}
}

func TestALinkToADeletedObjectSaysSo(t *testing.T) {
	b := open(t)
	link, err := b.Link(t.Context(), "gone.gz", "gone.gz", time.Now().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	b.Server(time.Now, refuse).ServeHTTP(w, httptest.NewRequest("GET", link, nil))
	if w.Code != 404 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestNoKeyLeadsOutOfTheDirectory(t *testing.T) {
	b := open(t)
	outside := filepath.Join(filepath.Dir(b.dir), "outside.gz")
	if err := os.WriteFile(outside, []byte("private"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(b.dir, "link.gz")); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Get(t.Context(), "link.gz"); err == nil {
		t.Error("a symbolic link led out of the bucket")
	}
}

// Whoever can write into the directory keeps nobody waiting for a pipe.
func TestAPipeIsNoObject(t *testing.T) {
	b := open(t)
	if err := syscall.Mkfifo(filepath.Join(b.dir, "pipe.gz"), 0o644); err != nil {
		t.Skip("there are no pipes with names here:", err)
	}
	if _, err := b.Get(t.Context(), "pipe.gz"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("a pipe is %v", err)
	}
}

func TestAShortSecretIsRefused(t *testing.T) {
	if _, err := Open(t.TempDir(), []byte("short")); err == nil {
		t.Error("a bucket opened with a secret of five bytes")
	}
}

func FuzzALinkNeverOpensWhatItWasNotGivenFor(f *testing.F) {
	b, err := Open(f.TempDir(), secret)
	if err != nil {
		f.Fatal(err)
	}
	if err := b.Put(f.Context(), "k.gz", strings.NewReader("kept"), 4, "application/gzip"); err != nil {
		f.Fatal(err)
	}
	given, _ := b.Link(f.Context(), "k.gz", "k", time.Unix(2_000_000_000, 0))
	_, query, _ := strings.Cut(given, "?")
	f.Add("k.gz", query)
	f.Add("../k.gz", "expires=1&name=&signature=")
	f.Fuzz(func(t *testing.T, key, q string) {
		if key == "k.gz" && q == query {
			return
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path, r.URL.RawQuery = Prefix+key, q
		w := httptest.NewRecorder()
		b.Server(func() time.Time { return time.Unix(1_900_000_000, 0) }, refuse).ServeHTTP(w, r)
		if w.Code == 200 && r.URL.Query().Get("signature") != must(b, key, r.URL.Query().Get("name"), r.URL.Query().Get("expires")) {
			t.Errorf("%q?%q opens", key, q)
		}
	})
}

func must(b *Bucket, key, name, until string) string { return b.sign(key, name, until) }

var _ blob.Bucket = (*Bucket)(nil)
