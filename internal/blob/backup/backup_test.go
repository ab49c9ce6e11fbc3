package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/blob/disk"
)

// opened opens a bucket in a directory of its own.
func opened(t *testing.T) (blob.Bucket, string) {
	t.Helper()
	dir := t.TempDir()
	b, err := disk.Open(dir, []byte("a secret of sixteen bytes"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b, dir
}

func put(t *testing.T, b blob.Bucket, key, body string) {
	t.Helper()
	if err := b.Put(t.Context(), key, strings.NewReader(body), int64(len(body)), "text/plain"); err != nil {
		t.Fatal(err)
	}
}

// holds expects the bodies of a bucket, by key.
func holds(t *testing.T, b blob.Bucket, want map[string]string) {
	t.Helper()
	infos, err := list(t.Context(), b)
	if err != nil || len(infos) != len(want) {
		t.Errorf("%d objects, want %d; %v", len(infos), len(want), err)
	}
	for key, body := range want {
		o, err := b.Get(t.Context(), key)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := io.ReadAll(o.Body)
		o.Body.Close()
		if err != nil || string(got) != body {
			t.Errorf("%s has %q, %v; want %q", key, got, err, body)
		}
	}
}

// clock gives options whose time is so many seconds after a start.
func clock(t *testing.T, seconds int) Options {
	at := time.Date(2026, 3, 14, 12, 0, seconds, 0, time.UTC)
	return Options{Scratch: t.TempDir(), Now: func() time.Time { return at }}
}

func made(t *testing.T, from, to blob.Bucket, seconds int) *Report {
	t.Helper()
	r, err := Make(t.Context(), from, to, clock(t, seconds))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWhatWasBackedUpComesBack(t *testing.T) {
	from, _ := opened(t)
	to, _ := opened(t)
	first := map[string]string{}
	for i := range 20 {
		key, body := fmt.Sprintf("posters/%02d.webp", i), fmt.Sprintf("picture %d", i/2) // half of them equal
		put(t, from, key, body)
		first[key] = body
	}
	if r := made(t, from, to, 1); r.Objects != 20 || r.Copied != 10 {
		t.Errorf("the first: %+v", r)
	}
	time.Sleep(10 * time.Millisecond) // for the clock of the file system
	put(t, from, "posters/00.webp", "another")
	put(t, from, "new.json", "{}")
	if err := from.Delete(t.Context(), "posters/01.webp"); err != nil {
		t.Fatal(err)
	}
	if r := made(t, from, to, 2); r.Objects != 20 || r.Copied != 2 {
		t.Errorf("the second: %+v", r)
	}
	if r := made(t, from, to, 3); r.Copied != 0 {
		t.Errorf("without a change: %+v", r)
	}
	names, err := Names(t.Context(), to)
	if err != nil || len(names) != 3 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		if _, err := Verify(t.Context(), to, name, nil); err != nil {
			t.Error(err)
		}
	}
	fresh, _ := opened(t)
	if r, err := Restore(t.Context(), to, fresh, names[0], false, clock(t, 4)); err != nil || r.Copied != 20 {
		t.Fatalf("%+v, %v", r, err)
	}
	holds(t, fresh, first)
	if r, err := Restore(t.Context(), to, fresh, names[0], false, clock(t, 4)); err != nil || r.Copied != 0 {
		t.Errorf("once more: %+v, %v", r, err)
	}
}

// What a bucket has is replaced only if that is said, and then nothing else is lost.
func TestARestoreReplacesOnlyWhenTold(t *testing.T) {
	from, _ := opened(t)
	to, _ := opened(t)
	put(t, from, "a", "old")
	put(t, from, "b", "same")
	name := made(t, from, to, 1).Name
	put(t, from, "a", "new")
	put(t, from, "c", "later")
	if err := from.Delete(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	_, err := Restore(t.Context(), to, from, name, false, clock(t, 2))
	var differs *DiffersError
	if !errors.As(err, &differs) || len(differs.Keys) != 1 || differs.Keys[0] != "a" || !strings.Contains(err.Error(), "--force") {
		t.Fatalf("%v", err)
	}
	holds(t, from, map[string]string{"a": "new", "c": "later"})
	if _, err := Restore(t.Context(), to, from, name, true, clock(t, 2)); err != nil {
		t.Fatal(err)
	}
	holds(t, from, map[string]string{"a": "old", "b": "same", "c": "later"})
}

// Damage of a backup is found by Verify, and is never restored.
func TestADamagedBackupIsToldAndNotRestored(t *testing.T) {
	from, _ := opened(t)
	to, dir := opened(t)
	put(t, from, "a", "one")
	put(t, from, "b", "two")
	name := made(t, from, to, 1).Name
	bodies, err := filepath.Glob(filepath.Join(dir, "content", "*"))
	if err != nil || len(bodies) != 2 {
		t.Fatalf("%v, %v", bodies, err)
	}
	if err := os.WriteFile(bodies[0], []byte("xxx"), 0o644); err != nil {
		t.Fatal(err)
	}
	os.Remove(bodies[1])
	if _, err := Verify(t.Context(), to, name, nil); err == nil || !strings.Contains(err.Error(), "a: ") || !strings.Contains(err.Error(), "b: ") {
		t.Errorf("verified: %v", err)
	}
	fresh, _ := opened(t)
	if _, err := Restore(t.Context(), to, fresh, name, false, clock(t, 2)); err == nil {
		t.Error("restored")
	}
	holds(t, fresh, nil)
	if err := os.WriteFile(filepath.Join(dir, "backups", name+".json"), []byte(`{"format":1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), to, fresh, name, false, clock(t, 2)); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("with a damaged list: %v", err)
	}
}

// ending is a bucket that fails after some puts.
type ending struct {
	blob.Bucket
	left int
}

func (e *ending) Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error {
	if e.left--; e.left < 0 {
		return blob.ErrUnavailable
	}
	return e.Bucket.Put(ctx, key, body, size, contentType)
}

// What was stopped is no backup, and goes on where it was.
func TestABackupThatIsStoppedGoesOn(t *testing.T) {
	from, _ := opened(t)
	to, _ := opened(t)
	for i := range 10 {
		put(t, from, fmt.Sprintf("k%d", i), fmt.Sprint(i))
	}
	if _, err := Make(t.Context(), from, &ending{to, 6}, clock(t, 1)); !errors.Is(err, blob.ErrUnavailable) {
		t.Fatalf("%v", err)
	}
	if names, err := Names(t.Context(), to); err != nil || len(names) != 0 {
		t.Errorf("%v, %v", names, err)
	}
	r := made(t, from, to, 2)
	if r.Objects != 10 || r.Copied != 4 {
		t.Errorf("%+v", r)
	}
	fresh, _ := opened(t)
	if _, err := Restore(t.Context(), to, &ending{fresh, 3}, r.Name, false, clock(t, 3)); !errors.Is(err, blob.ErrUnavailable) {
		t.Fatalf("%v", err)
	}
	if again, err := Restore(t.Context(), to, fresh, r.Name, false, clock(t, 3)); err != nil || again.Copied != 7 {
		t.Errorf("%+v, %v", again, err)
	}
}

// A list names keys and digests of its own form alone, also where its name fits its content.
func TestAListThatLeadsElsewhereIsRefused(t *testing.T) {
	sum := strings.Repeat("0a", 32)
	for _, o := range []Object{
		{Key: "../x", SHA256: sum}, {Key: "/etc/passwd", SHA256: sum}, {Key: "", SHA256: sum}, {Key: "a", SHA256: "../a"}, {Key: "a", SHA256: ""},
		{Key: "a", SHA256: strings.ToUpper(sum)}, {Key: "a", SHA256: sum[:63]}, {Key: "a", SHA256: sum, Bytes: -1},
	} {
		b, _ := opened(t)
		l := List{Format: Format, Objects: []Object{o}}
		name, err := l.write(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(t.Context(), b, name); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
