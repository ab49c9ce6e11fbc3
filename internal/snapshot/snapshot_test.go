package snapshot

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"kinodex/internal/blob"
	"kinodex/internal/blob/disk"
	"kinodex/internal/catalog"
	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
)

const base = "https://films.example"

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func bucket(t *testing.T) blob.Bucket {
	t.Helper()
	b, err := disk.Open(t.TempDir(), []byte("a secret of the tests, long enough"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// collection is a catalogue in the making: a title by film.
type collection map[film.ID]string

func (c collection) open(t *testing.T) *catalog.Catalog {
	t.Helper()
	films := make([]*film.Film, 0, len(c))
	for _, id := range slices.Sorted(maps.Keys(c)) {
		films = append(films, &film.Film{ID: id, Title: c[id]})
	}
	return catalogtest.Open(t, films)
}

func options(t *testing.T, c collection, n int) Options {
	return Options{
		Films: c.open(t), Generation: fmt.Sprintf("%06d-00000000", n), Base: base,
		Now: start.Add(time.Duration(n) * 24 * time.Hour), Scratch: t.TempDir(),
	}
}

func made(t *testing.T, b blob.Bucket, o Options) *Manifest {
	t.Helper()
	m, fresh, err := Build(t.Context(), b, o)
	if err != nil || !fresh {
		t.Fatalf("build = %v, %v", fresh, err)
	}
	return m
}

func stored(t *testing.T, b blob.Bucket, key string) []byte {
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
	return body
}

func unpacked(t *testing.T, b []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func sha(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// REQ SN-07, SN-14, SN-17
func TestASnapshotHoldsEveryFilmAndItsManifestIsTrue(t *testing.T) {
	b := bucket(t)
	films := collection{3: "Three", 1: "One", 70_000_000: "Far"}
	o := options(t, films, 1)
	m := made(t, b, o)
	file := stored(t, b, FilmsKey(m.Version))
	if m.Bytes != int64(len(file)) || m.SHA256 != sha(file) || m.FilmCount != 3 || m.PreviousVersion != nil || m.Changes != nil ||
		m.Format != "ndjson+gzip" || !m.GeneratedAt.Equal(o.Now) {
		t.Errorf("manifest %+v of a file of %d bytes", m, len(file))
	}
	plain := unpacked(t, file)
	if m.ContentSHA256 != sha(plain) {
		t.Error("content_sha256 is not that of the lines")
	}
	rows := strings.SplitAfter(string(plain), "\n")
	if len(rows) != 4 || rows[3] != "" {
		t.Fatalf("%d lines: %q", len(rows), rows)
	}
	for d, row := range rows[:3] {
		want := string(o.Films.Record(catalog.Doc(d), film.Detail).AppendTo(nil, nil, base)) + "\n"
		if row != want {
			t.Errorf("row %d is %s, want %s", d, row, want)
		}
		if !strings.Contains(row, `"self":"`+base+`/api/v2/films/`) {
			t.Errorf("row %d does not link to the service: %s", d, row)
		}
	}
}

func TestBuildingAgainChangesNothing(t *testing.T) {
	b := bucket(t)
	o := options(t, collection{1: "One"}, 1)
	first := made(t, b, o)
	o.Now = o.Now.Add(time.Hour)
	again, fresh, err := Build(t.Context(), b, o)
	if err != nil || fresh || again.Version != first.Version || !again.GeneratedAt.Equal(first.GeneratedAt) {
		t.Errorf("again: %+v, %v, %v", again, fresh, err)
	}
	// A server that guessed its address makes do with links that lead to the service.
	o.Base, o.Leads = "http://127.0.0.1:9", func(m *Manifest) bool { return m.BaseURL != nil && *m.BaseURL == base }
	if again, fresh, err := Build(t.Context(), b, o); err != nil || fresh || again.Version != first.Version {
		t.Errorf("beside another server: %+v, %v, %v", again, fresh, err)
	}
	o.Leads = func(*Manifest) bool { return false }
	// At another address every link is another: that is another version.
	o.Base = "https://elsewhere.example"
	if m := made(t, b, o); m.Version == first.Version || m.Changes.Puts != 1 {
		t.Errorf("at another address: %+v", m)
	}
}

// TestAMirrorThatFollowsTheChangesHasTheSnapshot replays the changes of catalogues
// that films are added to, changed in and removed from, and compares every byte.
func TestAMirrorThatFollowsTheChangesHasTheSnapshot(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	b, films := bucket(t), collection{}
	var mirror []byte
	var version string
	for n := range 12 {
		puts, deletes := 0, 0
		if n > 0 {
			puts, deletes = films.evolve(r, n)
		} else {
			for range 40 {
				films[film.ID(1+r.IntN(200))] = "A film"
			}
		}
		m := made(t, b, options(t, films, n+1))
		want := unpacked(t, stored(t, b, FilmsKey(m.Version)))
		if n == 0 {
			mirror, version = want, m.Version
			continue
		}
		if m.Changes.Puts != puts || m.Changes.Deletes != deletes || m.Changes.Since != version {
			t.Errorf("version %d: %+v, want %d puts and %d deletes", n, m.Changes, puts, deletes)
		}
		file := stored(t, b, ChangesKey(m.Version))
		if m.Changes.Bytes != int64(len(file)) || m.Changes.SHA256 != sha(file) {
			t.Errorf("version %d: the manifest is not true of its changes", n)
		}
		var next bytes.Buffer
		if err := Replay(&next, bytes.NewReader(mirror), bytes.NewReader(unpacked(t, file))); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(next.Bytes(), want) || sha(next.Bytes()) != m.ContentSHA256 {
			t.Fatalf("version %d: the mirror differs", n)
		}
		mirror, version = next.Bytes(), m.Version
	}
}

// evolve changes a collection as a new build would, and says what it did. Round
// 5 changes nothing, round 8 removes everything.
func (c collection) evolve(r *rand.Rand, n int) (puts, deletes int) {
	switch n {
	case 5:
		return 0, 0
	case 8:
		deletes = len(c)
		clear(c)
		return 0, deletes
	}
	before := map[film.ID]string{}
	for id := film.ID(1); id <= 200; id++ {
		old, there := c[id]
		if there {
			before[id] = old
		}
		switch x := r.IntN(10); {
		case x == 0 && there:
			delete(c, id)
			deletes++
		case x == 1:
			c[id] = fmt.Sprint("A film of round ", n)
			puts++
		}
	}
	return puts, deletes
}

// since is Since up to what the bucket names as the newest.
func since(t *testing.T, b blob.Bucket, version string) ([]*Manifest, error) {
	t.Helper()
	newest, err := Current(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return Since(t.Context(), b, newest, version)
}

func TestAnyVersionThatIsKeptLeadsToTheNewest(t *testing.T) {
	b := bucket(t)
	var versions []string
	for n := range 4 {
		versions = append(versions, made(t, b, options(t, collection{1: "One", film.ID(n + 2): "More"}, n+1)).Version)
	}
	for i, from := range versions {
		steps, err := since(t, b, from)
		if err != nil || len(steps) != 3-i {
			t.Fatalf("since %s: %d steps, %v", from, len(steps), err)
		}
		at := from
		for _, s := range steps {
			if s.Changes.Since != at {
				t.Errorf("since %s: a step leads from %s, not from %s", from, s.Changes.Since, at)
			}
			at = s.Version
		}
		if at != versions[3] {
			t.Errorf("since %s one arrives at %s", from, at)
		}
	}
	for _, unknown := range []string{"", "000009-00000000-aaaaaa", "../x", "Ä"} {
		if _, err := since(t, b, unknown); !errors.Is(err, ErrNone) {
			t.Errorf("since %q: %v, want ErrNone", unknown, err)
		}
	}
}

func TestNoSnapshotYet(t *testing.T) {
	if _, err := Current(t.Context(), bucket(t)); !errors.Is(err, ErrNone) {
		t.Errorf("got %v", err)
	}
}

// failing fails from the nth put on, as a bucket does whose builder is killed.
type failing struct {
	blob.Bucket
	puts int
}

var errGone = errors.New("the builder is gone")

func (f *failing) Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error {
	if f.puts--; f.puts < 0 {
		return errGone
	}
	return f.Bucket.Put(ctx, key, body, size, contentType)
}

func TestABuildKilledAnywhereLeavesTheOldSnapshotWhole(t *testing.T) {
	b := bucket(t)
	first := made(t, b, options(t, collection{1: "One", 2: "Two"}, 1))
	o := options(t, collection{1: "One", 2: "Two, changed", 3: "Three"}, 2)
	puts := 0
	for ; ; puts++ {
		_, _, err := Build(t.Context(), &failing{Bucket: b, puts: puts}, o)
		if err == nil {
			break
		}
		if !errors.Is(err, errGone) {
			t.Fatal(err)
		}
		m, err := Current(t.Context(), b)
		if err != nil || m.Version != first.Version {
			t.Fatalf("killed at write %d: current is %+v, %v", puts, m, err)
		}
		if file := stored(t, b, FilmsKey(m.Version)); sha(file) != m.SHA256 {
			t.Fatalf("killed at write %d: the old snapshot is damaged", puts)
		}
	}
	if puts < 4 {
		t.Errorf("only %d writes: the test killed nothing", puts)
	}
	m, err := Current(t.Context(), b)
	if err != nil || *m.PreviousVersion != first.Version || m.Changes.Puts != 2 {
		t.Errorf("after the last build: %+v, %v", m, err)
	}
}

func TestACancelledBuildEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Build(ctx, bucket(t), options(t, collection{1: "One"}, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// aged is a bucket whose objects seem as old as they are meant to be.
type aged struct{ blob.Bucket }

func (a aged) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		for o, err := range a.Bucket.List(ctx, prefix) {
			o.Modified = time.Time{}
			if !yield(o, err) {
				return
			}
		}
	}
}

func TestOldVersionsAreKeptByTheRule(t *testing.T) {
	b := bucket(t)
	var all []*Manifest
	for n := range KeptChanges + 3 {
		o := options(t, collection{film.ID(n + 1): "One"}, n+1)
		m, _, err := Build(t.Context(), aged{b}, o)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	for i, m := range all {
		age := len(all) - 1 - i // in versions
		for key, want := range map[string]bool{
			FilmsKey(m.Version):    age < KeptFilms,
			ChangesKey(m.Version):  age < KeptChanges && i > 0,
			manifestKey(m.Version): age < KeptChanges,
			idsKey(m.Version):      age < KeptChanges && i > 0,
		} {
			_, err := b.Stat(t.Context(), key)
			if kept := err == nil; kept != want {
				t.Errorf("%d versions old: %s kept %v, want %v", age, key, kept, want)
			}
		}
	}
}

// REQ SN-15: a link lives an hour, so what it leads to does.
func TestAVersionStaysWholeForALinksLife(t *testing.T) {
	b := bucket(t)
	var first *Manifest
	for n := range KeptFilms + 2 {
		o := options(t, collection{film.ID(n + 1): "One"}, n+1)
		o.Now = start.Add(time.Duration(n) * time.Minute)
		m, _, err := Build(t.Context(), aged{b}, o)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = m
		}
	}
	if _, err := b.Stat(t.Context(), FilmsKey(first.Version)); err != nil {
		t.Errorf("a link given out minutes ago leads nowhere: %v", err)
	}
}

func TestTheSameLinesPackTheSame(t *testing.T) {
	var want []byte
	for range 3 {
		p, err := newGzipFile(t.TempDir(), "x")
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 1))
		for range 200_000 {
			if err := p.write(fmt.Appendf(nil, "{\"n\":%d}\n", r.IntN(1e9))); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.finish(); err != nil {
			t.Fatal(err)
		}
		b := bucket(t)
		if _, _, err := p.put(t.Context(), b, "x.gz"); err != nil {
			t.Fatal(err)
		}
		p.close()
		got := stored(t, b, "x.gz")
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Fatal("compressed differently")
		}
	}
	if n := bytes.Count(unpacked(t, want), []byte("\n")); n != 200_000 {
		t.Errorf("%d lines", n)
	}
}

func FuzzReplay(f *testing.F) {
	f.Add(`{"filmdb_id":"tt0000001"}`+"\n", `{"op":"delete","filmdb_id":"tt0000001"}`+"\n")
	f.Add("", `{"op":"put","film":{"filmdb_id":"tt0000002"}}`+"\n")
	f.Add("{", "}")
	f.Fuzz(func(t *testing.T, before, changes string) {
		var next bytes.Buffer
		if Replay(&next, strings.NewReader(before), strings.NewReader(changes)) != nil {
			return
		}
		// What was replayed is a snapshot: its ids rise and every line is a film.
		last := film.ID(0)
		for line := range strings.Lines(next.String()) {
			var row idRow
			if err := json.Unmarshal([]byte(line), &row); err != nil || row.ID < last {
				t.Fatalf("%q with %q gives %q", before, changes, next.String())
			}
			last = row.ID
		}
	})
}
