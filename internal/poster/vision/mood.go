package vision

import (
	"cmp"
	"fmt"
	"slices"
)

const (
	maxMoodWords    = 4
	minMoodStrength = 0.35 // strength below which a word is not said
)

// rule is a mood word, how strongly the reading earns it (0 to 1), and the
// measurement to say so with.
type rule struct {
	word     string
	strength float64
	because  string
}

// deriveMood derives the mood. Valence and energy are pleasure and arousal by the
// regressions of Valdez and Mehrabian (1994) on brightness B and saturation S,
// P = 0.69·B + 0.22·S and A = −0.31·B + 0.60·S, brought to [-1, 1] over the
// range that B and S allow; edges add to energy, since they measured plain
// colours only.
// Words and Because are never nil and of one length. It needs the palette, edges,
// composition and faces to be set, and reads no clock and no picture.
func (a *Reading) deriveMood() Mood {
	p := &a.Palette
	b, s := p.Brightness, min(p.Saturation*2, 1)
	busy := ramp(a.EdgeDensity, 0.11, 0.37)
	valence := 2*(0.69*b+0.22*s)/0.91 - 1
	energy := 2*((-0.31*b+0.60*s+0.31)/0.91*0.5+0.5*busy) - 1
	m := Mood{
		Valence: round(min(max(valence, -1), 1), 4), Energy: round(min(max(energy, -1), 1), 4),
		Words: []string{}, Because: []string{},
	}
	rules := a.moodRules(busy)
	slices.SortStableFunc(rules, func(x, y rule) int { return cmp.Compare(y.strength, x.strength) })
	for _, r := range rules {
		if r.strength >= minMoodStrength && len(m.Words) < maxMoodWords {
			m.Words = append(m.Words, r.word)
			m.Because = append(m.Because, r.because)
		}
	}
	return m
}

// moodRules are all words with their strengths: each the least of the ramps
// that make it, so that a word needs all of its grounds.
func (a *Reading) moodRules(busy float64) []rule {
	p, c := &a.Palette, &a.Composition
	dark, bright := ramp(p.Brightness, 0.36, 0.12), ramp(p.Brightness, 0.55, 0.8)
	contrast, soft := ramp(p.Contrast, 0.65, 1), ramp(p.Contrast, 0.65, 0.4)
	vivid, muted := ramp(p.Colorfulness, 45, 100), ramp(p.Colorfulness, 40, 10)
	warm, cool := ramp(p.Warmth, 0.35, 0.9), ramp(p.Warmth, -0.15, -0.8)
	calm, empty := 1-busy, ramp(c.NegativeSpace, 0.14, 0.5)
	colored := ramp(p.Saturation, 0.04, 0.12)
	face := 0.0
	for _, f := range a.Faces {
		face = max(face, f.W*f.Score)
	}
	gray := 0.0
	if p.Grayscale {
		gray = 1
	}
	return []rule{
		{"dark", dark, fmt.Sprintf("brightness %.2f", p.Brightness)},
		{"bright", bright, fmt.Sprintf("brightness %.2f", p.Brightness)},
		{"dramatic", min(contrast, ramp(c.FocusStrength, 0.3, 0.65)), fmt.Sprintf("contrast %.2f with %.0f %% of the weight at one place", p.Contrast, 100*c.FocusStrength)},
		{"ominous", min(dark, ramp(p.Warmth, 0.4, -0.2), muted), fmt.Sprintf("brightness %.2f without warmth (%.2f) or vivid colour", p.Brightness, p.Warmth)},
		{"tense", min(ramp(p.Brightness, 0.5, 0.2), contrast, ramp(a.EdgeDensity, 0.11, 0.25)), fmt.Sprintf("a dark ground with contrast %.2f and edges over %.0f %%", p.Contrast, 100*a.EdgeDensity)},
		{"gritty", min(ramp(p.Brightness, 0.55, 0.3), muted, busy), fmt.Sprintf("muted colour (colourfulness %.0f) and edges over %.0f %%", p.Colorfulness, 100*a.EdgeDensity)},
		{"vivid", min(vivid, colored), fmt.Sprintf("colourfulness %.0f", p.Colorfulness)},
		{"playful", min(ramp(p.Brightness, 0.48, 0.7), vivid, ramp(c.NegativeSpace, 0.7, 0.3)), fmt.Sprintf("brightness %.2f with colourfulness %.0f", p.Brightness, p.Colorfulness)},
		{"warm", min(warm, colored), fmt.Sprintf("warmth %.2f", p.Warmth)},
		{"cold", min(cool, colored), fmt.Sprintf("warmth %.2f", p.Warmth)},
		{"nostalgic", min(ramp(p.Warmth, 0.4, 0.8), ramp(p.Saturation, 0.24, 0.14), colored), fmt.Sprintf("faded warm colour: warmth %.2f, saturation %.2f", p.Warmth, p.Saturation)},
		{"serene", min(calm, empty, ramp(p.Brightness, 0.25, 0.5)), fmt.Sprintf("%.0f %% empty space and few edges", 100*c.NegativeSpace)},
		{"dreamy", min(soft, calm, ramp(p.Brightness, 0.35, 0.6)), fmt.Sprintf("contrast of only %.2f and soft edges", p.Contrast)},
		{"austere", min(max(gray, ramp(p.Colorfulness, 18, 6)), ramp(c.NegativeSpace, 0.15, 0.45)), fmt.Sprintf("next to no colour and %.0f %% empty space", 100*c.NegativeSpace)},
		{"intimate", ramp(face, 0.18, 0.5), fmt.Sprintf("a face as wide as %.0f %% of the picture", 100*widest(a.Faces))},
		{"busy", min(ramp(a.EdgeDensity, 0.2, 0.37), ramp(c.NegativeSpace, 0.15, 0.01)), fmt.Sprintf("edges over %.0f %% and little empty space", 100*a.EdgeDensity)},
	}
}

// widest is the width of the widest face.
// As a fraction of the picture's width; 0 without faces.
func widest(faces []Face) float64 {
	w := 0.0
	for _, f := range faces {
		w = max(w, f.W)
	}
	return w
}
