package measure

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

// The series of a script add up to its features.
func TestSeriesAddUpToTheFeatures(t *testing.T) {
	r := meter(t).Of(page(ferry))
	s := r.Series()
	if !s.Whole() || len(s.SceneWords) != len(r.Scenes) {
		t.Fatalf("%+v", s)
	}
	dialogue, mood := 0.0, 0.0
	for i := range s.Sentiment {
		dialogue += s.DialogueRatio[i] / Segments
		mood += s.Sentiment[i] / Segments
		if s.DialogueRatio[i] < 0 || s.DialogueRatio[i] > 1 || s.Speakers[i] < 0 || s.Speakers[i] > len(r.Characters) {
			t.Errorf("part %d: dialogue %v, %d speakers", i, s.DialogueRatio[i], s.Speakers[i])
		}
	}
	if math.Abs(dialogue-r.Vector[DialogueRatio]) > 0.001 || math.Abs(mood-r.Vector[SentimentMean]) > 0.001 {
		t.Errorf("dialogue %v and mood %v of the parts, %v and %v of the whole", dialogue, mood, r.Vector[DialogueRatio], r.Vector[SentimentMean])
	}
	words, acts := 0, 0.0
	for i, n := range s.SceneWords {
		words += n
		if s.SceneSetting(i) != r.Scenes[i].Setting {
			t.Errorf("scene %d: setting %v, want %v", i, s.SceneSetting(i), r.Scenes[i].Setting)
		}
	}
	for _, share := range s.ActShares {
		acts += share
	}
	if got := float64(words) / float64(len(s.SceneWords)); math.Abs(got-r.Vector[AvgSceneLen]) > 0.05 || len(s.ActShares) != 3 || acts > 1.002 {
		t.Errorf("%v words a scene, acts %v", got, s.ActShares)
	}
}

// Who speaks in a part is counted once there, where the speech begins.
func TestSpeakersOfAPart(t *testing.T) {
	r := meter(t).Of(page("# INT. A - DAY\n" + strings.Repeat("@ANN\n> One two three four five six seven eight nine ten.\n@BEN\n> One two three four five six seven eight nine ten.\n", 2)))
	want := make([]int, Segments)
	want[0], want[5], want[10], want[15] = 1, 1, 1, 1
	s := r.Series()
	if !reflect.DeepEqual(s.Speakers, want) {
		t.Errorf("speakers %v", s.Speakers)
	}
	for i, share := range s.DialogueRatio {
		if share != 1 {
			t.Errorf("part %d is dialogue by %v", i, share)
		}
	}
}

// A script without words has a series without sense, but whole, and it comes back as it was.
func TestSeriesOfNothing(t *testing.T) {
	s := meter(t).Of(&screenplay.Script{}).Series()
	if !s.Whole() {
		t.Errorf("%+v", s)
	}
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var again Series
	if err := json.Unmarshal(b, &again); err != nil || !again.Whole() || !reflect.DeepEqual(&again, s) {
		t.Errorf("%s came back as %+v, %v", b, again, err)
	}
	again.Speakers = again.Speakers[1:]
	if again.Whole() {
		t.Error("a part is missing, and the series is whole")
	}
}
