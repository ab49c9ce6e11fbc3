package cover

import (
	"math"
	"strconv"
)

// Width and Height are the size of a cover, in its own units.
const (
	Width  = 200
	Height = 300
)

// stroke is one step of a path. Its numbers are those of the kind.
type stroke struct {
	kind byte // M, L, Q, C and Z as in SVG, O for a circle, E for an ellipse
	n    [6]float64
}

// shape is a path in one colour.
type shape struct {
	colour colour
	solid  uint8   // percent; 100 is opaque
	line   float64 // the width of the line along the path; 0 to fill it
	path   []stroke
}

// drawing is what a picture is made of, from the back to the front.
type drawing struct{ shapes []*shape }

// path begins a shape that is filled.
func (d *drawing) path(c colour) *shape {
	s := &shape{colour: c, solid: 100}
	d.shapes = append(d.shapes, s)
	return s
}

// lines begins a shape of lines.
func (d *drawing) lines(c colour, width float64) *shape {
	s := d.path(c)
	s.line = width
	return s
}

func (s *shape) add(kind byte, n ...float64) *shape {
	step := stroke{kind: kind}
	for i, v := range n {
		step.n[i] = math.Round(v)
	}
	s.path = append(s.path, step)
	return s
}

func (s *shape) through(percent uint8) *shape          { s.solid = percent; return s }
func (s *shape) move(x, y float64) *shape              { return s.add('M', x, y) }
func (s *shape) to(x, y float64) *shape                { return s.add('L', x, y) }
func (s *shape) bend(cx, cy, x, y float64) *shape      { return s.add('Q', cx, cy, x, y) }
func (s *shape) curve(a, b, c, d, x, y float64) *shape { return s.add('C', a, b, c, d, x, y) }
func (s *shape) close() *shape                         { return s.add('Z') }
func (s *shape) circle(x, y, r float64) *shape         { return s.add('O', x, y, r) }
func (s *shape) ellipse(x, y, rx, ry float64) *shape   { return s.add('E', x, y, rx, ry) }
func (s *shape) segment(x0, y0, x1, y1 float64) *shape { return s.move(x0, y0).to(x1, y1) }

// rect adds a rectangle.
func (s *shape) rect(x, y, w, h float64) *shape {
	return s.poly(x, y, x+w, y, x+w, y+h, x, y+h)
}

// poly adds a polygon through points.
func (s *shape) poly(xy ...float64) *shape {
	for i := 0; i+1 < len(xy); i += 2 {
		if i == 0 {
			s.move(xy[0], xy[1])
		} else {
			s.to(xy[i], xy[i+1])
		}
	}
	return s.close()
}

// star adds a star with so many points, the first at an angle.
func (s *shape) star(x, y, outer, inner float64, points int, angle float64) *shape {
	xy := make([]float64, 0, 4*points)
	for i := range 2 * points {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		sin, cos := math.Sincos(angle + math.Pi*float64(i)/float64(points))
		xy = append(xy, x+r*sin, y-r*cos)
	}
	return s.poly(xy...)
}

// arc goes on along a circle from one angle to another, in radians clockwise from the right.
// It begins with a move or a line to where the arc begins.
func (s *shape) arc(begin byte, x, y, r, from, to float64) *shape {
	parts := math.Ceil(math.Abs(to-from)/(math.Pi/2) - .001)
	step := (to - from) / parts
	k := 4. / 3 * math.Tan(step/4) * r
	sin, cos := math.Sincos(from)
	s.add(begin, x+r*cos, y+r*sin)
	for i := range int(parts) {
		end := from + step*float64(i+1)
		sin1, cos1 := math.Sincos(end)
		s.curve(x+r*cos-k*sin, y+r*sin+k*cos, x+r*cos1+k*sin1, y+r*sin1-k*cos1, x+r*cos1, y+r*sin1)
		sin, cos = sin1, cos1
	}
	return s
}

// pie adds a part of a disc, from one angle to another.
func (s *shape) pie(x, y, r, from, to float64) *shape {
	return s.arc('M', x, y, r, from, to).to(x, y).close()
}

// half adds a half disc that faces up (0), right (1), down (2) or left (3).
func (s *shape) half(x, y, r float64, facing int) *shape {
	from := math.Pi * (1 + float64(facing)/2)
	return s.arc('M', x, y, r, from, from+math.Pi).close()
}

// appendSVG appends the shapes as elements of SVG.
func (d *drawing) appendSVG(b []byte) []byte {
	for _, s := range d.shapes {
		if len(s.path) == 0 {
			continue
		}
		b = append(b, `<path `...)
		if s.line > 0 {
			b = append(append(append(b, `fill="none" stroke="`...), s.colour.String()...), `" stroke-width="`...)
			b = append(appendNumber(b, s.line), '"')
		} else {
			b = append(append(append(b, `fill="`...), s.colour.String()...), '"')
		}
		if s.solid < 100 {
			b = append(b, ` opacity="`...)
			b = append(strconv.AppendFloat(b, float64(s.solid)/100, 'g', -1, 64), '"')
		}
		b = append(b, ` d="`...)
		b = append(s.appendPath(b), `"/>`...)
	}
	return b
}

// appendPath appends the path as SVG's d: relative but for moves, so that a shape that comes again
// is the same text again, which compresses well.
func (s *shape) appendPath(b []byte) []byte {
	var x, y, fromX, fromY float64
	var last byte // the command that need not be written again
	for _, p := range s.path {
		n := p.n
		switch p.kind {
		case 'M':
			b = numbers(append(b, 'M'), n[:2]...)
			x, y, fromX, fromY, last = n[0], n[1], n[0], n[1], 0
		case 'L':
			switch {
			case n[1] == y:
				b, last = appendNumber(append(b, 'h'), n[0]-x), 0
			case n[0] == x:
				b, last = appendNumber(append(b, 'v'), n[1]-y), 0
			default:
				b = command(b, &last, 'l', n[0]-x, n[1]-y)
			}
			x, y = n[0], n[1]
		case 'Q':
			b = command(b, &last, 'q', n[0]-x, n[1]-y, n[2]-x, n[3]-y)
			x, y = n[2], n[3]
		case 'C':
			b = command(b, &last, 'c', n[0]-x, n[1]-y, n[2]-x, n[3]-y, n[4]-x, n[5]-y)
			x, y = n[4], n[5]
		case 'Z':
			b = append(b, 'z')
			x, y, last = fromX, fromY, 0
		case 'O':
			b = appendEllipse(b, n[0], n[1], n[2], n[2])
			last = 0
		case 'E':
			b = appendEllipse(b, n[0], n[1], n[2], n[3])
			last = 0
		}
	}
	return b
}

func appendEllipse(b []byte, x, y, rx, ry float64) []byte {
	b = numbers(append(b, 'M'), x-rx, y)
	for _, way := range [...]float64{2, -2} {
		b = append(numbers(append(b, 'a'), rx, ry), " 0 1 0"...)
		b = further(b, way*rx, 0)
	}
	return b
}

// command appends a command with its numbers, without the letter where it is that of the last one.
func command(b []byte, last *byte, letter byte, n ...float64) []byte {
	if *last == letter {
		return further(b, n...)
	}
	*last = letter
	return numbers(append(b, letter), n...)
}

// numbers appends numbers with what must stand between them, further with what must stand before
// the first one, too.
func numbers(b []byte, n ...float64) []byte {
	return further(appendNumber(b, n[0]), n[1:]...)
}

func further(b []byte, n ...float64) []byte {
	for _, v := range n {
		if v >= 0 {
			b = append(b, ' ')
		}
		b = appendNumber(b, v)
	}
	return b
}

func appendNumber(b []byte, v float64) []byte { return strconv.AppendFloat(b, v+0, 'f', -1, 64) }
