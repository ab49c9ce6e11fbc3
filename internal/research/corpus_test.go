package research

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"math"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"kinodex/internal/film"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

func folder(files map[string]string) fs.FS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// Every row of the index is measured, or listed with the reason why not.
func TestAFolderWithAnIndex(t *testing.T) {
	fsys := folder(map[string]string{
		"index.csv": "\ufeffFile,notes,usable,imdb_id,match,form\n" +
			"a.txt,,1,tt0000003,verified,screenplay\n" +
			"b.txt,\"x, y\",1,tt0000001,high,screenplay\n" +
			"c.txt,,1,tt0000004,medium,screenplay\n" +
			"d.txt,,0,tt0000005,verified,no_sluglines\n" +
			"e.txt,,1,,verified,screenplay\n" +
			"f.txt,,1,tt0000006,verified,screenplay\n" + // not there
			"g.txt,,1,tt0000007,verified,screenplay\n" + // too short
			"h.txt,,1,tt0000001,verified,screenplay\n" + // the film of b.txt
			"../i.txt,,1,tt0000008,verified,screenplay\n" +
			"j.txt\n",
		"a.txt": play(8), "b.txt": play(9), "c.txt": play(9), "d.txt": play(9), "e.txt": play(9), "g.txt": "INT. ROOM - DAY\n", "h.txt": play(5),
		"z.txt": play(4), // in no row
	})
	measured, skipped, err := Measure(t.Context(), fsys, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(measured) != 2 || measured[0].Film != 1 || measured[1].Film != 3 {
		t.Fatalf("measured %+v", measured)
	}
	want := map[string]string{
		"c.txt": "match", "d.txt": "no_sluglines", "e.txt": "names no film", "f.txt": "cannot be read",
		"g.txt": "16 characters", "h.txt": "b.txt", "../i.txt": "names no file", "j.txt": "match",
	}
	if len(skipped) != len(want) {
		t.Errorf("skipped %+v", skipped)
	}
	for _, s := range skipped {
		if !strings.Contains(s.Reason, want[s.File]) || want[s.File] == "" {
			t.Errorf("%s is skipped because %q, want %q", s.File, s.Reason, want[s.File])
		}
	}
	// REQ S-29: what is stored is what measuring the text gives.
	script := parse.Text(play(9))
	sum := sha256.Sum256([]byte(play(9)))
	if m := measured[0]; m.Features != measure.NewMeter().Of(script).Vector || m.SHA256 != hex.EncodeToString(sum[:]) || m.Extractor != Extractor ||
		m.Characters != len([]rune(play(9))) {
		t.Errorf("stored %+v", m)
	}
}

func TestAFolderWithoutAnIndex(t *testing.T) {
	fsys := folder(map[string]string{
		"tt0000012-later.fountain": play(6), "sub/TT0000011.txt": play(6), "tt0000012.txt": play(7),
		"notes.txt": play(6), "tt0000013.pdf": "x", "tt12.txt": play(6), "tt00000144444444.txt": play(6),
	})
	measured, skipped, err := Measure(t.Context(), fsys, nil)
	if err != nil {
		t.Fatal(err)
	}
	var ids []film.ID
	for _, m := range measured {
		ids = append(ids, m.Film)
	}
	if !reflect.DeepEqual(ids, []film.ID{11, 12}) || len(skipped) != 5 {
		t.Errorf("measured %v, skipped %+v", ids, skipped)
	}
}

// What is measured does not depend on how many processors do it.
func TestMeasuringIsTheSameOnAnyMachine(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		files[film.ID(20+i).String()+".txt"] = play(3 + i)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	alone, _, err := Measure(t.Context(), folder(files), nil)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(8)
	var last int64
	together, _, err := Measure(t.Context(), folder(files), func(done, total int64) {
		if done != last+1 || total != 30 {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil || !reflect.DeepEqual(alone, together) || last != 30 {
		t.Errorf("measured otherwise on eight processors: %v, progress to %d", err, last)
	}
}

func TestMeasuringStopsWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := Measure(ctx, folder(map[string]string{"tt0000011.txt": play(6)}), nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled measuring gives %v", err)
	}
}

func TestAnIndexThatIsNone(t *testing.T) {
	for _, index := range []string{"", "title,year\nx,1\n", "file\na.txt\n"} {
		if _, _, err := Measure(t.Context(), folder(map[string]string{"index.csv": index}), nil); err == nil || !strings.Contains(err.Error(), "index.csv") {
			t.Errorf("%q gives %v", index, err)
		}
	}
}

// Edits change what they say: one line in a hundred, and always the same.
func TestSmallEdits(t *testing.T) {
	text := play(60)
	features := measure.NewMeter().Of(parse.Text(text)).Vector
	a, b := editsOf(measure.NewMeter(), text, 5, features), editsOf(measure.NewMeter(), text, 5, features)
	if len(a) != 2 || !reflect.DeepEqual(a, b) {
		t.Errorf("edits differ: %v, %v", a, b)
	}
	other := editsOf(measure.NewMeter(), text, 6, features)
	if reflect.DeepEqual(a, other) {
		t.Error("two films are edited at the same lines")
	}
	for _, edit := range a {
		if edit == (measure.Vector{}) {
			t.Error("an edit changed nothing at all")
		}
		for f, v := range edit {
			if math.Abs(v) > 0.2*max(1, features[f]) {
				t.Errorf("a small edit moved %s by %v, from %v", measure.Names()[f], v, features[f])
			}
		}
	}
}

func FuzzIndex(f *testing.F) {
	f.Add("file,imdb_id\na.txt,tt0000001\n")
	f.Add("file,imdb_id,match,usable\n\"a,tt1\n")
	f.Add("\xff,file,imdb_id\n,,\n")
	f.Fuzz(func(t *testing.T, index string) {
		entries, _, err := readIndex(strings.NewReader(index))
		for _, e := range entries {
			if err == nil && (!fs.ValidPath(e.file) || e.film == 0) {
				t.Errorf("entry %+v", e)
			}
		}
	})
}

// corpusFolder is the real corpus; the test is skipped where there is none.
func corpusFolder(t testing.TB) fs.FS {
	dir := os.Getenv("KINODEX_DATA_SCREENPLAYS")
	if dir == "" {
		t.Skip("KINODEX_DATA_SCREENPLAYS names no folder of screenplays with an index.csv")
	}
	return os.DirFS(dir)
}

func BenchmarkMeasureCorpus(b *testing.B) {
	fsys := corpusFolder(b)
	for b.Loop() {
		measured, _, err := Measure(b.Context(), fsys, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(measured)), "scripts")
	}
}
