package slate

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"kinodex/internal/fault"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/tiermodel"
)

const ferry = "Title: The\n  Last Ferry\nAuthor: T. W.\n\nINT. HARBOUR - DAY\n\nRain.\n\nASE\nIs it late?\n"

func TestARowSaysWhatTheAnalysisSays(t *testing.T) {
	for _, c := range []struct {
		name   string
		text   string
		votes  [tiermodel.Classes]int
		within bool
		f1     float64
		lead   int
		want   Trust
	}{
		{"a hint", ferry, [...]int{300, 120, 92}, true, 0.42, 180, TrustHint},
		{"next to equal", ferry, [...]int{200, 190, 122}, true, 0.42, 10, TrustEqual},
		{"unlike the set", ferry, [...]int{300, 120, 92}, false, 0.42, 180, TrustNone},
		{"a model that guesses", ferry, [...]int{300, 120, 92}, true, 0.34, 180, TrustNone},
		{"no headings", "ASE\nIs it late?\n\nNo.\n", [...]int{300, 120, 92}, true, 0.42, 180, TrustNone},
		{"no dialogue", "INT. HARBOUR - DAY\n\nRain.\n", [...]int{300, 120, 92}, true, 0.42, 180, TrustNone},
	} {
		s, err := parse.File("a.fountain", []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		a := &research.Analysis{Votes: c.votes, Report: measure.NewMeter().Of(s)}
		a.PredictedClass, a.PredictedTier, a.Warnings, a.WhatMoves.WithinRange = "High", "S/A", []string{"short"}, c.within
		a.Form = "screenplay"
		a.Features.SceneCount, a.Comparisons.SceneCount.PercentileApprox = 3, 12.5
		model := &research.ModelCard{MacroF1: c.f1, Evaluation: research.Evaluation{MacroF1OfChance: 0.3333}}
		row := NewRow("a/b.txt", s, a, model)
		if row.Trust != c.want || row.Lead != c.lead || row.Votes.High != c.votes[0] {
			t.Errorf("%s: %+v", c.name, row.Standing)
		}
		if row.Path != "a/b.txt" || row.Error != nil || *row.Class != "High" || *row.Tier != "S/A" || row.Features.SceneCount != 3 || row.Percentiles.SceneCount != 12.5 ||
			row.Pages <= 0 || !row.PagesEstimated || row.MacroF1 != c.f1 || len(row.Warnings) != 1 {
			t.Errorf("%s: %+v", c.name, row.Standing)
		}
		if c.text == ferry && (row.Title == nil || *row.Title != "The Last Ferry" || row.Format != "fountain" || row.Form != "screenplay" || row.Scenes != 1 || row.Words != 4) {
			t.Errorf("%s: %+v", c.name, row.Standing)
		}
	}
}

// What is no screenplay has no class in a table, and nothing of it is to be relied on.
func TestARowOfProseHasNoClass(t *testing.T) {
	s := parse.Text(ferry)
	a := &research.Analysis{Votes: [...]int{300, 120, 92}, Report: measure.NewMeter().Of(s)}
	a.PredictedClass, a.PredictedTier, a.Form, a.WhatMoves.WithinRange = "High", "S/A", "prose", true
	row := NewRow("novel.txt", s, a, &research.ModelCard{MacroF1: 0.42, Evaluation: research.Evaluation{MacroF1OfChance: 0.3333}})
	if row.Class != nil || row.Tier != nil || row.Form != "prose" || row.Trust != TrustNone {
		t.Errorf("%+v", row.Standing)
	}
}

func TestReasonsNameNoFile(t *testing.T) {
	_, absent := os.Open("/absent/file.txt")
	for _, c := range []struct {
		err  error
		want string
	}{
		{absent, "no such file or directory"},
		{fmt.Errorf("read: %w", fault.New(fault.TooLarge, "text may have at most %d bytes", 5)), "text may have at most 5 bytes"},
		{errors.New("other"), "other"},
	} {
		row := Failed("a.txt", c.err)
		if row.Error == nil || *row.Error != c.want || row.Standing != nil || row.Path != "a.txt" {
			t.Errorf("%v: %+v", c.err, row)
		}
	}
}
