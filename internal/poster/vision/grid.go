package vision

import (
	"math"

	"kinodex/internal/stat"
)

// gridShort is how many cells the shorter side of the picture is divided in
// for layout; a poster of 2:3 has 32×48.
const gridShort = 32

// cell is a piece of the picture as layout sees it.
type cell struct {
	mean     lab
	light    float64 // mean lightness, 0 to 1
	edge     float64 // share of pixels that are edges
	saliency float64 // how much it stands out, set by markSaliency; all sum to 1
}

// grid is the picture as cells, row by row.
// It has at most 4·gridShort cells a side, and at least one.
type grid struct {
	w, h  int
	cells []cell
}

// at is the cell in column x and row y, to be read or changed.
func (g *grid) at(x, y int) *cell { return &g.cells[y*g.w+x] }

// borderWeights are how much a cell at the picture's rim counts, from the outermost ring
// inwards: scans have white borders and frames, which nobody looks at.
var borderWeights = [...]float64{0.2, 0.6, 1}

// newGrid takes the means of the canvas over cells that are about square.
// Every pixel is in exactly one cell, and no cell is empty. saliency is 0 until
// markSaliency sets it.
func newGrid(c *canvas, e *edges) *grid {
	side := float64(min(c.w, c.h)) / gridShort
	w := min(max(int(math.Round(float64(c.w)/side)), 1), c.w, 4*gridShort)
	h := min(max(int(math.Round(float64(c.h)/side)), 1), c.h, 4*gridShort)
	g := &grid{w, h, make([]cell, w*h)}
	for gy := range h {
		y0, y1 := gy*c.h/h, (gy+1)*c.h/h
		for gx := range w {
			x0, x1 := gx*c.w/w, (gx+1)*c.w/w
			var l, a, b float32
			light, edge := 0, 0
			for y := y0; y < y1; y++ {
				for i := y*c.w + x0; i < y*c.w+x1; i++ {
					v := &c.lab[i]
					l, a, b = l+v.l, a+v.a, b+v.b
					light += int(c.light[i])
					edge += int(e.mask[i])
				}
			}
			n := float32((y1 - y0) * (x1 - x0))
			*g.at(gx, gy) = cell{
				mean:  lab{l / n, a / n, b / n},
				light: float64(light) / 255 / float64(n), edge: float64(edge) / float64(n),
			}
		}
	}
	return g
}

// markSaliency sets how much each cell stands out: the OKLab distance of its mean
// to those of squares around it of three sizes and to the whole picture's
// (local contrast over scales, after Achanta et al. 2008 and 2009), plus a
// little for edges. Faces stand out for people whatever their colours, so the
// cells of a face get as much again as the strongest cell. What does not stand
// out more than the median cell counts for nothing.
func (g *grid) markSaliency(faces []Face) {
	sums := g.labSums()
	whole := sums.mean(0, 0, g.w, g.h)
	raw := make([]float64, len(g.cells))
	top := 0.0
	for y := range g.h {
		for x := range g.w {
			c := g.at(x, y)
			v := 0.5*math.Sqrt(float64(c.mean.squaredDistance(whole))) + 0.1*c.edge
			for _, r := range [...]int{2, 5, 11} {
				around := sums.mean(max(x-r, 0), max(y-r, 0), min(x+r+1, g.w), min(y+r+1, g.h))
				v += math.Sqrt(float64(c.mean.squaredDistance(around)))
			}
			v *= borderWeights[min(x, y, g.w-1-x, g.h-1-y, len(borderWeights)-1)]
			raw[y*g.w+x] = v
			top = max(top, v)
		}
	}
	for _, f := range faces {
		x0, x1 := int(f.X*float64(g.w)), min(int(math.Ceil((f.X+f.W)*float64(g.w))), g.w)
		y0, y1 := int(f.Y*float64(g.h)), min(int(math.Ceil((f.Y+f.H)*float64(g.h))), g.h)
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				raw[y*g.w+x] += top * f.Score
			}
		}
	}
	middle := stat.UpperMedian(raw)
	total := 0.0
	for i, v := range raw {
		raw[i] = max(v-middle, 0)
		total += raw[i]
	}
	for i, v := range raw {
		if total > 1e-6*float64(len(raw)) {
			g.cells[i].saliency = v / total
		} else { // a plain picture: nothing stands out, or everything alike
			g.cells[i].saliency = 1 / float64(len(raw))
		}
	}
}

// labTable holds sums of cell colours over upper left corners.
type labTable struct {
	w   int
	sum [][3]float64
}

// labSums is the summed-area table of the cells' colours.
func (g *grid) labSums() *labTable {
	t := &labTable{g.w + 1, make([][3]float64, (g.w+1)*(g.h+1))}
	for y := range g.h {
		var row [3]float64
		for x := range g.w {
			m := g.at(x, y).mean
			row[0], row[1], row[2] = row[0]+float64(m.l), row[1]+float64(m.a), row[2]+float64(m.b)
			for k := range row {
				t.sum[(y+1)*t.w+x+1][k] = t.sum[y*t.w+x+1][k] + row[k]
			}
		}
	}
	return t
}

// mean colour of columns x0 to x1 and rows y0 to y1, the last excluded.
// The box must hold a cell.
func (t *labTable) mean(x0, y0, x1, y1 int) lab {
	n := float64((x1 - x0) * (y1 - y0))
	var m [3]float64
	for k := range m {
		m[k] = (t.sum[y1*t.w+x1][k] - t.sum[y0*t.w+x1][k] - t.sum[y1*t.w+x0][k] + t.sum[y0*t.w+x0][k]) / n
	}
	return lab{float32(m[0]), float32(m[1]), float32(m[2])}
}
