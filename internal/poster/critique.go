package poster

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kinodex/internal/poster/vision"
)

// Critique is what a reading means for whoever makes the poster. All of it follows
// from the reading by the rules in this file and prose.go; no language model has a
// part in it, and nothing of it was fitted to how films fared.
type Critique struct {
	// Text is the reading in sentences.
	Text        string
	Marketing   Marketing
	Suggestions []Suggestion
}

// Marketing is how well a poster does what posters are for, by stated formulas.
// Parts are in the order of the enum, without those that cannot be told; their weights sum
// to 1 but for rounding.
type Marketing struct {
	Score float64         `json:"score" minimum:"0" maximum:"100" doc:"The weighted mean of the parts."`
	Parts []MarketingPart `json:"parts" doc:"Those that can be told of the picture."`
	Note  string          `json:"note"`
}

// MarketingPart is one of its parts.
type MarketingPart struct {
	Name   string  `json:"name" enum:"attention,thumbnail_title,genre_clarity,human_presence"`
	Score  float64 `json:"score" minimum:"0" maximum:"100"`
	Weight float64 `json:"weight" minimum:"0" maximum:"1" doc:"Its share of the whole."`
	Why    string  `json:"why" doc:"The measurement behind it."`
}

// Suggestion is something that would make a score better.
type Suggestion struct {
	Aspect  string `json:"aspect" enum:"legibility,focus,balance,harmony,clarity,contrast,text,thumbnail_title,space,resolution,proportions"`
	Text    string `json:"suggestion"`
	Because string `json:"because" doc:"The measurement behind it."`
}

// Criticise applies the rules to a reading.
// It is a pure function: equal readings give equal text, scores and order. Suggestions is
// never nil; at most mostSuggestions. r is not changed.
func Criticise(r *vision.Reading) Critique {
	return Critique{Text: prose(r), Marketing: marketing(r), Suggestions: suggestions(r)}
}

const marketingNote = "By stated formulas over the reading, not fitted to sales or to taste; docs/api/posters.md has them."

// marketing weighs what can be told: attention 0.35, the title at thumbnail size
// 0.3, clarity of genre 0.2, people 0.15. The weights of what cannot be told are
// shared out among the rest.
// Parts have one decimal and weights three; the total is of parts rounded already. There
// are two to four parts: attention and people can always be told.
func marketing(r *vision.Reading) Marketing {
	p, c := &r.Palette, &r.Composition
	attention := 100 * (0.4*share(p.Contrast/0.85) + 0.3*share(p.Colorfulness/82) + 0.3*share(c.FocusStrength))
	m := Marketing{Note: marketingNote, Parts: []MarketingPart{
		{"attention", attention, 0.35, fmt.Sprintf("contrast %.2f, colourfulness %.0f, focus %.2f", p.Contrast, p.Colorfulness, c.FocusStrength)},
	}}
	if px, ok := thumbnailTitle(r); ok {
		m.Parts = append(m.Parts, MarketingPart{"thumbnail_title", 100 * share((px-4)/(legible-4)), 0.3,
			fmt.Sprintf("the tallest letters are %.1f pixels high on a picture %d pixels high", px, Mini.Height)})
	}
	if len(r.GenreSignals) > 0 {
		g := r.GenreSignals[0]
		m.Parts = append(m.Parts, MarketingPart{"genre_clarity", 100 * share(g.Score), 0.2, fmt.Sprintf("%s is announced with %.2f", g.Genre, g.Score)})
	}
	tallest := 0.0
	for _, f := range r.Faces {
		tallest = max(tallest, f.H)
	}
	m.Parts = append(m.Parts, MarketingPart{"human_presence", 100 * share(tallest/0.25), 0.15, people(len(r.Faces), tallest)})
	weights, sum := 0.0, 0.0
	for _, part := range m.Parts {
		weights += part.Weight
	}
	for i := range m.Parts {
		part := &m.Parts[i]
		part.Score, part.Weight = rounded(part.Score, 1), part.Weight/weights
		sum += part.Score * part.Weight
		part.Weight = rounded(part.Weight, 3)
	}
	m.Score = rounded(sum, 1)
	return m
}

// people says how many faces there are and how tall the tallest is, of the height.
func people(n int, tallest float64) string {
	switch n {
	case 0:
		return "no frontal face was found"
	case 1:
		return fmt.Sprintf("one face, %.0f %% of the height", 100*tallest)
	}
	return fmt.Sprintf("%d faces, the tallest %.0f %% of the height", n, 100*tallest)
}

// legible is how many pixels high letters are that one reads without effort.
const legible = 12

// thumbnailTitle is how many pixels high the tallest letters are on a mini.
// In pixels of Mini; false without lettering or without a size.
func thumbnailTitle(r *vision.Reading) (px float64, ok bool) {
	if r.Text.Height == nil || r.Size.Height < 1 || r.Size.Width < 1 {
		return 0, false
	}
	// As high as the mini is, in the picture's own proportions.
	high := min(float64(Mini.Height), float64(Mini.Width)*float64(r.Size.Height)/float64(r.Size.Width))
	return *r.Text.Height * high, true
}

// share clamps a value to [0, 1]; a value that is no number counts as 0.
func share(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, 0), 1)
}

// mostSuggestions is how many are made.
const mostSuggestions = 6

// improvements are what to do about a part of the design score.
var improvements = map[string]string{
	"legibility": "Set the title larger, or on a calmer ground that contrasts with it.",
	"focus":      "Give the eye one place to land: enlarge, light or isolate the main subject.",
	"balance":    "Move weight towards the lighter side, or leave that side calm on purpose.",
	"harmony":    "Reduce the palette to a few related colours and one accent.",
	"clarity":    "Take elements away until the subject stands out from what surrounds it.",
}

// good is the score from which a part needs no suggestion.
const good = 60

// suggestions are made for what falls short, by how far it does.
// Equal shortfalls keep the order of the rules. Thresholds stand here and in
// docs/api/posters.md.
func suggestions(r *vision.Reading) []Suggestion {
	type weightedSuggestion struct {
		Suggestion
		short float64 // 0 to 1
	}
	var all []weightedSuggestion
	say := func(short float64, aspect, text, because string, args ...any) {
		all = append(all, weightedSuggestion{Suggestion{aspect, text, fmt.Sprintf(because, args...)}, share(short)})
	}
	for _, p := range r.DesignQuality.Parts {
		if text, ok := improvements[p.Name]; ok && p.Score < good {
			say((good-p.Score)/good, p.Name, text, "%s scores %.0f of 100: %s", p.Name, rounded(p.Score, 0), p.Why)
		}
	}
	if px, ok := thumbnailTitle(r); ok && px < legible {
		say((legible-px)/legible, "thumbnail_title", "Make the title larger: most people meet a poster as a thumbnail.",
			"its letters are %.1f pixels high on a picture %d pixels high; from %d they read without effort", px, Mini.Height, legible)
	}
	if l := r.Typography; l != nil && l.Contrast > 0 && l.Contrast < 4.5 {
		say((4.5-l.Contrast)/4.5, "contrast", "Lighten or darken the lettering against its ground.",
			"the contrast ratio of the largest lettering is about %.1f; 4.5 is the least for text (WCAG 2)", l.Contrast)
	}
	if r.Text.Area > 0.25 {
		say((r.Text.Area-0.25)/0.25, "text", "Cut the lettering: let the picture speak.", "about %.0f %% of the picture is lettering", 100*r.Text.Area)
	}
	if calm := r.Composition.NegativeSpace; calm < 0.15 {
		say((0.15-calm)/0.15, "space", "Leave some of the picture empty, so that the rest is seen.", "only %.0f %% of the picture is calm", 100*calm)
	}
	if s := r.Size; s.Width < 600 || s.Height < 900 {
		say(1-float64(min(s.Width*3, s.Height*2))/1800, "resolution", "Deliver a larger picture, 1000×1500 pixels or more.", "the picture has %d×%d pixels", s.Width, s.Height)
	}
	if a := r.Size.AspectRatio; a > 0 && (a < 0.62 || a > 0.75) {
		say(math.Abs(math.Log(a*1.5)), "proportions", "Use the proportions of a one-sheet, about 2:3, or it will be cropped where films are listed.", "width over height is %.2f", a)
	}
	slices.SortStableFunc(all, func(a, b weightedSuggestion) int { return cmp.Compare(b.short, a.short) })
	made := []Suggestion{}
	for _, w := range all[:min(len(all), mostSuggestions)] {
		made = append(made, w.Suggestion)
	}
	return made
}
