package vision

import (
	"cmp"
	"slices"

	"kinodex/internal/stat"
)

// typographyNote says what the estimate is worth.
const typographyNote = "Estimated from letter shapes without reading them; typefaces and serifs are not told."

// typography describes the largest lettering; nil without any.
// lines come as from lines: the headline is first. Confidence is from 0 to 0.9.
func (c *canvas) typography(lines []line) *Typography {
	if len(lines) == 0 {
		return nil
	}
	l := &lines[0]
	var strokes, widths, lights, grounds, heights []float64
	for i := range l.letters {
		s := &l.letters[i]
		h := float64(s.height())
		strokes, widths = append(strokes, s.stroke()/h), append(widths, float64(s.width())/h)
		lights, grounds = append(lights, s.light), append(grounds, s.background)
	}
	for i := range lines {
		heights = append(heights, lines[i].height)
	}
	t := &Typography{
		Weight:    bucketName(stat.UpperMedian(strokes), []float64{0.11, 0.165, 0.25}, "light", "regular", "bold", "heavy"),
		Width:     bucketName(stat.UpperMedian(widths), []float64{0.45, 0.85}, "condensed", "normal", "wide"),
		Spacing:   bucketName(l.gap()/l.height, []float64{0.08, 0.30}, "tight", "normal", "wide"),
		Case:      l.letterCase(),
		Placement: bucketName(float64(l.y0+l.y1)/2/float64(c.h), []float64{1.0 / 3, 2.0 / 3}, "top", "middle", "bottom"),
		Hierarchy: round(l.height/stat.UpperMedian(heights), 2),
		Contrast:  round(contrastRatio(stat.UpperMedian(lights), stat.UpperMedian(grounds)), 2),
		Note:      typographyNote,
	}
	// Sure of many letters, large and evenly made; the product of three ramps.
	uneven := meanDifference(strokes) / stat.UpperMedian(strokes)
	t.Confidence = round(0.9*ramp(float64(len(l.letters)), 1, 10)*ramp(l.height, 3, 16)*ramp(uneven, 0.8, 0.1), 2)
	return t
}

// gap is the median gap between neighbouring letters, in pixels, 0 when they
// touch.
func (l *line) gap() float64 {
	sorted := slices.SortedFunc(slices.Values(l.letters), func(a, b component) int { return cmp.Or(a.x0-b.x0, a.y0-b.y0) })
	var gaps []float64
	for i := 1; i < len(sorted); i++ {
		gaps = append(gaps, float64(max(sorted[i].x0-sorted[i-1].x1, 0)))
	}
	return stat.UpperMedian(gaps)
}

// bucketName names the interval that a value falls in.
// bounds ascend; names has one more than bounds.
func bucketName(v float64, bounds []float64, names ...string) string {
	for i, b := range bounds {
		if v < b {
			return names[i]
		}
	}
	return names[len(bounds)]
}

// contrastRatio is WCAG 2's, from 1 to 21, of two lightnesses of 255.
// It is symmetric; from WCAG 2.2's relative luminance.
func contrastRatio(a, b float64) float64 {
	ya, yb := luminance(a/2.55), luminance(b/2.55)
	return (max(ya, yb) + 0.05) / (min(ya, yb) + 0.05)
}
