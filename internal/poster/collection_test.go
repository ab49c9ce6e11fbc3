package poster

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// reading makes one up.
func madeUp(draw *rand.Rand) *vision.Reading {
	r := &vision.Reading{
		Version: vision.Version, Size: vision.Size{Width: 600 + draw.IntN(900), Height: 900 + draw.IntN(900), Orientation: "portrait"},
		PerceptualHash: fmt.Sprintf("%016x", draw.Uint64()), EdgeDensity: draw.Float64() / 4,
		Palette:     vision.Palette{Brightness: draw.Float64(), Contrast: draw.Float64(), Tone: "dark", Temperature: "warm", Harmony: "varied"},
		Composition: vision.Composition{Symmetry: draw.Float64(), NegativeSpace: draw.Float64(), FocusStrength: draw.Float64()},
		Mood:        vision.Mood{Words: []string{[]string{"calm", "ominous"}[draw.IntN(2)]}, Valence: draw.Float64()*2 - 1},
		DesignQuality: vision.Quality{Score: 100 * draw.Float64(), Parts: []vision.QualityPart{
			{Name: "focus", Score: 100 * draw.Float64(), Weight: 1, Why: "made up"}}},
	}
	for range 1 + draw.IntN(4) {
		r.DominantColors = append(r.DominantColors, vision.Color{Hex: fmt.Sprintf("#%06x", draw.IntN(1<<24)), Name: "a colour", Share: 0.2})
	}
	for range 9 {
		r.Composition.Thirds = append(r.Composition.Thirds, 1.0/9)
	}
	if draw.IntN(2) == 0 {
		h := draw.Float64() / 10
		r.Text = vision.Text{Area: draw.Float64() / 3, Lines: 2, Height: &h}
		r.Typography = &vision.Typography{Weight: "bold", Width: "wide", Placement: "top", Contrast: 1 + 20*draw.Float64()}
	}
	return r
}

func hung(t testing.TB, ids ...film.ID) *StoredPosters {
	t.Helper()
	s := &StoredPosters{posters: map[film.ID]storedPoster{}}
	for _, id := range ids {
		b, err := json.Marshal(madeUp(rand.New(rand.NewPCG(uint64(id), 3))))
		if err != nil {
			t.Fatal(err)
		}
		s.posters[id] = storedPoster{picture: Picture(id) * 0x9e3779b97f4a7c15, analysis: b}
	}
	return s
}

// house is a catalogue of n films, 1 to n, dressed in stored posters, and the file.
func house(t testing.TB, n int, s *StoredPosters) (*catalog.Catalog, string) {
	t.Helper()
	dir := t.TempDir()
	w, err := catalog.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	b := NewBuilder(s)
	for i := range n {
		year, cdn, url := 1990+i, CDN, fmt.Sprintf("https://images.example/%d.jpg", i+1)
		f := &film.Film{ID: film.ID(i + 1), Title: fmt.Sprintf("Film %d", i+1), Year: &year, Genres: []string{"Drama", []string{"Comedy", "War"}[i%2]}}
		if i%3 != 0 {
			f.Poster = film.Poster{URL: &url, Source: &cdn}
			f.PosterFull = &url
		}
		dressed := b.Dress(f)
		if err := w.Add(dressed); err != nil {
			t.Fatal(err)
		}
		b.Add(catalog.Doc(i), dressed)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, File)
	if err := b.Write(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, path
}

func openCollection(t testing.TB, path string, c *catalog.Catalog) *Collection {
	t.Helper()
	x, err := Open(path, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	if err := x.Verify(); err != nil {
		t.Error(err)
	}
	return x
}

// REQ F2-05, F2-06, F2-11: storage where there is a stored poster, the third
// party's address otherwise, and what was before is not forgotten.
func TestFilmsAreDressedInTheirStoredPosters(t *testing.T) {
	s := hung(t, 1, 2, 99)
	c, path := house(t, 4, s)
	x := openCollection(t, path, c)
	if x.Len() != 2 {
		t.Fatalf("%d posters", x.Len())
	}
	for id, want := range map[film.ID][2]string{1: {Storage, ""}, 2: {Storage, "https://images.example/2.jpg"}, 3: {CDN, "https://images.example/3.jpg"}, 4: {"", ""}} {
		doc, _ := c.ByID(id)
		f, err := c.Film(doc)
		if err != nil {
			t.Fatal(err)
		}
		kept := want[0] == Storage
		if got := or2(f.Poster.Source); got != want[0] || (f.Links.PosterAnalysis != nil) != kept {
			t.Errorf("%s: source %q, links %+v", id, got, f.Links)
		}
		if full := "/posters/" + s.posters[id].picture.Name(Full); kept && (*f.PosterFull != full || *f.Poster.URL != full || *f.PosterMini != "/posters/"+s.posters[id].picture.Name(Mini) ||
			*f.Links.PosterAnalysis != "/api/v2/films/"+id.String()+"/poster-analysis") {
			t.Errorf("%s: %+v, %s", id, f.Poster, *f.PosterFull)
		}
		if err := x.Undress(f); err != nil {
			t.Fatal(err)
		}
		if got := or2(f.Poster.URL); got != want[1] || (f.PosterFull == nil) != (want[1] == "") || f.PosterMini != nil {
			t.Errorf("%s undressed has %q and %v", id, got, f.PosterFull)
		}
	}
	if p := x.At(1); p.Film != 2 || p.Picture != s.posters[2].picture || !bytes.Equal(p.Analysis, s.posters[2].analysis) {
		t.Errorf("%+v", p)
	}
}

func or2(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func TestACollectionKnowsWhetherItIsCurrent(t *testing.T) {
	s := hung(t, 1, 2, 99)
	c, path := house(t, 4, s)
	x := openCollection(t, path, c)
	another := hung(t, 1, 2)
	p := another.posters[2]
	p.picture++
	another.posters[2] = p
	for name, held := range map[string]struct {
		s    *StoredPosters
		want bool
	}{
		"the same": {s, true}, "one film fewer that is not in the catalogue": {hung(t, 1, 2), true}, "one less": {hung(t, 1), false},
		"one more": {hung(t, 1, 2, 3), false}, "another picture": {another, false}, "none": {nil, false},
	} {
		if got := x.Holds(held.s, c); got != held.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Catalogues of no film, one and ten, with no poster, some, and all.
func TestSmallCollections(t *testing.T) {
	for _, n := range []int{0, 1, 10} {
		for _, s := range []*StoredPosters{nil, hung(t), hung(t, 1, 5), hung(t, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)} {
			c, path := house(t, n, s)
			x := openCollection(t, path, c)
			if _, err := os.Stat(path); (err == nil) != (x.Len() > 0) {
				t.Errorf("%d films, %d posters: file %v", n, x.Len(), err)
			}
			text, _ := json.Marshal(x.Figures())
			var figures map[string]map[string]any
			if err := json.Unmarshal(text, &figures); err != nil || len(figures) != 5 {
				t.Fatalf("%d films: %v %s", n, err, text)
			}
			if f := figures["coverage"]; f["films"] != float64(n) || f["analyzed"] != float64(x.Len()) || f["with_poster"].(float64) != f["stored"].(float64)+f["third_party"].(float64) {
				t.Errorf("%d films, %d posters: coverage %v", n, x.Len(), f)
			}
			if near := x.Nearest(madeUp(rand.New(rand.NewPCG(1, 1))), 3); len(near) != min(3, x.Len()) {
				t.Errorf("%d of %d are near", len(near), x.Len())
			}
		}
	}
}

// REQ P-01: aggregates add up to what the readings say.
func TestFiguresAreTheReadings(t *testing.T) {
	ids := []film.ID{1, 2, 3, 4, 6, 9, 10}
	s := hung(t, ids...)
	old := s.posters[10]
	old.analysis = []byte(`{"version":"look/0"}`)
	s.posters[10] = old
	c, path := house(t, 12, s)
	f := openCollection(t, path, c).Figures()
	sum, drama, war := 0.0, 0, 0
	for _, id := range ids[:6] {
		r, _ := decode(s.posters[id].analysis)
		sum += r.Palette.Brightness
		drama++
		if id%2 == 0 {
			war++
		}
	}
	if f.DNA.Overall.Count != 6 || math.Abs(*f.DNA.Overall.Brightness-sum/6) > 0.001 || f.DNA.ByGenre["Drama"].Count != drama || f.DNA.ByGenre["War"].Count != war {
		t.Errorf("dna %+v, want a brightness of %v", f.DNA, sum/6)
	}
	if f.Batch.Posters != 7 || f.Batch.ByMethod["look/0"] != 1 || f.Coverage.Analyzed != 7 || f.Deep.Count != 6 {
		t.Errorf("batch %+v", f.Batch)
	}
	words, faces, scores := 0, 0, 0
	for _, n := range f.Sentiment.Overall.Words {
		words += n
	}
	for _, n := range f.Deep.Faces {
		faces += n
	}
	for _, n := range f.Deep.DesignDist {
		scores += n
	}
	if words != 6 || faces != 6 || scores != 6 {
		t.Errorf("%d words, %d counts of faces, %d scores", words, faces, scores)
	}
	films, analyzed := 0, 0
	for _, g := range f.Coverage.ByDecade {
		films, analyzed = films+g.Films, analyzed+g.Analyzed
	}
	if films != 12 || analyzed != 7 || f.Coverage.ByGenre["War"].Analyzed != 4 {
		t.Errorf("coverage %+v", f.Coverage)
	}
}

func TestTheNearestAreTheNearestOfAll(t *testing.T) {
	var ids []film.ID
	for i := range 60 {
		ids = append(ids, film.ID(i+1))
	}
	s := hung(t, ids...)
	c, path := house(t, 60, s)
	x := openCollection(t, path, c)
	for seed := range uint64(20) {
		r := madeUp(rand.New(rand.NewPCG(seed, 3))) // those from 1 on are stored
		var all []Near
		for _, id := range ids {
			other, _ := decode(s.posters[id].analysis)
			all = append(all, Near{id, r.Distance(other)})
		}
		slices.SortStableFunc(all, func(a, b Near) int { return cmp.Compare(a.Distance, b.Distance) })
		if near := x.Nearest(r, 7); !slices.Equal(near, all[:7]) {
			t.Errorf("seed %d: %v, want %v", seed, near, all[:7])
		}
		if near := x.Nearest(r, 1); seed > 0 && (near[0].Film != film.ID(seed) || near[0].Distance != 0) {
			t.Errorf("the nearest to the poster of %d is %+v", seed, near)
		}
	}
}

func TestEqualPostersGiveEqualFiles(t *testing.T) {
	var files [2][]byte
	for i := range files {
		_, path := house(t, 9, hung(t, 2, 3, 5, 7))
		files[i], _ = os.ReadFile(path)
	}
	if len(files[0]) == 0 || !bytes.Equal(files[0], files[1]) {
		t.Error("two builds of the same differ")
	}
}

// Bytes that are not what was written give an error, never a panic.
func TestDamagedFilesDoNotOpen(t *testing.T) {
	c, path := house(t, 9, hung(t, 2, 3, 5))
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damagedPath := filepath.Join(t.TempDir(), File)
	draw := rand.New(rand.NewPCG(4, 4))
	for range 400 {
		bad := slices.Clone(good)
		if draw.IntN(4) == 0 {
			bad = bad[:draw.IntN(len(bad))]
		} else {
			bad[draw.IntN(len(bad))] ^= 1 << draw.IntN(8)
		}
		if err := os.WriteFile(damagedPath, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		x, err := Open(damagedPath, c)
		if err != nil {
			continue
		}
		x.Verify() // padding, or a reading, may be what changed
		x.Nearest(madeUp(draw), 3)
		for i := range x.Len() {
			x.At(i)
		}
		x.Close()
	}
	few, _ := house(t, 2, nil)
	if _, err := Open(path, few); err == nil {
		t.Error("posters opened beside a catalogue without their films")
	}
}

// At 800 and at 38,000 stored posters; the first who asks also pays for Remember.
func BenchmarkNearest(b *testing.B) {
	for _, n := range []int{800, 38_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			x, r := many(b, n), madeUp(rand.New(rand.NewPCG(1, 9)))
			x.Nearest(r, 5)
			b.ReportAllocs()
			for b.Loop() {
				x.Nearest(r, 5)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/poster")
		})
	}
}

func BenchmarkRemember(b *testing.B) {
	for _, n := range []int{800, 38_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			x := many(b, n)
			b.ReportAllocs()
			for b.Loop() {
				x.near = nil
				x.remember()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/poster")
		})
	}
}

// many is a collection of n posters that were made up.
func many(b *testing.B, n int) *Collection {
	b.Helper()
	x, draw := &Collection{}, rand.New(rand.NewPCG(5, 5))
	for i := range n {
		analysis, err := json.Marshal(madeUp(draw))
		if err != nil {
			b.Fatal(err)
		}
		x.films, x.pictures = append(x.films, uint32(i+1)), append(x.pictures, draw.Uint64())
		x.readings.bytes = append(x.readings.bytes, analysis...)
		x.readings.ends = append(x.readings.ends, uint64(len(x.readings.bytes)))
	}
	return x
}
