package vision

import "math"

// component is a connected piece of the canvas that is lighter or darker than its
// surroundings: perhaps a letter.
// light, background and color are means; background is taken two pixels outside.
type component struct {
	x0, y0, x1, y1 int // the last excluded
	bright         bool
	area           int     // pixels
	border         int     // pixels at its border
	edgeBorder     int     // border pixels at an edge
	light          float64 // mean lightness, 0 to 255
	background     float64 // mean lightness of what surrounds it
	thickness      float64 // width of its thickest place, in pixels
	color          lab     // mean colour
}

// width and height are in canvas pixels, at least 1.
func (s *component) width() int { return s.x1 - s.x0 }

// height is that of the box, in pixels.
func (s *component) height() int { return s.y1 - s.y0 }

// stroke is the mean width of its strokes, in pixels: twice the area over the
// border, as of a ribbon.
// It estimates stroke width without a stroke width transform, for shapes that are long
// against their width.
func (s *component) stroke() float64 { return 2 * float64(s.area) / float64(max(s.border, 1)) }

// The classes of a pixel against its surroundings.
const (
	plain uint8 = iota
	lighter
	darker
)

// threshold is an adaptive threshold. It compares each pixel with the mean of the square of a radius around
// it: it is lighter or darker when it differs by more than a third of the
// standard deviation there, and by at least 5 L*.
// The rule is of the family of Niblack's and Sauvola's. sums and squares are those of the
// canvas's lightness; the result has a class for each pixel. It takes the same time
// for every radius.
func (c *canvas) threshold(sums integral, squares []int64, radius int) []uint8 {
	out := make([]uint8, c.w*c.h)
	for y := range c.h {
		y0, y1 := max(y-radius, 0), min(y+radius+1, c.h)
		for x := range c.w {
			x0, x1 := max(x-radius, 0), min(x+radius+1, c.w)
			n := float64((x1 - x0) * (y1 - y0))
			mean := float64(sums.box(x0, y0, x1, y1)) / n
			d := float64(c.light[y*c.w+x]) - mean
			if math.Abs(d) < 12.75 {
				continue
			}
			w := sums.w
			sq := float64(squares[y1*w+x1]-squares[y0*w+x1]-squares[y1*w+x0]+squares[y0*w+x0]) / n
			if d*d < 0.116*(sq-mean*mean) {
				continue
			}
			out[y*c.w+x] = darker
			if d > 0 {
				out[y*c.w+x] = lighter
			}
		}
	}
	return out
}

// integrateSquares is the table of sums of squares that goes with integrate.
// Its entries are of 64 bits, since squares overflow 32.
func integrateSquares(plane []uint8, w, h int) []int64 {
	sum := make([]int64, (w+1)*(h+1))
	for y := range h {
		var row int64
		for x := range w {
			v := int64(plane[y*w+x])
			row += v * v
			sum[(y+1)*(w+1)+x+1] = sum[y*(w+1)+x+1] + row
		}
	}
	return sum
}

// components is connected-component labelling (union-find, 8-connected). It gathers
// pixels of one class that touch, corners included, in the order of their first pixel.
// Two passes take time in proportion to the pixels. Components of both classes are in
// one list; those of class plain are in none.
func (c *canvas) components(class []uint8, e *edges) []component {
	label := make([]int32, len(class))
	var pieces unionFind
	// join makes two pieces one, that of the smaller number; -1 is none.
	join := func(a, b int32) int32 {
		if a < 0 || a == b {
			return b
		}
		return pieces.union(a, b)
	}
	for y := range c.h {
		for x := range c.w {
			i := y*c.w + x
			k := class[i]
			if k == plain {
				continue
			}
			// The neighbours already labelled: left, and three above. When the one
			// above is of the class, those beside it touch it already.
			own := int32(-1)
			if x > 0 && class[i-1] == k {
				own = label[i-1]
			}
			if y > 0 {
				above := i - c.w
				switch {
				case class[above] == k:
					own = join(own, label[above])
				default:
					if x > 0 && class[above-1] == k {
						own = join(own, label[above-1])
					}
					if x < c.w-1 && class[above+1] == k {
						own = join(own, label[above+1])
					}
				}
			}
			if own < 0 {
				own = int32(len(pieces))
				pieces = append(pieces, own)
			}
			label[i] = own
		}
	}
	return c.measureComponents(class, label, pieces, e)
}

// measureComponents sums up each labelled piece.
// Labels with one root are one component. Its box, area, border, lightness and colour
// come from one pass; thickness is the largest value of the distance transform.
func (c *canvas) measureComponents(class []uint8, label []int32, pieces unionFind, e *edges) []component {
	place := make([]int32, len(pieces))
	var out []component
	for i := range pieces {
		if root := pieces.find(int32(i)); root == int32(i) {
			place[i] = int32(len(out))
			out = append(out, component{x0: c.w, y0: c.h})
		}
	}
	for i := range pieces {
		place[i] = place[pieces.find(int32(i))]
	}
	grounds, deepest := make([]int, len(out)), make([]uint16, len(out))
	depth := c.distanceTransform(class)
	for y := range c.h {
		for x := range c.w {
			i := y*c.w + x
			if class[i] == plain {
				continue
			}
			at := place[label[i]]
			s := &out[at]
			s.x0, s.y0, s.x1, s.y1 = min(s.x0, x), min(s.y0, y), max(s.x1, x+1), max(s.y1, y+1)
			s.bright = class[i] == lighter
			s.area++
			s.light += float64(c.light[i])
			deepest[at] = max(deepest[at], depth[i])
			s.color.l, s.color.a, s.color.b = s.color.l+c.lab[i].l, s.color.a+c.lab[i].a, s.color.b+c.lab[i].b
			outside := -1
			switch {
			case x > 0 && class[i-1] != class[i]:
				outside = max(i-2, y*c.w)
			case x < c.w-1 && class[i+1] != class[i]:
				outside = min(i+2, y*c.w+c.w-1)
			case y > 0 && class[i-c.w] != class[i]:
				outside = max(i-2*c.w, x)
			case y < c.h-1 && class[i+c.w] != class[i]:
				outside = min(i+2*c.w, (c.h-1)*c.w+x)
			}
			if outside >= 0 {
				s.border++
				s.edgeBorder += int(e.mask[i])
				s.background += float64(c.light[outside])
				grounds[at]++
			}
		}
	}
	for i := range out {
		s := &out[i]
		n := float32(s.area)
		s.thickness = float64(deepest[i])*2/3 - 1
		s.light /= float64(s.area)
		s.background /= float64(max(grounds[i], 1))
		s.color = lab{s.color.l / n, s.color.a / n, s.color.b / n}
	}
	return out
}

// distanceTransform is the chamfer distance transform: three times the distance of each pixel to the nearest of another
// class, in steps of 3 to a side and 4 to a corner (Borgefors 1986).
// Pixels at the canvas's rim have 3, as if another class lay beyond; those of class
// plain have 0. Two passes, in time proportional to the pixels.
func (c *canvas) distanceTransform(class []uint8) []uint16 {
	d := make([]uint16, len(class))
	w := c.w
	for y := range c.h {
		for x := range w {
			i := y*w + x
			k := class[i]
			if k == plain {
				continue
			}
			if x == 0 || y == 0 || x == w-1 || y == c.h-1 {
				d[i] = 3
				continue
			}
			d[i] = min(step(d, class, k, i-1, 3), step(d, class, k, i-w, 3), step(d, class, k, i-w-1, 4), step(d, class, k, i-w+1, 4))
		}
	}
	for y := c.h - 2; y > 0; y-- {
		for x := w - 2; x > 0; x-- {
			i := y*w + x
			k := class[i]
			if k == plain || d[i] == 3 {
				continue
			}
			d[i] = min(d[i], step(d, class, k, i+1, 3), step(d, class, k, i+w, 3), step(d, class, k, i+w+1, 4), step(d, class, k, i+w-1, 4))
		}
	}
	return d
}

// step is the distance by way of the neighbour j: its own and the cost, or the
// cost alone when it is of another class.
func step(d []uint16, class []uint8, k uint8, j int, cost uint16) uint16 {
	if class[j] != k {
		return cost
	}
	return d[j] + cost
}
