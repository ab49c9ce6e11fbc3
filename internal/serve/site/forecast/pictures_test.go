package forecast

import (
	"strings"
	"testing"

	"kinodex/internal/forecast"
)

// A film of 1972 that cost six million stands beside a project of 2027 as one that cost 46.
func TestComparablesStandInTheDollarsOfTheProject(t *testing.T) {
	cost, took, asked, estimate := int64(6_000_000), int64(250_341_816), 40_000_000.0, int64(100_000_000)
	o := &forecast.Outcome{
		Project:     forecast.ProjectEcho{Title: "The Brass Key", Budget: &asked},
		Prediction:  forecast.Prediction{AsOf: 2027, Gross: &estimate},
		Comparables: []forecast.Comparable{{ID: 68646, Title: "The Godfather", Year: 1972, Budget: &cost, Gross: &took, Effect: -166_239}},
	}
	picture := comparablesPicture(o, "")
	if p := picture.Points[1]; p.X != 46_200_000 || p.Y != 1_930_000_000 {
		t.Errorf("drawn at %v and %v", p.X, p.Y)
	}
	if picture.Points[0].X != asked || picture.X.Unit != "US dollars of 2025" || picture.Y.Unit != picture.X.Unit {
		t.Errorf("the project at %v, axes in %s and %s", picture.Points[0].X, picture.X.Unit, picture.Y.Unit)
	}
	var told []string
	shown := comparables(o)
	for i, c := range shown.Rows[0] {
		told = append(told, shown.Columns[i].Heading()+": "+c.Text)
	}
	row := strings.Join(told, "\n")
	for _, want := range []string{"Budget (US dollars of 2025): $46,200,000", "Worldwide gross (US dollars of 2025): $1,930,000,000", "estimate would be nearly the same"} {
		if !strings.Contains(row, want) {
			t.Errorf("no %q in\n%s", want, row)
		}
	}
}

func TestAFilmsEffectOnTheEstimateIsASentence(t *testing.T) {
	estimate := int64(100_000_000)
	o := &forecast.Outcome{Prediction: forecast.Prediction{Gross: &estimate}}
	for by, want := range map[int64]string{
		0:          "nearly the same",
		-400_000:   "nearly the same",
		-5_000_000: "about $5M higher",
		2_500_000:  "about $2.5M lower",
	} {
		if told := effect(o, &forecast.Comparable{Effect: by}); !strings.Contains(told, want) {
			t.Errorf("%d: %s", by, told)
		}
	}
}
