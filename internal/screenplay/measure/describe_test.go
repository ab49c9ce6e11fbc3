package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestScenesAreEvidence(t *testing.T) {
	s := page(ferry)
	r := meter(t).Of(s)
	if len(r.Scenes) != 4 {
		t.Fatalf("%d scenes", len(r.Scenes))
	}
	share := 4.0 / float64(r.Words.Film()) // what stands before the first
	for i, scene := range r.Scenes {
		text := s.Source[scene.Start:scene.End]
		if want := "# " + scene.Heading; len(text) < len(want) || text[:len(want)] != want {
			t.Errorf("scene %d is %q from %d to %d", i, text, scene.Start, scene.End)
		}
		if math.Abs(scene.Position-share) > 1e-9 {
			t.Errorf("scene %d stands at %v, not %v", i, scene.Position, share)
		}
		share += scene.Share
	}
	if math.Abs(share-1) > 1e-9 {
		t.Errorf("the shares sum to %v", share)
	}
	first := r.Scenes[0]
	if first.Words != (Words{Dialogue: 12, Action: 10, Apparatus: 6}) || first.Speeches != 2 || first.Questions != 1 ||
		first.Exclamations != 1 || first.Strong != 1 || first.Lines != 3 {
		t.Errorf("the first scene is %+v", first)
	}
	if names := r.names(first.Characters); !slices.Equal(names, []string{"anna", "boris"}) {
		t.Errorf("in the first scene speak %v", names)
	}
	if r.Scenes[1].Sentiment <= 0 || r.Scenes[2].Sentiment >= 0 {
		t.Errorf("a beautiful safe ship %v, a dead one %v", r.Scenes[1].Sentiment, r.Scenes[2].Sentiment)
	}
}

func (r *Report) names(places []int) []string {
	var names []string
	for _, i := range places {
		names = append(names, r.Characters[i].Name)
	}
	return names
}

func TestCharacters(t *testing.T) {
	r := meter(t).Of(page(ferry))
	want := []Character{
		{Name: "anna", Speeches: 3, Words: 20, Share: 20.0 / 32, Scenes: 2, First: 0, Last: 1},
		{Name: "boris", Speeches: 2, Words: 9, Share: 9.0 / 32, Scenes: 2, First: 0, Last: 2},
		{Name: "carla", Speeches: 1, Words: 3, Share: 3.0 / 32, Scenes: 1, First: 2, Last: 2},
	}
	if len(r.Characters) != len(want) {
		t.Fatalf("%+v", r.Characters)
	}
	for i, c := range r.Characters {
		if c.From > c.To || c.From <= 0 || c.To >= 1 {
			t.Errorf("%s speaks from %v to %v", c.Name, c.From, c.To)
		}
		c.From, c.To = 0, 0
		if c != want[i] {
			t.Errorf("%+v, want %+v", c, want[i])
		}
	}
}

func TestWhoSpeaksBeforeTheFirstHeading(t *testing.T) {
	r := meter(t).Of(page("@ANNA\n> Before.\n# INT. A - DAY\n@ANNA\n> After.\n@BORIS\n> Now."))
	anna := r.Characters[0]
	if anna.Name != "anna" || anna.First != -1 || anna.Last != 0 || anna.From != 0 || anna.Scenes != 1 {
		t.Errorf("%+v", anna)
	}
}

func TestThreeActs(t *testing.T) {
	m := meter(t)
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 3))
		r := m.Of(page(draft(rng, 3+rng.IntN(100))))
		if len(r.Acts) != 3 {
			t.Fatalf("%d acts", len(r.Acts))
		}
		words := 0
		for i, act := range r.Acts {
			if act.Number != i+1 || act.Scenes < 1 || i > 0 && act.First != r.Acts[i-1].Last {
				t.Fatalf("script %d: acts %+v", seed, r.Acts)
			}
			words += act.Words.Film()
		}
		inside := 0
		for _, scene := range r.Scenes {
			inside += scene.Words.Film()
		}
		if r.Acts[0].First != 0 || r.Acts[2].Last != len(r.Scenes) || words != inside {
			t.Errorf("script %d: acts %+v leave scenes out", seed, r.Acts)
		}
	}
	if r := m.Of(page("# INT. A - DAY\nA.\n# INT. B - DAY\nB.")); r.Acts != nil {
		t.Error("two scenes have acts")
	}
	if r := m.Of(page("# A\n# B\n# C\n# D")); r.Acts != nil {
		t.Error("scenes without words have acts")
	}
}

func TestCharactersAreRankedByWords(t *testing.T) {
	r := meter(t).Of(page(draft(rand.New(rand.NewPCG(4, 4)), 50)))
	words := func(c Character) float64 { return float64(c.Words) }
	if len(r.Characters) < 5 || !ranked(r.Characters, words) {
		t.Errorf("%+v", r.Characters)
	}
	if want := ratio(r.Characters[0].Words, r.Words.Dialogue); math.Abs(want-r.Vector[LeadShare]) > 1e-4 {
		t.Errorf("lead_share %v, the first has %v", r.Vector[LeadShare], want)
	}
}
