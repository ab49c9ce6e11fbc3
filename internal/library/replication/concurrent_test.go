package replication

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/library"
)

// interrupted calls a function before the first conditional put.
type interrupted struct {
	blob.Bucket
	first func()
}

func (i *interrupted) PutIf(ctx context.Context, key string, body []byte, contentType, match string) (string, error) {
	if first := i.first; first != nil {
		i.first = nil
		first()
	}
	return i.Bucket.PutIf(ctx, key, body, contentType, match)
}

func TestOfTwoPublishersOneWinsAndTheOtherIsTold(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]bool{"the first publish": false, "a later one": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, _ := opened(t)
			here, there := t.TempDir(), t.TempDir()
			if before {
				built(t, here, 9, 1)
				published(t, b, here)
			}
			built(t, here, 10, 1)
			winner := built(t, there, 11, 1)
			slow := &interrupted{b, func() { published(t, b, there) }}
			_, err := Publish(t.Context(), slow, options(t, here))
			var lost *LostError
			if !errors.As(err, &lost) || lost.Generation != winner.Generation || !strings.Contains(err.Error(), "run it again") {
				t.Fatalf("the loser is told %v", err)
			}
			if p, _, err := ReadPointer(t.Context(), b); err != nil || p.Generation != winner.Generation {
				t.Errorf("the pointer names %+v, %v", p, err)
			}
			if _, err := Publish(t.Context(), b, options(t, here)); err != nil {
				t.Errorf("run again: %v", err)
			}
		})
	}
}

// forgetful stores a conditional put and says that it did not.
type forgetful struct{ blob.Bucket }

func (f forgetful) PutIf(ctx context.Context, key string, body []byte, contentType, match string) (string, error) {
	if _, err := f.Bucket.PutIf(ctx, key, body, contentType, match); err != nil {
		return "", err
	}
	return "", blob.ErrChanged
}

// A store whose answer was lost is asked again by its client and then says no.
func TestAPublishWhoseAnswerWasLostHasWon(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	home := t.TempDir()
	m := built(t, home, 10, 1)
	if r, err := Publish(t.Context(), forgetful{b}, options(t, home)); err != nil || !r.Moved || r.Generation != m.Generation {
		t.Errorf("%+v, %v", r, err)
	}
}

// A prune between the look of a publish at what the bucket has and its end takes files
// that no generation had; the publish sends them again.
func TestAPruneWhileSomebodyPublishesTakesNothingThatIsNeeded(t *testing.T) {
	t.Parallel()
	b, dir := opened(t)
	home := t.TempDir()
	old := built(t, home, 10, 9<<20)
	published(t, b, home)
	built(t, home, 20, 1)
	published(t, b, home)
	built(t, home, 30, 1)
	published(t, b, home)
	// The next generation has the large file of the oldest, which Prune removes.
	again := built(t, home, 40, 9<<20)
	slow := &interrupted{b, func() {
		r, err := Prune(t.Context(), b, 1, Clock{Now: time.Now})
		if err != nil || len(r.Removed) != 2 || !slices.Contains(r.Removed, old.Generation) {
			t.Errorf("%+v, %v", r, err)
		}
	}}
	report, err := Publish(t.Context(), slow, options(t, home))
	if err != nil || !report.Moved {
		t.Fatalf("%+v, %v", report, err)
	}
	p, _, err := ReadPointer(t.Context(), b)
	if err != nil || p.PruningSince != nil || p.Generation != again.Generation {
		t.Fatalf("%+v, %v", p, err)
	}
	if err := Verify(t.Context(), b, p, nil); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(largest(again, dir)); err != nil {
		t.Error(err)
	}
}

// A publish waits for a prune, but not for one that was killed long ago.
func TestAPublishWaitsForAPrune(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	home := t.TempDir()
	built(t, home, 10, 1)
	published(t, b, home)
	pruning := func(since time.Time) {
		v, err := readVersion(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		next := v.clone()
		next.PruningSince = &since
		if _, err := v.move(t.Context(), b, next); err != nil {
			t.Fatal(err)
		}
	}
	built(t, home, 11, 1)
	pruning(time.Now().Add(-time.Second))
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	o, told := options(t, home), 0
	o.Waiting = func() { told++ }
	if _, err := Publish(ctx, b, o); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "waiting for a prune") || told != 1 {
		t.Errorf("during a prune: %v, told %d times", err, told)
	}
	for _, long := range []time.Duration{-time.Hour, time.Hour} { // also by a clock that was ahead
		pruning(time.Now().Add(long))
		built(t, home, 12, int(long/time.Hour)+2)
		if r, err := Publish(t.Context(), b, options(t, home)); err != nil || !r.Moved {
			t.Errorf("long after a prune: %+v, %v", r, err)
		}
	}
}

func TestPruneRemovesWhatNobodyNeedsAndNothingElse(t *testing.T) {
	t.Parallel()
	b, dir := opened(t)
	home := t.TempDir()
	var all []library.Manifest
	for n := range 5 {
		all = append(all, built(t, home, 10+n, 1+n))
		published(t, b, home)
	}
	if _, err := Rollback(t.Context(), b, all[1].Generation, 0, Clock{Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	// A publish that was stopped left a file and a manifest; the rest is somebody else's.
	left := packKey(strings.Repeat("0", 64))
	for _, key := range []string{left, manifestKey("000009-00000000"), "packs/readme.txt", "posters/tt0000001.webp"} {
		if err := b.Put(t.Context(), key, strings.NewReader("x"), 1, "text/plain"); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Prune(t.Context(), b, 2, Clock{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{all[4].Generation, all[3].Generation, all[1].Generation}; !slices.Equal(r.Kept, want) || len(r.Removed) != 2 || r.Unpublished != 1 {
		t.Errorf("%+v, want kept %v", r, want)
	}
	p, _, err := ReadPointer(t.Context(), b)
	if err != nil || len(p.Published) != 3 || p.Generation != all[1].Generation || p.PruningSince != nil {
		t.Fatalf("%+v, %v", p, err)
	}
	if err := Verify(t.Context(), b, p, nil); err != nil {
		t.Error(err)
	}
	for key, kept := range map[string]bool{left: false, manifestKey(all[0].Generation): false, manifestKey("000009-00000000"): false, "packs/readme.txt": true, "posters/tt0000001.webp": true} {
		if _, err := os.Stat(filepath.Join(dir, key)); (err == nil) != kept {
			t.Errorf("%s: %v, want it kept: %v", key, err, kept)
		}
	}
	if again, err := Prune(t.Context(), b, 2, Clock{Now: time.Now}); err != nil || again.Packs != 0 || len(again.Removed) != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
	// A manifest that cannot be read may need anything: nothing is removed.
	edit(t, filepath.Join(dir, manifestKey(all[3].Generation)), func(b []byte) []byte { return b[:10] })
	built(t, home, 50, 77)
	published(t, b, home)
	before := names(t, filepath.Join(dir, "packs"))
	if _, err := Prune(t.Context(), b, 9, Clock{Now: time.Now}); err == nil || !strings.Contains(err.Error(), "nothing was removed") {
		t.Errorf("with a damaged manifest: %v", err)
	}
	if after := names(t, filepath.Join(dir, "packs")); !slices.Equal(before, after) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
	if p, _, err := ReadPointer(t.Context(), b); err != nil || p.PruningSince != nil {
		t.Errorf("others wait for a prune that failed: %+v, %v", p, err)
	}
}

func TestRollbackSaysWhatCannotBe(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	if _, err := Rollback(t.Context(), b, "", 0, Clock{Now: time.Now}); !errors.Is(err, ErrNothingPublished) {
		t.Errorf("of an empty bucket: %v", err)
	}
	home := t.TempDir()
	first := built(t, home, 10, 1)
	published(t, b, home)
	if _, err := Rollback(t.Context(), b, "", 0, Clock{Now: time.Now}); err == nil || !strings.Contains(err.Error(), "oldest") {
		t.Errorf("of the only one: %v", err)
	}
	second := built(t, home, 11, 1)
	published(t, b, home)
	for to, says := range map[string]string{"000009-00000000": second.Generation + ", " + first.Generation, second.Generation: "already"} {
		if _, err := Rollback(t.Context(), b, to, 0, Clock{Now: time.Now}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("to %s: %v", to, err)
		}
	}
	if p, err := Rollback(t.Context(), b, "", 0, Clock{Now: time.Now}); err != nil || p.Generation != first.Generation {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := Rollback(t.Context(), b, second.Generation, 0, Clock{Now: time.Now}); err != nil || p.Generation != second.Generation {
		t.Errorf("and forward: %+v, %v", p, err)
	}
}

func TestAWithheldOrDamagedGenerationIsNotPublished(t *testing.T) {
	t.Parallel()
	b, dir := opened(t)
	home := t.TempDir()
	m := built(t, home, 10, 1)
	writeFile(t, filepath.Join(home, m.Generation, "withheld"), []byte("too few\n"))
	if _, err := Publish(t.Context(), b, options(t, home)); err == nil || !strings.Contains(err.Error(), "library use") {
		t.Errorf("withheld: %v", err)
	}
	os.Remove(filepath.Join(home, m.Generation, "withheld"))
	edit(t, filepath.Join(home, m.Generation, "list.pack"), func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
	if _, err := Publish(t.Context(), b, options(t, home)); err == nil || !strings.Contains(err.Error(), "list.pack") {
		t.Errorf("damaged: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, pointerKey)); err == nil {
		t.Error("the pointer was moved")
	}
}

// inconsistent is a store that has lost its pointer and remembers it in part: it reads
// nothing and refuses to create anything.
type inconsistent struct {
	blob.Bucket
	puts int
}

func (b *inconsistent) PutIf(context.Context, string, []byte, string, string) (string, error) {
	b.puts++
	return "", blob.ErrChanged
}

func TestAPublishToAStoreThatContradictsItselfEnds(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	built(t, root, 3, 0)
	store, _ := opened(t)
	b := &inconsistent{Bucket: store}
	if _, err := Publish(t.Context(), b, options(t, root)); err == nil || !strings.Contains(err.Error(), "its store has lost something") {
		t.Errorf("the publish ends with %v", err)
	}
	if b.puts != refusals {
		t.Errorf("the pointer was put %d times", b.puts)
	}
}

// The pointer tells what serves until a change comes, however often it was moved before.
func TestThePointerTellsWhatServesMeanwhile(t *testing.T) {
	t.Parallel()
	b, _ := opened(t)
	home := t.TempDir()
	at := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	clock := Clock{Now: func() time.Time { return at }}
	publish := func(n int) string {
		t.Helper()
		m := built(t, home, n, 1)
		o := options(t, home)
		o.SwapIn, o.Clock = time.Minute, clock
		if _, err := Publish(t.Context(), b, o); err != nil {
			t.Fatal(err)
		}
		return m.Generation
	}
	serving := func(want string) {
		t.Helper()
		p, _, err := ReadPointer(t.Context(), b)
		if err != nil || p.Serving(at) != want {
			t.Errorf("at %v serves %q (%v), want %q", at, p.Serving(at), err, want)
		}
	}
	first := publish(10)
	serving(first) // nobody waits for the first
	at = at.Add(time.Hour)
	second := publish(11)
	serving(first)
	at = at.Add(time.Second)
	publish(12) // before the second served
	serving(first)
	at = at.Add(time.Second)
	if _, err := Rollback(t.Context(), b, "", time.Minute, clock); err != nil {
		t.Fatal(err)
	}
	serving(first)
	at = at.Add(time.Minute)
	serving(second)
}
