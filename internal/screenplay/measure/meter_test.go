package measure

import (
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kinodex/internal/screenplay"
)

// sane reports figures that no script may have.
func sane(t testing.TB, r *Report, about string) {
	t.Helper()
	for i, f := range Features() {
		v := r.Vector[i]
		low, high := 0.0, math.MaxFloat64
		switch f.Range {
		case "0 to 1":
			high = 1
		case "0 to 500":
			high = 500
		case "0 to 1000":
			high = 1000
		case "-1 to 1":
			low, high = -1, 1
		case "-3.01 to 3.01":
			low, high = -3.01, 3.01
		case "0 and up":
		default:
			t.Fatalf("%s has a range %q that nobody checks", f.Name, f.Range)
		}
		if math.IsNaN(v) || math.IsInf(v, 0) || v < low || v > high {
			t.Errorf("%s: %s = %v is not within %s", about, f.Name, v, f.Range)
		}
		if f.Decimals == 0 && v != math.Trunc(v) {
			t.Errorf("%s: %s = %v is no whole number", about, f.Name, v)
		}
	}
}

func TestDegenerateTextsHaveFiniteFigures(t *testing.T) { // REQ S-10
	m := meter(t)
	for about, s := range map[string]*screenplay.Script{
		"nothing":        {},
		"only a source":  {Source: "x"},
		"one word":       page("word"),
		"one heading":    page("# INT. A - DAY"),
		"headings":       page(strings.Repeat("# INT. A - DAY\n", 50)),
		"one cue":        page("@ANNA"),
		"one line":       page("@ANNA\n> Love!"),
		"capitals":       page(strings.Repeat("HE RUNS AND SHE FALLS ", 400)),
		"one word often": page(strings.Repeat("the ", 5000)),
		"marks":          page(strings.Repeat("! ? . ... ", 500)),
		"curses":         page("@A\n> " + strings.Repeat("damn ", 100)),
		"joy":            page(strings.Repeat("Love. ", 100) + strings.Repeat("Hate. ", 100)),
		"no speech":      page("# EXT. SEA - DAY\nWaves.\n# EXT. SEA - NIGHT\nWaves again."),
	} {
		r := m.Of(s)
		sane(t, r, about)
		for scene := range r.Scenes {
			for i, v := range r.Without(scene) {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s without scene %d: %s = %v", about, scene, Names()[i], v)
				}
			}
		}
	}
}

func TestNothingMeasuresNothing(t *testing.T) {
	if v := meter(t).Of(&screenplay.Script{}).Vector; v != (Vector{}) {
		t.Errorf("nothing measures %v", v)
	}
}

func TestExtremesReachTheirBounds(t *testing.T) {
	m := meter(t)
	v := m.Of(page("@A\n> Why me? Why now?")).Vector
	for feature, want := range map[int]float64{
		DialogueRatio: 1, ActionRatio: 0, QuestionRatio: 1, ExclamationRatio: 0, LeadShare: 1, DialogueBalance: 0,
	} {
		if v[feature] != want {
			t.Errorf("all questions: %s = %v, want %v", Names()[feature], v[feature], want)
		}
	}
	v = m.Of(page("# INT. A - DAY\nHe waits.\n@A\n> Tell me.\n@B\n> Tell you?")).Vector
	if v[DialogueBalance] != 1 || v[IntRatio] != 1 || v[LocationDiversity] != 1 {
		t.Errorf("two equal parts in one room: %v", v)
	}
	rise := m.Of(page(strings.Repeat("Hate this. ", 200) + strings.Repeat("Love this. ", 200))).Vector
	if rise[SentimentArcSlope] <= 0 || rise[SentimentVolatility] <= 0 {
		t.Errorf("from hate to love: slope %v, volatility %v", rise[SentimentArcSlope], rise[SentimentVolatility])
	}
	flat := m.Of(page(strings.Repeat("Love this. ", 400))).Vector
	if flat[SentimentArcSlope] != 0 || flat[SentimentVolatility] != 0 || flat[SentimentMean] <= 0 {
		t.Errorf("always love: %v", flat)
	}
}

func TestTheMeanOfTheSegmentsIsTheMood(t *testing.T) {
	r := meter(t).Of(page(draft(rand.New(rand.NewPCG(2, 9)), 40)))
	sum := 0.0
	for _, mood := range r.Segments {
		sum += mood / Segments
	}
	if math.Abs(sum-r.Vector[SentimentMean]) > 1e-4 {
		t.Errorf("segments average %v, the script %v", sum, r.Vector[SentimentMean])
	}
}

func TestAnyScriptIsSane(t *testing.T) { // REQ S-10
	m := meter(t)
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 6))
		sane(t, m.Of(page(draft(rng, rng.IntN(80)))), "a random draft")
	}
}

func TestTheSameScriptMeasuresTheSame(t *testing.T) { // REQ S-28
	text := draft(rand.New(rand.NewPCG(8, 8)), 60)
	one, other := NewMeter(), NewMeter()
	want := one.Of(page(text))
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			m := one
			if i%2 == 1 {
				m = other
			}
			r := m.Of(page(text))
			if !reflect.DeepEqual(r.Vector, want.Vector) || !reflect.DeepEqual(r.Scenes, want.Scenes) ||
				!reflect.DeepEqual(r.Characters, want.Characters) || !reflect.DeepEqual(r.Influences(), want.Influences()) {
				t.Error("measured again it differs")
			}
		})
	}
	wait.Wait()
}

func BenchmarkMeter(b *testing.B) {
	s := page(draft(rand.New(rand.NewPCG(1, 1)), 680)) // 180 kB, a script of 120 pages
	m := NewMeter()
	b.SetBytes(int64(len(s.Source)))
	b.ReportAllocs()
	for b.Loop() {
		m.Of(s)
	}
}

// The longest text that is accepted, of words that all differ.
func BenchmarkHostileText(b *testing.B) {
	text := &strings.Builder{}
	for i := 0; text.Len() < 5<<20; i++ {
		text.WriteString("# INT. A - DAY\n")
		for j := range 500 {
			text.WriteString(strconv.FormatInt(int64(1e6+500*i+j), 36))
			text.WriteByte(' ')
		}
		text.WriteByte('\n')
	}
	s := page(text.String())
	m := NewMeter()
	b.ReportAllocs()
	for b.Loop() {
		m.Of(s).Influences()
	}
}

func BenchmarkNewMeter(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		NewMeter()
	}
}
