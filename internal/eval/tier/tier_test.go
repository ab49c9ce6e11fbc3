package tier

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/eval"
	"kinodex/internal/film"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/tiermodel"
)

// invented returns n scripts: the first feature leans by points and says it all,
// and no time or genre does.
func invented(n int) []Script {
	r := rand.New(rand.NewPCG(3, 3))
	genres := []string{"Comedy", "Drama", "Thriller"}
	all := make([]Script, n)
	for i := range all {
		s := &all[i]
		s.Film, s.Points = film.ID(100+i), float64(n-i)*90/float64(n)
		s.Rating, s.Class = s.Points/10, tiermodel.Class(i*tiermodel.Classes/n)
		s.Year, s.Genres = 1960+r.IntN(60), []string{genres[r.IntN(3)]}
		for j := range s.Features {
			s.Features[j] = r.NormFloat64()
		}
		s.Features[0] = 100 + 3*s.Points + r.NormFloat64()*20
	}
	r.Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

func small() Options {
	p := tiermodel.Defaults()
	p.Trees, p.MinLeaf, p.SplitFeatures, p.Penalty, p.Folds = 16, 3, 8, 1, 3
	return Options{Params: p, Seed: 1, Repeats: 2, Permutations: 9}
}

func TestATierExaminationFindsWhatThePageTells(t *testing.T) { // REQ S-39
	scripts := invented(150)
	o := small()
	stages := map[string]bool{}
	o.Progress = func(stage string, done, total int) { stages[stage] = true }
	for i := range scripts {
		o.Edited = append(o.Edited, [][]float64{scripts[i].Features[:]})
	}
	r, err := Evaluate(t.Context(), scripts, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Own.Forest.Mean() < .6 || r.Neutral.Forest.Mean() < .5 || r.Later.Forest.Mean() < .5 || r.Nested.Mean() < .5 {
		t.Errorf("own %.3f, neutral %.3f, later %.3f, nested %.3f", r.Own.Forest.Mean(), r.Neutral.Forest.Mean(), r.Later.Forest.Mean(), r.Nested.Mean())
	}
	for _, name := range []string{ByYear, ByGenre, ByYearGenre} {
		if d := r.Design(name); d.Logistic.Mean() > .5 || d.Logistic.Mean() == 0 {
			t.Errorf("%s reaches %.3f, and says nothing", name, d.Logistic.Mean())
		}
	}
	if r.Later.Before+r.Later.From != len(scripts) || r.Own.Stability.Same != 1 || len(stages) != 4 {
		t.Errorf("later %+v, stability %+v, stages %v", r.Later, r.Own.Stability, stages)
	}
	if r.Own.Chance.P > .1 || r.Neutral.Chance.P > .1 {
		t.Errorf("p = %v and %v", r.Own.Chance.P, r.Neutral.Chance.P)
	}
	about := eval.About{Generation: "000001-aa", Command: "make card"}
	var card, again bytes.Buffer
	if err := errors.Join(r.WriteCard(&card, about, "bb"), r.WriteCard(&again, about, "bb")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"000001-aa", "Version bb", "make card", "150 scripts", "Permutation test", "kappa", "Brier", "Test of time",
		"from length", "from year and genres", "Era and genre held apart", "In plain words", "vocabulary_richness", "Look for a leak",
		"One line in a hundred", "Chosen were: leaf"} {
		if !strings.Contains(card.String(), want) {
			t.Errorf("the card does not tell %q", want)
		}
	}
	if strings.Contains(card.String(), "%!") || strings.Contains(card.String(), "NaN") || card.String() != again.String() {
		t.Errorf("the card is not well written:\n%s", &card)
	}
}

func TestABriefExaminationGivesTheMatrix(t *testing.T) {
	scripts := invented(90)
	o := small()
	o.Brief, o.Permutations = true, 0
	r, err := Evaluate(t.Context(), scripts, o)
	if err != nil {
		t.Fatal(err)
	}
	var matrix, figures bytes.Buffer
	if err := errors.Join(r.WriteMatrix(&matrix, scripts), r.WriteFigures(&figures, scripts)); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&matrix).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if want := slices.Concat([]string{"film", "class", "fold_1", "fold_2"}, measure.Names()); !slices.Equal(rows[0], want) || len(rows) != 91 {
		t.Errorf("%d rows under %v", len(rows), rows[0])
	}
	var f Figures
	if err := json.Unmarshal(figures.Bytes(), &f); err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, name := range measure.Names() {
		total += f.Importances[name]
	}
	if math.Abs(total-1) > 1e-9 || len(f.Coefficients) != measure.Count || !slices.Equal(f.Forest, r.Own.Forest.MacroF1) {
		t.Errorf("figures %+v", f)
	}
}

func TestAnExaminationEndsWhenAsked(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	o := small()
	o.Progress = func(string, int, int) { stop() }
	if _, err := Evaluate(ctx, invented(90), o); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
}

// Within any era and genre there are as many of each class, whatever else the
// points follow.
func TestNeutralClassesAreThirdsOfTheirCell(t *testing.T) {
	scripts := invented(600)
	for i := range scripts { // newer films and dramas have more points
		scripts[i].Points += float64(scripts[i].Year - 1960)
		if scripts[i].Genres[0] == "Drama" {
			scripts[i].Points += 40
		}
	}
	class := neutral(scripts).class
	n := map[cell]*[tiermodel.Classes]int{}
	for i, s := range scripts {
		c := cell{era(s.Year), s.Genres[0]}
		if n[c] == nil {
			n[c] = new([tiermodel.Classes]int)
		}
		n[c][class[i]]++
	}
	if len(n) != 15 {
		t.Fatalf("%d cells", len(n))
	}
	for c, by := range n {
		if slices.Max(by[:])-slices.Min(by[:]) > 1 {
			t.Errorf("%v has %v", c, by)
		}
	}
	for i, a := range scripts {
		for j, b := range scripts {
			if era(a.Year) == era(b.Year) && a.Genres[0] == b.Genres[0] && a.Points > b.Points && class[i] > class[j] {
				t.Fatalf("%v points are %v, %v are %v", a.Points, class[i], b.Points, class[j])
			}
		}
	}
}

func TestSmallCellsAreTakenTogether(t *testing.T) {
	scripts := invented(90)
	for i := range scripts {
		scripts[i].Year, scripts[i].Genres = 0, nil
		if i < 5 {
			scripts[i].Year = 1930
		}
	}
	var n [tiermodel.Classes]int
	for _, c := range neutral(scripts).class {
		n[c]++
	}
	for c, k := range n {
		if k < 28 || k > 32 {
			t.Errorf("%d of class %v in %v", k, tiermodel.Class(c), n)
		}
	}
}

func TestRatingThirdsHaveTheirBounds(t *testing.T) {
	got := ratingThirds([]Script{{Rating: 7.4}, {Rating: 7.3}, {Rating: 6.7}, {Rating: 6.6}, {Rating: 1}}).class
	if want := []tiermodel.Class{tiermodel.High, tiermodel.Mid, tiermodel.Mid, tiermodel.Low, tiermodel.Low}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDesignsKnowNothingOfThePage(t *testing.T) {
	scripts := invented(60)
	scripts[7].Year, scripts[7].Genres = 0, nil
	before := designs(scripts)
	for i := range scripts {
		scripts[i].Features[measure.QuestionRatio] += 5
	}
	for k, d := range designs(scripts) {
		if same := reflect.DeepEqual(d, before[k]); same != (d.Name != ByEverything) {
			t.Errorf("%s: the same though the page is another: %v", d.Name, same)
		}
	}
	if d := before[0]; d.Name != ByYear || d.X[7][0] < 1960 || d.X[7][0] > 2020 {
		t.Errorf("an unknown year is taken for %v", d.X[7])
	}
}

func TestOneLineInAHundredChanges(t *testing.T) {
	var lines []string
	for i := range 400 {
		lines = append(lines, fmt.Sprintf("line %d", i), "")
	}
	text := strings.Join(lines, "\n")
	for kind, name := range edits {
		got := strings.Split(edit(text, kind, rand.New(rand.NewPCG(1, 2))), "\n")
		changed, grown := 0, len(got)-len(lines)
		for i := range min(len(got), len(lines)) {
			if got[i] != lines[i] {
				changed++
			}
		}
		switch name {
		case "left out":
			if grown < -4 || grown >= 0 {
				t.Errorf("%d lines fewer", -grown)
			}
		case "doubled":
			if grown > 4 || grown <= 0 {
				t.Errorf("%d lines more", grown)
			}
		case "swapped":
			if grown != 0 || changed == 0 || changed > 8 {
				t.Errorf("%d lines changed, %d more", changed, grown)
			}
		}
	}
	if one := edit("a single line", 0, rand.New(rand.NewPCG(1, 2))); one != "a single line" {
		t.Errorf("a text of one line becomes %q", one)
	}
}

func TestEditedTextsAreThoseOfTheFilms(t *testing.T) {
	var scene strings.Builder
	rooms, things := []string{"KITCHEN", "CELLAR", "STATION", "LIBRARY", "WORKSHOP"}, []string{"clock", "lamp", "radio"}
	for i := range 30 {
		fmt.Fprintf(&scene, "INT. %s - DAY\n\nAnna mends a %s.\n\nANNA\nIs the %[2]s old, Ben?\n\nBEN\nNot as old as this %[1]s.\n\n", rooms[i%5], things[i%3])
	}
	texts := fstest.MapFS{
		"tt0000007-clocks.txt": {Data: []byte(scene.String())}, "tt0000007-later-draft.txt": {Data: []byte("no")},
		"index.csv": {Data: []byte("file\n")}, "tt0000009.txt": {Data: []byte(scene.String())}, "notes-tt0000008.txt": {Data: []byte("x")},
	}
	scripts := []Script{{Film: 7}, {Film: 8}, {Film: 9}}
	got, err := Edited(t.Context(), scripts, texts, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(got[0]) != len(edits) || got[1] != nil || len(got[2]) != len(edits) {
		t.Fatalf("%d, %d and %d vectors", len(got[0]), len(got[1]), len(got[2]))
	}
	if n := got[0][0][measure.SceneCount]; n < 25 || n > 35 {
		t.Errorf("%v scenes of 30", n)
	}
	again, err := Edited(t.Context(), scripts, texts, 1)
	if err != nil || !reflect.DeepEqual(got, again) {
		t.Errorf("other changes the second time, %v", err)
	}
}

// rated invents n rated dramas of 1990 to 2019.
func rated(n int) []*film.Film {
	r := rand.New(rand.NewPCG(2, 6))
	films := make([]*film.Film, n)
	for i := range films {
		year, votes, rating := 1990+i*30/n, 2000+r.IntN(20000), math.Round(10*(6+0.5*r.NormFloat64()))/10
		films[i] = &film.Film{
			ID: film.ID(500 + 2*i), Title: fmt.Sprintf("Harbour %d", 1000+i), Year: &year, Genres: []string{"Drama"},
			Ratings: film.Ratings{Filmdb: &rating, FilmdbVotes: &votes, MasterScore: 10 * rating},
		}
	}
	return films
}

// What is examined is what the model was trained on: the same samples in the
// same order have the same macro-F1.
func TestTheExaminedSetIsTheTrainedOne(t *testing.T) { // REQ S-36, S-39
	films := rated(120)
	var scripts []research.MeasuredScript
	r := rand.New(rand.NewPCG(8, 8))
	for _, f := range films {
		var v measure.Vector
		for j := range v {
			v[j] = r.Float64()
		}
		scripts = append(scripts, research.MeasuredScript{Film: f.ID, Features: v, Extractor: research.Extractor})
	}
	c := catalogtest.Open(t, films)
	b := research.NewBuilder(scripts)
	for i, f := range films {
		d, _ := c.ByID(films[i].ID)
		b.Add(d, f)
	}
	path := filepath.Join(t.TempDir(), research.File)
	if err := b.Write(t.Context(), path, nil); err != nil {
		t.Fatal(err)
	}
	set, err := research.Open(path, c)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	read, err := ReadScripts(set, c)
	if err != nil {
		t.Fatal(err)
	}
	if len(read) != 120 || read[3].Year < 1990 || !slices.Equal(read[3].Genres, []string{"Drama"}) || read[3].Rating == 0 {
		t.Fatalf("%d scripts, one %+v", len(read), read[3])
	}
	o := Options{Params: tiermodel.Defaults(), Seed: tiermodel.Defaults().Seed, Repeats: 1, Brief: true}
	report, err := Evaluate(t.Context(), read, o)
	if err != nil {
		t.Fatal(err)
	}
	told, err := set.Model()
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(told.MacroF1-report.Own.Forest.Mean()) > 1e-6 {
		t.Errorf("the model tells %v, the examination finds %v", told.MacroF1, report.Own.Forest.Mean())
	}
}
