package vision

import "math"

// warmHue is the middle of the warm colours in OKLab, orange; the cool ones
// are opposite, at 240 degrees.
const warmHue = 60 * math.Pi / 180

// neutralWarmth is the warmth up to which, either way, a picture is neutral.
const neutralWarmth = 0.25

// tones are the histograms of lightness and hue, and the palette made of them.
type tones struct {
	palette Palette
	levels  [256]float64 // share of pixels by lightness
	hues    [36]float64  // share of the chroma by hue, in steps of 10 degrees
	colored float64      // share of pixels with a colour to speak of
}

// coloredChroma is the chroma from which a pixel has a colour to speak of.
const coloredChroma = 0.04

// tone measures lightness and colour over all pixels.
// Colourfulness is Hasler and Süsstrunk's (2003). Everything of Palette but Harmony is set.
func (c *canvas) tone(steps *hueBins) *tones {
	t := &tones{}
	n := float64(c.w * c.h)
	var chroma, warm, rg, rg2, yb, yb2, hueSum float64
	cw, sw := float32(math.Cos(warmHue)), float32(math.Sin(warmHue))
	for i, v := range c.lab {
		t.levels[c.light[i]]++
		ch := math.Sqrt(float64(v.a*v.a + v.b*v.b))
		chroma += ch
		warm += float64(v.a*cw + v.b*sw)
		if ch >= coloredChroma {
			t.colored++
			t.hues[steps.of(v)] += ch
			hueSum += ch
		}
		r, g, b := float64(c.rgb[3*i]), float64(c.rgb[3*i+1]), float64(c.rgb[3*i+2])
		x, y := r-g, (r+g)/2-b
		rg, rg2, yb, yb2 = rg+x, rg2+x*x, yb+y, yb2+y*y
	}
	for i := range t.levels {
		t.levels[i] /= n
	}
	if hueSum > 0 {
		for i := range t.hues {
			t.hues[i] /= hueSum
		}
	}
	t.colored /= n
	mean, sd := t.moments()
	rg, yb = rg/n, yb/n
	spread := math.Sqrt(max(rg2/n-rg*rg+yb2/n-yb*yb, 0))
	warmth := warm / (chroma + 0.02*n)
	p := &t.palette
	p.Brightness, p.ContrastRMS = round(mean, 4), round(sd, 4)
	p.Contrast = round(t.percentile(0.95)-t.percentile(0.05), 4)
	p.Saturation = round(min(chroma/n/maxChroma, 1), 4)
	p.Colorfulness = round(spread+0.3*math.Hypot(rg, yb), 2)
	p.Warmth = round(min(max(warmth, -1), 1), 4)
	p.Grayscale = t.colored < 0.02 && p.Saturation < 0.05
	p.Tone = toneWord(p.Brightness)
	p.Temperature = "neutral"
	if !p.Grayscale && math.Abs(warmth) >= neutralWarmth {
		p.Temperature = map[bool]string{true: "warm", false: "cool"}[warmth > 0]
	}
	return t
}

// hueBin is the colour's place among the hues.
func hueBin(v lab) int { return int(v.hue()/10) % 36 }

// toneWord says how bright a mean lightness looks.
func toneWord(brightness float64) string {
	switch {
	case brightness < 0.16:
		return "very dark"
	case brightness < 0.33:
		return "dark"
	case brightness < 0.58:
		return "medium"
	case brightness < 0.78:
		return "bright"
	}
	return "very bright"
}

// moments are mean and standard deviation of lightness, in [0, 1].
func (t *tones) moments() (mean, sd float64) {
	for i, p := range t.levels {
		mean += p * float64(i) / 255
	}
	for i, p := range t.levels {
		d := float64(i)/255 - mean
		sd += p * d * d
	}
	return mean, math.Sqrt(sd)
}

// percentile is the lightness in [0, 1] that a share of the pixels is below,
// between two levels.
// share is from 0 to 1; levels must sum to 1.
func (t *tones) percentile(share float64) float64 {
	sum := 0.0
	for i, p := range t.levels {
		if sum+p >= share && p > 0 {
			return min(max((float64(i)-0.5+(share-sum)/p)/255, 0), 1)
		}
		sum += p
	}
	return 1
}

// A scheme is a set of arcs of the hue circle, in steps of 10 degrees: where
// each begins after the first hue, and how long it is.
type scheme struct {
	name   string
	arcs   [][2]int
	enough float64 // share of the chroma that must fall in
}

// schemes are after Itten's and Matsuda's, the strictest first. Each covers at
// most a third of the circle.
var schemes = []scheme{
	{"monochrome", [][2]int{{0, 4}}, 0.85},
	{"analogous", [][2]int{{0, 9}}, 0.85},
	{"complementary", [][2]int{{0, 6}, {18, 6}}, 0.85},
	{"split complementary", [][2]int{{0, 4}, {14, 4}, {22, 4}}, 0.85},
	{"triadic", [][2]int{{0, 4}, {12, 4}, {24, 4}}, 0.85},
}

// harmony names the first scheme that enough of the chroma follows, and says
// how much of it follows the best scheme beyond what a rainbow would: 0 to 1.
// A picture with next to no colour is monochrome.
func (t *tones) harmony() (name string, fit float64) {
	if t.colored < 0.02 {
		return "monochrome", 1
	}
	for _, s := range schemes {
		covered, length := s.covers(&t.hues)
		chance := float64(length) / 36
		fit = max(fit, (covered-chance)/(1-chance))
		if name == "" && covered >= s.enough {
			name = s.name
		}
	}
	if name == "" {
		name = "varied"
	}
	return name, max(fit, 0)
}

// covers is the largest share of the chroma in the scheme's arcs, over all
// turns of it, and how many steps the arcs have together.
// All 36 rotations are tried: Cohen-Or et al. fit harmonic templates the same way.
func (s *scheme) covers(hues *[36]float64) (best float64, length int) {
	for turn := range 36 {
		sum := 0.0
		length = 0
		for _, arc := range s.arcs {
			for k := range arc[1] {
				sum += hues[(turn+arc[0]+k)%36]
			}
			length += arc[1]
		}
		best = max(best, sum)
	}
	return best, length
}
