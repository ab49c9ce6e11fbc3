package research

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/fault"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// REQ S-18 to S-28: what is predicted, and how it can be computed again.
func TestAnAnalysis(t *testing.T) {
	x := usual(t)
	text := play(40)
	a := analyse(t, x, text)
	sum := 0
	for _, n := range a.Votes {
		sum += n
	}
	p := predictionOf(winner(a.Votes), a.Votes)
	if a.Prediction != p || sum != x.tier.Forest.Trees() || math.Abs(p.Probabilities.High+p.Probabilities.Mid+p.Probabilities.Low-1) > 1e-9 {
		t.Errorf("votes %v, predicted %+v, want %+v", a.Votes, a.Prediction, p)
	}
	if a.ScriptLength != utf8.RuneCountInString(text) || a.Format == "" {
		t.Errorf("length %d, format %s", a.ScriptLength, a.Format)
	}
	for f, name := range measure.Names() {
		c := a.Comparisons.At(f)
		if c.Value != *a.Features.At(f) || c.ZScore != (c.Value-x.norms[f].Mean)/x.norms[f].Std || c.PercentileApprox < 0 || c.PercentileApprox > 100 || (c.ZScore > 0) != (c.PercentileApprox > 50) {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if b := encoded(t, a); !bytes.Equal(b, encoded(t, analyse(t, x, text))) {
		t.Error("the same text is analysed otherwise (S-28)")
	}
	if analyse(t, x, text).Model != x.tier.version {
		t.Error("another model was asked")
	}
}

// REQ M-55: the classes that the votes do not tell apart.
func TestTheRangeOfClassesIsNamed(t *testing.T) {
	for want, v := range map[string]votes{
		"High": {300, 120, 92}, "High to Mid": {200, 190, 122}, "Mid": {100, 312, 100}, "Mid to Low": {100, 200, 212}, "Low": {0, 0, 512}, "High to Low": {206, 100, 206},
	} {
		if got := predictionOf(winner(v), v); got.ClassRange != want {
			t.Errorf("votes %v: %q, want %q", v, got.ClassRange, want)
		}
	}
}

// Evidence: the scenes named push the feature to the side it is on, most first,
// and their places in the text are where their headings stand, in characters.
func TestEvidence(t *testing.T) {
	x := usual(t)
	text := "\ufeffÉ. Ø.\n\n" + play(40)
	a := analyse(t, x, text)
	runes := []rune(text)
	named := 0
	for f, name := range measure.Names() {
		scenes, z := *a.Evidence.At(f), a.Comparisons.At(f).ZScore
		for i, e := range scenes {
			named++
			if (e.ZInfluence > 0) != (z >= 0) || i > 0 && math.Abs(e.ZInfluence) > math.Abs(scenes[i-1].ZInfluence) {
				t.Errorf("%s at z %v: evidence %+v", name, z, scenes)
			}
			// The influence is what the feature is without the scene, but for the
			// rounding of the feature itself and of the influence.
			rest := a.Report.Without(e.Scene - 1)
			rounding := 0.5001/x.domain.scale[f]/x.norms[f].Std + 0.00005
			if without := x.norms[f].Z(rest[f]); math.Abs(z-e.ZInfluence-without) > rounding {
				t.Errorf("%s without scene %d: z %v, told %v", name, e.Scene, without, z-e.ZInfluence)
			}
		}
	}
	if named < 20 {
		t.Errorf("%d scenes are named", named)
	}
	if len(a.Scenes) != 40 {
		t.Fatalf("%d scenes", len(a.Scenes))
	}
	for _, s := range a.Scenes {
		if s.Start < 0 || s.End > len(runes) || s.Start >= s.End || !strings.HasPrefix(string(runes[s.Start:s.End]), s.Heading) {
			t.Errorf("scene %d, %q, is not at %d", s.Scene, s.Heading, s.Start)
		}
	}
}

// REQ S-41: what is not a screenplay is measured, and said not to be one.
func TestTextsThatAreNoScreenplay(t *testing.T) {
	x := usual(t)
	prose := strings.Repeat("It was late, and the rain had not stopped since noon. ", 40)
	a := analyse(t, x, prose)
	all := strings.Join(a.Warnings, "\n")
	for _, want := range []string{"reads as prose, not as a screenplay", "no scene headings were found", "no dialogue", "shorter than 99"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not among %q", want, a.Warnings)
		}
	}
	if a.Form != "prose" || a.IsScreenplay() || a.FormEvidence.Reason == "" || *a.WhatMoves.Silent != "not_a_screenplay" {
		t.Errorf("form %q by %+v; moves %+v", a.Form, a.FormEvidence, a.WhatMoves)
	}
	told := decoded[map[string]any](t, encoded(t, a))
	if len(told["scenes"].([]any)) != 0 || len(told["evidence"].(map[string]any)) != measure.Count {
		t.Errorf("scenes %v, evidence %v", told["scenes"], told["evidence"])
	}
	if a := analyse(t, x, play(300)); a.Form != "screenplay" || strings.Contains(strings.Join(a.Warnings, " "), "no scene headings") {
		t.Errorf("a screenplay is warned of: %q", a.Warnings)
	}
}

// A move is true: asked again, the model says what the move says; every value is
// within the set's range; and the smallest come first.
func TestMovesAreTrue(t *testing.T) {
	x := usual(t)
	found := 0
	for i := range x.scripts {
		v := x.scripts[i].Features
		class := winner(x.tier.vote(&v))
		last := 0.0
		for _, m := range counterfactuals(v, x.domain, x.tier.vote, nil) {
			found++
			next := v
			size := 0.0
			for _, c := range m.changes {
				if next[c.feature] != c.from || c.to == c.from || c.to < x.domain.low[c.feature] || c.to > x.domain.high[c.feature] {
					t.Errorf("%+v from %v", c, v[c.feature])
				}
				next[c.feature] = c.to
				size += math.Abs(c.to-c.from) / x.norms[c.feature].Std
			}
			if after := x.tier.vote(&next); after != m.after || winner(after) != m.class || m.class == class || !x.domain.contains(&next) {
				t.Errorf("%+v leads to %v, within %v", m, after, x.domain.contains(&next))
			}
			if math.Abs(size-m.distance) > 1e-9 || size < last {
				t.Errorf("a move of size %v is said to be %v, after %v", size, m.distance, last)
			}
			last = size
		}
	}
	if found < 50 {
		t.Errorf("%d moves for %d scripts", found, x.Len())
	}
	var nowhere measure.Vector
	if m := x.whatMoves(&measure.Report{Vector: nowhere}, true, nil, nil); m.WithinRange || len(m.Moves) != 0 || *m.Silent != "out_of_range" {
		t.Errorf("a script unlike any has moves: %+v", m)
	}
}

// Moves point at the scenes that hold a feature where it is.
func TestMovesPointAtScenes(t *testing.T) {
	x := usual(t)
	influences := []measure.Vector{{}, {}, {}}
	for f := range measure.Count {
		influences[0][f], influences[1][f], influences[2][f] = 0.01, -0.03, 0.02
	}
	r := &measure.Report{Scenes: make([]measure.Scene, 3)}
	for i := range x.scripts {
		r.Vector = x.scripts[i].Features
		for _, m := range x.whatMoves(r, true, influences, newOffsets("")).Moves {
			for _, c := range m.Changes {
				want := []int{3, 1}
				if c.To > c.From {
					want = []int{2}
				}
				if len(c.Scenes) != len(want) || c.Scenes[0].Scene != want[0] {
					t.Fatalf("%+v points at %v, want %v", c, c.Scenes, want)
				}
			}
		}
	}
}

// REQ S-42: moves are told as they are, and labelled; those within noise are not told.
func TestMovesAreTold(t *testing.T) {
	x := usual(t)
	text := play(40)
	r, places := analyse(t, x, text).Report, newOffsets(text)
	influences, names := r.Influences(), measure.Names()
	told, silent := 0, map[string]int{}
	for i := range x.scripts {
		r.Vector = x.scripts[i].Features
		moves := x.whatMoves(r, true, influences, places)
		var found []counterfactual // beyond noise
		if x.domain.contains(&r.Vector) && x.decided(x.tier.vote(&r.Vector)) {
			for _, m := range counterfactuals(r.Vector, x.domain, x.tier.vote, x.beyondAllNoise) {
				found = append(found, m)
				if !x.decided(m.after) || slices.ContainsFunc(m.changes, func(c change) bool { return !x.beyondNoise(c) }) {
					t.Errorf("a move within noise: %+v", m)
				}
			}
		}
		if moves.Causal || !strings.Contains(moves.Note, "Not causal") || moves.WithinRange != x.domain.contains(&r.Vector) || len(moves.Moves) != len(found) || (moves.Silent == nil) != (len(found) > 0) {
			t.Fatalf("told %+v of %+v", moves, found)
		}
		if moves.Silent != nil {
			silent[*moves.Silent]++
		}
		for k, m := range moves.Moves {
			if want := found[k]; m.Prediction != predictionOf(want.class, want.after) || m.Votes != want.after || len(m.Changes) != len(want.changes) {
				t.Errorf("told %+v of %+v", m, want)
			}
			for n, c := range m.Changes {
				told++
				if want := found[k].changes[n]; c.Feature != names[want.feature] || c.From != want.from || c.To != want.to {
					t.Errorf("told %+v of %+v", c, want)
				}
				for _, scene := range c.Scenes {
					if scene.Scene < 1 || scene.Scene > 40 || scene.Start >= scene.End {
						t.Errorf("a move points at %+v", scene)
					}
				}
			}
		}
	}
	if told == 0 || silent["within_noise"] == 0 {
		t.Errorf("%d changes were told; silent: %v", told, silent)
	}
}

func TestNoModelNoAnalysis(t *testing.T) {
	films, scripts := sample(10)
	x := shelve(t, films, scripts)
	s := parse.Text(play(5))
	if _, err := x.Analyze(s, measure.NewMeter().Of(s)); !fault.Is(err, fault.Upstream) {
		t.Errorf("without a model: %v", err)
	}
}

// Compare: a change within the noise floor is none, one beyond it is.
func TestComparing(t *testing.T) {
	x := usual(t)
	before := analyse(t, x, play(40))
	if c := x.Compare(before, before); c.Edits != 45 {
		t.Errorf("the floor rests on %d edits", c.Edits)
	} else {
		for f, name := range measure.Names() {
			if d := c.Changes.At(f); d.Delta != 0 || d.ExceedsNoise || *d.NoiseFloor <= 0 {
				t.Errorf("%s of the same draft: %+v", name, d)
			}
		}
	}
	// The floor of the sample is the 0.95 quantile of 0 to 0.018.
	after := *before
	after.Features.DialogueRatio += 0.1
	after.Features.LeadShare -= x.floor[measure.LeadShare] / 2
	c := x.Compare(before, &after)
	if d := c.Changes.DialogueRatio; !d.ExceedsNoise || math.Abs(d.Delta-0.1) > 1e-9 || math.Abs(d.DeltaZ-0.1/x.norms[measure.DialogueRatio].Std) > 5.1e-5 {
		t.Errorf("a large change: %+v", d)
	}
	if d := c.Changes.LeadShare; d.ExceedsNoise || d.Delta >= 0 {
		t.Errorf("a small change: %+v", d)
	}
	if s := c.Scenes; !s.Aligned || s.Unchanged != 40 || len(s.Cut)+len(s.Added)+len(s.Moved)+len(s.Changed) != 0 {
		t.Errorf("scenes of the same text: %+v", s)
	}
}

// REQ S-43: class and probabilities have a noise floor, and a change of class within it
// is told to be none.
func TestClassesHaveANoiseFloor(t *testing.T) {
	x := usual(t)
	noise := x.about.VoteNoise
	if noise == nil || noise.Lead <= 0 || noise.Lead > 0.5 {
		t.Fatalf("noise %+v", noise)
	}
	before := analyse(t, x, play(40))
	trees := x.tier.Forest.Trees()
	votesOf := func(lead float64) votes { // of Mid over High; Low has a quarter
		n := trees*3/8 + int(lead*float64(trees)/2)
		return votes{trees - trees/4 - n, n, trees / 4}
	}
	for _, c := range []struct {
		was, is         float64
		changed, beyond bool
	}{{0.3, 0.35, false, false}, {-noise.Lead / 4, noise.Lead / 4, true, false}, {-noise.Lead, noise.Lead, true, true}} {
		was, is := *before, *before
		was.Votes, is.Votes = votesOf(c.was), votesOf(c.is)
		was.Prediction, is.Prediction = predictionOf(winner(was.Votes), was.Votes), predictionOf(winner(is.Votes), is.Votes)
		got := x.Compare(&was, &is)
		if got.ClassChanged != c.changed || got.ClassExceedsNoise != c.beyond || *got.ClassNoise != noise.Lead {
			t.Errorf("leads %v and %v: %+v", c.was, c.is, got)
		}
	}
	unmeasured := *x
	unmeasured.about.VoteNoise = nil
	if got := unmeasured.Compare(before, before); got.ClassNoise != nil || got.ProbabilityNoise.Mid != nil || got.ProbabilitiesExceedNoise.Mid {
		t.Errorf("without noise: %+v", got)
	}
}

// REQ S-43: scenes that were cut, added, moved and changed are named by their numbers in
// either draft.
func TestComparingNamesScenes(t *testing.T) {
	x := usual(t)
	places := []string{"", "BOAT HOUSE", "LAMP ROOM", "KITCHEN", "COAL CELLAR", "STAIRS", "OIL STORE", "BEDROOM", "SIGNAL TOWER", "CHAPEL"}
	heading := func(n int) string {
		place := strings.ToLower(places[n])
		return fmt.Sprintf("\nINT. %s - NIGHT\n\nNobody has been in the %s since spring, and the %s smells of it.\n\nMARTA\nI never liked the %s, and it never liked me.\n", places[n], place, place, place)
	}
	scenes := func(numbers ...int) string {
		var b strings.Builder
		for _, n := range numbers {
			b.WriteString(heading(n))
		}
		return b.String()
	}
	text := scenes(1, 2, 3, 4, 5, 6, 7, 8)
	after := strings.Replace(scenes(1, 3, 4, 8, 5, 6, 7, 9), "Nobody has been in the oil store", "Somebody was in the oil store", 1)
	s := x.Compare(analyse(t, x, text), analyse(t, x, after)).Scenes
	got := fmt.Sprint(s.Aligned, s.Unchanged, numbersOf(s.Cut), numbersOf(s.Added), len(s.Moved), len(s.Changed))
	if got != "true 5 [2] [8] 1 1" || s.Moved[0].Before.Scene != 8 || s.Moved[0].After.Scene != 4 || s.Changed[0].Before.Scene != 6 || s.Changed[0].After.Scene != 6 || s.Changed[0].Similarity < 0.5 {
		t.Errorf("%s, moved %+v, changed %+v", got, s.Moved, s.Changed)
	}
}

// REQ M-53: scenes that were split or joined are named with all of their numbers, and a sentence
// counts every scene of the earlier draft once.
func TestComparingTellsOfEveryScene(t *testing.T) {
	x := usual(t)
	written := map[rune]string{
		'a': "\nINT. LAMP ROOM - NIGHT\n\nMarta winds the clockwork and counts the seconds until the great lens turns again.\n\nMARTA\nThe boat is late, and the fog will be on us by four.\n",
		'b': "\nEXT. JETTY - DAY\n\nHenning ties up the supply boat. Crates of paraffin, a sack of flour, one letter in a blue envelope.\n\nHENNING\nNobody told me there were two of you out here.\n",
		'c': "\nINT. KITCHEN - DAY\n\nThe letter lies between them, unopened. Rain drums on the slates and the kettle has boiled dry.\n",
		'd': "\nINT. BEDROOM - DAWN\n\nUnder the mattress she has sewn eleven years of wages into a sailcloth bag.\n",
		'C': "\nINT. KITCHEN - DAY\n\nThe letter lies between them, unopened. Rain drums on the slates and nobody says a word.\n",
		'x': "\nINT. ENGINE ROOM - DAY\n\nMarta lifts the hatch and climbs down to the dead engine with a lantern between her teeth.\n\nUp on deck Henning sorts the tins by what is left of their labels, and finds a key baked into the bread.\n",
		'y': "\nINT. ENGINE ROOM - DAY\n\nMarta lifts the hatch and climbs down to the dead engine with a lantern between her teeth.\n",
		'z': "\nEXT. DECK - DAY\n\nUp on deck Henning sorts the tins by what is left of their labels, and finds a key baked into the bread.\n",
	}
	for _, c := range []struct{ before, after, list, summary string }{
		{"abcd", "abcd", "", "No scene changed: both drafts have the same 4 scenes in the same order."},
		{"a", "a", "", "No scene changed: both drafts have the same 1 scene in the same order."},
		{"abcd", "abd", "cut 3", "Of 4 scenes in the earlier draft: 3 kept and 1 cut."},
		{"abd", "abcd", "new 3", "Of 3 scenes in the earlier draft: 3 kept; 1 of 4 scenes in the later one is new."},
		{"abcd", "dabc", "moved 4 1", "Of 4 scenes in the earlier draft: 3 kept and 1 moved."},
		{"axb", "ayzb", "split 2 2 3", "Of 3 scenes in the earlier draft: 2 kept and 1 split into 2."},
		{"ayzb", "axb", "joined 2 3 2", "Of 4 scenes in the earlier draft: 2 kept and 2 joined into 1."},
		{"abcdx", "Cbayz", "moved and changed 3 1, moved 1 3, cut 4, split 5 4 5", "Of 5 scenes in the earlier draft: 1 kept, 1 moved, 1 moved and changed, 1 split into 2 and 1 cut."},
		{"abc", "abC", "changed 3 3", "Of 3 scenes in the earlier draft: 2 kept and 1 changed."},
		{"", "ab", "new 1, new 2", "The earlier draft has no scenes; 2 of 2 scenes in the later one are new."},
		{"ab", "", "cut 1, cut 2", "Of 2 scenes in the earlier draft: 2 cut."},
		{"", "", "", "Neither draft has scenes."},
	} {
		write := func(letters string) string {
			var b strings.Builder
			for _, letter := range letters {
				b.WriteString(written[letter])
			}
			return b.String()
		}
		got := x.Compare(analyse(t, x, write(c.before)), analyse(t, x, write(c.after))).Scenes
		var list []string
		for _, change := range got.List {
			says := change.What
			for _, n := range append(numbersOf(change.Before), numbersOf(change.After)...) {
				says += fmt.Sprint(" ", n)
			}
			if none := len(change.Before) == 0 || len(change.After) == 0; none != (change.Similarity == nil) {
				t.Errorf("%s: similarity %v", says, change.Similarity)
			}
			list = append(list, says)
		}
		if strings.Join(list, ", ") != c.list || got.Summary != c.summary {
			t.Errorf("%q to %q: %s: %s", c.before, c.after, got.Summary, strings.Join(list, ", "))
		}
	}
}

func numbersOf(scenes []SceneOf) (all []int) {
	for _, s := range scenes {
		all = append(all, s.Scene)
	}
	return all
}

// A place in characters is what counting them gives.
func TestOffsets(t *testing.T) {
	draw := rand.New(rand.NewPCG(2, 2))
	for _, text := range []string{"", "abc", strings.Repeat("a", 5000), strings.Repeat("é", 3000), "日本語" + strings.Repeat("x", 1023) + "🎬", strings.Repeat("a🎬é語", 700)} {
		o := newOffsets(text)
		for range 200 {
			at := draw.IntN(len(text) + 1)
			for at < len(text) && !utf8.RuneStart(text[at]) {
				at++
			}
			if got, want := o.at(at), utf8.RuneCountInString(text[:at]); got != want {
				t.Fatalf("byte %d of %d: character %d, want %d", at, len(text), got, want)
			}
		}
	}
}

func BenchmarkAnalyze(b *testing.B) {
	x := usual(b)
	s := parse.Text(play(250))
	r := measure.NewMeter().Of(s)
	b.SetBytes(int64(len(s.Source)))
	for b.Loop() {
		a, err := x.Analyze(s, r)
		if err != nil {
			b.Fatal(err)
		}
		encoded(b, a)
	}
}

func BenchmarkWhatMoves(b *testing.B) {
	x := usual(b)
	i := 0
	for b.Loop() {
		counterfactuals(x.scripts[i%x.Len()].Features, x.domain, x.tier.vote, x.beyondAllNoise)
		i++
	}
}

func BenchmarkOpen(b *testing.B) {
	films, scripts := sample(900)
	dir := b.TempDir()
	c := catalogtest.Open(b, films)
	if err := built(films, scripts).Write(b.Context(), dir+"/"+File, nil); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		x, err := Open(dir+"/"+File, c)
		if err != nil {
			b.Fatal(err)
		}
		x.Close()
	}
}

// What a table says of a script does not depend on whether its scenes are told of.
func TestClassifyIsAnalyzeWithoutScenes(t *testing.T) {
	x := usual(t)
	for _, scenes := range []int{0, 3, 40} {
		script := parse.Text(play(scenes))
		report := measure.NewMeter().Of(script)
		whole, err := x.Analyze(script, report)
		if err != nil {
			t.Fatal(err)
		}
		brief, err := x.Classify(script, report)
		if err != nil {
			t.Fatal(err)
		}
		if brief.WhatMoves.WithinRange != whole.WhatMoves.WithinRange || brief.WhatMoves.Moves != nil {
			t.Errorf("of %d scenes, the moves are %+v and %+v", scenes, brief.WhatMoves, whole.WhatMoves)
		}
		brief.Findings = whole.Findings
		if !reflect.DeepEqual(brief, whole) {
			t.Errorf("of %d scenes: %+v, want %+v", scenes, brief, whole)
		}
	}
}
