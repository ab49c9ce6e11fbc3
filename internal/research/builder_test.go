package research

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// The same scripts and films give the same bytes, whatever order the scripts
// come in.
func TestBuildsAreTheSameByteForByte(t *testing.T) {
	films, scripts := sample(60)
	var first []byte
	for i := range 3 {
		path := filepath.Join(t.TempDir(), File)
		if err := built(films, scripts).Write(t.Context(), path, nil); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 && !bytes.Equal(b, first) {
			t.Error("a second build differs")
		}
		first = b
		rand.Shuffle(len(scripts), func(i, j int) { scripts[i], scripts[j] = scripts[j], scripts[i] })
	}
}

// Scripts without a film, or whose film has no rating, are left out, and the file
// says so.
func TestScriptsThatDoNotCount(t *testing.T) {
	films, scripts := sample(5)
	films[2].Ratings.Filmdb = nil
	scripts = append(scripts, MeasuredScript{Film: 9}, scripts[0])
	scripts[3].Features[4] = math.NaN()
	x := shelve(t, films, scripts)
	if x.Len() != 3 {
		t.Errorf("%d scripts, want 3", x.Len())
	}
	want := map[film.ID]string{9: "not in the catalogue", films[2].ID: "no user rating", films[0].ID: "another script", films[3].ID: "not a number"}
	if len(x.Dropped()) != len(want) {
		t.Errorf("dropped %+v", x.Dropped())
	}
	for _, d := range x.Dropped() {
		if !strings.Contains(d.Reason, want[d.Film]) || want[d.Film] == "" {
			t.Errorf("%s dropped because %q", d.Film, d.Reason)
		}
	}
}

// Sets of any size open and answer; those that are too small have no model.
func TestSmallSets(t *testing.T) {
	for _, n := range []int{0, 1, 10, 29, 30} {
		films, scripts := sample(n)
		x := shelve(t, films, scripts)
		if page, total := x.Scripts("", 0, 200); total != n || len(page) != n || page == nil {
			t.Errorf("%d scripts: a page of %d: %v", n, total, page)
		}
		decoded[map[string]any](t, encoded(t, x.Correlations()))
		if _, err := x.Model(); (err == nil) != (n >= minTrainingScripts) {
			t.Errorf("%d scripts: model %v", n, err)
		}
		if err := x.Verify(); err != nil {
			t.Error(err)
		}
	}
}

// Films of the catalogue that have no script are nobody's concern.
func TestOtherFilms(t *testing.T) {
	films, scripts := sample(40)
	x := shelve(t, films, scripts[:35])
	if _, ok := x.ByFilm(films[36].ID); ok || x.Len() != 35 {
		t.Errorf("%d scripts, one of a film without", x.Len())
	}
	if _, ok := x.Features(films[3].ID); !ok {
		t.Error("a script has no features")
	}
}

// A file that is not what was written gives an error, never a panic and never a
// set that lies: bits that were changed, and sections that are whole but wrong.
func TestDamagedFiles(t *testing.T) {
	films, scripts := sample(40)
	dir := t.TempDir()
	c := catalogtest.Open(t, films)
	path := filepath.Join(dir, File)
	if err := built(films, scripts).Write(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(path)
	open := func(b []byte) error {
		other := filepath.Join(dir, "other.pack")
		if err := os.WriteFile(other, b, 0o644); err != nil {
			t.Fatal(err)
		}
		x, err := Open(other, c)
		if err == nil {
			x.Close()
		}
		return err
	}
	for at := 0; at < len(whole); at += 1 + len(whole)/300 {
		b := bytes.Clone(whole)
		b[at] ^= 0x41
		open(b) // padding may change unseen; nothing may panic
		open(whole[:at])
	}
	if err := open(whole[:len(whole)/2]); !errors.Is(err, pack.ErrDamaged) {
		t.Errorf("half a file gives %v", err)
	}
	f, err := pack.Open(path, pack.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for name, change := range map[string]func(b []byte) []byte{
		sectionAbout:      func(b []byte) []byte { return b[:len(b)-1] },
		sectionFilms:      func(b []byte) []byte { return append(append([]byte{}, b[4:8]...), b[4:]...) },
		sectionFeatures:   func(b []byte) []byte { return b[8:] },
		sectionOutcomes:   func(b []byte) []byte { return append(bytes.Repeat([]byte{0xff}, 8), b[8:]...) },
		sectionPoints:     func(b []byte) []byte { return append(bytes.Clone(b[len(b)-8:]), b[8:]...) },
		sectionYears:      func(b []byte) []byte { return nil },
		sectionCharacters: func(b []byte) []byte { return append(b, 0, 0, 0, 0) },
		sectionDigests:    func(b []byte) []byte { return b[1:] },
		sectionTitles:     func(b []byte) []byte { return append([]byte{0xff}, b[1:]...) },
		sectionTitleEnds:  func(b []byte) []byte { return append([]byte{0xff, 0xff, 0xff, 0xff}, b[4:]...) },
		sectionSeriesEnds: func(b []byte) []byte { return b[4:] },
		sectionFloor:      func(b []byte) []byte { return append(bytes.Repeat([]byte{0xff}, 8), b[8:]...) },
		sectionModel:      func(b []byte) []byte { return b[:len(b)-3] },
	} {
		other := filepath.Join(dir, "changed.pack")
		w, err := pack.Create(other)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range f.Names() {
			b, _ := f.Bytes(section)
			b = bytes.Clone(b)
			if section == name {
				b = change(b)
			}
			w.Section(section)
			w.Write(b)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if x, err := Open(other, c); err == nil {
			x.Close()
			t.Errorf("section %s was changed, and nobody noticed", name)
		}
	}
}

// REQ S-04, S-05, S-09, S-11, S-12: rows.
func TestRows(t *testing.T) {
	x := usual(t)
	rows, _ := x.Scripts("", 0, 1000)
	if len(rows) != 90 {
		t.Fatalf("%d rows", len(rows))
	}
	tiers := map[string]int{}
	for i, r := range rows {
		if r.Rank != i+1 || r.FilmdbRating == nil || r.Title == "" || r.Year == nil || r.TextSHA256 == nil {
			t.Errorf("row %d: %+v", i, r)
		}
		if i > 0 && (r.Points > rows[i-1].Points || strings.Index(Tiers, r.Tier) < strings.Index(Tiers, rows[i-1].Tier)) {
			t.Errorf("row %d has more points or a better tier than the one before", i)
		}
		tiers[r.Tier]++
		id, _ := film.ParseID(r.FilmdbID)
		if one, ok := x.ByFilm(id); !ok || *one != r {
			t.Errorf("%s alone is %+v, in the list %+v", r.FilmdbID, one, r)
		}
		if v, _ := x.Features(id); v != measure.VectorOf(&r.Features) {
			t.Errorf("%s has features %v, in the list %v", r.FilmdbID, v, r.Features)
		}
	}
	// Pages of tiers and of all are parts of the whole.
	for tier, n := range tiers {
		page, total := x.Scripts(tier, 0, 1000)
		if total != n || len(page) != n || slices.ContainsFunc(page, func(r Script) bool { return r.Tier != tier }) {
			t.Errorf("tier %s: %d of %d", tier, total, n)
		}
	}
	var together []Script
	for offset := 0; offset < 100; offset += 7 {
		page, _ := x.Scripts("", offset, 7)
		together = append(together, page...)
	}
	if !slices.Equal(together, rows) {
		t.Errorf("pages hold %d rows", len(together))
	}
	if page, total := x.Scripts("A", 1_000_000_000, 50); page == nil || len(page) != 0 || total != tiers["A"] {
		t.Errorf("beyond the end: %v of %d", page, total)
	}
}

// REQ S-24, S-35, S-37, S-40: norms, importances and correlations can be
// computed again from the rows.
func TestModelAndCorrelationsFollowFromTheRows(t *testing.T) {
	x := usual(t)
	rows := decoded[[]struct {
		Rating   float64 `json:"filmdb_rating"`
		Features map[string]float64
	}](t, encoded(t, x.rows))
	card, err := x.Model()
	if err != nil {
		t.Fatal(err)
	}
	b := encoded(t, card)
	var model struct {
		Names       []string                      `json:"feature_names"`
		Classes     []string                      `json:"classes"`
		Stats       map[string]map[string]float64 `json:"feature_stats"`
		Importances map[string]float64
		LR          map[string]map[string]float64 `json:"lr_coefficients"`
		Labels      map[string]string             `json:"feature_labels"`
		Categories  map[string]string             `json:"feature_categories"`
		Total       int                           `json:"total_scripts"`
		Trees       int                           `json:"n_trees"`
		MacroF1     float64                       `json:"macro_f1"`
	}
	if err := json.Unmarshal(b, &model); err != nil {
		t.Fatal(err)
	}
	if len(model.Names) != 20 || strings.Join(model.Classes, ",") != "High,Mid,Low" || model.Total != len(rows) || model.Trees < 1 ||
		model.MacroF1 < 0 || model.MacroF1 > 1 || len(model.Labels) != 20 || len(model.Categories) != 20 || len(model.LR) != 20 || len(model.Stats) != 20 {
		t.Errorf("model %+v", model)
	}
	var correlations struct {
		Matrix map[string]map[string]*float64
		N      map[string]map[string]int
	}
	if err := json.Unmarshal(encoded(t, x.Correlations()), &correlations); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, name := range model.Names {
		sum += model.Importances[name]
		var values, ratings []float64
		for _, r := range rows {
			values, ratings = append(values, r.Features[name]), append(ratings, r.Rating)
		}
		mean, squares := 0.0, 0.0
		for _, v := range values {
			mean += v / float64(len(values))
		}
		for _, v := range values {
			squares += (v - mean) * (v - mean)
		}
		std := math.Sqrt(squares / float64(len(values)))
		if s := model.Stats[name]; math.Abs(s["mean"]-mean) > 1e-9*math.Abs(mean)+1e-12 || math.Abs(s["std"]-std) > 1e-9*std+1e-12 {
			t.Errorf("%s: norms %v, from the rows %v and %v", name, s, mean, std)
		}
		if got := correlations.Matrix[name]["filmdb_rating"]; got == nil || math.Abs(*got-relate(values, ratings).r) > 1e-6 || correlations.N[name]["filmdb_rating"] != len(rows) {
			t.Errorf("%s: r %v over %d", name, got, correlations.N[name]["filmdb_rating"])
		}
		if r := correlations.Matrix[name]["oscar_noms"]; r != nil || correlations.N[name]["oscar_noms"] != 6 {
			t.Errorf("%s: r %v over six films", name, r)
		}
		if len(model.LR[name]) != 3 { // REQ S-38
			t.Errorf("%s: coefficients %v", name, model.LR[name])
		}
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("importances sum to %v", sum)
	}
	if strings.Contains(string(b), "threshold") {
		t.Error("the description holds trees")
	}
}
