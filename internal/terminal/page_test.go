package terminal

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"kinodex/internal/advice"
	"kinodex/internal/apptest"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/tiermodel"
)

var update = flag.Bool("update", false, "write the golden pages anew")

// normsOfTests are about those of real scripts; they never change, so that golden
// pages only change with what writes them and what measures.
var normsOfTests = [measure.Count]research.Norm{
	{Mean: 124, Std: 46}, {Mean: 191.5, Std: 63.2}, {Mean: 1.06, Std: 0.24}, {Mean: 0.61, Std: 0.14}, {Mean: 0.55, Std: 0.13},
	{Mean: 0.49, Std: 0.11}, {Mean: 0.44, Std: 0.1}, {Mean: 10.9, Std: 2.6}, {Mean: 0.24, Std: 0.05}, {Mean: 0.13, Std: 0.07},
	{Mean: 31, Std: 11}, {Mean: 0.27, Std: 0.1}, {Mean: 0.83, Std: 0.08},
	{Mean: 9.1, Std: 1.6}, {Mean: 0.54, Std: 0.03}, {Mean: 92, Std: 15}, {Mean: 6.5, Std: 6.1},
	{Mean: 0.02, Std: 0.05}, {Mean: -0.01, Std: 0.06}, {Mean: 0.06, Std: 0.02},
}

// studyOf measures a text and makes up what a model and a research set say of it.
func studyOf(name, text string) *Study {
	s := &Study{Name: name, Script: parse.Text(text)}
	r := measure.NewMeter().Of(s.Script)
	a := &research.Analysis{
		Prediction: predictionOfTests("Mid", "B/C", [tiermodel.Classes]int{160, 230, 122}), Votes: [tiermodel.Classes]int{160, 230, 122},
		Features: r.Vector.ByFeature(), Reading: research.Reading{ScriptLength: len([]rune(text)), Format: s.Script.Format.String()},
		Report: r, Model: "0123456789abcdef",
	}
	for f, value := range r.Vector {
		norm := normsOfTests[f]
		z := norm.Z(value)
		*a.Comparisons.At(f) = research.Comparison{Value: value, DatasetMean: norm.Mean, DatasetStd: norm.Std, ZScore: z, PercentileApprox: 50 * math.Erfc(-z/math.Sqrt2)}
		for i := range min(2, len(r.Scenes)) {
			evidence := a.Evidence.At(f)
			*evidence = append(*evidence, research.Evidence{Place: research.Place{Scene: i + 1}, ZInfluence: math.Copysign(0.2-0.1*float64(i), z)})
		}
	}
	if len(r.Scenes) > 10 {
		speech := r.Vector[measure.AvgSpeechLen]
		a.WhatMoves = research.WhatMoves{WithinRange: true, Moves: []research.Move{
			{Prediction: research.Prediction{PredictedClass: "High"}, Votes: [tiermodel.Classes]int{201, 190, 121}, Size: 0.5, Changes: []research.Change{
				{Feature: "avg_speech_len", From: speech, To: 9.25, Scenes: []research.Place{{Scene: 5}, {Scene: 8}}}}},
			{Prediction: research.Prediction{PredictedClass: "Low"}, Votes: [tiermodel.Classes]int{140, 182, 190}, Size: 1.25, Changes: []research.Change{
				{Feature: "avg_speech_len", From: speech, To: 6, Scenes: []research.Place{{Scene: 8}}},
				{Feature: "profanity_rate", From: 0, To: 3.1}}},
		}}
	} else {
		a.WhatMoves.Silent = new("none_found")
		a.Warnings = []string{"this is shorter than 99 of 100 scripts of the research set"}
	}
	a.Form = "screenplay"
	s.Analysis, s.Advice = a, adviceOfTests(a)
	s.Model = &research.ModelCard{MacroF1: 0.42, TotalScripts: 1077, Evaluation: research.Evaluation{
		N: research.ByClass[int]{High: 355, Mid: 366, Low: 356}, MacroF1OfChance: 0.3333,
	}}
	return s
}

// adviceOfTests makes up advice: nothing stands out of a short text.
func adviceOfTests(a *research.Analysis) *advice.Advice {
	told := &advice.Advice{NearRule: advice.NearRule, Caution: advice.Caution}
	if len(a.Warnings) > 0 {
		return told
	}
	year := 1949
	near := []advice.Example{{Title: "The Third\x1b[31m Man", Year: &year, Value: 0.41}, {Title: "Ferry", Value: 0.7}}
	told.Warnings = []string{"A warning that limits the points."}
	told.Points = []advice.Point{
		{Feature: "dialogue_ratio", Label: "Dialogue against action", Unit: "share", Value: 0.72, ZScore: 2.1, Below: 99.4, Middle: advice.Middle{Low: 0.38, High: 0.64},
			Near: &advice.Near{Scripts: near}, Suggestion: new("Let an action carry what a speech says."), Otherwise: &near[0],
			Guide:   &advice.Passage{Name: "Graham Greene", Section: "Dialogue", Text: "Silence is the last thing that his people say, and the audience hears it before they do."},
			Changes: []advice.Change{{Says: "Cut about 8 pages of dialogue, or 145 speeches of the mean length."}, {Says: "Or add about 5.5 pages of action."}}},
		{Feature: "scene_count", Label: "Number of scenes", Unit: "scenes", Value: 90, ZScore: -1.1, Below: 14, Middle: advice.Middle{Low: 80, High: 210},
			Near: &advice.Near{}, Suggestion: new("Split a scene where its purpose changes.")},
	}
	return told
}

func predictionOfTests(class, tiers string, votes [tiermodel.Classes]int) research.Prediction {
	trees := float64(votes[0] + votes[1] + votes[2])
	return research.Prediction{PredictedClass: class, PredictedTier: tiers, ClassRange: class, Probabilities: research.Probabilities{
		High: float64(votes[0]) / trees, Mid: float64(votes[1]) / trees, Low: float64(votes[2]) / trees,
	}}
}

// comparingOfTests makes up a comparison of two scripts.
func comparingOfTests(before, after *Study) *research.DraftComparison {
	draft := func(a *research.Analysis) research.Draft {
		return research.Draft{Prediction: a.Prediction, Features: a.Features, Reading: a.Reading}
	}
	return &research.DraftComparison{
		Before: draft(before.Analysis), After: draft(after.Analysis), Edits: 192,
		ClassChanged: true, ProbabilityNoise: research.ByClass[*float64]{High: new(0.031), Mid: new(0.02), Low: new(0.0275)}, ClassNoise: new(0.05),
		Scenes: scenesOfTests(),
		Changes: measure.EachFeature(func(f int) research.Delta {
			d := research.Delta{Before: *before.Analysis.Features.At(f), After: *after.Analysis.Features.At(f)}
			d.Delta = d.After - d.Before
			d.NoiseFloor = new(normsOfTests[f].Std / 10)
			d.ExceedsNoise = math.Abs(d.Delta) > *d.NoiseFloor
			return d
		}),
	}
}

// scenesOfTests makes up what became of scenes, of every kind.
func scenesOfTests() research.SceneChanges {
	scene := func(number, words int, heading string) []research.SceneOf {
		return []research.SceneOf{{Scene: number, Heading: heading, Words: words}}
	}
	return research.SceneChanges{
		Aligned: true, Summary: "Of 41 scenes in the earlier draft: 2 kept, 35 changed, 1 moved, 1 split into 2 and 2 joined into 1; 1 of 41 scenes in the later one is new.",
		List: append([]research.SceneChange{
			{What: "cut", Before: scene(3, 212, "INT. WHEELHOUSE - NIGHT")}, {What: "new", After: scene(3, 1, "EXT. BREAKWATER, WHERE THE OLD \x1b[31mLIGHTHOUSE STOOD - DAWN")},
			{What: "moved", Before: scene(7, 40, "EXT. QUAY - DAY"), After: scene(2, 40, "EXT. QUAY - DAY"), Similarity: new(1.0)},
			{What: "moved and changed", Before: scene(107, 40, "EXT. QUAY - DAY"), After: scene(112, 40, "EXT. QUAY - DAY"), Similarity: new(0.9)},
			{What: "split", Before: scene(4, 140, "INT. HOLD"), After: append(scene(5, 60, "INT. HOLD"), scene(6, 70, "EXT. DECK")...), Similarity: new(0.93)},
			{What: "joined", Before: append(scene(8, 60, "INT. MESS"), scene(9, 70, "EXT. DECK")...), After: scene(7, 130, "INT. MESS"), Similarity: new(0.99)},
		}, slices.Repeat([]research.SceneChange{{What: "changed", Before: scene(9, 1, "INT. HOLD"), After: scene(8, 90, "INT. HOLD - DAWN"), Similarity: new(0.61)}}, 58)...),
	}
}

func ferryText(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/ferry.fountain")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// No line of a page is wider than the page, whatever it is drawn with: two figures of six
// characters stand on either side of the plus-minus sign, which takes two columns in ASCII.
func TestNoLineIsWiderThanThePage(t *testing.T) {
	study := studyOf("the cutting room", apptest.Screenplay(90))
	study.Analysis.Comparisons.VocabularyRichness.DatasetMean, study.Analysis.Comparisons.VocabularyRichness.DatasetStd = 100.25, 115.75
	for _, ascii := range []bool{false, true} {
		for width := leastWidth; width <= mostWidth; width++ {
			p := newPage(Screen{width: width, ascii: ascii})
			p.analysis(study)
			for line := range strings.Lines(p.b.String()) {
				if n := columns(strings.TrimSuffix(line, "\n")); n > width {
					t.Errorf("%d columns of %d, ASCII %t: %s", n, width, ascii, line)
				}
			}
		}
	}
}

func TestGoldenPages(t *testing.T) {
	short, long := studyOf("ferry", ferryText(t)), studyOf("the cutting room", apptest.Screenplay(90))
	for _, c := range []struct {
		name  string
		on    Screen
		write func(*page)
	}{
		{"short-80", Screen{width: 80}, func(p *page) { p.analysis(short) }},
		{"short-80-ascii", Screen{width: 80, ascii: true}, func(p *page) { p.analysis(short) }},
		{"long-80", Screen{width: 80}, func(p *page) { p.analysis(long) }},
		{"long-60-ascii", Screen{width: 60, ascii: true}, func(p *page) { p.analysis(long) }},
		{"long-110-colour", Screen{width: 110, colour: true}, func(p *page) { p.analysis(long) }},
		{"drafts-80", Screen{width: 80}, func(p *page) { p.drafts("ferry", "the cutting room", comparingOfTests(short, long)) }},
	} {
		p := newPage(c.on)
		c.write(p)
		path := filepath.Join("testdata", c.name+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(p.b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.b.String(); got != string(want) {
			t.Errorf("%s differs (go test ./internal/terminal -run GoldenPages -update writes it anew):\n%s", c.name, firstDifference(got, string(want)))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d\n got %q\nwant %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

// A page never goes beyond its width, whatever stands in the script.
func TestPagesKeepTheirWidth(t *testing.T) {
	wide := "INT. 東京の編集室とその隣のとても長い名前の部屋とその向こうの廊下とその先の階段 - 夜\n\n雨。\n\nMRS. WILHELMINA ALEXANDRA VAN DER WAAL-HOHENSTEIN\nNo.\n\n"
	studies := []*Study{
		studyOf("ferry", ferryText(t)), studyOf("a", apptest.Screenplay(90)), studyOf(strings.Repeat("name ", 60), strings.Repeat(wide, 20)),
		studyOf("nothing", strings.Repeat("a ", 500)), studyOf("blank", " "),
	}
	for _, width := range []int{leastWidth, 61, 66, 69, 70, 78, 79, 80, 81, 97, 110, mostWidth} {
		for _, ascii := range []bool{false, true} {
			for i, s := range studies {
				p := newPage(Screen{width: width, ascii: ascii})
				p.analysis(s)
				p.drafts(s.Name, s.Name, comparingOfTests(studies[0], s))
				for line := range strings.Lines(p.b.String()) {
					if line = strings.TrimSuffix(line, "\n"); columns(line) > width {
						t.Fatalf("script %d, width %d: %d columns: %q", i, width, columns(line), line)
					} else if strings.HasSuffix(line, " ") {
						t.Fatalf("script %d, width %d: blanks at the end of %q", i, width, line)
					}
				}
			}
		}
	}
}

// A script cannot command the terminal it is shown on.
func TestAScriptCannotCommandTheTerminal(t *testing.T) {
	evil := "Title: \x1b]0;owned\x07\u202eLIVE\n\nINT. \x1b[2JROOM\u200b - DAY\n\nHe waits.\n\nIRIS\x1b[31m\nYes.\n\nIRIS\x9b31m\nNo.\n\nIRIS\x9b31m\nYes.\n\n"
	for _, on := range []Screen{{width: 80}, {width: 80, ascii: true}} {
		p := newPage(on)
		p.analysis(studyOf("a\x1b[1mb", evil))
		p.drafts("a\x1b[1mb", "\u202ec", comparingOfTests(studyOf("x", evil), studyOf("y", evil)))
		for _, r := range p.b.String() {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
				t.Fatalf("%+v: the page holds %U", on, r)
			}
		}
	}
	p := newPage(Screen{width: 80, colour: true})
	p.analysis(studyOf("a", ferryText(t)))
	plain := newPage(Screen{width: 80})
	plain.analysis(studyOf("a", ferryText(t)))
	if without := stripped(p.b.String()); without != plain.b.String() {
		t.Errorf("colour changes more than colours: %s", firstDifference(without, plain.b.String()))
	}
}

// stripped takes the inks out of a page.
func stripped(s string) string {
	var b bytes.Buffer
	for s != "" {
		before, after, found := strings.Cut(s, "\x1b[")
		b.WriteString(before)
		if !found {
			break
		}
		_, s, _ = strings.Cut(after, "m")
	}
	return b.String()
}

func TestWhereAScaleIsMarked(t *testing.T) {
	p := newPage(Screen{width: 80})
	for z, want := range map[float64]string{
		0: "····──●──····", 1: "····──┼─●····", -1: "····●─┼──····",
		3: "····──┼──···●", -3: "●···──┼──····", 3.2: "····──┼──···▶", -40: "◀···──┼──····",
	} {
		if got := p.scale(z, 13); got != want {
			t.Errorf("z %v: %s, want %s", z, got, want)
		}
	}
}

func TestHowFarToTrustIsTheModelsOwnMeasure(t *testing.T) {
	for _, c := range []struct {
		f1   float64
		says string
	}{{0.17, "no better than guessing"}, {0.34, "no better than guessing"}, {0.41, "a little better than guessing"}, {0.55, "is better than guessing"}, {0.95, "before believing"}} {
		m := research.ModelCard{MacroF1: c.f1, Evaluation: research.Evaluation{N: research.ByClass[int]{High: 10, Mid: 20, Low: 10}, MacroF1OfChance: 0.3333}}
		// Always Mid: precision 1/2, recall 1, so F1 2/3 of one class of three.
		if got := trust(&m); !strings.Contains(got, c.says) || !strings.Contains(got, fmt.Sprintf("%.2f", c.f1)) || !strings.Contains(got, "commonest class 0.22") {
			t.Errorf("macro-F1 %v: %s", c.f1, got)
		}
	}
}

// REQ M-55: where the votes do not tell classes apart, no single class stands on the page.
func TestVotesThatAreNearGiveARangeOfClasses(t *testing.T) {
	study := studyOf("ferry", ferryText(t))
	a := study.Analysis
	a.PredictedClass, a.ClassRange, a.Votes = "High", "High to Mid", [tiermodel.Classes]int{200, 190, 122}
	p := newPage(Screen{width: 80})
	p.analysis(study)
	got := p.b.String()
	if !strings.Contains(got, "anywhere from High to Mid") || !strings.Contains(got, "10 votes apart") || strings.Contains(got, "class High") {
		t.Error(got)
	}
}

func TestDraftsOfNearVotesHaveRangesOfClasses(t *testing.T) {
	study := studyOf("ferry", ferryText(t))
	c := comparingOfTests(study, study)
	c.Before.PredictedClass, c.Before.PredictedTier, c.Before.ClassRange = "High", "S/A", "High to Mid"
	c.After.PredictedClass, c.After.PredictedTier, c.After.ClassRange = "High", "S/A", "High"
	p := newPage(Screen{width: 80})
	p.classes(c)
	if got := p.b.String(); !strings.Contains(got, "  High to Mid → High (S/A)\n") {
		t.Error(got)
	}
}

func TestATranscriptIsCalledOne(t *testing.T) {
	said := strings.Repeat("IRIS: Where is the film?\n\nTOMAS: In the can, I think.\n\n", 20)
	s := studyOf("t", said)
	form, evidence := screenplay.FormOf(s.Script)
	s.Analysis.Form, s.Analysis.FormEvidence = form.String(), evidence
	s.Analysis.WhatMoves = research.WhatMoves{Silent: new("not_a_screenplay"), Moves: []research.Move{}}
	var b bytes.Buffer
	if err := WriteAnalysis(&b, Screen{width: 80}, s); err != nil {
		t.Fatal(err)
	}
	page := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"this is a transcript of what was said", "has no class for it", "this is no screenplay"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, not := range []string{"votes for", "tier S", "class High", "class Mid", "class Low", "512"} {
		if strings.Contains(page, not) {
			t.Errorf("the page says %q of a transcript", not)
		}
	}
}

func TestNarrowSpellings(t *testing.T) {
	p, plain := newPage(Screen{width: 80}), newPage(Screen{width: 80, ascii: true})
	for s, want := range map[string]string{
		"ÅSE’s café – nuit": "ASE's cafe - nuit", "語": "?", "Straße": "Strasse", "ØRE": "ORE", "a\tb\nc": "a b c", "½": "1/2", "e\u0301": "e",
	} {
		if got := plain.clean(s); got != want {
			t.Errorf("%q in ASCII: %q, want %q", s, got, want)
		}
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -999: "-999"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
	for s, want := range map[string]string{"short": "short   ", "exactly8": "exactly8", "longer than": "longer …", "東京の編集室": "東京の… "} {
		if got := p.left(s, 8); got != want || columns(got) != 8 {
			t.Errorf("%q in 8 columns: %q, want %q", s, got, want)
		}
	}
}

func TestWhereAPageGoes(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		utf8 bool
	}{
		{nil, false}, {map[string]string{"LANG": "C"}, false}, {map[string]string{"LANG": "de_DE.UTF-8"}, true}, {map[string]string{"LANG": "en_US.utf8"}, true},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_ALL": "POSIX"}, false}, {map[string]string{"LANG": "C", "LC_CTYPE": "C.UTF-8"}, true},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, false},
	} {
		if got := localeIsUTF8(func(name string) string { return c.env[name] }, "linux"); got != c.utf8 {
			t.Errorf("%v: UTF-8 %v", c.env, got)
		}
	}
	for _, c := range []struct {
		stated         string
		terminal, want int
	}{{"", 0, 80}, {"", 97, 97}, {"100", 97, 100}, {"x", 97, 97}, {"-3", 97, 97}, {"5", 97, leastWidth}, {"", 400, mostWidth}} {
		if got := pageWidth(c.stated, c.terminal); got != c.want {
			t.Errorf("COLUMNS=%q on a terminal of %d: %d, want %d", c.stated, c.terminal, got, c.want)
		}
	}
	t.Setenv("COLUMNS", "100")
	t.Setenv("LC_ALL", "C.UTF-8")
	if got := ScreenOf(new(bytes.Buffer), false); got != (Screen{width: 80}) {
		t.Errorf("no terminal: %+v", got)
	}
}
