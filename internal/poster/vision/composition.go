package vision

import (
	"math"
	"slices"
	"strings"
)

// Shares and distances of layout.
const (
	minFocusDistance = 0.22 // of the diagonal: focal points are at least so far apart
	focusRadius      = 0.18 // of the diagonal: what lies nearer belongs to a focal point
	minFocusStrength = 0.45 // of the strongest: what stands out less is no focal point
	maxCalmEdges     = 0.02 // share of edge pixels below which a cell is calm
	maxFocalPoints   = 3
	minEvenBalance   = 0.85 // balance from which a layout is called even
	minSymmetry      = 0.80
)

// composition reads the layout from a grid whose saliency is set.
// FocalPoints has one to maxFocalPoints, Thirds nine shares in rows. Numbers are rounded
// to four decimals. Summary is left empty, since it needs the lettering.
func (g *grid) composition() Composition {
	c := Composition{
		SaliencyCenter: g.saliencyCentroid(),
		Thirds:         g.thirds(),
		Symmetry:       round(g.symmetry(), 4),
		Balance:        round(g.balance(), 4),
		NegativeSpace:  round(g.negativeSpace(), 4),
	}
	c.FocalPoints = g.focalPoints()
	c.FocusStrength = round(g.focusShare(c.FocalPoints[0]), 4)
	c.ThirdsAlignment = round(ruleOfThirds(c.FocalPoints), 4)
	return c
}

// cellCenter is the middle of cell i, as fractions.
func (g *grid) cellCenter(i int) (x, y float64) {
	return (float64(i%g.w) + 0.5) / float64(g.w), (float64(i/g.w) + 0.5) / float64(g.h)
}

// distance is the distance of two places over the diagonal, 0 to 1.
func (g *grid) distance(x0, y0, x1, y1 float64) float64 {
	w, h := float64(g.w), float64(g.h)
	return math.Hypot((x1-x0)*w, (y1-y0)*h) / math.Hypot(w, h)
}

// saliencyCentroid is the mean place of all cells, weighted by saliency.
func (g *grid) saliencyCentroid() Point {
	var cx, cy float64
	for i := range g.cells {
		x, y := g.cellCenter(i)
		cx, cy = cx+x*g.cells[i].saliency, cy+y*g.cells[i].saliency
	}
	return Point{round(cx, 4), round(cy, 4)}
}

// thirds shares out what stands out among the ninths of the picture.
// The order is row by row from the upper left; before rounding they sum to 1.
func (g *grid) thirds() []float64 {
	var sums [9]float64
	for i := range g.cells {
		x, y := g.cellCenter(i)
		sums[3*min(int(3*y), 2)+min(int(3*x), 2)] += g.cells[i].saliency
	}
	out := make([]float64, 9)
	for i, s := range sums {
		out[i] = round(s, 4)
	}
	return out
}

// focalPoints are the strongest places of the smoothed saliency that are far
// enough from each other. There is always one.
// They come strongest first, with strengths relative to the first: greedy non-maximum
// suppression within minFocusDistance.
func (g *grid) focalPoints() []Focus {
	smooth := g.smoothed()
	var out []Focus
	first := 0.0
	for len(out) < maxFocalPoints {
		best := -1
		for i, v := range smooth {
			if best >= 0 && v <= smooth[best] {
				continue
			}
			x, y := g.cellCenter(i)
			if !slices.ContainsFunc(out, func(f Focus) bool { return g.distance(x, y, f.X, f.Y) < minFocusDistance }) {
				best = i
			}
		}
		if best < 0 || len(out) > 0 && smooth[best] < minFocusStrength*first {
			break
		}
		if len(out) == 0 {
			first = smooth[best]
		}
		x, y := g.cellCenter(best)
		out = append(out, Focus{round(x, 4), round(y, 4), round(smooth[best]/first, 4)})
	}
	return out
}

// smoothed is saliency averaged twice over squares of 5×5 cells.
// At the rim, only cells that are there count. The sum changes a little by that.
func (g *grid) smoothed() []float64 {
	from, to := make([]float64, len(g.cells)), make([]float64, len(g.cells))
	for i := range g.cells {
		from[i] = g.cells[i].saliency
	}
	for range 2 {
		for y := range g.h {
			for x := range g.w {
				sum, n := 0.0, 0
				for v := max(y-2, 0); v <= min(y+2, g.h-1); v++ {
					for u := max(x-2, 0); u <= min(x+2, g.w-1); u++ {
						sum, n = sum+from[v*g.w+u], n+1
					}
				}
				to[y*g.w+x] = sum / float64(n)
			}
		}
		from, to = to, from
	}
	return from
}

// focusShare is the share of what stands out that belongs to a focal point.
func (g *grid) focusShare(f Focus) float64 {
	sum := 0.0
	for i := range g.cells {
		if x, y := g.cellCenter(i); g.distance(x, y, f.X, f.Y) < focusRadius {
			sum += g.cells[i].saliency
		}
	}
	return min(sum, 1)
}

// ruleOfThirds is how close focal points are to the crossings of the thirds, by
// their strength; the farthest a point can be is a corner or an edge's middle.
// There must be at least one point. From 0 to 1.
func ruleOfThirds(points []Focus) float64 {
	sum, weight := 0.0, 0.0
	for _, f := range points {
		dx := min(math.Abs(f.X-1.0/3), math.Abs(f.X-2.0/3)) * 3
		dy := min(math.Abs(f.Y-1.0/3), math.Abs(f.Y-2.0/3)) * 3
		sum += f.Strength * (1 - math.Hypot(dx, dy)/math.Sqrt2)
		weight += f.Strength
	}
	return sum / weight
}

// symmetry compares each cell with its mirror image left to right: one minus
// the mean difference of lightness over that of two cells drawn at random.
// From 0 to 1. A plain picture, and one of a single column, is symmetrical: 1.
func (g *grid) symmetry() float64 {
	sum, n := 0.0, 0.0
	for y := range g.h {
		for x := range g.w / 2 {
			sum += math.Abs(g.at(x, y).light - g.at(g.w-1-x, y).light)
			n++
		}
	}
	lights := make([]float64, len(g.cells))
	for i := range g.cells {
		lights[i] = g.cells[i].light
	}
	chance := meanDifference(lights)
	if n == 0 || chance < 1e-3 {
		return 1
	}
	return min(max(1-sum/n/chance, 0), 1)
}

// balance is one minus the difference of what stands out left and right of the
// middle.
// From 0, all on one side, to 1, even. A middle column counts for neither side.
func (g *grid) balance() float64 {
	lean := 0.0
	for i := range g.cells {
		switch x, _ := g.cellCenter(i); {
		case x < 0.5-1e-9:
			lean -= g.cells[i].saliency
		case x > 0.5+1e-9:
			lean += g.cells[i].saliency
		}
	}
	return max(1-math.Abs(lean), 0)
}

// negativeSpace is the share of cells that hold next to no edge, nor do those beside
// them.
// From 0 to 1. Neighbours are the eight around a cell.
func (g *grid) negativeSpace() float64 {
	n := 0
	for y := range g.h {
		for x := range g.w {
			quiet := true
			for v := max(y-1, 0); v <= min(y+1, g.h-1) && quiet; v++ {
				for u := max(x-1, 0); u <= min(x+1, g.w-1); u++ {
					quiet = quiet && g.at(u, v).edge <= maxCalmEdges
				}
			}
			if quiet {
				n++
			}
		}
	}
	return float64(n) / float64(len(g.cells))
}

// meanDifference is the mean absolute difference of two values drawn without
// putting back (Gini's).
// It takes n log n time; fewer than two values give 0.
func meanDifference(values []float64) float64 {
	n := len(values)
	if n < 2 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	sum := 0.0
	for i, v := range sorted {
		sum += v * float64(2*i-n+1)
	}
	return 2 * sum / float64(n) / float64(n-1)
}

// placeName names a place: "upper left", "centre" and so on.
func placeName(x, y float64) string {
	rows, columns := [...]string{"upper", "", "lower"}, [...]string{"left", "", "right"}
	row, column := rows[min(max(int(3*y), 0), 2)], columns[min(max(int(3*x), 0), 2)]
	switch {
	case row == "" && column == "":
		return "centre"
	case row == "":
		return "middle " + column
	case column == "":
		return row + " middle"
	}
	return row + " " + column
}

// describeLayout puts the layout in a sentence.
func (a *Reading) describeLayout() string {
	c := &a.Composition
	var parts []string
	f := c.FocalPoints
	switch {
	case c.NegativeSpace > 0.97:
		return "A plain picture without a focal point."
	case c.FocusStrength >= 0.5 || len(f) == 1:
		parts = append(parts, "one focal point, "+placeName(f[0].X, f[0].Y))
	case len(f) == 2:
		parts = append(parts, "two focal points, "+placeName(f[0].X, f[0].Y)+" and "+placeName(f[1].X, f[1].Y))
	default:
		parts = append(parts, "weight spread over several places, most "+placeName(f[0].X, f[0].Y))
	}
	if a.Typography != nil {
		parts = append(parts, "largest lettering at the "+a.Typography.Placement)
	}
	switch {
	case c.Symmetry >= minSymmetry:
		parts = append(parts, "close to symmetrical")
	case c.Balance < minEvenBalance && c.SaliencyCenter.X < 0.5:
		parts = append(parts, "leaning left")
	case c.Balance < minEvenBalance:
		parts = append(parts, "leaning right")
	default:
		parts = append(parts, "even left and right")
	}
	if c.NegativeSpace >= 0.4 {
		parts = append(parts, "much empty space")
	}
	s := strings.Join(parts, "; ") + "."
	return strings.ToUpper(s[:1]) + s[1:]
}
