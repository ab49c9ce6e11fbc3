package measure

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

// draft writes a script of so many scenes at random, in the shorthand of page.
func draft(rng *rand.Rand, scenes int) string {
	words := strings.Fields(`the a of and boat captain sea storm love hate good terrible kiss gun dead happy night
		never not very really I you we they lights water old engine coughs friend liar damn shit wonderful rope
		Mr. harbour quietly again someone knows nobody sees kill hope fear is was runs falls laughs cries`)
	text := &strings.Builder{}
	sentence := func() {
		for range 1 + rng.IntN(14) {
			text.WriteString(words[int(float64(len(words))*rng.Float64()*rng.Float64())])
			if rng.IntN(4) == 0 {
				fmt.Fprintf(text, "%d", rng.IntN(200))
			}
			text.WriteByte(' ')
		}
		text.WriteString([]string{". ", "! ", "? ", "... ", ""}[rng.IntN(5)])
	}
	fmt.Fprint(text, "It was a good night. ")
	sentence()
	for range scenes {
		fmt.Fprintf(text, "\n# %s PLACE %d - DAY\n", []string{"INT.", "EXT.", "INT./EXT.", "ON"}[rng.IntN(4)], rng.IntN(1+scenes*2/3))
		for range rng.IntN(7) {
			switch rng.IntN(3) {
			case 0:
				sentence()
				fmt.Fprintln(text)
			default:
				fmt.Fprintf(text, "@P%d\n> ", int(30*rng.Float64()*rng.Float64()))
				for range 1 + rng.IntN(3) {
					sentence()
				}
				fmt.Fprintln(text)
			}
		}
	}
	return text.String()
}

// cut gives a script without one of its scenes, read again from its text.
func cut(s *screenplay.Script, scene int) *screenplay.Script {
	sc := s.Scenes[scene]
	from, to := s.Elements[sc.First].Start, s.Elements[sc.Last-1].End
	return page(s.Source[:from] + s.Source[to:])
}

func TestWithoutASceneIsAScriptWithoutIt(t *testing.T) {
	m := meter(t)
	for seed := range uint64(15) {
		rng := rand.New(rand.NewPCG(seed, 5))
		s := page(draft(rng, 1+rng.IntN(40)))
		r := m.Of(s)
		influences, whole := r.Influences(), r.whole.vector()
		if len(influences) != len(s.Scenes) {
			t.Fatalf("%d influences of %d scenes", len(influences), len(s.Scenes))
		}
		for scene := range s.Scenes {
			want := m.Of(cut(s, scene)).whole.vector()
			got := r.Without(scene)
			for i, f := range Features() {
				if math.Abs(got[i]-want[i]) > 1e-7 {
					t.Errorf("script %d without scene %d: %s = %v, want %v", seed, scene, f.Name, got[i], want[i])
				}
				if d := whole[i] - got[i]; math.Abs(influences[scene][i]-d) > 1e-12 {
					t.Errorf("script %d: influence of scene %d on %s = %v, want %v", seed, scene, f.Name, influences[scene][i], d)
				}
			}
		}
	}
}

func TestTheSceneThatDrivesAFeatureIsFound(t *testing.T) {
	r := meter(t).Of(page(ferry))
	influences := r.Influences()
	most := func(feature int) int {
		best := 0
		for scene := range influences {
			if influences[scene][feature] > influences[best][feature] {
				best = scene
			}
		}
		return best
	}
	if scene := most(ProfanityRate); scene != 0 {
		t.Errorf("the strong word is in scene %d", scene)
	}
	if scene := most(ActionRatio); scene != 3 {
		t.Errorf("the silent scene is %d", scene)
	}
}

func TestInfluenceIsLimited(t *testing.T) {
	m := meter(t)
	if r := m.Of(page(strings.Repeat("# INT. A - DAY\nHe runs.\n", MostScenes))); len(r.Influences()) != MostScenes {
		t.Errorf("%d influences", len(r.Influences()))
	}
	if r := m.Of(page(strings.Repeat("# INT. A - DAY\nHe runs.\n", MostScenes+1))); r.Influences() != nil {
		t.Error("a script of too many scenes is looked at scene by scene")
	}
	if r := m.Of(page("He runs.")); len(r.Influences()) != 0 {
		t.Error("influences without scenes")
	}
}

func TestInfluencesAreFinite(t *testing.T) { // REQ S-10
	m := meter(t)
	for _, text := range []string{"# INT. A - DAY", "# INT. A - DAY\n@A\n> Love!", "# A\n# A\nRun.\n@B\n> Hm"} {
		for scene, v := range m.Of(page(text)).Influences() {
			for i, x := range v {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("%q, scene %d: %s = %v", text, scene, Names()[i], x)
				}
			}
		}
	}
}

func BenchmarkInfluences(b *testing.B) {
	r := meter(b).Of(page(draft(rand.New(rand.NewPCG(1, 1)), 150)))
	for b.Loop() {
		r.Influences()
	}
}

func ranked[T any](items []T, by func(T) float64) bool {
	return slices.IsSortedFunc(items, func(a, b T) int {
		switch {
		case by(a) > by(b):
			return -1
		case by(a) < by(b):
			return 1
		}
		return 0
	})
}
