package replication

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/blob/disk"
	"kinodex/internal/film"
	"kinodex/internal/library"
)

// built builds a generation of n films under root, with a file of noise of so many bytes
// beside them, and makes it serve.
func built(t *testing.T, root string, n, noise int) library.Manifest {
	t.Helper()
	d, err := library.Begin(root, library.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i <= n; i++ {
		if err := d.Add(&film.Film{ID: film.ID(i), Title: "Film"}); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(1, uint64(noise)))
	b := make([]byte, noise)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	if err := os.WriteFile(filepath.Join(d.Dir(), "report.txt"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	d.AllowShrink = true
	m, err := d.Publish(t.Context(), library.Manifest{Builder: "test"}, time.Now(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// opened opens a bucket in a directory of its own.
func opened(t testing.TB) (blob.Bucket, string) {
	t.Helper()
	dir := t.TempDir()
	b, err := disk.Open(dir, []byte("a secret of sixteen bytes"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b, dir
}

// options are those of a publish of what serves under root.
func options(t *testing.T, root string) PublishOptions {
	return PublishOptions{Root: root, Scratch: t.TempDir(), Clock: Clock{Now: time.Now}}
}

// published publishes what serves under root.
func published(t *testing.T, b blob.Bucket, root string) *PublishReport {
	t.Helper()
	r, err := Publish(t.Context(), b, options(t, root))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// replica is a follower with its holder and what it logs.
type replica struct {
	*Follower
	holder *library.Holder
	log    *lockedLog
	stop   func()
}

// lockedLog is a log that is read while it is written.
type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// made makes a replica that does not run yet.
func made(t *testing.T, b blob.Bucket, root string) *replica {
	t.Helper()
	r := &replica{log: new(lockedLog)}
	log := slog.New(slog.NewTextHandler(r.log, nil))
	var err error
	if r.Follower, err = NewFollower(FollowerOptions{Bucket: b, Root: root, Poll: 20 * time.Millisecond, Now: time.Now, Log: log}); err != nil {
		t.Fatal(err)
	}
	r.holder = library.NewFollowingHolder(root, log, r.State)
	return r
}

// follows starts a replica that is stopped with the test, or by its stop.
func follows(t *testing.T, b blob.Bucket, root string) *replica {
	t.Helper()
	r := made(t, b, root)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); r.Run(ctx, r.holder) }()
	r.stop = sync.OnceFunc(func() { cancel(); <-done; r.holder.Close() })
	t.Cleanup(r.stop)
	return r
}

// within waits until something holds.
func within(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not in time: %s", what)
		}
	}
}

// serves waits until a replica serves a generation.
func (r *replica) serves(t *testing.T, generation string) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for r.holder.Generation() != generation {
		if time.Now().After(deadline) {
			t.Fatalf("%s serves, want %s; %+v\n%s", r.holder.Generation(), generation, r.State(), r.log)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// refuses waits until a replica refuses a generation for a reason.
func (r *replica) refuses(t *testing.T, reason string) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for r.State().Reason != reason {
		if time.Now().After(deadline) {
			t.Fatalf("not refused as %s: %+v\n%s", reason, r.State(), r.log)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// names lists a directory.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestAPublishedGenerationServesWhereItIsFollowed(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	home := t.TempDir()
	m := built(t, home, 10, 9<<20)
	report := published(t, b, home)
	if !report.Moved || report.Sent != len(m.Files) || report.NotBefore.After(time.Now()) {
		t.Errorf("the first publish: %+v", report)
	}
	away := t.TempDir()
	r := follows(t, b, away)
	r.serves(t, m.Generation)
	if _, err := library.Verify(away); err != nil {
		t.Error(err)
	}
	within(t, "nothing is left to fetch", func() bool { s := r.State(); return s.Problem == "" && s.Missing == 0 && !s.Away })
	if left := names(t, library.FetchDir(away)); len(left) != 1 || left[0] != "lock" {
		t.Errorf("beside the library lie %v", left)
	}
	if again := published(t, b, home); again.Moved || again.Sent != 0 {
		t.Errorf("the same once more: %+v", again)
	}
}

func TestWhatTheBucketHasIsNotSentAndWhatTheDiskHasIsNotFetched(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	home := t.TempDir()
	built(t, home, 10, 5<<20)
	published(t, b, home)
	r := follows(t, b, t.TempDir())
	within(t, "the first serves", func() bool { return r.holder.Generation() != "" })
	before := r.State().Fetched
	second := built(t, home, 10, 6<<20) // the same films, another report
	report := published(t, b, home)
	if report.Sent != 1 || report.Files != len(second.Files) {
		t.Errorf("sent were %d of %d files", report.Sent, report.Files)
	}
	r.serves(t, second.Generation)
	if n := r.State().Fetched - before; n != 6<<20 {
		t.Errorf("%d bytes were fetched, want those of the report", n)
	}
}

// counting counts the bytes that are read of packs, and ends answers after some.
type counting struct {
	blob.Bucket
	read     atomic.Int64
	cutAfter int64 // bytes of one answer; 0 for all
	fails    atomic.Int32
	stopAt   int64 // bytes of all answers after which stop is called
	stop     func()
}

func (c *counting) GetFrom(ctx context.Context, key string, offset int64) (*blob.Object, error) {
	if c.fails.Add(-1) >= 0 {
		return nil, blob.ErrUnavailable
	}
	o, err := c.Bucket.GetFrom(ctx, key, offset)
	if err == nil {
		o.Body = &countingBody{o.Body, c, 0}
	}
	return o, err
}

type countingBody struct {
	io.ReadCloser
	of *counting
	n  int64
}

func (b *countingBody) Read(p []byte) (int, error) {
	if b.of.cutAfter > 0 && b.n >= b.of.cutAfter {
		return 0, errors.New("connection reset by peer")
	}
	n, err := b.ReadCloser.Read(p)
	b.n += int64(n)
	if read := b.of.read.Add(int64(n)); b.of.stop != nil && read >= b.of.stopAt {
		b.of.stop()
	}
	return n, err
}

// A file that comes in pieces is fetched once, whatever process fetches it.
func TestAFetchGoesOnWhereItEnded(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	home := t.TempDir()
	m := built(t, home, 3, 30<<20)
	published(t, b, home)
	c := &counting{Bucket: b, cutAfter: 9 << 20}
	c.fails.Store(3)
	var fetched atomic.Int64
	f := &fetcher{bucket: c, dir: rootAt(t, t.TempDir()), fetched: &fetched, pause: time.Millisecond}
	var report library.File
	for _, file := range m.Files {
		if file.Name == "report.txt" {
			report = file
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	c.stop, c.stopAt = cancel, 14<<20
	if err := f.fetch(ctx, m.Generation, report); !errors.Is(err, context.Canceled) {
		t.Fatalf("a fetch that was stopped: %v", err)
	}
	// What a killed process wrote behind its last frame is not taken for a part of it.
	part, err := os.OpenFile(filepath.Join(f.dir.Name(), report.SHA256+partSuffix), os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	part.WriteString("half a frame")
	part.Close()
	if err := f.fetch(t.Context(), m.Generation, report); err != nil {
		t.Fatal(err)
	}
	// Of each answer the last frame is lost, and of the process that was stopped.
	if n := c.read.Load(); n > 30<<20+5*(frameBytes+frameBytes/64) {
		t.Errorf("%d bytes were read for 30 MB", n)
	}
	if fetched.Load() != 30<<20 {
		t.Errorf("%d bytes were fetched", fetched.Load())
	}
	if left := names(t, f.dir.Name()); len(left) != 1 || left[0] != report.SHA256 {
		t.Errorf("there lie %v", left)
	}
}

// What was written wrongly on this machine is fetched anew and no damage of the bucket.
func TestALocalPartThatIsDamagedIsFetchedAgain(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	home := t.TempDir()
	m := built(t, home, 3, 12<<20)
	published(t, b, home)
	var fetched atomic.Int64
	f := &fetcher{bucket: b, dir: rootAt(t, t.TempDir()), fetched: &fetched, pause: time.Millisecond}
	for _, file := range m.Files {
		if file.Name != "report.txt" {
			continue
		}
		writeFile(t, filepath.Join(f.dir.Name(), file.SHA256+partSuffix), make([]byte, 5<<20))
		writeFile(t, filepath.Join(f.dir.Name(), file.SHA256+stateSuffix), []byte("4194304 4194400\n"))
		if err := f.fetch(t.Context(), m.Generation, file); err != nil {
			t.Error(err)
		}
	}
}

func writeFile(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// edit changes a file of a bucket's directory.
func edit(t *testing.T, path string, with func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, with(b))
}

// largest is the path of the file of a generation that has most bytes.
func largest(m library.Manifest, dir string) string {
	return filepath.Join(dir, packKey(most(m).SHA256))
}

// Whatever is wrong in the bucket, the old generation serves on, it is said what is wrong,
// and a publish that mends it is followed.
func TestWhatIsNotWholeIsRefusedAndTheOldOneServes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		harm   func(t *testing.T, dir string, m library.Manifest)
		reason string
		says   string
	}{
		"a file is changed": {func(t *testing.T, dir string, m library.Manifest) {
			edit(t, largest(m, dir), func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
		}, library.ReasonDamaged, "report.txt of generation 000002-"},
		"a file is cut": {func(t *testing.T, dir string, m library.Manifest) {
			edit(t, largest(m, dir), func(b []byte) []byte { return b[:len(b)-100] })
		}, library.ReasonDamaged, "damaged in the bucket"},
		"a file is empty": {func(t *testing.T, dir string, m library.Manifest) {
			edit(t, largest(m, dir), func(b []byte) []byte { return nil })
		}, library.ReasonDamaged, "kinodex library publish --mend"},
		"a file is gone": {func(t *testing.T, dir string, m library.Manifest) {
			os.Remove(largest(m, dir))
		}, library.ReasonIncomplete, "is not in the bucket"},
		"the manifest is gone": {func(t *testing.T, dir string, m library.Manifest) {
			os.Remove(filepath.Join(dir, manifestKey(m.Generation)))
		}, library.ReasonIncomplete, "has no manifest"},
		"the manifest is changed": {func(t *testing.T, dir string, m library.Manifest) {
			edit(t, filepath.Join(dir, manifestKey(m.Generation)), func(b []byte) []byte { return bytes.Replace(b, []byte("films\": 11"), []byte("films\": 12"), 1) })
		}, library.ReasonDamaged, "manifest"},
		"the pointer is damaged": {func(t *testing.T, dir string, m library.Manifest) {
			edit(t, filepath.Join(dir, pointerKey), func(b []byte) []byte { return b[:len(b)/2] })
		}, library.ReasonDamaged, "current.json in the bucket is damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, dir := opened(t)
			home := t.TempDir()
			first := built(t, home, 10, 1)
			published(t, b, home)
			r := follows(t, b, t.TempDir())
			r.serves(t, first.Generation)
			r.stop() // so that it sees the bucket when it is harmed
			second := built(t, home, 11, 9<<20)
			o := options(t, home)
			o.SwapIn = time.Hour
			if _, err := Publish(t.Context(), b, o); err != nil {
				t.Fatal(err)
			}
			c.harm(t, dir, second)
			r = follows(t, b, r.Root)
			r.refuses(t, c.reason)
			if s := r.State(); !strings.Contains(s.Problem, c.says) || r.holder.Generation() != first.Generation {
				t.Errorf("%s serves; said is %q", r.holder.Generation(), s.Problem)
			}
			refusals := func() int { return strings.Count(r.log.String(), "level=ERROR") }
			within(t, "the refusal is logged", func() bool { return refusals() > 0 }) // which comes after State tells
			if n := refusals(); n != 1 {
				t.Errorf("logged %d times:\n%s", n, r.log)
			}
			o.Mend, o.SwapIn = true, 0
			if report, err := Publish(t.Context(), b, o); err != nil || report.Sent != len(second.Files) {
				t.Fatalf("mending: %+v, %v", report, err)
			}
			r.serves(t, second.Generation)
			within(t, "all is well", func() bool { return r.State().Problem == "" })
		})
	}
}
