package look

import "math"

// shape is a connected piece of the canvas that is lighter or darker than its
// surroundings: perhaps a letter.
type shape struct {
	x0, y0, x1, y1 int // the last excluded
	bright         bool
	area           int     // pixels
	border         int     // pixels at its border
	sharp          int     // border pixels at an edge
	light          float64 // mean lightness, 0 to 255
	ground         float64 // mean lightness of what surrounds it
	uneven         float64 // standard deviation of its lightness
	thick          float64 // width of its thickest place, in pixels
	color          lab     // mean colour
}

func (s *shape) width() int  { return s.x1 - s.x0 }
func (s *shape) height() int { return s.y1 - s.y0 }

// stroke is the mean width of its strokes, in pixels: twice the area over the
// border, as of a ribbon.
func (s *shape) stroke() float64 { return 2 * float64(s.area) / float64(max(s.border, 1)) }

// The classes of a pixel against its surroundings.
const (
	plain uint8 = iota
	lighter
	darker
)

// classify compares each pixel with the mean of the square of a radius around
// it: it is lighter or darker when it differs by more than a third of the
// standard deviation there, and by at least 5 L*.
func (c *canvas) classify(sums integral, squares []int64, radius int) []uint8 {
	out := make([]uint8, c.w*c.h)
	for y := range c.h {
		y0, y1 := max(y-radius, 0), min(y+radius+1, c.h)
		for x := range c.w {
			x0, x1 := max(x-radius, 0), min(x+radius+1, c.w)
			n := float64((x1 - x0) * (y1 - y0))
			mean := float64(sums.box(x0, y0, x1, y1)) / n
			w := sums.w
			sq := float64(squares[y1*w+x1]-squares[y0*w+x1]-squares[y1*w+x0]+squares[y0*w+x0]) / n
			most := max(12.75, 0.34*math.Sqrt(max(sq-mean*mean, 0)))
			switch d := float64(c.light[y*c.w+x]) - mean; {
			case d > most:
				out[y*c.w+x] = lighter
			case d < -most:
				out[y*c.w+x] = darker
			}
		}
	}
	return out
}

// squared is the table of sums of squares that goes with integrate.
func squared(plane []uint8, w, h int) []int64 {
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

// shapes gathers pixels of one class that touch, corners included, in the
// order of their first pixel.
func (c *canvas) shapes(class []uint8, e *edges) []shape {
	label := make([]int32, len(class))
	var parent []int32
	find := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for y := range c.h {
		for x := range c.w {
			i := y*c.w + x
			k := class[i]
			if k == plain {
				continue
			}
			own := int32(-1)
			touch := func(j int) {
				if class[j] != k {
					return
				}
				root := find(label[j])
				switch {
				case own < 0:
					own = root
				case root < own:
					parent[own] = root
					own = root
				case root > own:
					parent[root] = own
				}
			}
			if x > 0 {
				touch(i - 1)
			}
			if y > 0 {
				touch(i - c.w)
				if x > 0 {
					touch(i - c.w - 1)
				}
				if x < c.w-1 {
					touch(i - c.w + 1)
				}
			}
			if own < 0 {
				own = int32(len(parent))
				parent = append(parent, own)
			}
			label[i] = own
		}
	}
	return c.gather(class, label, parent, find, e)
}

// gather sums up each labelled piece.
func (c *canvas) gather(class []uint8, label, parent []int32, find func(int32) int32, e *edges) []shape {
	place := make([]int32, len(parent))
	var out []shape
	for i := range parent {
		if root := find(int32(i)); root == int32(i) {
			place[i] = int32(len(out))
			out = append(out, shape{x0: c.w, y0: c.h})
		}
	}
	for i := range parent {
		place[i] = place[find(int32(i))]
	}
	grounds := make([]int, len(out))
	depth := c.depth(class)
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
			s.uneven += float64(c.light[i]) * float64(c.light[i])
			s.thick = max(s.thick, float64(depth[i])*2/3-1)
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
				s.sharp += int(e.mask[i])
				s.ground += float64(c.light[outside])
				grounds[at]++
			}
		}
	}
	for i := range out {
		s := &out[i]
		n := float32(s.area)
		s.light /= float64(s.area)
		s.uneven = math.Sqrt(max(s.uneven/float64(s.area)-s.light*s.light, 0))
		s.ground /= float64(max(grounds[i], 1))
		s.color = lab{s.color.l / n, s.color.a / n, s.color.b / n}
	}
	return out
}

// depth is three times the distance of each pixel to the nearest of another
// class, in steps of 3 to a side and 4 to a corner (Borgefors 1986).
func (c *canvas) depth(class []uint8) []uint16 {
	d := make([]uint16, len(class))
	w := c.w
	reach := func(i, j int, cost uint16) {
		if class[j] != class[i] {
			d[i] = min(d[i], cost)
		} else {
			d[i] = min(d[i], d[j]+cost)
		}
	}
	for y := range c.h {
		for x := range w {
			i := y*w + x
			if class[i] == plain {
				continue
			}
			d[i] = 3 * canvasSide
			if x == 0 || y == 0 || x == w-1 || y == c.h-1 {
				d[i] = 3
				continue
			}
			reach(i, i-1, 3)
			reach(i, i-w, 3)
			reach(i, i-w-1, 4)
			reach(i, i-w+1, 4)
		}
	}
	for y := c.h - 2; y > 0; y-- {
		for x := w - 2; x > 0; x-- {
			i := y*w + x
			if class[i] == plain {
				continue
			}
			reach(i, i+1, 3)
			reach(i, i+w, 3)
			reach(i, i+w+1, 4)
			reach(i, i+w-1, 4)
		}
	}
	return d
}
