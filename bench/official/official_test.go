package official

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// lines returns the rows of a file that w makes, without the columns.
func lines(t *testing.T, w *World, f File) []string {
	t.Helper()
	dir := t.TempDir()
	rows, size, err := w.Write(dir, f)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile(filepath.Join(dir, f.Name))
	if err != nil {
		t.Fatal(err)
	}
	from, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	bytes := int64(0)
	for s := bufio.NewScanner(from); s.Scan(); {
		all = append(all, s.Text())
		bytes += int64(len(s.Text())) + 1
	}
	if int64(len(all)) != rows+1 || bytes != size || all[0] != f.columns {
		t.Fatalf("%s has %d lines of %d bytes, told are %d rows of %d; it begins with %q", f.Name, len(all), bytes, rows, size, all[0])
	}
	return all[1:]
}

func TestFilesAgreeWithOneAnother(t *testing.T) {
	w, err := New(0.0005, Seed)
	if err != nil {
		t.Fatal(err)
	}
	titles, people, films := map[string]bool{}, map[string]bool{}, 0
	files := map[string][]string{}
	for _, f := range Files() {
		files[f.Name] = lines(t, w, f)
		columns := strings.Count(f.columns, "\t")
		for _, line := range files[f.Name] {
			if strings.Count(line, "\t") != columns {
				t.Fatalf("%s: %q has other than %d columns", f.Name, line, columns+1)
			}
		}
	}
	for _, line := range files["title.basics.tsv.gz"] {
		cells := strings.Split(line, "\t")
		if titles[cells[0]] = true; cells[1] == "movie" {
			films++
		}
		if !strings.HasPrefix(cells[2], "Synthetic ") || !strings.HasPrefix(cells[0], "tt5") {
			t.Fatalf("%q could be a real title", line)
		}
	}
	for _, line := range files["name.basics.tsv.gz"] {
		people[strings.Split(line, "\t")[0]] = true
	}
	for name, rows := range files {
		for _, line := range rows {
			cells := strings.Split(line, "\t")
			if id := cells[0]; strings.HasPrefix(id, "tt") && !titles[id] {
				t.Fatalf("%s: nobody has the id of %q", name, line)
			}
			for _, cell := range cells {
				for _, id := range strings.Split(cell, ",") {
					if strings.HasPrefix(id, "nm5") && !people[id] || strings.HasPrefix(id, "tt5") && !titles[id] {
						t.Fatalf("%s: nobody has the id %s of %q", name, id, line)
					}
				}
			}
		}
	}
	// What scale 1 has, by the thousandth part.
	for name, want := range map[string][2]int{
		"title.basics.tsv.gz": {5_700, 5_800}, "name.basics.tsv.gz": {6_450, 6_550}, "title.principals.tsv.gz": {30_000, 45_000},
		"title.akas.tsv.gz": {15_000, 20_000}, "title.episode.tsv.gz": {4_200, 4_600}, "title.ratings.tsv.gz": {600, 1_000},
	} {
		if n := len(files[name]); n < want[0] || n > want[1] {
			t.Errorf("%s has %d rows, want %d to %d", name, n, want[0], want[1])
		}
	}
	if films < 300 || films > 400 {
		t.Errorf("%d of the titles are films", films)
	}
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	sum := func(seed uint64) (all [sha256.Size]byte) {
		h := sha256.New()
		w, err := New(0.0001, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Files() {
			for _, line := range lines(t, w, f) {
				h.Write([]byte(line))
			}
		}
		return [sha256.Size]byte(h.Sum(nil))
	}
	if sum(1) != sum(1) {
		t.Error("the same seed gives other bytes")
	}
	if sum(1) == sum(2) {
		t.Error("another seed gives the same bytes")
	}
}

func TestAWrongScaleIsRefused(t *testing.T) {
	for _, scale := range []float64{0, -1, 3} {
		if _, err := New(scale, Seed); err == nil {
			t.Errorf("a scale of %v is taken", scale)
		}
	}
}
