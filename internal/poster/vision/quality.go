package vision

import "fmt"

// Weights of the parts of the design score; they sum to 1. They are a
// convention, stated so that anyone can weigh the parts anew: no one's taste
// was fitted.
const (
	legibilityWeight = 0.25
	focusWeight      = 0.25
	balanceWeight    = 0.15
	harmonyWeight    = 0.15
	clarityWeight    = 0.20
)

// scoreDesign scores the design from what was read. fit is how well the colours
// follow a scheme, from tones.harmony. The bounds of the ramps are about the
// 5th and 95th percentile of real posters (docs/posters.md).
// Five parts in a fixed order, each from 0 to 100 with one decimal. The total is of the
// parts before rounding. It needs all but mood, era and genres to be set.
func (a *Reading) scoreDesign(fit float64) Quality {
	c, p := &a.Composition, &a.Palette
	legibility := QualityPart{Name: "legibility", Weight: legibilityWeight}
	if t := a.Typography; t != nil {
		// Half by the letters' contrast to their ground, where WCAG asks 3 of
		// large text and 7 at best; half by their height.
		legibility.Score = 50*ramp(t.Contrast, 1.5, 7) + 50*ramp(*a.Text.Height, 0.025, 0.10)
		legibility.Why = fmt.Sprintf("largest letters have contrast %.1f:1 and %.1f %% of the height", t.Contrast, 100**a.Text.Height)
	} else {
		// Nothing to read was found: the picture's own contrast stands in, and
		// counts half.
		legibility.Score = 50 * ramp(p.Contrast, 0.2, 0.9)
		legibility.Why = fmt.Sprintf("no lettering found; overall contrast %.2f", p.Contrast)
	}
	focus := QualityPart{
		Name: "focus", Weight: focusWeight,
		Score: 100 * ramp(c.FocusStrength, 0.20, 0.65),
		Why:   fmt.Sprintf("%.0f %% of what stands out is at the first focal point", 100*c.FocusStrength),
	}
	balance := QualityPart{
		Name: "balance", Weight: balanceWeight,
		Score: 100 * max(ramp(c.Balance, 0.55, 0.98), ramp(c.ThirdsAlignment, 0.50, 0.80)),
		Why:   fmt.Sprintf("balance %.2f, focal points on the thirds %.2f; the better counts", c.Balance, c.ThirdsAlignment),
	}
	harmony := QualityPart{
		Name: "harmony", Weight: harmonyWeight, Score: 100 * ramp(fit, 0.6, 1),
		Why: fmt.Sprintf("colours are %s; %.0f %% beyond chance follow one scheme", p.Harmony, 100*fit),
	}
	clarity := QualityPart{
		Name: "clarity", Weight: clarityWeight,
		Score: 100 * (0.5*ramp(a.EdgeDensity, 0.37, 0.11) + 0.5*ramp(c.NegativeSpace, 0.02, 0.43)),
		Why:   fmt.Sprintf("edges over %.0f %%, empty space %.0f %%", 100*a.EdgeDensity, 100*c.NegativeSpace),
	}
	q := Quality{Parts: []QualityPart{legibility, focus, balance, harmony, clarity}}
	for i := range q.Parts {
		part := &q.Parts[i]
		q.Score += part.Weight * part.Score
		part.Score = round(part.Score, 1)
	}
	q.Score = round(q.Score, 1)
	return q
}
