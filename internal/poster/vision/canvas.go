package vision

import (
	"image"
	"image/color"
	"math"
)

// canvasPixels is about how many pixels every measurement is made on: those of
// a poster of 300×450. Larger pictures are shrunk to it and smaller ones
// enlarged, so that a picture and its renditions are read alike, and reading
// takes the same time whatever was sent.
const canvasPixels = 300 * 450

// canvasSide bounds a side of the canvas, for ribbons.
const canvasSide = 1200

// canvas is the picture as all measurements see it.
// It never changes after newCanvas. rgb has 3·w·h values, light and lab w·h.
type canvas struct {
	w, h             int
	sourceW, sourceH int     // the picture's own size
	rgb              []uint8 // red, green, blue of each pixel, row by row
	light            []uint8 // lightness: CIE L* from 0 to 100, times 2.55
	lab              []lab   // OKLab
}

// newCanvas resamples the picture and tells its colours.
// The canvas has about canvasPixels pixels in the picture's proportions, at least one
// and at most canvasSide a side. It shares no memory with the picture.
func (s *colorTables) newCanvas(img image.Image) *canvas {
	src := rowsOf(img)
	scale := math.Sqrt(canvasPixels / float64(src.w) / float64(src.h))
	c := &canvas{
		w:       min(max(int(math.Round(float64(src.w)*scale)), 1), canvasSide),
		h:       min(max(int(math.Round(float64(src.h)*scale)), 1), canvasSide),
		sourceW: src.w, sourceH: src.h,
	}
	c.rgb = resize(img, src, c.w, c.h)
	n := c.w * c.h
	c.light, c.lab = make([]uint8, n), make([]lab, n)
	for i := range n {
		c.lab[i], c.light[i] = s.convert(c.rgb[3*i], c.rgb[3*i+1], c.rgb[3*i+2])
	}
	return c
}

// resize is the picture at w×h pixels in red, green and blue.
// Luma and chroma are resampled before they are converted where the picture has them.
// The result has 3·w·h bytes.
func resize(img image.Image, src rows, w, h int) []uint8 {
	p, ok := planes(img)
	if !ok {
		return triangle.fit(src.source(), 3, w, h)
	}
	luma, cb, cr := triangle.fit(p[0], 3, w, h), triangle.fit(p[1], 3, w, h), triangle.fit(p[2], 3, w, h)
	out := make([]uint8, 3*w*h)
	for i := range luma {
		out[3*i], out[3*i+1], out[3*i+2] = color.YCbCrToRGB(luma[i], cb[i], cr[i])
	}
	return out
}

// x and y as fractions of the canvas, rounded for the wire.
func (c *canvas) fx(x float64) float64 { return round(x/float64(c.w), 4) }
func (c *canvas) fy(y float64) float64 { return round(y/float64(c.h), 4) }

// round keeps places decimals.
// It never returns negative zero, so that equal readings have equal bytes.
func round(x float64, places int) float64 {
	p := math.Pow10(places)
	x = math.Round(x*p) / p
	if x == 0 {
		return 0 // not the negative one
	}
	return x
}

// ramp is 0 at or below from, 1 at or above to (which may be the lower), and
// straight between.
func ramp(x, from, to float64) float64 {
	return min(max((x-from)/(to-from), 0), 1)
}

// integral holds sums over the upper left corners of a plane: entry (x, y) of
// a (w+1)×(h+1) table is the sum of all values above and left of it.
type integral struct {
	w   int // w+1
	sum []int32
}

// integrate returns the summed-area table (integral image; Crow 1984) of a plane of w×h
// values. It takes time in proportion to the pixels; a box of any size is then four
// look-ups. A canvas is small enough that no sum overflows.
func integrate(plane []uint8, w, h int) integral {
	t := integral{sum: make([]int32, (w+1)*(h+1))}
	t.refill(plane, w, h)
	return t
}

// refill makes it the sums of another plane, which must not be larger.
func (t *integral) refill(plane []uint8, w, h int) {
	t.w = w + 1
	clear(t.sum[:w+1])
	for y := range h {
		var row int32
		above, here := t.sum[y*(w+1):(y+1)*(w+1)], t.sum[(y+1)*(w+1):(y+2)*(w+1)]
		here[0] = 0
		src := plane[y*w : (y+1)*w]
		above, here = above[1:][:len(src)], here[1:][:len(src)]
		for x, v := range src {
			row += int32(v)
			here[x] = above[x] + row
		}
	}
}

// box is the sum over columns x0 to x1 and rows y0 to y1, the last excluded.
// 0 ≤ x0 ≤ x1 ≤ w and 0 ≤ y0 ≤ y1 ≤ h must hold.
func (t *integral) box(x0, y0, x1, y1 int) int32 {
	return t.sum[y1*t.w+x1] - t.sum[y0*t.w+x1] - t.sum[y1*t.w+x0] + t.sum[y0*t.w+x0]
}
