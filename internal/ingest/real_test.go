package ingest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// The environment variables of the tests on real data.
const (
	// envFilms is the folder of source files; without it the tests are skipped.
	envFilms = "KINODEX_DATA_FILMS"
	// envFilmsOut, if set, is a file that the built films are written to, one
	// JSON object a line.
	envFilmsOut = "KINODEX_FILMS_OUT"
)

// TestRealFilms builds the catalogue from the real source files, once, and
// holds the result to the hand-made gold and to the stated sizes.
func TestRealFilms(t *testing.T) {
	root := os.Getenv(envFilms)
	if root == "" {
		t.Skipf("%s is not set: no real data to build from", envFilms)
	}
	gold := readGold(t)
	found := map[film.ID]*film.Film{}
	knots := newKnotSampler()
	write := filmWriter(t)
	var last film.ID
	lines := &lineCounter{to: io.Discard}
	if path := os.Getenv(envFilmsOut); path != "" {
		rejects, err := os.Create(path + ".rejects")
		if err != nil {
			t.Fatal(err)
		}
		defer rejects.Close()
		lines.to = rejects
	}
	report, err := Build(t.Context(), Options{
		Paths:   []string{root},
		Rejects: lines,
		Out: func(f *film.Film) error {
			if f.ID <= last {
				t.Errorf("%s comes after %s", f.ID, last)
			}
			last = f.ID
			if gold[f.ID] != nil {
				found[f.ID] = f
			}
			knots.see(f)
			checkFilm(t, f)
			return write(f)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", b.String())
	t.Run("size", func(t *testing.T) {
		if report.Films < 120_000 || report.Core < 90_000 {
			t.Errorf("%d films, %d with overview, director, genres, runtime and rating; want 120000 and 90000", report.Films, report.Core)
		}
		if report.Films+total(report.Refused) != report.Titles {
			t.Errorf("%d films and %d refused are not %d titles", report.Films, total(report.Refused), report.Titles)
		}
	})
	t.Run("nothing is dropped silently", func(t *testing.T) {
		if want := report.Listed(); lines.n != want {
			t.Errorf("%d rejects were written, the report counts %d", lines.n, want)
		}
	})
	t.Run("gold", func(t *testing.T) { compareGold(t, gold, found) })
	t.Run("knots", func(t *testing.T) { knots.compare(t) })
}

// lineCounter counts the lines written to it and passes them on.
type lineCounter struct {
	to io.Writer
	n  int
}

func (c *lineCounter) Write(b []byte) (int, error) {
	c.n += bytes.Count(b, []byte("\n"))
	return c.to.Write(b)
}

// filmWriter writes films where envFilmsOut says.
func filmWriter(t *testing.T) func(*film.Film) error {
	path := os.Getenv(envFilmsOut)
	if path == "" {
		return func(*film.Film) error { return nil }
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriterSize(file, 1<<20)
	t.Cleanup(func() {
		if err := w.Flush(); err != nil {
			t.Error(err)
		}
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return func(f *film.Film) error { return e.Encode(f) }
}

// TestJoinsFindTheRightFilm hides the ids of rows whose film is known and joins
// them by what else they state, once with the film in the catalogue and once
// without, when the right answer is none.
func TestJoinsFindTheRightFilm(t *testing.T) {
	root := os.Getenv(envFilms)
	if root == "" {
		t.Skipf("%s is not set: no real data to join", envFilms)
	}
	b := newBuild(Options{Paths: []string{root}})
	files, err := source.Discover(b.o.Paths)
	if err != nil {
		t.Fatal(err)
	}
	arenas, err := b.read(t.Context(), files)
	if err != nil {
		t.Fatal(err)
	}
	st := gather(arenas)
	var hidden []source.Claim
	known := st.entries[:0]
	wanted := map[string][]*candidate{}
	for _, e := range st.entries {
		if e.film == 0 || st.inputs[e.input].format != source.ChartCrawl {
			known = append(known, e)
			continue
		}
		var c source.Claim
		if err := st.claim(&e, &c); err != nil {
			t.Fatal(err)
		}
		hidden = append(hidden, c)
		for _, key := range claimKeys(&c) {
			wanted[key] = nil
		}
	}
	st.entries = known
	st.byFilm()
	j := joiner{st: st, blocks: wanted, progress: func(int) {}}
	if err := j.fillBlocks(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, by := range []struct {
		name string
		keep func(c, from *source.Claim)
	}{
		{"title and year", func(c, from *source.Claim) {}},
		{"runtime", func(c, from *source.Claim) { c.Runtime = from.Runtime }},
		{"day of release", func(c, from *source.Claim) { c.ReleaseDate = from.ReleaseDate }},
		{"cast", func(c, from *source.Claim) { c.Cast = from.Cast }},
		{"director", func(c, from *source.Claim) { c.Directors = from.Directors }},
	} {
		right, wrong, strays := 0, 0, 0
		for i := range hidden {
			from := &hidden[i]
			c := source.Claim{Title: from.Title, Year: from.Year}
			by.keep(&c, from)
			films := j.candidates(&c)
			if f, _, _ := match(&c, films, 1); f != nil && f.film == from.ID {
				right++
			} else if f != nil {
				wrong++
			}
			others := slices.DeleteFunc(films, func(f *candidate) bool { return f.film == from.ID })
			if f, _, _ := match(&c, others, 1); f != nil {
				strays++
			}
		}
		t.Logf("%s: of %d rows %d joined, %d wrongly (%.2f %%); with the film absent %d joined (%.2f %%)",
			by.name, len(hidden), right+wrong, wrong, 100*float64(wrong)/float64(right+wrong), strays, 100*float64(strays)/float64(len(hidden)))
		if wrong*500 > right || strays*50 > len(hidden) {
			t.Errorf("%s: more than 0.2 %% of joins are wrong, or more than 2 %% of the rows of absent films are joined", by.name)
		}
	}
}
