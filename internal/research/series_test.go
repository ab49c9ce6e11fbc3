package research

import (
	"errors"
	"reflect"
	"testing"

	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// The series of a script are served as they were measured; of one that was measured without
// them there are none.
func TestSeriesAreServedAsTheyWereMeasured(t *testing.T) {
	films, scripts := sample(3)
	for i := range 2 {
		s := &measure.Series{
			Sentiment: make([]float64, measure.Segments), DialogueRatio: make([]float64, measure.Segments), Speakers: make([]int, measure.Segments),
			ActShares: []float64{0.25, 0.5, 0.25}, SceneWords: []int{120, 7 + i, 0}, SceneSettings: "IE-",
		}
		s.Sentiment[3], s.DialogueRatio[4], s.Speakers[5] = -0.125, 0.5, 3+i
		scripts[i].Series = s
	}
	x := shelve(t, films, scripts)
	for i, m := range scripts {
		s, err := x.Series(m.Film)
		if err != nil || !reflect.DeepEqual(s, m.Series) {
			t.Errorf("script %d: %+v, %v, want %+v", i, s, err, m.Series)
		}
	}
	if s, err := x.Series(9); s != nil || err != nil {
		t.Errorf("no script: %+v, %v", s, err)
	}
	x.series = append([]byte("}"), x.series[1:]...)
	damaged := false
	for _, m := range scripts {
		_, err := x.Series(m.Film)
		damaged = damaged || errors.Is(err, pack.ErrDamaged)
	}
	if !damaged {
		t.Error("what cannot be read was not noticed")
	}
}

// REQ S-45: what a script does not have is nil in answers.
func TestSeriesAreToldAsAnswers(t *testing.T) {
	if s := SeriesOf(nil); s != nil {
		t.Errorf("of nothing: %+v", s)
	}
	s := SeriesOf(&measure.Series{Speakers: []int{2}, ActShares: []float64{0.3, 0.4, 0.3}, SceneWords: []int{5, 6, 7, 8}, SceneSettings: "IEB-"})
	inside, outside, both := "interior", "exterior", "both"
	want := []MeasuredScene{{5, &inside}, {6, &outside}, {7, &both}, {8, nil}}
	if !reflect.DeepEqual(s.Scenes, want) || len(s.ActShares) != 3 || s.Speakers[0] != 2 {
		t.Errorf("four scenes: %+v", s)
	}
	if s := SeriesOf(&measure.Series{ActShares: []float64{}}); s.Scenes != nil || s.ActShares != nil {
		t.Errorf("no scene: %+v", s)
	}
}
