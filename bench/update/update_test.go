package update

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"kinodex/bench/official"
	"kinodex/bench/service"
)

// packed writes a file as gzip packs it, and returns where.
func packed(t *testing.T, name, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b.Bytes(), 0o444); err != nil {
		t.Fatal(err)
	}
	return path
}

// unpacked is what is in a file that gzip packed.
func unpacked(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Without files the program would fetch sources of its own.
func TestFoldersWithoutFilesAreRefused(t *testing.T) {
	empty := t.TempDir()
	_, err := Measure(t.Context(), Plan{Program: "kinodex", Files: []string{empty}, Out: t.TempDir(), Share: 0.01, Log: io.Discard})
	if err == nil || !strings.Contains(err.Error(), empty) {
		t.Errorf("%v does not name the folder without files", err)
	}
}

func TestOnlyTheCellsThatCountChange(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"title.ratings.tsv.gz", "tconst\taverageRating\tnumVotes\ntt1\t5.8\t1320\ntt2\t6\t\\N\ntt3", "tconst\taverageRating\tnumVotes\ntt1\t5.8\t1321\ntt2\t6\t\\N\ntt3\n"},
		{"title.basics.tsv.gz", "tconst\tprimaryTitle\truntimeMinutes\ntt1\tThe \"Quoted\t99\n", "tconst\tprimaryTitle\truntimeMinutes\ntt1\tThe \"Quoted\t100\n"},
		{"basics.csv.gz", "tconst,runtimeMinutes,genres\ntt1,118,\"Comedy,Romance\"\ntt2,,Drama\n", "tconst,runtimeMinutes,genres\ntt1,119,\"Comedy,Romance\"\ntt2,,Drama\n"},
		{"unknown.tsv.gz", "tconst\truntimeMinutes\ntt1\t\\N\n", ""},
		{"likeness.csv.gz", "tconst,runtimeMinutesAgain\ntt1,1\n", ""},
		{"title.crew.tsv.gz", "tconst\tdirectors\ntt1\t7\n", ""},
	} {
		from := packed(t, c.name, c.before)
		to := filepath.Join(t.TempDir(), "changed", c.name)
		n, err := changeRows(from, to, 1)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.after == "" {
			if _, err := os.Stat(to); err == nil || n != 0 {
				t.Errorf("%s: %d rows changed where none can", c.name, n)
			}
			continue
		}
		if got := unpacked(t, to); got != c.after || n != 1 {
			t.Errorf("%s: %d rows changed to %q", c.name, n, got)
		}
	}
}

func TestAShareOfTheRowsChanges(t *testing.T) {
	const rows = 20_000
	from := packed(t, "title.ratings.tsv.gz", "tconst\tnumVotes\n"+strings.Repeat("tt1\t5\n", rows))
	var texts []string
	for range 2 {
		to := filepath.Join(t.TempDir(), "title.ratings.tsv.gz")
		n, err := changeRows(from, to, 0.01)
		if err != nil || n < rows/200 || n > rows/50 {
			t.Fatalf("%d of %d rows changed, %v", n, rows, err)
		}
		texts = append(texts, unpacked(t, to))
		if got := strings.Count(texts[0], "\t6\n"); got != n {
			t.Errorf("%d rows changed, %d are told", got, n)
		}
	}
	if texts[0] != texts[1] {
		t.Error("other rows change the second time")
	}
}

func TestStagesAreReadFromTheProgress(t *testing.T) {
	now := time.Unix(0, 0)
	var log bytes.Buffer
	s := &stages{now: func() time.Time { return now }, log: &log}
	said := []string{"876 screenplays measured\nread", "ing: 0 of 10 bytes\n", "reading: 10 of 10 bytes\njoining: 0 of 3 rows\n", "taste: 0 of 7\n"}
	for _, text := range said {
		io.WriteString(s, text)
		now = now.Add(time.Second)
	}
	if got, want := s.end(), []Stage{{"reading", time.Second}, {"joining", time.Second}, {"taste", time.Second}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if log.String() != strings.Join(said, "") {
		t.Errorf("the log has %q", &log)
	}
}

// The whole measurement, by the real program on a few made-up titles.
func TestUpdatesAreMeasured(t *testing.T) {
	program := os.Getenv(service.Program)
	if program == "" {
		t.Skip(service.Program + " names no program")
	}
	w, err := official.New(0.0005, official.Seed)
	if err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	for _, f := range official.Files() {
		if _, _, err := w.Write(files, f); err != nil {
			t.Fatal(err)
		}
	}
	steps, err := Measure(t.Context(), Plan{Program: program, Files: []string{files}, Out: t.TempDir(), Share: 0.5, Log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) != 4 || !strings.HasPrefix(steps[0].Says, "7 of 7 files") || steps[2].Says != "nothing built" || !strings.Contains(steps[3].Says, "films changed, 0 added, 0 removed") {
		t.Fatalf("%+v", steps)
	}
	for _, s := range steps {
		if s.Took <= 0 || s.Processor <= 0 || s.Peak < 1<<20 {
			t.Errorf("%+v", s)
		}
	}
	if !slices.ContainsFunc(steps[3].Stages, func(s Stage) bool { return s.Name == "reading" }) {
		t.Errorf("the update's stages are %v", steps[3].Stages)
	}
}
