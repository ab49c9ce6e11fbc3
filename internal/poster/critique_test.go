package poster

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"kinodex/internal/poster/vision"
)

// REQ P-05, P-06: whatever the reading, the text reads and scores are in range.
func TestACritiqueOfAnyReading(t *testing.T) {
	draw := rand.New(rand.NewPCG(2, 2))
	readings := []*vision.Reading{{}, {Composition: vision.Composition{Summary: "é"}}}
	for range 300 {
		r := madeUp(draw)
		for range draw.IntN(4) {
			r.Faces = append(r.Faces, vision.Face{H: draw.Float64()})
		}
		if draw.IntN(2) == 0 {
			r.GenreSignals = []vision.GenreSignal{{Genre: "War", Score: draw.Float64()}}
			r.Era = &vision.Era{Decade: "1970s", Confidence: draw.Float64()}
		}
		readings = append(readings, r)
	}
	for _, r := range readings {
		c := Criticise(r)
		if strings.Contains(c.Text, "%!") || strings.Contains(c.Text, "  ") || strings.Contains(c.Text, "..") || !strings.HasSuffix(c.Text, ".") {
			t.Errorf("text %q", c.Text)
		}
		if !strings.Contains(c.Text, "no language model") {
			t.Error("the text does not say where it comes from")
		}
		sum := 0.0
		for _, p := range c.Marketing.Parts {
			sum += p.Weight
			if p.Score < 0 || p.Score > 100 || p.Why == "" {
				t.Errorf("%+v", p)
			}
		}
		if c.Marketing.Score < 0 || c.Marketing.Score > 100 || sum < 0.99 || sum > 1.01 {
			t.Errorf("%+v", c.Marketing)
		}
		if c.Suggestions == nil || len(c.Suggestions) > mostSuggestions {
			t.Errorf("%d suggestions", len(c.Suggestions))
		}
		for _, s := range c.Suggestions {
			if s.Text == "" || s.Because == "" || strings.Contains(s.Because, "%!") {
				t.Errorf("%+v", s)
			}
		}
		if _, err := json.Marshal(c); err != nil { // nothing infinite
			t.Error(err)
		}
	}
}

// What falls short is named, and what does not is not.
func TestSuggestionsFollowFromTheReading(t *testing.T) {
	high := 0.1
	fine := func() *vision.Reading {
		return &vision.Reading{
			Size: vision.Size{Width: 1000, Height: 1500, AspectRatio: 0.667}, Composition: vision.Composition{NegativeSpace: 0.4},
			Text: vision.Text{Area: 0.1, Height: &high}, Typography: &vision.Typography{Contrast: 9},
			DesignQuality: vision.Quality{Parts: []vision.QualityPart{{Name: "legibility", Score: 80}, {Name: "focus", Score: 90}}},
		}
	}
	if s := suggestions(fine()); len(s) != 0 {
		t.Errorf("a fine poster gets %+v", s)
	}
	for aspect, spoil := range map[string]func(*vision.Reading){
		"legibility":      func(r *vision.Reading) { r.DesignQuality.Parts[0].Score = 30 },
		"focus":           func(r *vision.Reading) { r.DesignQuality.Parts[1].Score = 59 },
		"thumbnail_title": func(r *vision.Reading) { low := 0.02; r.Text.Height = &low },
		"contrast":        func(r *vision.Reading) { r.Typography.Contrast = 2 },
		"text":            func(r *vision.Reading) { r.Text.Area = 0.4 },
		"space":           func(r *vision.Reading) { r.Composition.NegativeSpace = 0.02 },
		"resolution":      func(r *vision.Reading) { r.Size.Width, r.Size.Height = 300, 450 },
		"proportions":     func(r *vision.Reading) { r.Size.AspectRatio = 1.5 },
	} {
		r := fine()
		spoil(r)
		if s := suggestions(r); len(s) != 1 || s[0].Aspect != aspect {
			t.Errorf("%s: %+v", aspect, s)
		}
	}
}
