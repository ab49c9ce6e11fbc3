package vision

import "math"

// edgeThreshold is the change of lightness per pixel, of 255, from which a pixel is
// an edge: about 5 L* from one pixel to the next.
const edgeThreshold = 13

// edges are Sobel gradients of lightness.
type edges struct {
	w, h     int
	gradient []uint8 // change of lightness per pixel, of 255, capped at 255
	mask     []uint8 // 1 where the gradient is an edge
}

// edges applies the 3×3 Sobel operator to lightness. The outermost pixels have none.
func (c *canvas) edges() *edges {
	e := &edges{w: c.w, h: c.h, gradient: make([]uint8, c.w*c.h), mask: make([]uint8, c.w*c.h)}
	for y := 1; y < c.h-1; y++ {
		up, at, down := c.light[(y-1)*c.w:y*c.w], c.light[y*c.w:(y+1)*c.w], c.light[(y+1)*c.w:(y+2)*c.w]
		out, mask := e.gradient[y*c.w:(y+1)*c.w], e.mask[y*c.w:(y+1)*c.w]
		for x := 1; x < c.w-1; x++ {
			nw, n, ne := int(up[x-1]), int(up[x]), int(up[x+1])
			sw, s, se := int(down[x-1]), int(down[x]), int(down[x+1])
			gx := ne + 2*int(at[x+1]) + se - nw - 2*int(at[x-1]) - sw
			gy := sw + 2*s + se - nw - 2*n - ne
			if q := gx*gx + gy*gy; q >= 64*edgeThreshold*edgeThreshold {
				mask[x] = 1
				out[x] = uint8(min(math.Sqrt(float64(q))/8, 255))
			}
		}
	}
	return e
}

// density is the share of pixels that are edges.
func (e *edges) density() float64 {
	n := 0
	for _, v := range e.mask {
		n += int(v)
	}
	return float64(n) / float64(len(e.mask))
}
