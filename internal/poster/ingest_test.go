package poster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"kinodex/internal/blob"
	"kinodex/internal/blob/disk"
	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

func openBucket(t testing.TB) *disk.Bucket {
	t.Helper()
	b, err := disk.Open(t.TempDir(), []byte("no link of this bucket is ever given"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// picture draws w×h pixels that differ by seed.
func picture(t testing.TB, w, h, seed int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, color.RGBA{uint8(40*seed + x/4), uint8(y / 4), uint8(x * y / (50 + seed)), 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// originals writes a picture for each film, 1 to n.
func originals(t testing.TB, n int) []Original {
	t.Helper()
	dir := t.TempDir()
	var all []Original
	for i := range n {
		id := film.ID(i + 1)
		path := filepath.Join(dir, id.String()+".jpg")
		if err := os.WriteFile(path, picture(t, 60, 90, i), 0o644); err != nil {
			t.Fatal(err)
		}
		all = append(all, Original{id, path})
	}
	return all
}

func mustIngest(t testing.TB, b blob.Bucket, all []Original) *Report {
	t.Helper()
	r, err := Ingest(t.Context(), Options{Bucket: b, Originals: all})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustLoad(t testing.TB, b blob.Bucket) *StoredPosters {
	t.Helper()
	s, err := Load(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// watched counts what is asked of a bucket, and fails from a Put on.
type watched struct {
	blob.Bucket
	puts   atomic.Int64
	failAt int64 // 0 for never
	stop   func()
}

var errKilled = errors.New("killed")

func (w *watched) Put(ctx context.Context, key string, body io.Reader, size int64, contentType string) error {
	if n := w.puts.Add(1); w.failAt > 0 && n >= w.failAt {
		if w.stop != nil {
			w.stop()
			return ctx.Err()
		}
		return errKilled
	}
	return w.Bucket.Put(ctx, key, body, size, contentType)
}

func TestAnIngestedPosterIsThereInBothSizes(t *testing.T) {
	b := openBucket(t)
	path := filepath.Join(t.TempDir(), "tt0000007.jpg")
	if err := os.WriteFile(path, picture(t, 1400, 2000, 3), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := mustIngest(t, b, []Original{{7, path}}); r.Stored != 1 || len(r.Rejected) != 0 {
		t.Fatalf("%+v", r)
	}
	p := mustLoad(t, b).posters[7]
	for size, want := range map[Size][2]int{Full: {1000, 1429}, Mini: {185, 264}} {
		o, err := b.Get(t.Context(), p.picture.Key(size))
		if err != nil {
			t.Fatal(err)
		}
		c, err := jpeg.DecodeConfig(o.Body)
		o.Body.Close()
		if err != nil || c.Width > size.Width || c.Height > size.Height || [2]int{c.Width, c.Height} != want {
			t.Errorf("%s has %d×%d pixels, want %v (%v)", size.Name, c.Width, c.Height, want, err)
		}
	}
	if r, err := decode(p.analysis); err != nil || r.Size.Width != 1400 || r.Size.Height != 2000 {
		t.Errorf("the reading is of %+v, %v; want the original's size", r.Size, err)
	}
}

func TestIngestingAgainDoesOnlyWhatIsMissing(t *testing.T) {
	b := &watched{Bucket: openBucket(t)}
	all := originals(t, 4)
	mustIngest(t, b, all[:3])
	before := b.puts.Load()
	if r := mustIngest(t, b, all[:3]); r.Kept != 3 || r.Stored+r.Replaced != 0 || b.puts.Load() != before {
		t.Errorf("again: %+v, %d objects written", r, b.puts.Load()-before)
	}
	if r := mustIngest(t, b, all); r.Kept != 3 || r.Stored != 1 || b.puts.Load() != before+3 {
		t.Errorf("one more: %+v, %d objects written", r, b.puts.Load()-before)
	}
	// A lost rendition is made again, and nothing else.
	before = b.puts.Load()
	if err := b.Delete(t.Context(), mustLoad(t, b).posters[1].picture.Key(Mini)); err != nil {
		t.Fatal(err)
	}
	if r := mustIngest(t, b, all); r.Kept != 3 || r.Replaced != 1 || b.puts.Load() != before+1 {
		t.Errorf("a lost mini: %+v, %d objects written", r, b.puts.Load()-before)
	}
	// Another film with the same picture needs its record alone.
	before = b.puts.Load()
	if r := mustIngest(t, b, []Original{{99, all[0].Path}}); r.Stored != 1 || b.puts.Load() != before+1 {
		t.Errorf("a shared picture: %+v, %d objects written", r, b.puts.Load()-before)
	}
	// Another picture of a film replaces the first; addresses given out still open.
	old := mustLoad(t, b).posters[1].picture
	if r := mustIngest(t, b, []Original{{1, all[1].Path}}); r.Replaced != 1 {
		t.Errorf("another picture: %+v", r)
	}
	if now := mustLoad(t, b).posters[1].picture; now == old {
		t.Error("the film has its old picture")
	}
	if _, err := b.Stat(t.Context(), old.Key(Full)); err != nil {
		t.Errorf("the old address leads nowhere: %v", err)
	}
}

// Whatever is written last, each record that is there has its pictures, and
// running again completes the rest.
func TestAKilledIngestLeavesWhatIsStoredWhole(t *testing.T) {
	all := originals(t, 3)
	for failAt := int64(1); failAt <= 9; failAt++ {
		for _, cancelled := range []bool{false, true} {
			if cancelled && failAt%3 != 0 {
				continue
			}
			b := &watched{Bucket: openBucket(t), failAt: failAt}
			ctx, cancel := context.WithCancel(t.Context())
			if cancelled {
				b.stop = cancel
			}
			_, err := Ingest(ctx, Options{Bucket: b, Originals: all, Workers: 2})
			cancel()
			if want := map[bool]error{false: errKilled, true: context.Canceled}[cancelled]; !errors.Is(err, want) {
				t.Fatalf("killed at write %d: %v, want %v", failAt, err, want)
			}
			s := mustLoad(t, b)
			if len(s.Damaged) > 0 || s.Len() == 3 {
				t.Errorf("killed at write %d: %d records, damaged %v", failAt, s.Len(), s.Damaged)
			}
			for id, p := range s.posters {
				for _, size := range Sizes {
					if _, err := b.Stat(t.Context(), p.picture.Key(size)); err != nil {
						t.Errorf("killed at write %d: %s has no %s picture", failAt, id, size.Name)
					}
				}
			}
			had := s.Len()
			b.failAt = 0
			if r := mustIngest(t, b, all); r.Kept != had || mustLoad(t, b).Len() != 3 {
				t.Errorf("killed at write %d with %d stored: then %+v", failAt, had, r)
			}
		}
	}
}

func TestRejectedOriginalsAreNamedWithTheReason(t *testing.T) {
	dir := t.TempDir()
	var all []Original
	for i, c := range []struct{ name, content string }{
		{"empty.jpg", ""}, {"text.jpg", "no picture at all"}, {"cut.jpg", string(picture(t, 60, 90, 1)[:300])},
		{"bomb.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01\x00\x00\x00\x01\x00\x00\x08\x02\x00\x00\x00"},
	} {
		path := filepath.Join(dir, c.name)
		if err := os.WriteFile(path, []byte(c.content), 0o644); err != nil {
			t.Fatal(err)
		}
		all = append(all, Original{film.ID(i + 1), path})
	}
	all = append(all, Original{50, filepath.Join(dir, "absent.jpg")}, Original{51, dir}, originals(t, 1)[0])
	b := openBucket(t)
	r := mustIngest(t, b, all)
	if len(r.Rejected) != 6 || r.Stored != 1 {
		t.Fatalf("%+v", r)
	}
	for _, no := range r.Rejected {
		if no.Path == "" || no.Reason == "" || strings.Contains(no.Reason, "%!") {
			t.Errorf("%+v", no)
		}
	}
	if n := mustLoad(t, b).Len(); n != 1 {
		t.Errorf("%d records", n)
	}
}

func TestRecordsThatCannotBeReadAreTold(t *testing.T) {
	b := openBucket(t)
	all := originals(t, 3)
	mustIngest(t, b, all)
	for key, content := range map[string]string{
		recordKey(2): "{", recordPrefix + "tt2.json": "{}", recordPrefix + "x": "",
		recordKey(3): `{"filmdb_id":"tt0000004","sha256":"` + strings.Repeat("a", 64) + `","analysis":{"version":"look/0"}}`,
	} {
		if err := b.Put(t.Context(), key, strings.NewReader(content), int64(len(content)), "application/json"); err != nil {
			t.Fatal(err)
		}
	}
	if s := mustLoad(t, b); s.Len() != 1 || len(s.Damaged) != 4 {
		t.Errorf("%d records, damaged %v", s.Len(), s.Damaged)
	}
	if r := mustIngest(t, b, all); r.Kept != 1 || r.Stored != 2 {
		t.Errorf("ingested again: %+v", r)
	}
}

// REQ F2-06: names of pictures, and nothing else, lead to objects.
func TestNamesOfPictures(t *testing.T) {
	p := Picture(0x0f2c9a0112345678)
	for _, s := range Sizes {
		key, ok := PictureKey(p.Name(s))
		if !ok || key != p.Key(s) || blob.CheckKey(key) != nil || p.Address(s) != string(film.BaseMark)+"/posters/"+p.Name(s) {
			t.Errorf("%s: %q %q", s.Name, p.Name(s), key)
		}
	}
	for _, name := range []string{
		"", "x", "..", "../x", "films", "films/tt0000001.json", "0f2c9a0112345678", "0f2c9a0112345678-full", "0f2c9a0112345678-full.png",
		"0F2C9A0112345678-full.jpg", "0f2c9a011234567-full.jpg", "0f2c9a01123456789-full.jpg", "0f2c9a0112345678-full.jpg/", "0f2c9a0112345678-full.jpg\x00",
		"0f2c9a0112345678-huge.jpg", "-full.jpg", "../../0f2c9a01-full.jpg", "0f2c9a0112345678--full.jpg", "0f/2c9a0112345678-full.jpg",
	} {
		if key, ok := PictureKey(name); ok {
			t.Errorf("%q leads to %s", name, key)
		}
	}
}

func FuzzParseRecord(f *testing.F) {
	f.Add([]byte(`{"filmdb_id":"tt0000001","sha256":"` + strings.Repeat("a", 64) + `","analysis":{"version":"` + vision.Version + `"}}`))
	f.Add([]byte(`{"filmdb_id":"tt0000001","analysis":{"version":1}}`))
	f.Add([]byte(`[`))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := parseRecord(b, 1)
		if err != nil {
			return
		}
		if key := r.Picture().Key(Full); blob.CheckKey(key) != nil || r.version() == "" {
			t.Errorf("%q gives %+v", b, r)
		}
	})
}

func BenchmarkIngest(b *testing.B) {
	for _, size := range [][2]int{{300, 440}, {1000, 1500}, {2000, 3000}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "x.jpg")
			if err := os.WriteFile(path, picture(b, size[0], size[1], 1), 0o644); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				bucket := openBucket(b)
				b.StartTimer()
				mustIngest(b, bucket, []Original{{1, path}})
			}
		})
	}
}
