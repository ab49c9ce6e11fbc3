package research

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"kinodex/internal/catalog/catalogtest"
	"kinodex/internal/fault"
	"kinodex/internal/grade"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// TRACE S-18 to S-28: what is predicted, and how it can be computed again.
func TestAnAnalysis(t *testing.T) {
	x := usual(t)
	text := play(40)
	a := analyse(t, x, text)
	sum := 0
	for c := range grade.Class(grade.Classes) {
		sum += a.Votes[c]
		if a.Votes[c] > a.Votes[a.Class] {
			t.Errorf("class %v has %d votes, %v was predicted with %d", c, a.Votes[c], a.Class, a.Votes[a.Class])
		}
	}
	if sum != a.Trees || a.Tiers != tiersOf(a.Class) || a.Length != utf8.RuneCountInString(text) || a.Format == "" {
		t.Errorf("votes %v of %d, tiers %s, length %d, format %s", a.Votes, a.Trees, a.Tiers, a.Length, a.Format)
	}
	for f, c := range a.Comparisons {
		if c.Value != a.Features[f] || c.Z != (c.Value-x.norms[f].Mean)/x.norms[f].Std || c.Percentile < 0 || c.Percentile > 100 || (c.Z > 0) != (c.Percentile > 50) {
			t.Errorf("%s: %+v", measure.Names()[f], c)
		}
	}
	if b := a.AppendJSON(nil); !bytes.Equal(b, analyse(t, x, text).AppendJSON(nil)) {
		t.Error("the same text is analysed otherwise (S-28)")
	}
	if analyse(t, x, text).Model != x.tier.version {
		t.Error("another model was asked")
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
	for f, scenes := range a.Evidence {
		for i, e := range scenes {
			named++
			if (e.Z > 0) != (a.Comparisons[f].Z >= 0) || i > 0 && math.Abs(e.Z) > math.Abs(scenes[i-1].Z) {
				t.Errorf("%s at z %v: evidence %+v", measure.Names()[f], a.Comparisons[f].Z, scenes)
			}
			// The influence is what the feature is without the scene.
			rest := a.Report.Without(e.Scene)
			// But for the rounding of the feature itself.
			rounding := 0.5001 / x.joint.scale[f] / x.norms[f].Std
			if without := x.norms[f].Z(rest[f]); math.Abs(a.Comparisons[f].Z-e.Z-without) > rounding {
				t.Errorf("%s without scene %d: z %v, told %v", measure.Names()[f], e.Scene, without, a.Comparisons[f].Z-e.Z)
			}
		}
	}
	if named < 20 {
		t.Errorf("%d scenes are named", named)
	}
	told := decoded[struct {
		Scenes []struct {
			Scene, Start, End int
			Heading           string
		}
	}](t, a.AppendJSON(nil))
	if len(told.Scenes) != 40 {
		t.Fatalf("%d scenes", len(told.Scenes))
	}
	for _, s := range told.Scenes {
		if s.Start < 0 || s.End > len(runes) || s.Start >= s.End || !strings.HasPrefix(string(runes[s.Start:s.End]), s.Heading) {
			t.Errorf("scene %d, %q, is not at %d", s.Scene, s.Heading, s.Start)
		}
	}
}

// What is not a screenplay is measured, and said not to be one.
func TestTextsThatAreNoScreenplay(t *testing.T) {
	x := usual(t)
	prose := strings.Repeat("It was late, and the rain had not stopped since noon. ", 40)
	a := analyse(t, x, prose)
	all := strings.Join(a.Warnings, "\n")
	for _, want := range []string{"no scene headings were found", "no dialogue", "shorter than 99"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not among %q", want, a.Warnings)
		}
	}
	told := decoded[map[string]any](t, a.AppendJSON(nil))
	if len(told["scenes"].([]any)) != 0 || len(told["evidence"].(map[string]any)) != measure.Count {
		t.Errorf("scenes %v, evidence %v", told["scenes"], told["evidence"])
	}
	if a := analyse(t, x, play(300)); strings.Contains(strings.Join(a.Warnings, " "), "no scene headings") {
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
		for _, m := range movesOf(v, x.joint, x.tier.vote) {
			found++
			next := v
			size := 0.0
			for _, c := range m.changes {
				if next[c.feature] != c.from || c.to == c.from || c.to < x.joint.low[c.feature] || c.to > x.joint.high[c.feature] {
					t.Errorf("%+v from %v", c, v[c.feature])
				}
				next[c.feature] = c.to
				size += math.Abs(c.to-c.from) / x.norms[c.feature].Std
			}
			if after := x.tier.vote(&next); after != m.after || winner(after) != m.class || m.class == class || !x.joint.holds(&next) {
				t.Errorf("%+v leads to %v, within %v", m, after, x.joint.holds(&next))
			}
			if math.Abs(size-m.size) > 1e-9 || size < last {
				t.Errorf("a move of size %v is said to be %v, after %v", size, m.size, last)
			}
			last = size
		}
	}
	if found < 50 {
		t.Errorf("%d moves for %d scripts", found, x.Len())
	}
	var nowhere measure.Vector
	if m := x.whatMoves(nowhere, nil); m.Within || len(m.All) != 0 {
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
	for i := range x.scripts {
		for _, m := range x.whatMoves(x.scripts[i].Features, influences).All {
			for _, c := range m.Changes {
				want := []int{2, 0}
				if c.To > c.From {
					want = []int{1}
				}
				if len(c.Scenes) != len(want) || c.Scenes[0] != want[0] {
					t.Fatalf("%+v points at %v, want %v", c, c.Scenes, want)
				}
			}
		}
	}
}

// Moves are told as they are, and labelled.
func TestMovesAreTold(t *testing.T) {
	x := usual(t)
	a := analyse(t, x, play(40))
	influences := a.Report.Influences()
	told := 0
	for i := range x.scripts {
		a.Moves = x.whatMoves(x.scripts[i].Features, influences)
		moves := decoded[struct {
			What struct {
				Causal bool
				Note   string
				Within bool `json:"within_range"`
				Moves  []struct {
					Class         string `json:"predicted_class"`
					Tier          string `json:"predicted_tier"`
					Probabilities map[string]float64
					Changes       []struct {
						Feature  string
						From, To float64
						Scenes   []struct{ Scene, Start, End int }
					}
				}
			} `json:"what_moves"`
		}](t, a.AppendJSON(nil)).What
		if moves.Causal || !strings.Contains(moves.Note, "Not causal") || moves.Within != a.Moves.Within || len(moves.Moves) != len(a.Moves.All) {
			t.Fatalf("told %+v of %+v", moves, a.Moves)
		}
		for k, m := range moves.Moves {
			want := a.Moves.All[k]
			if m.Class != want.Class.String() || m.Tier != tiersOf(want.Class) || m.Probabilities[m.Class] != float64(want.Votes[want.Class])/float64(a.Trees) {
				t.Errorf("told %+v of %+v", m, want)
			}
			for n, c := range m.Changes {
				told++
				if c.Feature != measure.Names()[want.Changes[n].Feature] || c.From != want.Changes[n].From || c.To != want.Changes[n].To || len(c.Scenes) != len(want.Changes[n].Scenes) {
					t.Errorf("told %+v of %+v", c, want.Changes[n])
				}
				for _, scene := range c.Scenes {
					if scene.Scene < 1 || scene.Scene > 40 || scene.Start >= scene.End {
						t.Errorf("a move points at %+v", scene)
					}
				}
			}
		}
	}
	if told < 50 {
		t.Errorf("%d changes were told", told)
	}
}

func TestNoModelNoAnalysis(t *testing.T) {
	films, scripts := sample(10)
	x := shelve(t, films, scripts)
	s := screenplay.Parse(play(5))
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
		for f, d := range c.Deltas {
			if d.Change != 0 || d.Beyond || d.Floor <= 0 {
				t.Errorf("%s of the same draft: %+v", measure.Names()[f], d)
			}
		}
	}
	// The floor of the sample is the 0.95 quantile of 0 to 0.018.
	after := *before
	after.Features[measure.DialogueRatio] += 0.1
	after.Features[measure.LeadShare] -= x.floor[measure.LeadShare] / 2
	c := x.Compare(before, &after)
	if d := c.Deltas[measure.DialogueRatio]; !d.Beyond || math.Abs(d.Change-0.1) > 1e-9 || math.Abs(d.Z-0.1/x.norms[measure.DialogueRatio].Std) > 1e-6 {
		t.Errorf("a large change: %+v", d)
	}
	if d := c.Deltas[measure.LeadShare]; d.Beyond || d.Change >= 0 {
		t.Errorf("a small change: %+v", d)
	}
	decoded[map[string]any](t, c.AppendJSON(nil))
}

// A place in characters is what counting them gives.
func TestRuler(t *testing.T) {
	draw := rand.New(rand.NewPCG(2, 2))
	for _, text := range []string{"", "abc", strings.Repeat("a", 5000), strings.Repeat("é", 3000), "日本語" + strings.Repeat("x", 1023) + "🎬", strings.Repeat("a🎬é語", 700)} {
		r := newRuler(text)
		for range 200 {
			at := draw.IntN(len(text) + 1)
			for at < len(text) && !utf8.RuneStart(text[at]) {
				at++
			}
			if got, want := r.at(at), utf8.RuneCountInString(text[:at]); got != want {
				t.Fatalf("byte %d of %d: character %d, want %d", at, len(text), got, want)
			}
		}
	}
}

func BenchmarkAnalyze(b *testing.B) {
	x := usual(b)
	s := screenplay.Parse(play(250))
	r := measure.NewMeter().Of(s)
	b.SetBytes(int64(len(s.Source)))
	for b.Loop() {
		a, err := x.Analyze(s, r)
		if err != nil {
			b.Fatal(err)
		}
		a.AppendJSON(nil)
	}
}

func BenchmarkWhatMoves(b *testing.B) {
	x := usual(b)
	i := 0
	for b.Loop() {
		movesOf(x.scripts[i%x.Len()].Features, x.joint, x.tier.vote)
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
