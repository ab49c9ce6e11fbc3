package forecast

import (
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/forecast"
	"kinodex/internal/serve/site/part"
)

// A film of 1972 that cost six million stands beside a project of 2027 as one that cost 46.
func TestComparablesStandInTheDollarsOfTheProject(t *testing.T) {
	cost, took, asked, estimate := int64(6_000_000), int64(250_341_816), 40_000_000.0, int64(100_000_000)
	o := &forecast.Outcome{
		Project:     forecast.ProjectEcho{Title: "The Brass Key", Budget: &asked},
		Prediction:  forecast.Prediction{AsOf: 2027, Gross: &estimate},
		Comparables: []forecast.Comparable{{Reasons: []string{"One.", "Two.", "Three."}, ID: 68646, Title: "The Godfather", Year: 1972, Budget: &cost, Gross: &took, Effect: -166_239}},
	}
	o = o.Priced()
	s := &view{has: func(film.ID) bool { return true }}
	picture := s.comparablesPicture(o)
	if p := picture.Points[1]; p.X != 46_200_000 || p.Y != 1_930_000_000 {
		t.Errorf("drawn at %v and %v", p.X, p.Y)
	}
	if picture.Points[0].X != asked || picture.X.Unit != part.RealDollars || picture.Y.Unit != picture.X.Unit {
		t.Errorf("the project at %v, axes in %s and %s", picture.Points[0].X, picture.X.Unit, picture.Y.Unit)
	}
	var told []string
	shown := s.comparables(app.Scenario{Outcome: o, Brief: &forecast.Brief{Pinned: []forecast.Chosen{{ID: 68646}}}})
	for i, c := range shown.Rows[0] {
		told = append(told, shown.Columns[i].Heading()+": "+c.Text)
	}
	row := strings.Join(told, "\n")
	for _, want := range []string{"Budget (" + part.RealDollars + "): $46.2M", "Worldwide gross (" + part.RealDollars + "): $1.93B", "estimate of the gross: Hardly any.", "Why: Pinned. One. Two.\n"} {
		if !strings.Contains(row, want) {
			t.Errorf("no %q in\n%s", want, row)
		}
	}
}

func TestAFilmsEffectOnTheEstimateIsASentence(t *testing.T) {
	estimate := int64(100_000_000)
	o := &forecast.Outcome{Prediction: forecast.Prediction{Gross: &estimate}}
	for by, want := range map[int64]string{
		0:          "Hardly any",
		-400_000:   "Hardly any",
		-5_000_000: "about $5M higher",
		2_500_000:  "about $2.5M lower",
	} {
		if told := effect(o, &forecast.Comparable{Effect: by}, by != 0); !strings.Contains(told, want) {
			t.Errorf("%d: %s", by, told)
		}
	}
}

// The caution on every forecast has the figures of the evaluation card (REQ F2-112).
func TestTheCautionIsTheCards(t *testing.T) {
	card, err := os.ReadFile("../../../../docs/cards/forecast.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{fmt.Sprintf("| MAE of ln(gross) | %.3f |", cardError), fmt.Sprintf("| 80 %% intervals hold, all | %.3f |", cardCoverage)} {
		if !strings.Contains(string(card), row) {
			t.Errorf("the card has no row %q", row)
		}
	}
	if told := caution(); !strings.Contains(told, "by a factor of 2.3 on average, and 80% of the films") {
		t.Error(told)
	}
}

// What a reader chose stands in the address as ids, however it was typed, and is bounded.
func TestFilmsAreChosenByIdOrAddress(t *testing.T) {
	for typed, want := range map[string][]film.ID{
		"tt0041959, TT68646,tt0041959":                                          {41959, 68646},
		"https://kinodex.example/films/tt0041959-the-third-man-1949, tt0000007": {41959, 7},
		"": nil,
	} {
		if got, err := films(url.Values{"pinned": {typed}}, "pinned"); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", typed, got, err)
		}
	}
	var many []string
	for i := range forecast.MostChosen + 1 {
		many = append(many, film.ID(i+1).String())
	}
	for _, typed := range []string{"Heat", "tt0", "/films/", strings.Join(many, ",")} {
		if _, err := films(url.Values{"removed": {typed}}, "removed"); fault.From(err).Param != "removed" {
			t.Errorf("%q: %v", typed, err)
		}
	}
	tidy, changed := tidied(url.Values{"title": {"X"}, "removed": {"tt1", " tt2", ""}})
	if !changed || tidy.Get("removed") != "tt1,tt2" || len(tidy["removed"]) != 1 {
		t.Errorf("%v", tidy)
	}
	if again, changed := tidied(tidy); changed {
		t.Errorf("%v becomes %v", tidy, again)
	}
}

// A misspelt name is replaced where it stands: in the scenario that states it, or in the first.
func TestAMisspeltNameIsReplacedWhereItStands(t *testing.T) {
	q := url.Values{"title": {"X"}, "cast": {"Orson Wels, Alida Valli"}, "2.director": {"Carol Red"}}
	for _, c := range []struct {
		scenario int
		m        misspelt
		want     string
	}{
		{1, misspelt{name: "Orson Wels", field: "cast", meant: "Orson Welles"}, "/forecast?2.director=Carol+Red&cast=Orson+Welles%2C+Alida+Valli&title=X"},
		{2, misspelt{name: "Orson Wels", field: "cast", meant: "Orson Welles"}, "/forecast?2.director=Carol+Red&cast=Orson+Welles%2C+Alida+Valli&title=X"},
		{2, misspelt{name: "Carol Red", field: "director", meant: "Carol Reed"}, "/forecast?2.director=Carol+Reed&cast=Orson+Wels%2C+Alida+Valli&title=X"},
	} {
		if got := respelt(q, c.scenario, c.m); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	if q.Get("cast") != "Orson Wels, Alida Valli" {
		t.Error("the query changed")
	}
}
