package replication

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/diskspace"
	"kinodex/internal/library"
)

// Replicas that have fetched a generation change to it at the same moment, whenever each
// looked at the pointer, and go back together.
func TestReplicasChangeTogether(t *testing.T) {
	b, _ := opened(t)
	home := t.TempDir()
	first := built(t, home, 10, 1)
	published(t, b, home)
	all := []*replica{follows(t, b, t.TempDir()), follows(t, b, t.TempDir()), follows(t, b, t.TempDir())}
	for _, r := range all {
		r.serves(t, first.Generation)
	}
	second := built(t, home, 11, 1)
	changes := func(to string, notBefore time.Time) {
		t.Helper()
		at := make([]time.Time, len(all))
		for slices.ContainsFunc(at, time.Time.IsZero) {
			for i, r := range all {
				if at[i].IsZero() && r.holder.Generation() == to {
					at[i] = time.Now()
				}
			}
			if time.Since(notBefore) > time.Minute {
				t.Fatal("they do not change")
			}
			time.Sleep(time.Millisecond)
		}
		for i, when := range at {
			if early, late := notBefore.Sub(when), when.Sub(notBefore); early > 0 || late > 2*time.Second {
				t.Errorf("replica %d changed %v after the time", i, late)
			}
		}
	}
	o := options(t, home)
	o.SwapIn = 5 * time.Second // longer than a busy machine takes to fetch it
	report, err := Publish(t.Context(), b, o)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "it is known when they change", func() bool { return !all[0].State().NotBefore.IsZero() })
	changes(second.Generation, report.NotBefore)
	fetched := all[0].State().Fetched
	p, err := Rollback(t.Context(), b, "", 300*time.Millisecond, Clock{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	changes(first.Generation, p.NotBefore)
	if n := all[0].State().Fetched; n != fetched {
		t.Errorf("going back fetched %d bytes", n-fetched)
	}
}

// A clock that is behind does not keep a replica from changing when the time that the
// publisher gave has passed.
func TestAClockThatIsBehindStopsNoReplica(t *testing.T) {
	b, _ := opened(t)
	home := t.TempDir()
	first := built(t, home, 10, 1)
	published(t, b, home)
	r := made(t, b, t.TempDir())
	r.Now = func() time.Time { return time.Now().Add(-24 * time.Hour) }
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); r.Run(ctx, r.holder) }()
	defer func() { cancel(); <-done; r.holder.Close() }()
	r.serves(t, first.Generation)
	second := built(t, home, 11, 1)
	o := options(t, home)
	o.SwapIn = 200 * time.Millisecond
	if _, err := Publish(t.Context(), b, o); err != nil {
		t.Fatal(err)
	}
	r.serves(t, second.Generation)
}

// Two generations stay on the disk, and nothing else.
func TestTheDiskHasTwoGenerations(t *testing.T) {
	b, _ := opened(t)
	home, away := t.TempDir(), t.TempDir()
	r := follows(t, b, away)
	r.refuses(t, library.ReasonEmpty)
	var last []string
	for n := range 4 {
		m := built(t, home, 10+n, 1)
		published(t, b, home)
		r.serves(t, m.Generation)
		last = append(last, m.Generation)
	}
	within(t, "the older ones are gone", func() bool {
		return slices.Equal(names(t, away), []string{"current", "fetch", "fetched.json", last[2], last[3], "lock"}) ||
			slices.Equal(names(t, away), []string{last[2], last[3], "current", "fetch", "fetched.json", "lock"})
	})
}

// away is a bucket that may not answer.
type away struct {
	blob.Bucket
	is, hangs, hangsManifests atomic.Bool
}

func (a *away) Get(ctx context.Context, key string) (*blob.Object, error) {
	if a.hangs.Load() || a.hangsManifests.Load() && strings.Contains(key, "manifest") {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if a.is.Load() {
		return nil, blob.ErrUnavailable
	}
	return a.Bucket.Get(ctx, key)
}

func (a *away) Stat(ctx context.Context, key string) (blob.Info, error) {
	if a.hangs.Load() {
		<-ctx.Done()
		return blob.Info{}, ctx.Err()
	}
	if a.is.Load() {
		return blob.Info{}, blob.ErrUnavailable
	}
	return a.Bucket.Stat(ctx, key)
}

// Without the bucket what is on the disk serves, after a restart too; a change that was
// announced and fetched takes place; and what was published meanwhile comes afterwards.
func TestWithoutTheBucketAllGoesOn(t *testing.T) {
	b, _ := opened(t)
	home := t.TempDir()
	first := built(t, home, 10, 1)
	published(t, b, home)
	a := &away{Bucket: b}
	r := follows(t, a, t.TempDir())
	r.serves(t, first.Generation)
	second := built(t, home, 11, 1)
	o := options(t, home)
	o.SwapIn = 5 * time.Second
	if _, err := Publish(t.Context(), b, o); err != nil {
		t.Fatal(err)
	}
	within(t, "it is fetched", func() bool { return !r.State().NotBefore.IsZero() })
	a.hangs.Store(true)
	r.serves(t, second.Generation)
	a.is.Store(true)
	a.hangs.Store(false)
	within(t, "it is known that the bucket is away", func() bool { return r.State().Away })
	r.stop()
	r = follows(t, a, r.Root)
	r.serves(t, second.Generation)
	within(t, "it is known that the bucket is away", func() bool { return r.State().Away })
	third := built(t, home, 12, 1)
	published(t, b, home)
	time.Sleep(100 * time.Millisecond)
	a.is.Store(false)
	r.serves(t, third.Generation)
	within(t, "it is known that the bucket is back", func() bool { return !r.State().Away })
	if n := strings.Count(r.log.String(), "level=WARN"); n != 1 {
		t.Errorf("said %d times:\n%s", n, r.log)
	}
}

// A bucket that takes requests and never answers is known to be away within 25 seconds, by a
// replica that serves and by one that has nothing yet.
func TestABucketThatHangsIsKnownToBeAwaySoon(t *testing.T) {
	b, _ := opened(t)
	home := t.TempDir()
	first := built(t, home, 10, 1)
	published(t, b, home)
	for name, fetched := range map[string]bool{"it serves": true, "it has nothing yet": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := &away{Bucket: b}
				a.hangs.Store(!fetched)
				r := made(t, a, t.TempDir())
				r.Poll = 15 * time.Second // as a server has it unless told otherwise
				ctx, cancel := context.WithCancel(t.Context())
				done := make(chan struct{})
				go func() { defer close(done); r.Run(ctx, r.holder) }()
				defer func() { cancel(); <-done; r.holder.Close() }()
				if fetched {
					time.Sleep(time.Minute)
					if r.holder.Generation() != first.Generation || r.State().Away {
						t.Fatalf("%s serves: %+v", r.holder.Generation(), r.State())
					}
					a.hangs.Store(true)
				}
				time.Sleep(25*time.Second + time.Millisecond)
				if !r.State().Away {
					t.Errorf("after 25 seconds: %+v", r.State())
				}
				a.hangs.Store(false)
				time.Sleep(25*time.Second + time.Millisecond)
				if r.State().Away || r.holder.Generation() != first.Generation {
					t.Errorf("25 seconds after it is back %s serves: %+v", r.holder.Generation(), r.State())
				}
			})
		})
	}
}

// A request for a manifest that is never answered is given up, told of and made again.
func TestAManifestThatDoesNotComeIsAskedForAgain(t *testing.T) {
	b, _ := opened(t)
	home := t.TempDir()
	first := built(t, home, 10, 1)
	published(t, b, home)
	second := built(t, home, 11, 1)
	synctest.Test(t, func(t *testing.T) {
		a := &away{Bucket: b}
		r := made(t, a, t.TempDir())
		r.Poll = 15 * time.Second
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); r.Run(ctx, r.holder) }()
		defer func() { cancel(); <-done; r.holder.Close() }()
		time.Sleep(time.Minute)
		a.hangsManifests.Store(true)
		published(t, b, home)
		time.Sleep(25*time.Second + time.Millisecond)
		if !r.State().Away || r.holder.Generation() != first.Generation || !strings.Contains(r.log.String(), "does not answer") {
			t.Errorf("%s serves, %+v:\n%s", r.holder.Generation(), r.State(), r.log)
		}
		a.hangsManifests.Store(false)
		time.Sleep(25*time.Second + time.Millisecond)
		if r.State().Away || r.holder.Generation() != second.Generation {
			t.Errorf("25 seconds after manifests come %s serves: %+v", r.holder.Generation(), r.State())
		}
	})
}

// While the disk has no room the old generation serves on, and when it has the new one
// comes. The generation that served before is removed to make room.
func TestAFullDiskIsSaidAndChangesNothing(t *testing.T) {
	b, _ := opened(t)
	home, disk := t.TempDir(), t.TempDir()
	var all []library.Manifest
	r := made(t, b, disk)
	var free atomic.Int64
	free.Store(1 << 40)
	r.free = func(string) (int64, bool) { return free.Load(), true }
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); r.Run(ctx, r.holder) }()
	defer func() { cancel(); <-done; r.holder.Close() }()
	for n := range 3 {
		if n == 2 {
			free.Store(diskspace.Spare + 100)
		}
		all = append(all, built(t, home, 10+n, 1<<20))
		published(t, b, home)
		if n < 2 {
			r.serves(t, all[n].Generation)
		}
	}
	r.refuses(t, library.ReasonDisk)
	if r.holder.Generation() != all[1].Generation || !strings.Contains(r.State().Problem, "MB") {
		t.Errorf("%s serves: %+v", r.holder.Generation(), r.State())
	}
	if _, err := os.Stat(filepath.Join(disk, all[0].Generation)); err == nil {
		t.Error("the generation that served before was kept")
	}
	free.Store(1 << 40)
	r.serves(t, all[2].Generation)
}

// A disk that becomes full in the middle of a file gets the room back.
func TestAFileThatDoesNotFitIsRemoved(t *testing.T) {
	err := onDisk("000001-00000000", &os.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC})
	var refused *RefusedError
	if !errors.As(err, &refused) || refused.Reason != library.ReasonDisk || !strings.Contains(err.Error(), "full") || strings.Contains(err.Error(), "/x") {
		t.Errorf("%v", err)
	}
	b, _ := opened(t)
	home := t.TempDir()
	m := built(t, home, 3, 9<<20)
	published(t, b, home)
	var fetched atomic.Int64
	gone := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(gone, 0o755); err != nil {
		t.Fatal(err)
	}
	dir := rootAt(t, gone)
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	f := &fetcher{bucket: b, dir: dir, fetched: &fetched, pause: time.Millisecond}
	if err := f.fetch(t.Context(), m.Generation, m.Files[0]); !errors.As(err, &refused) || refused.Reason != library.ReasonDisk {
		t.Errorf("a directory that cannot be written: %v", err)
	}
}

// reformatted publishes what serves under root as a generation of another format.
func reformatted(t *testing.T, b blob.Bucket, format int) {
	t.Helper()
	v, err := readVersion(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	next := v.clone()
	next.Published[0].Format = format
	next.MovedAt = time.Now()
	if _, err := v.move(t.Context(), b, next); err != nil {
		t.Fatal(err)
	}
}

// A generation of a newer program is refused by older ones, which serve on what they
// have; one that has nothing yet takes the newest that it can read.
func TestAGenerationOfAnotherFormatIsRefused(t *testing.T) {
	for reason, format := range map[string]int{library.ReasonNewer: library.Format + 1, library.ReasonOlder: library.Format - 1} {
		t.Run(reason, func(t *testing.T) {
			b, _ := opened(t)
			home := t.TempDir()
			first := built(t, home, 10, 1)
			published(t, b, home)
			old := follows(t, b, t.TempDir())
			old.serves(t, first.Generation)
			built(t, home, 11, 1)
			o := options(t, home)
			o.SwapIn = time.Hour
			if _, err := Publish(t.Context(), b, o); err != nil {
				t.Fatal(err)
			}
			reformatted(t, b, format)
			old.refuses(t, reason)
			fresh := follows(t, b, t.TempDir())
			fresh.serves(t, first.Generation)
			fresh.refuses(t, reason)
			for _, r := range []*replica{old, fresh} {
				if s := r.State(); r.holder.Generation() != first.Generation || !strings.Contains(s.Problem, "Kinodex") {
					t.Errorf("%s serves: %+v", r.holder.Generation(), s)
				}
			}
		})
	}
}

func TestAPointerOfANewerProgramIsRefused(t *testing.T) {
	b, dir := opened(t)
	home := t.TempDir()
	m := built(t, home, 10, 1)
	published(t, b, home)
	r := follows(t, b, t.TempDir())
	r.serves(t, m.Generation)
	r.stop()
	writeFile(t, filepath.Join(dir, pointerKey), []byte(`{"format": 2, "generation": {"name": "of another shape"}}`))
	r = follows(t, b, r.Root)
	r.refuses(t, library.ReasonNewer)
	if r.holder.Generation() != m.Generation {
		t.Errorf("%s serves", r.holder.Generation())
	}
	if _, err := Publish(t.Context(), b, options(t, home)); err == nil || !strings.Contains(err.Error(), "update the program") {
		t.Errorf("a publish over it: %v", err)
	}
}

// A generation whose files are damaged on the disk is fetched again, without a restart.
func TestADamagedDiskIsMended(t *testing.T) {
	b, _ := opened(t)
	home := t.TempDir()
	m := built(t, home, 10, 1)
	published(t, b, home)
	r := follows(t, b, t.TempDir())
	r.serves(t, m.Generation)
	r.stop()
	if err := os.Truncate(filepath.Join(r.Root, m.Generation, "list.pack"), 100); err != nil {
		t.Fatal(err)
	}
	r = follows(t, b, r.Root)
	r.serves(t, m.Generation)
	within(t, "it verifies", func() bool { _, err := library.Verify(r.Root); return err == nil })
}

// Processes that share a data directory fetch once, and the next one takes over.
func TestProcessesThatShareADiskFetchOnce(t *testing.T) {
	b, _ := opened(t)
	home, shared := t.TempDir(), t.TempDir()
	first := built(t, home, 10, 1)
	published(t, b, home)
	one := follows(t, b, shared)
	one.serves(t, first.Generation)
	other := follows(t, b, shared)
	other.holder.Watch(10 * time.Millisecond)
	other.serves(t, first.Generation)
	second := built(t, home, 11, 1)
	published(t, b, home)
	one.serves(t, second.Generation)
	other.serves(t, second.Generation)
	if n := other.Follower.State().Fetched; n != 0 {
		t.Errorf("the other one fetched %d bytes", n)
	}
	one.stop()
	third := built(t, home, 12, 1)
	published(t, b, home)
	other.serves(t, third.Generation)
}

// Whoever builds where a bucket decides is told, and not undone silently.
func TestNobodyBuildsWhereABucketDecides(t *testing.T) {
	b, _ := opened(t)
	home := t.TempDir()
	m := built(t, home, 10, 1)
	published(t, b, home)
	r := follows(t, b, t.TempDir())
	r.serves(t, m.Generation)
	if _, err := library.Begin(r.Root, library.Inputs{}); !errors.Is(err, library.ErrFollowing) {
		t.Errorf("a build: %v", err)
	}
	if _, err := library.Use(t.Context(), r.Root, m.Generation); !errors.Is(err, library.ErrFollowing) {
		t.Errorf("library use: %v", err)
	}
	r.stop()
	built(t, r.Root, 11, 1)
}
