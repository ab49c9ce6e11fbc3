package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kinodex/internal/blob"
)

// kept returns the backups of a place, after verifying each.
func kept(t *testing.T, b blob.Bucket) []string {
	t.Helper()
	names, err := Names(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if _, err := Verify(t.Context(), b, name, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	return names
}

// changing gives a bucket with a common object, and one of its own for each of n backups, which
// it makes.
func changing(t *testing.T, n int) (from, to blob.Bucket, dir string, names []string) {
	t.Helper()
	from, _ = opened(t)
	to, dir = opened(t)
	put(t, from, "common", "the same in all")
	for i := range n {
		put(t, from, "own", fmt.Sprintf("of backup %d", i))
		names = append(names, made(t, from, to, i).Name)
		time.Sleep(2 * time.Millisecond) // for the clock of the file system
	}
	return from, to, dir, names
}

// The newest stay, whole; of the others all goes that nobody else needs, also what a backup
// left that was stopped, and nothing that is not ours.
func TestPruneKeepsTheNewest(t *testing.T) {
	from, to, _, names := changing(t, 5)
	put(t, from, "own", "of a backup that was stopped")
	if _, err := Make(t.Context(), from, &unlisted{to}, clock(t, 50)); !errors.Is(err, blob.ErrUnavailable) {
		t.Fatalf("%v", err)
	}
	put(t, to, "content/notes.txt", "somebody else's")
	r, err := Prune(t.Context(), to, 2, clock(t, 60))
	if err != nil || !slices.Equal(r.Removed, names[:3]) || !slices.Equal(r.Kept, names[3:]) || r.Bodies != 4 || r.Bytes == 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if left := kept(t, to); !slices.Equal(left, names[3:]) {
		t.Errorf("there are %v, want %v", left, names[3:])
	}
	if _, err := to.Stat(t.Context(), "content/notes.txt"); err != nil {
		t.Error(err)
	}
	if r, err = Prune(t.Context(), to, 2, clock(t, 61)); err != nil || len(r.Removed) != 0 || r.Bodies != 0 {
		t.Errorf("once more: %+v, %v", r, err)
	}
	if _, err := Prune(t.Context(), to, 0, clock(t, 62)); err == nil {
		t.Error("no backup at all is kept")
	}
	if r := made(t, from, to, 63); r.Objects != 2 || r.Copied != 1 {
		t.Errorf("a backup after that: %+v", r)
	}
	kept(t, to)
}

// unlisted takes bodies and no lists.
type unlisted struct{ blob.Bucket }

func (u *unlisted) Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error {
	if strings.HasPrefix(key, listPrefix) {
		return blob.ErrUnavailable
	}
	return u.Bucket.Put(ctx, key, body, size, contentType)
}

// Where one of those that stay cannot be read, nothing is removed: who knows what it needs?
func TestPruneRemovesNothingBesideADamagedBackup(t *testing.T) {
	_, to, dir, names := changing(t, 3)
	if err := os.WriteFile(filepath.Join(dir, "backups", names[2]+".json"), []byte(`{"format":1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err := Prune(t.Context(), to, 1, clock(t, 60)); err == nil || !strings.Contains(err.Error(), "nothing was removed") {
		t.Errorf("%+v, %v", r, err)
	}
	for _, name := range names[:2] {
		if _, err := Verify(t.Context(), to, name, nil); err != nil {
			t.Error(err)
		}
	}
	if m, err := readMark(t.Context(), to); err != nil || m.PruningSince != nil {
		t.Errorf("the place says that it is being pruned: %+v, %v", m, err)
	}
}

// pruned is a place that is pruned once, before the first put of a key that begins so.
type pruned struct {
	blob.Bucket
	before string
	prune  func()
}

func (p *pruned) Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error {
	prune := p.prune
	if prune != nil && strings.HasPrefix(key, p.before) {
		p.prune = nil
		prune()
	}
	err := p.Bucket.Put(ctx, key, body, size, contentType)
	return err
}

// A prune takes bodies that a running backup found there and relied on, also at the moment when
// that is about to write its list. The backup copies them again, and is whole.
func TestABackupThatRunsWhileOthersArePrunedIsWhole(t *testing.T) {
	for _, before := range []string{contentPrefix, listPrefix} {
		t.Run(before, func(t *testing.T) {
			from, to, _, names := changing(t, 3)
			put(t, from, "own", "of backup 0") // which only the oldest backup has
			put(t, from, "zebra", "last in order of key")
			p := &pruned{Bucket: to, before: before, prune: func() {
				if r, err := Prune(t.Context(), to, 1, clock(t, 60)); err != nil || len(r.Removed) != 2 || r.Bodies < 2 {
					t.Errorf("%+v, %v", r, err)
				}
			}}
			r, err := Make(t.Context(), from, p, clock(t, 61))
			if err != nil || r.Objects != 3 || p.prune != nil {
				t.Fatalf("%+v, %v", r, err)
			}
			if left := kept(t, to); !slices.Equal(left, []string{names[2], r.Name}) {
				t.Errorf("there are %v", left)
			}
		})
	}
}

// A backup waits for a prune, which is told, but not for one that was killed long ago.
func TestABackupWaitsForAPrune(t *testing.T) {
	from, to, _, _ := changing(t, 2)
	p, err := clock(t, 10).beginPrune(t.Context(), to)
	if err != nil {
		t.Fatal(err)
	}
	o := clock(t, 20)
	var waits atomic.Bool
	o.Waiting = func() { waits.Store(true) }
	soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := Make(soon, from, to, o); !errors.Is(err, context.DeadlineExceeded) || !waits.Load() {
		t.Errorf("it does not wait: %v", err)
	}
	if _, err := Prune(soon, to, 1, o); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("two prune at the same time: %v", err)
	}
	if _, err := Make(t.Context(), from, to, clock(t, 20+int(pruneOver.Seconds()))); err != nil {
		t.Errorf("it waits for a prune that was killed: %v", err)
	}
	// Others took it for dead: what it would remove may be needed.
	if _, err := clock(t, 400).beginPrune(t.Context(), to); err != nil {
		t.Fatal(err)
	}
	p.Options = clock(t, 500)
	if err := p.delete(t.Context(), "content/x"); !errors.Is(err, blob.ErrChanged) {
		t.Errorf("a prune that was taken for dead goes on: %v", err)
	}
}
