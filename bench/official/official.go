// Package official makes files in the layouts and sizes of the film database's daily files, of
// titles that do not exist: to measure a build at full size where the real files cannot be had.
// Every title begins with "Synthetic", and no id is one of a real title.
//
// The sizes at scale 1 are those of the real files: 11.5 million titles, three quarters of them
// episodes, of which some 700,000 are called films; 13 million people, 80 million principals, 35
// million titles in other countries. How often something is unknown, rated or credited follows
// excerpts of the real files.
package official

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
)

// Seed is the one that the figures of docs/benchmarks.md are made with.
const Seed = 1927

// The numbers of rows at scale 1.
const (
	titles = 11_500_000
	people = 13_000_000
)

// firstID is the number of the first title and the first person: greater than any real one.
const firstID = 50_000_000

// World is what the files are made of. The same seed and scale give the same bytes.
type World struct {
	seed           uint64
	titles, people int
	words          [][]byte
	scripts        [][][]byte // words in other scripts
	series         []uint32   // titles that may have episodes
}

// New returns a world of scale times the real numbers of rows, of which there are at least a
// hundred titles.
func New(scale float64, seed uint64) (*World, error) {
	if scale <= 0 || scale > 2 {
		return nil, fmt.Errorf("a scale of %v; it must be above 0 and at most 2", scale)
	}
	w := &World{seed: seed, titles: max(100, int(titles*scale)), people: max(100, int(people*scale))}
	w.coinWords()
	for i := range w.titles {
		if k := w.kind(i); k == series || k == miniSeries {
			w.series = append(w.series, uint32(i))
		}
	}
	return w, nil
}

// File is one of the seven files: its usual name, the columns of its first line, and its rows.
type File struct {
	Name    string
	columns string
	rows    func(*World, *row)
}

// Files are all of them.
func Files() []File {
	return []File{
		{"title.basics.tsv.gz", "tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres", (*World).basics},
		{"title.ratings.tsv.gz", "tconst\taverageRating\tnumVotes", (*World).ratings},
		{"title.crew.tsv.gz", "tconst\tdirectors\twriters", (*World).crew},
		{"title.principals.tsv.gz", "tconst\tordering\tnconst\tcategory\tjob\tcharacters", (*World).principals},
		{"name.basics.tsv.gz", "nconst\tprimaryName\tbirthYear\tdeathYear\tprimaryProfession\tknownForTitles", (*World).names},
		{"title.akas.tsv.gz", "titleId\tordering\ttitle\tregion\tlanguage\ttypes\tattributes\tisOriginalTitle", (*World).akas},
		{"title.episode.tsv.gz", "tconst\tparentTconst\tseasonNumber\tepisodeNumber", (*World).episodes},
	}
}

// Write makes a file in dir and returns how many rows it has and how many bytes they are before
// they are packed.
func (w *World) Write(dir string, f File) (rows, size int64, err error) {
	out, err := os.Create(filepath.Join(dir, f.Name))
	if err != nil {
		return 0, 0, err
	}
	defer out.Close()
	pack, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return 0, 0, err
	}
	r := &row{to: bufio.NewWriterSize(pack, 1<<20)}
	r.text(f.columns)
	r.end()
	r.rows = 0
	f.rows(w, r)
	for _, finish := range []func() error{r.flush, pack.Close, out.Close} {
		if err := finish(); err != nil {
			return 0, 0, err
		}
	}
	return r.rows, r.size, nil
}

// row writes cells with tabs between them.
type row struct {
	to         *bufio.Writer
	line       []byte
	rows, size int64
	err        error
}

func (r *row) flush() error {
	if r.err != nil {
		return r.err
	}
	return r.to.Flush()
}

func (r *row) end() {
	r.line[len(r.line)-1] = '\n'
	if _, err := r.to.Write(r.line); r.err == nil {
		r.err = err
	}
	r.size += int64(len(r.line))
	r.rows++
	r.line = r.line[:0]
}

func (r *row) text(s string) { r.line = append(append(r.line, s...), '\t') }

// none writes the cell of what is unknown.
func (r *row) none() { r.text(`\N`) }
