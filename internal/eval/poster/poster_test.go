package poster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// made are posters of films whose genres and years features tell, or do not.
func made(n int, tells bool) *Set {
	dice := rand.New(rand.NewPCG(5, 6))
	set := &Set{Files: n}
	for i := range n {
		x := make([]float64, 6)
		for j := range x {
			x[j] = dice.NormFloat64()
		}
		told := x
		if !tells {
			told = []float64{dice.NormFloat64(), dice.NormFloat64(), dice.NormFloat64()}
		}
		p := Poster{ID: film.ID(i + 1), Features: x, Reading: &vision.Reading{}}
		p.Label.Year = 1970 + int(20*told[0]+3*dice.NormFloat64())
		p.Label.Genres = []string{"Drama"}
		if told[1] > 0.5 {
			p.Label.Genres = append(p.Label.Genres, "Horror")
		}
		if told[1]+told[2] > 1 {
			p.Label.Genres = append(p.Label.Genres, "Comedy")
		}
		set.Posters = append(set.Posters, p)
	}
	return set
}

func TestGenresAreToldOnlyWhenFeaturesTellThem(t *testing.T) {
	good := made(300, true).CrossValidate(eval.HeldOutSeed)
	if !good.BeatsGenres() || !good.BeatsYears() || good.MacroF1 < 0.85 || good.YearMAE > 5 || good.Near < 0.9 {
		t.Errorf("%+v", good)
	}
	set := made(300, false)
	none := set.CrossValidate(eval.HeldOutSeed)
	for _, g := range none.Genres {
		if g.Told || g.Genre != "Drama" && math.Abs(g.AUC-0.5) > 0.15 {
			t.Errorf("nothing tells %+v", g)
		}
	}
	if none.YearMAE < none.MeanMAE*0.97 {
		t.Errorf("nothing tells the year, yet %v beats %v", none.YearMAE, none.MeanMAE)
	}
	none.MacroF1 = 0
	if m := set.Fit(none, "", none.GenreNote()); len(m.Genres) != 0 || !strings.Contains(m.GenreNote, "not told") {
		t.Errorf("%+v", m)
	}
}

func TestTheModelThatServesTellsWhatItLearned(t *testing.T) {
	set := made(300, true)
	trial := set.CrossValidate(eval.HeldOutSeed)
	m := set.Fit(trial, "here", trial.GenreNote())
	if m.Year == nil || len(m.Genres) != 2 || m.Genres[0].Name != "Horror" {
		t.Fatalf("%+v", m)
	}
	right, off := 0, 0.0
	for _, p := range set.Posters {
		z := m.Standardise(p.Features)
		said := m.Genres[0].Chance(z) >= m.Genres[0].Floor
		if said == strings.Contains(fmt.Sprint(p.Label.Genres), "Horror") {
			right++
		}
		off += math.Abs(m.Year.At(z)-float64(p.Label.Year)) / 300
	}
	if right < 285 || off > 5 {
		t.Errorf("%d of 300 right, %.1f years off", right, off)
	}
}

// The gradient of the penalised likelihood is zero at the fit.
func TestTheRegressionIsAtItsOptimum(t *testing.T) {
	set := made(120, true)
	rows := others(dealt(120, 1, 1), -1)
	f := newLinearFit(set.matrix(rows), 3)
	y := set.has(rows, "Horror")
	w := f.chances(y)
	for j := range w {
		g := 0.0
		for i, row := range f.z {
			g += row[j] * (y[i] - 1/(1+math.Exp(-product(w, row))))
		}
		if j < len(w)-1 {
			g -= 3 * w[j]
		}
		if math.Abs(g) > 0.01 {
			t.Errorf("slope %v at %d", g, j)
		}
	}
	line := f.line(set.years(rows))
	for j := range line {
		g := 0.0
		for i, row := range f.z {
			g += row[j] * (float64(set.Posters[rows[i]].Label.Year) - product(line, row))
		}
		if j < len(line)-1 {
			g -= 3 * line[j]
		}
		if math.Abs(g) > 1e-3 {
			t.Errorf("ridge: slope %v at %d", g, j)
		}
	}
}

func TestMarksOfRankingsAndFloors(t *testing.T) {
	y := []float64{0, 0, 1, 1}
	for _, c := range []struct {
		chances []float64
		want    float64
	}{{[]float64{.1, .2, .3, .4}, 1}, {[]float64{.4, .3, .2, .1}, 0}, {[]float64{.5, .5, .5, .5}, 0.5}, {[]float64{.1, .3, .3, .4}, 0.875}} {
		if got := eval.AUC(c.chances, positive(y)); got != c.want {
			t.Errorf("%v: %v, not %v", c.chances, got, c.want)
		}
	}
	if got := bestFloor(y, []float64{.1, .2, .3, .4}); math.Abs(got-0.25) > 1e-9 {
		t.Errorf("floor %v", got)
	}
	// Hanley and McNeil's own example: 0.893 of 58 normal and 51 abnormal.
	if e := aucError(0.893, 51, 58); math.Abs(e-0.0323) > 0.0015 {
		t.Errorf("standard error %v", e)
	}
	if r := eval.Spearman([]float64{1, 2, 3, 3}, []float64{10, 20, 30, 30}); math.Abs(r-1) > 1e-12 {
		t.Errorf("rank correlation %v", r)
	}
}

// drawnPosters are small pictures in the colours of a ground and a disc.
func drawnPosters(t *testing.T, n int) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{"notes.txt": {Data: []byte("no picture")}, "tt9999999.jpg": {Data: []byte("damaged")}, "cover.png": {Data: []byte("no id")}}
	for i := range n {
		img := image.NewRGBA(image.Rect(0, 0, 30, 45))
		draw.Draw(img, img.Rect, image.NewUniform(color.RGBA{uint8(37 * i), uint8(91 * i), uint8(53 * i), 255}), image.Point{}, draw.Src)
		draw.Draw(img, image.Rect(i%20, i%30, i%20+9, i%30+12), image.NewUniform(color.RGBA{uint8(211 * i), uint8(7 * i), uint8(129 * i), 255}), image.Point{}, draw.Src)
		var b bytes.Buffer
		if err := vision.EncodeJPEG(&b, img, 90); err != nil {
			t.Fatal(err)
		}
		files[fmt.Sprintf("tt%07d.jpg", i+1)] = &fstest.MapFile{Data: b.Bytes()}
	}
	return files
}

func TestAFolderOfPostersIsReadWithItsFilms(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a hundred pictures")
	}
	known := func(id film.ID) (Label, bool) {
		return Label{Genres: []string{"War"}, Year: 1950}, id != 3
	}
	set, err := Read(context.Background(), drawnPosters(t, 101), known, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(set.Posters) != 100 || set.Files != 103 || set.Refused != 1 || set.Unknown != 2 || set.Posters[2].ID != 4 {
		t.Errorf("%d pictures, %+v", len(set.Posters), set)
	}
	gaps, err := set.Stability(context.Background(), 5)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range gaps {
		if g.Posters != 5 || g.Brightness > 0.02 || g.Found < 0.79 || g.Distance > 0.2 {
			t.Errorf("%+v", g)
		}
	}
	oracle, err := ReadReferences(strings.NewReader(`{"id":"tt0000001","faces":[[0.1,0.1,0.2,0.2]],"haar":[],"words":[[0.1,0.1,0.5,0.05]]}`))
	if err != nil {
		t.Fatal(err)
	}
	if a := set.Agree(oracle); a.Posters != 1 || a.Same != 1 || a.Ours != 0 || a.Words != 1 || a.Covered != 0 || math.Abs(a.TheirArea-0.025) > 0.003 {
		t.Errorf("%+v", a)
	}
	if _, err := Read(context.Background(), drawnPosters(t, 5), known, nil); !errors.Is(err, errFewPosters) {
		t.Errorf("five posters: %v", err)
	}
}

func TestTheCardTellsEveryFigure(t *testing.T) {
	set := made(150, true)
	trial := set.CrossValidate(eval.HeldOutSeed)
	r := &Report{Set: set, Trial: trial, Gaps: []Stability{{Change: "half size", Posters: 3}}, Agreement: &Agreement{Posters: 2, Ours: 1, Same: 1, OursInSame: 1}}
	var b strings.Builder
	if err := r.WriteCard(&b, eval.About{Generation: "000001-cafe", Command: "the command"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the command", "000001-cafe", "## Genres", "Horror", "## Era", "## Faces", "1 of 1", "## Stability", "half size", "## Speed", fmt.Sprintf("%.3f", trial.MacroF1)} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the card lacks %q", want)
		}
	}
	if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "%!") {
		t.Error(b.String())
	}
}
