package vision

import (
	"fmt"
	"math"
)

// features are what the model sees: the reading's own numbers, finer shares of
// lightness and hue, and the layout of colour over a coarse grid.
// There are as many as FeatureNames has, in its order, all finite.
func features(a *Reading, t *tones, g *grid) []float64 {
	p, c := &a.Palette, &a.Composition
	f := []float64{
		p.Brightness, p.ContrastRMS, p.Contrast, p.Saturation, p.Colorfulness / 100, p.Warmth, t.colored,
		math.Sqrt(a.EdgeDensity), c.Symmetry, c.Balance, c.NegativeSpace, c.FocusStrength,
		c.SaliencyCenter.X, c.SaliencyCenter.Y, float64(len(c.FocalPoints)),
		math.Log(a.Size.AspectRatio),
		math.Sqrt(a.Text.Area), math.Log1p(float64(a.Text.Lines)), textHeight(a), typeContrast(a),
		math.Log1p(float64(len(a.Faces))), math.Sqrt(faceArea(a.Faces)), widest(a.Faces),
	}
	for i := range 8 { // lightness, eighth by eighth
		sum := 0.0
		for _, v := range t.levels[32*i : 32*(i+1)] {
			sum += v
		}
		f = append(f, math.Sqrt(sum))
	}
	for i := range 12 { // hue, weighed by how much colour there is
		f = append(f, math.Sqrt((t.hues[3*i]+t.hues[3*i+1]+t.hues[3*i+2])*t.colored))
	}
	for _, line := range textBands(a) {
		f = append(f, math.Sqrt(line))
	}
	return append(f, g.coarse()...)
}

// coarseAcross × coarseDown is the grid whose colours are features.
const coarseAcross, coarseDown = 3, 5

// coarse gives lightness, the two colour axes, chroma and edges of each coarse
// cell.
// Five numbers a cell, row by row; cells may share grid cells of a narrow picture.
func (g *grid) coarse() []float64 {
	out := make([]float64, 0, 5*coarseAcross*coarseDown)
	for y := range coarseDown {
		for x := range coarseAcross {
			y0, x0 := min(y*g.h/coarseDown, g.h-1), min(x*g.w/coarseAcross, g.w-1)
			y1, x1 := max((y+1)*g.h/coarseDown, y0+1), max((x+1)*g.w/coarseAcross, x0+1)
			var light, a, b, chroma, edge float64
			for v := y0; v < y1; v++ {
				for u := x0; u < x1; u++ {
					k := g.at(u, v)
					light, a, b = light+k.light, a+float64(k.mean.a), b+float64(k.mean.b)
					chroma, edge = chroma+k.mean.chroma(), edge+k.edge
				}
			}
			n := float64((y1 - y0) * (x1 - x0))
			out = append(out, light/n, a/n, b/n, chroma/n, math.Sqrt(edge/n))
		}
	}
	return out
}

// textBands is the share of text in each third of the height.
func textBands(a *Reading) [3]float64 {
	var bands [3]float64
	for _, b := range a.Text.Blocks {
		bands[min(int(3*(b.Y+b.H/2)), 2)] += b.W * b.H
	}
	return bands
}

// textHeight is the headline's height over the picture's; 0 without lettering.
func textHeight(a *Reading) float64 {
	if a.Text.Height == nil {
		return 0
	}
	return *a.Text.Height
}

// typeContrast is the logarithm of the headline's contrast ratio; 0 without lettering.
func typeContrast(a *Reading) float64 {
	if a.Typography == nil {
		return 0
	}
	return math.Log(a.Typography.Contrast)
}

// FeatureNames names the features, in their order.
// The slice is the caller's own. A model fits only the features it was fitted on.
func FeatureNames() []string {
	names := []string{
		"brightness", "contrast (rms)", "contrast", "saturation", "colourfulness", "warmth", "share of coloured pixels",
		"edge density", "symmetry", "balance", "negative space", "focus strength",
		"saliency centre x", "saliency centre y", "focal points",
		"aspect ratio",
		"text area", "text lines", "letter height", "letter contrast",
		"faces", "face area", "widest face",
	}
	for i := range 8 {
		names = append(names, fmt.Sprintf("lightness %d/8", i+1))
	}
	for i := range 12 {
		names = append(names, fmt.Sprintf("hue %d°", 30*i))
	}
	for _, band := range [...]string{"top", "middle", "bottom"} {
		names = append(names, "text at the "+band)
	}
	for y := range coarseDown {
		for x := range coarseAcross {
			for _, what := range [...]string{"lightness", "green to red", "blue to yellow", "chroma", "edges"} {
				names = append(names, fmt.Sprintf("%s at %d,%d", what, x+1, y+1))
			}
		}
	}
	return names
}
