package vision

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/stat"
)

// Lettering is found by its shape, without reading it: pieces lighter or
// darker than their surroundings, of the size and stroke of letters and with
// sharp borders, that stand in a row with others alike.
const (
	minLetterHeight = 5    // pixels of the canvas: lower shapes are no letters
	maxLetterHeight = 0.30 // of the canvas's height
	minLineLetters  = 3    // letters in a line
	maxBlocks       = 24
	letterColor     = 0.20 // distance of colours within a line, at most
	smallRadius     = 9    // pixels: for strokes up to about 10
	largeRadius     = 36   // for larger ones
)

// line is a row of letters.
// The box is in canvas pixels, x1 and y1 excluded. A higher score is more like lettering.
type line struct {
	letters        []component // left to right
	x0, y0, x1, y1 int
	height         float64 // of the letters, median
	score          float64
}

// lines finds the rows of letters: the headline, then the others, tallest first.
// It thresholds at two radii, for small letters and large, and labels components at each.
// nil of none. Time is proportional to the pixels, plus the square of crowded letters.
func (c *canvas) lines(e *edges) []line {
	sums, squares := integrate(c.light, c.w, c.h), integrateSquares(c.light, c.w, c.h)
	var found []line
	for _, radius := range [...]int{smallRadius, largeRadius} {
		all := c.components(c.threshold(sums, squares, radius), e)
		letters := all[:0]
		for i := range all {
			if s := all[i]; c.isLetterLike(&s, radius) {
				letters = append(letters, s)
			}
		}
		found = append(found, groupLines(letters)...)
	}
	return suppressOverlaps(found)
}

// isLetterLike reports whether a component may be a letter, by size, fill, stroke and
// the sharpness of the border.
// The bounds are set by hand on posters; docs/cards/posters.md says how often they err.
func (c *canvas) isLetterLike(s *component, radius int) bool {
	w, h := float64(s.width()), float64(s.height())
	fill, stroke := float64(s.area)/(w*h), s.stroke()
	return h >= minLetterHeight && h <= maxLetterHeight*float64(c.h) && w >= 1 && w <= 3*h && w <= 0.5*float64(c.w) &&
		(fill >= 0.15 && fill <= 0.97 || w < 0.4*h) &&
		stroke >= 1 && stroke <= 0.6*h && stroke <= float64(radius)*1.4 &&
		float64(s.edgeBorder) >= 0.6*float64(s.border) &&
		math.Abs(s.light-s.background) >= 24 &&
		s.thickness <= 1.7*stroke+1.5
}

// sameLine reports whether two shapes may stand beside each other in a line.
// It is symmetric: of one polarity, like height and stroke, close and overlapping, of
// like lightness and colour.
func sameLine(a, b *component) bool {
	ha, hb := float64(a.height()), float64(b.height())
	tall, low := max(ha, hb), min(ha, hb)
	overlap := float64(min(a.y1, b.y1) - max(a.y0, b.y0))
	gap := float64(max(a.x0, b.x0) - min(a.x1, b.x1))
	sa, sb := a.stroke(), b.stroke()
	return a.bright == b.bright && tall <= 2*low && overlap >= 0.6*low &&
		gap <= 1.1*tall && gap >= -0.25*tall &&
		max(sa, sb) <= 2*min(sa, sb)+0.5 &&
		math.Abs(a.light-b.light) <= 45 && a.color.squaredDistance(b.color) <= letterColor*letterColor
}

// groupLines chains letters to lines, left to right.
func groupLines(letters []component) []line {
	slices.SortStableFunc(letters, func(a, b component) int { return cmp.Or(a.x0-b.x0, a.y0-b.y0) })
	chains := newUnionFind(len(letters))
	for i := range letters {
		a := &letters[i]
		for j := i + 1; j < len(letters); j++ {
			b := &letters[j]
			if float64(b.x0-a.x1) > 2.2*float64(a.height()) {
				break
			}
			if sameLine(a, b) {
				chains.union(int32(i), int32(j))
			}
		}
	}
	groups := map[int32]int{}
	var out []line
	for i := range letters {
		root := chains.find(int32(i))
		at, known := groups[root]
		if !known {
			at = len(out)
			groups[root] = at
			out = append(out, line{})
		}
		out[at].letters = append(out[at].letters, letters[i])
	}
	kept := out[:0]
	for i := range out {
		if l := out[i]; l.measure() {
			kept = append(kept, l)
		}
	}
	return kept
}

// measure sets a line's box, height and score, and reports whether it is one: enough letters of like
// height and stroke, wider than high, with feet on one base line.
// uneven, rough and slip are dispersions relative to height or stroke; 0 is even.
func (l *line) measure() bool {
	if len(l.letters) < minLineLetters {
		return false
	}
	l.x0, l.y0, l.x1, l.y1 = math.MaxInt, math.MaxInt, 0, 0
	var heights, strokes []float64
	sharp := 0.0
	for i := range l.letters {
		s := &l.letters[i]
		l.x0, l.y0, l.x1, l.y1 = min(l.x0, s.x0), min(l.y0, s.y0), max(l.x1, s.x1), max(l.y1, s.y1)
		heights, strokes = append(heights, float64(s.height())), append(strokes, s.stroke())
		sharp += float64(s.edgeBorder) / float64(s.border)
	}
	n := float64(len(l.letters))
	l.height = stat.UpperMedian(heights)
	uneven := meanDifference(heights) / l.height
	rough := meanDifference(strokes) / stat.UpperMedian(strokes)
	slip := min(l.baselineResidual(func(s *component) float64 { return float64(s.y1) }), l.baselineResidual(func(s *component) float64 { return float64(s.y0) })) / l.height
	l.score = math.Sqrt(n) * (sharp / n) * (1 - min(uneven, 1)) * (1 - min(slip, 1)) * math.Sqrt(l.height)
	wide := float64(l.x1 - l.x0)
	return uneven <= 0.45 && rough <= 0.5 && slip <= 0.22 && wide >= 1.8*l.height &&
		float64(l.y1-l.y0) <= 2.6*l.height
}

// baselineResidual is the mean distance of one end of the letters to the straight line
// that fits them best.
// The line is by least squares, its slope clamped to 0.5 either way. In pixels.
func (l *line) baselineResidual(end func(*component) float64) float64 {
	n, sx, sy, sxx, sxy := float64(len(l.letters)), 0.0, 0.0, 0.0, 0.0
	at := func(s *component) float64 { return float64(s.x0+s.x1) / 2 }
	for i := range l.letters {
		x, y := at(&l.letters[i]), end(&l.letters[i])
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	slope := 0.0
	if d := n*sxx - sx*sx; d > 1e-9 {
		slope = min(max((n*sxy-sx*sy)/d, -0.5), 0.5)
	}
	base, sum := (sy-slope*sx)/n, 0.0
	for i := range l.letters {
		sum += math.Abs(end(&l.letters[i]) - base - slope*at(&l.letters[i]))
	}
	return sum / n
}

// suppressOverlaps is non-maximum suppression. It drops lines that mostly lie in a better one, and puts the headline
// first and the others after it, tallest first.
// Two lines overlap when they share 40 % or more of the smaller. It reorders found.
func suppressOverlaps(found []line) []line {
	slices.SortStableFunc(found, func(a, b line) int { return cmp.Compare(b.score, a.score) })
	var out []line
	for _, l := range found {
		own := (l.x1 - l.x0) * (l.y1 - l.y0)
		if !slices.ContainsFunc(out, func(k line) bool {
			w, h := min(l.x1, k.x1)-max(l.x0, k.x0), min(l.y1, k.y1)-max(l.y0, k.y0)
			return w > 0 && h > 0 && 10*w*h >= 4*min(own, (k.x1-k.x0)*(k.y1-k.y0))
		}) {
			out = append(out, l)
		}
	}
	slices.SortStableFunc(out, func(a, b line) int { return cmp.Compare(b.height, a.height) })
	if at := headline(out); at > 0 {
		l := out[at]
		copy(out[1:at+1], out[:at])
		out[0] = l
	}
	return out
}

// headline is the place of the tallest line that looks like lettering: what looks
// half as much like it as another line, or less, is mostly a few pieces of the
// picture in a row, however tall. Lines come tallest first.
func headline(lines []line) int {
	best := 0.0
	for i := range lines {
		best = max(best, lines[i].score)
	}
	return slices.IndexFunc(lines, func(l line) bool { return 2*l.score >= best })
}

// text tells the lines found.
// Blocks is never nil. Area counts a pixel once, however many lines cover it.
func (c *canvas) text(lines []line) Text {
	t := Text{Lines: len(lines), Blocks: []TextBlock{}}
	covered := make([]bool, c.w*c.h)
	n := 0
	for _, l := range lines {
		for y := l.y0; y < l.y1; y++ {
			for x := l.x0; x < l.x1; x++ {
				if !covered[y*c.w+x] {
					covered[y*c.w+x] = true
					n++
				}
			}
		}
		if len(t.Blocks) < maxBlocks {
			t.Blocks = append(t.Blocks, TextBlock{
				X: c.fx(float64(l.x0)), Y: c.fy(float64(l.y0)), W: c.fx(float64(l.x1 - l.x0)), H: c.fy(float64(l.y1 - l.y0)),
				Letters: len(l.letters),
			})
		}
	}
	t.Area = round(float64(n)/float64(c.w*c.h), 4)
	if len(lines) > 0 {
		height := c.fy(lines[0].height)
		t.Height, t.Case = &height, lines[0].letterCase()
	}
	return t
}

// letterCase tells capitals, which are all of one height, from mixed case; nil
// for fewer than four letters, or letters too small to tell.
func (l *line) letterCase() *string {
	if len(l.letters) < 4 || l.height < 8 {
		return nil
	}
	near := 0
	for i := range l.letters {
		if math.Abs(float64(l.letters[i].height())-l.height) <= max(0.1*l.height, 1) {
			near++
		}
	}
	word := "mixed"
	if 10*near >= 8*len(l.letters) {
		word = "upper"
	}
	return &word
}
