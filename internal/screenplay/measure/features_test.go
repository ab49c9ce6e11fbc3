package measure

import (
	"math"
	"slices"
	"testing"
)

func TestTwentyFeatures(t *testing.T) { // REQ S-05, S-06, S-08, S-09
	features := Features()
	if len(features) != 20 {
		t.Fatalf("%d features", len(features))
	}
	seen := map[string]bool{}
	order := []string{"structure", "dialogue", "character", "language", "emotion"}
	last := 0
	for i, f := range features {
		if seen[f.Name] {
			t.Errorf("%s twice", f.Name)
		}
		seen[f.Name] = true
		if f.Label == "" || f.Unit == "" || f.Range == "" || f.Formula == "" {
			t.Errorf("%s is not explained: %+v", f.Name, f)
		}
		at := slices.Index(order, f.Category)
		if at < last {
			t.Errorf("%s of category %q out of order", f.Name, f.Category)
		}
		last = at
		if n, ok := Index(f.Name); !ok || n != i {
			t.Errorf("Index(%s) = %d, %v, not %d", f.Name, n, ok, i)
		}
	}
	if _, ok := Index("charm"); ok {
		t.Error("an unknown feature has an index")
	}
	for _, name := range []string{"scene_count", "dialogue_ratio", "action_ratio", "avg_sentence_len",
		"vocab_richness", "vocabulary_richness", "sentiment_arc_slope"} {
		if !slices.Contains(Names(), name) {
			t.Errorf("%s is missing", name)
		}
	}
}

func TestFeaturesOfASmallScript(t *testing.T) { // REQ S-08, S-22
	r := meter(t).Of(page(ferry))
	// Counted by hand: words of action in each scene, of dialogue, of the
	// apparatus (headings, cues, the parenthetical).
	front, action := 4, []int{10, 10, 6, 6}
	dialogue := []int{4 + 4 + 4, 8 + 3 + 1, 4 + 1 + 3, 0}
	apparatus := []int{3 + 1 + 1 + 1, 4 + 1 + 2 + 1, 3 + 1 + 1, 4}
	sum := func(n []int) (total int) {
		for _, v := range n {
			total += v
		}
		return total
	}
	film := front + sum(action) + sum(dialogue)
	lens := []float64{22, 22, 14, 6}
	mean := 16.0
	variance := 0.0
	for _, l := range lens {
		variance += (l - mean) * (l - mean) / 4
	}
	parts := []float64{20, 9, 3}
	entropy := 0.0
	for _, p := range parts {
		entropy -= p / 32 * math.Log(p/32)
	}
	want := map[int]float64{
		SceneCount:        4,
		AvgSceneLen:       mean,
		SceneLenCV:        math.Sqrt(variance) / mean,
		IntRatio:          1.5 / 4,
		LocationDiversity: 3.0 / 4,
		DialogueRatio:     32 / float64(film),
		ActionRatio:       36 / float64(film+sum(apparatus)),
		AvgSpeechLen:      32.0 / 6, // Anna's two around the page number are one
		QuestionRatio:     3.0 / 9,
		ExclamationRatio:  2.0 / 9,
		CharacterCount:    1, // Anna
		LeadShare:         20.0 / 32,
		DialogueBalance:   entropy / math.Log(3),
		AvgSentenceLen:    float64(film) / 19,
		ProfanityRate:     1000.0 / 32,
	}
	for i, w := range want {
		f := Features()[i]
		scale := math.Pow10(f.Decimals)
		if w = math.Round(w*scale) / scale; r.Vector[i] != w {
			t.Errorf("%s = %v, want %v", f.Name, r.Vector[i], w)
		}
	}
	if r.Words.Film() != film || r.Words.Apparatus != sum(apparatus) {
		t.Errorf("words %+v, want %d of the film and %d of the apparatus", r.Words, film, sum(apparatus))
	}
}

func TestTheTwoVocabularyMeasuresDiffer(t *testing.T) { // REQ S-07
	r := meter(t).Of(page("# INT. HALL - DAY\n" + ferry + ferry + ferry))
	if r.Vector[VocabRichness] == r.Vector[VocabularyRichness] {
		t.Errorf("both are %v", r.Vector[VocabRichness])
	}
}

func TestVectorsAreRoundedOnce(t *testing.T) { // REQ S-29
	v := meter(t).Of(page(ferry)).Vector
	if again := v.rounded(decimals()); again != v {
		t.Errorf("rounding again changes %v to %v", v, again)
	}
	if z := (Vector{-0.00001}).rounded(decimals()); math.Signbit(z[0]) {
		t.Error("negative zero")
	}
}
