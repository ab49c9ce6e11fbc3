package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kinodex/internal/library/replication"
)

// eachLibraryBucket runs a test with a bucket in a directory and, beside an S3 server,
// with one there.
func eachLibraryBucket(t *testing.T, test func(t *testing.T, at string)) {
	t.Run("dir", func(t *testing.T) { test(t, "dir:"+filepath.Join(t.TempDir(), "bucket")) })
	t.Run("s3", func(t *testing.T) { test(t, freshBucket(t)) })
}

// done runs a command that must succeed and gives what it printed.
func done(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := command(t, args...)
	if code != 0 {
		t.Fatalf("%v: exit %d: %s%s", args, code, out, errs)
	}
	return out
}

// readiness is what /readyz tells.
type readiness struct {
	Code               int `json:"-"`
	Generation, Detail string
	Degraded           []string
}

// ready asks a server whether it is.
func (s *server) ready(t *testing.T) (r readiness) {
	t.Helper()
	resp, err := http.Get(s.base + "/readyz")
	if err != nil {
		return readiness{}
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || json.Unmarshal(body, &r) != nil && resp.StatusCode == 200 {
		t.Fatalf("%s: %v", body, err)
	}
	r.Code = resp.StatusCode
	if r.Code != 200 {
		r.Detail = string(body)
	}
	return r
}

// readyWith waits until a server's readiness is as wanted.
func (s *server) readyWith(t *testing.T, what string, holds func(readiness) bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		r := s.ready(t)
		if holds(r) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("not in time: %s; /readyz says %+v\n%s", what, r, s.log)
		}
	}
}

// fromBucket starts a server that fetches its library.
func fromBucket(t *testing.T, at, data string) *server {
	t.Helper()
	return startServer(t, nil, "--data", data, "--library", at, "--library-poll", "100ms")
}

// An operator builds on one machine, and two replicas serve it: from an empty disk, a
// change together, back again, and after all that what is old is removed.
func TestReplicasServeWhatIsPublished(t *testing.T) {
	t.Parallel()
	eachLibraryBucket(t, func(t *testing.T, at string) {
		home := filepath.Join(t.TempDir(), "data")
		first := built(t, home, 10)
		done(t, "library", "publish", "--data", home, "--library", at)
		here, there := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "data")
		replicas := []*server{fromBucket(t, at, here), fromBucket(t, at, there)}
		for _, r := range replicas {
			r.readyWith(t, "the first generation serves", func(r readiness) bool {
				return r.Code == 200 && r.Generation == first && len(r.Degraded) == 0
			})
		}
		code, out, errs := command(t, "build", "--data", home, "--films", filmSources(t, 11), "--publish", "--library", at, "--swap-in", "2s")
		second := serving(t, home)
		if code != 0 || !strings.Contains(out, "replicas switch to it at") {
			t.Fatalf("exit %d: %s%s", code, out, errs)
		}
		changed := make([]time.Time, len(replicas))
		for i, r := range replicas {
			r.readyWith(t, "the second serves", func(r readiness) bool { return r.Generation == second })
			changed[i] = time.Now()
		}
		if apart := changed[1].Sub(changed[0]); apart > time.Second {
			t.Errorf("they changed %v apart", apart)
		}
		done(t, "library", "rollback", "--library", at, "--swap-in", "0s")
		for _, r := range replicas {
			r.readyWith(t, "the first serves again", func(r readiness) bool { return r.Generation == first })
		}
		if code, _, errs := command(t, "library", "use", second, "--data", here); code != 1 || !strings.Contains(errs, "library rollback") {
			t.Errorf("library use beside a bucket: exit %d: %s", code, errs)
		}
		if out := done(t, "library", "published", "--verify", "--library", at); strings.Count(out, "0000") < 2 || !strings.Contains(out, first) || strings.Count(out, "serves") != 1 {
			t.Errorf("published are %s", out)
		}
		done(t, "library", "rollback", "--to", second, "--library", at, "--swap-in", "0s")
		if out := done(t, "library", "prune", "--keep", "1", "--library", at); !strings.Contains(out, "1 generations") {
			t.Errorf("prune says %s", out)
		}
		metrics, err := http.Get(replicas[0].base + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer metrics.Body.Close()
		if body, _ := io.ReadAll(metrics.Body); !strings.Contains(string(body), "kinodex_library_bucket_up 1") {
			t.Errorf("metrics: %s", body)
		}
	})
}

// Whoever looks before the change sees which generation answers now and which will, and from
// when; also after a change was taken back before it came.
func TestPublishedTellsWhatServesAndWhatWill(t *testing.T) {
	t.Parallel()
	first, second, third := "000001-aaaaaaaa", "000002-bbbbbbbb", "000003-cccccccc"
	at := time.Date(2026, 3, 14, 12, 3, 20, 0, time.UTC)
	p := &replication.Pointer{Generation: second, NotBefore: at, Previous: first,
		Published: []replication.PublishedGeneration{{Generation: third}, {Generation: second}, {Generation: first}}}
	unknown := *p
	unknown.Previous = ""
	same := *p
	same.Previous = second
	for name, c := range map[string]struct {
		p    *replication.Pointer
		now  time.Time
		want [3]string // of the third, the second, the first
	}{
		"before":                              {p, at.Add(-95 * time.Second), [3]string{"", "serves from 2026-03-14 12:03:20 (in 1m35s)", "serves until 2026-03-14 12:03:20"}},
		"at that moment":                      {p, at, [3]string{"", "serves", ""}},
		"by a program that does not say":      {&unknown, at.Add(-time.Second), [3]string{"", "serves from 2026-03-14 12:03:20 (in 1s)", ""}},
		"taken back before it came to change": {&same, at.Add(-time.Second), [3]string{"", "serves", ""}},
	} {
		for i, e := range c.p.Published {
			if got := publishedState(c.p, e.Generation, c.now); got != c.want[i] {
				t.Errorf("%s, %s: %q, want %q", name, e.Generation, got, c.want[i])
			}
		}
	}
}

// A replica that has nothing says so until it has all, and serves no starter library
// meanwhile; what is damaged in the bucket is told, and mended by a publish.
func TestAReplicaWithAnEmptyDiskWaits(t *testing.T) {
	t.Parallel()
	home, at := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "bucket")
	if code, _, errs := command(t, "serve", "--data", t.TempDir(), "--library", "dir:"+at); code != 1 || !strings.Contains(errs, "there is no directory") {
		t.Errorf("a directory that is not there: exit %d: %s", code, errs)
	}
	if err := os.Mkdir(at, 0o755); err != nil {
		t.Fatal(err)
	}
	replica := fromBucket(t, "dir:"+at, newData(t)) // where a starter library was
	replica.readyWith(t, "it says what it waits for", func(r readiness) bool {
		return r.Code == 503 && strings.Contains(r.Detail, "the bucket has no library yet")
	})
	if status := replica.get(http.DefaultClient, "", "/films/tt0111161"); status != 503 {
		t.Errorf("a question without a library: %d", status)
	}
	m := built(t, home, 10)
	done(t, "library", "publish", "--data", home, "--library", "dir:"+at)
	replica.readyWith(t, "it serves", func(r readiness) bool { return r.Code == 200 && r.Generation == m })
	next := built(t, home, 12)
	done(t, "library", "publish", "--data", home, "--library", "dir:"+at, "--swap-in", "1h")
	damaged(t, at)
	done(t, "library", "rollback", "--library", "dir:"+at, "--swap-in", "0s")
	empty := fromBucket(t, "dir:"+at, t.TempDir())
	empty.readyWith(t, "it says what is damaged", func(r readiness) bool { return strings.Contains(r.Detail, "damaged in the bucket") })
	if code, out, errs := command(t, "library", "published", "--verify", "--library", "dir:"+at); code != 1 || !strings.Contains(errs, "list.pack") {
		t.Errorf("verify: exit %d: %s%s", code, out, errs)
	}
	done(t, "library", "publish", m, "--mend", "--data", home, "--library", "dir:"+at)
	empty.readyWith(t, "it serves", func(r readiness) bool { return r.Code == 200 && r.Generation == m })
	done(t, "library", "publish", next, "--mend", "--data", home, "--library", "dir:"+at, "--swap-in", "0s")
	for _, r := range []*server{replica, empty} {
		r.readyWith(t, "the next one serves", func(r readiness) bool { return r.Generation == next && len(r.Degraded) == 0 })
	}
}

// damaged changes a byte of each file of a bucket's directory.
func damaged(t *testing.T, at string) {
	t.Helper()
	packs, err := filepath.Glob(filepath.Join(at, "packs", "*.zst"))
	if err != nil || len(packs) == 0 {
		t.Fatalf("%v, %v", packs, err)
	}
	for _, path := range packs {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		b[len(b)/2] ^= 1
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A replica that is killed while it fetches goes on where it was and serves in the end.
func TestAReplicaKilledWhileItFetchesGoesOn(t *testing.T) {
	t.Parallel()
	eachLibraryBucket(t, func(t *testing.T, at string) {
		home, data := filepath.Join(t.TempDir(), "data"), t.TempDir()
		m := built(t, home, 3000)
		done(t, "library", "publish", "--data", home, "--library", at)
		for kill := range 4 {
			srv := fromBucket(t, at, data)
			time.Sleep(time.Duration(kill*15) * time.Millisecond)
			srv.Process.Kill()
			srv.Wait()
		}
		srv := fromBucket(t, at, data)
		srv.readyWith(t, "it serves", func(r readiness) bool { return r.Code == 200 && r.Generation == m })
		srv.Process.Kill()
		srv.Wait()
		if out := done(t, "library", "verify", "--data", data); !strings.Contains(out, fmt.Sprintf("generation %s", m)) {
			t.Error(out)
		}
	})
}
