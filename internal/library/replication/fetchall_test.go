package replication

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// packed puts files of noise of some sizes into a bucket.
func packed(t testing.TB, b blob.Bucket, sizes ...int) (files []library.File) {
	t.Helper()
	r := rand.NewChaCha8([32]byte{7})
	for i, size := range sizes {
		content := make([]byte, size)
		r.Read(content)
		sum := sha256.Sum256(content)
		f := library.File{Name: fmt.Sprintf("file-%d.pack", i), Bytes: int64(size), SHA256: hex.EncodeToString(sum[:])}
		var body bytes.Buffer
		if _, _, err := compress(t.Context(), &body, bytes.NewReader(content)); err != nil {
			t.Fatal(err)
		}
		if err := b.Put(t.Context(), packKey(f.SHA256), &body, int64(body.Len()), "application/zstd"); err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// slow is a bucket whose answers take a while to come and then come at some rate, each by
// itself. It counts how many are under way.
type slow struct {
	blob.Bucket
	first time.Duration
	rate  float64 // bytes a second; without a bound when 0
	meet  int     // how many files must have been asked for at once before one is given, unless that takes ten seconds
	mu    sync.Mutex
	open  int
	most  int
	read  atomic.Int64
}

func (s *slow) GetFrom(ctx context.Context, key string, offset int64) (*blob.Object, error) {
	o, err := s.Bucket.GetFrom(ctx, key, offset)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.open++
	s.most = max(s.most, s.open)
	s.mu.Unlock()
	time.Sleep(s.first)
	for deadline := time.Now().Add(10 * time.Second); s.asked() < s.meet && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	o.Body = &trickle{o.Body, s, time.Now(), 0}
	return o, nil
}

// asked is how many files were asked for at once, at most.
func (s *slow) asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.most
}

// trickle is a body at the rate of its bucket.
type trickle struct {
	io.ReadCloser
	of    *slow
	since time.Time
	n     int64
}

func (b *trickle) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p[:min(len(p), 256<<10)])
	b.n += int64(n)
	b.of.read.Add(int64(n))
	if b.of.rate > 0 {
		time.Sleep(time.Until(b.since.Add(time.Duration(float64(b.n) / b.of.rate * float64(time.Second)))))
	}
	return n, err
}

func (b *trickle) Close() error {
	b.of.mu.Lock()
	b.of.open--
	b.of.mu.Unlock()
	return b.ReadCloser.Close()
}

// several makes a fetcher of the service's own settings.
func several(t testing.TB, b blob.Bucket, dir string) *fetcher {
	return &fetcher{bucket: b, dir: rootAt(t, dir), fetched: new(atomic.Int64), pause: time.Millisecond, atOnce: filesAtOnce}
}

// rootAt opens a directory for the test.
func rootAt(t testing.TB, dir string) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

// whole expects every file to be there, as it was.
func whole(t *testing.T, dir string, files []library.File) {
	t.Helper()
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(dir, f.SHA256))
		if sum := sha256.Sum256(content); err != nil || hex.EncodeToString(sum[:]) != f.SHA256 {
			t.Errorf("%s: %d bytes, %v", f.Name, len(content), err)
		}
	}
}

func TestFilesAreFetchedSeveralAtATime(t *testing.T) {
	b, _ := opened(t)
	files := packed(t, b, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000)
	s, dir := &slow{Bucket: b, first: 20 * time.Millisecond, meet: filesAtOnce}, t.TempDir()
	var told []string
	err := several(t, s, dir).fetchAll(t.Context(), "g", files, func(f library.File) error { told = append(told, f.Name); return nil })
	if err != nil || len(told) != len(files) {
		t.Fatalf("%v after %v", err, told)
	}
	if s.most != filesAtOnce {
		t.Errorf("%d files at once, want %d", s.most, filesAtOnce)
	}
	whole(t, dir, files)
}

// A fetch of several files that is stopped goes on where each was: beyond what the disk has,
// only the frames that were under way come again.
func TestAFetchOfSeveralFilesGoesOn(t *testing.T) {
	b, _ := opened(t)
	size := 5 * frameBytes / 2
	files := packed(t, b, size, size, size, size, size, size)
	s, dir := &slow{Bucket: b, rate: 100e6}, t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	first := several(t, s, dir)
	go func() {
		for first.fetched.Load() < 3*frameBytes && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		stop()
	}()
	if err := first.fetchAll(ctx, "g", files, func(library.File) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped, it says %v", err)
	}
	had := first.fetched.Load()
	second := several(t, s, dir)
	if err := second.fetchAll(t.Context(), "g", files, func(library.File) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if all := sizeOf(files); had+second.fetched.Load() != all || had < 3*frameBytes {
		t.Errorf("%d bytes were kept and %d fetched again, of %d", had, second.fetched.Load(), all)
	}
	whole(t, dir, files)
}

// Damage of one file is told of that file, and nothing of the others is taken for whole.
func TestOneDamagedFileOfSeveral(t *testing.T) {
	b, dir := opened(t)
	files := packed(t, b, 3000, 2000, 1000, 500, 400, 300)
	path := filepath.Join(dir, filepath.FromSlash(packKey(files[2].SHA256)))
	body, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	body[len(body)/2] ^= 1
	if err := os.WriteFile(path, body, 0o644); err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	err = several(t, b, to).fetchAll(t.Context(), "g", files, func(library.File) error { return nil })
	var refused *RefusedError
	if !errors.As(err, &refused) || refused.Reason != library.ReasonDamaged || !strings.Contains(err.Error(), files[2].Name) {
		t.Fatalf("%v", err)
	}
	entries, err := os.ReadDir(to)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, e := range entries {
			if e.Name() == f.SHA256 {
				whole(t, to, []library.File{f})
			}
		}
	}
}

// BenchmarkFetchFromASlowStore fetches a library from a store that takes 30 ms to begin an answer
// and sends 25 MB a second over each connection, one file at a time and as many as the
// service does. KINODEX_DATA_LIBRARY names a generation of a full library.
func BenchmarkFetchFromASlowStore(b *testing.B) {
	bucket, files := benchLibrary(b)
	for _, atOnce := range []int{1, filesAtOnce} {
		b.Run(fmt.Sprintf("%d at once", atOnce), func(b *testing.B) {
			for b.Loop() {
				s := &slow{Bucket: bucket, first: 30 * time.Millisecond, rate: 25e6}
				f := several(b, s, b.TempDir())
				f.atOnce = atOnce
				if err := f.fetchAll(b.Context(), "g", files, func(library.File) error { return nil }); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(s.read.Load())/1e6, "MB/op")
				os.RemoveAll(f.dir.Name())
			}
		})
	}
}

// benchLibrary puts the files of a full library into a bucket, or, without one, noise.
func benchLibrary(b *testing.B) (blob.Bucket, []library.File) {
	bucket, _ := opened(b)
	dir := os.Getenv("KINODEX_DATA_LIBRARY")
	if dir == "" {
		return bucket, packed(b, bucket, 12<<20, 10<<20, 4<<20, 4<<20, 4<<20, 3<<20, 1<<20, 1<<20)
	}
	root, name := filepath.Dir(dir), filepath.Base(dir)
	if _, err := Publish(b.Context(), bucket, PublishOptions{Root: root, Generation: name, Scratch: b.TempDir(), Clock: Clock{Now: time.Now}}); err != nil {
		b.Fatal(err)
	}
	_, m, err := library.ReadManifest(root, name)
	if err != nil {
		b.Fatal(err)
	}
	return bucket, m.Files
}
