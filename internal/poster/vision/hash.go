package vision

import "fmt"

// hashThreshold is how much lighter a cell must be, of 255 levels times 256, so that
// the grain of a plain ground sets no bits.
const hashThreshold = 2 * 256

// hash is a difference hash: the lightness of 9×8 cells, one bit for each pair
// of neighbours in a row, set when the right one is lighter.
// It is the dHash of Krawetz: 64 bits, 16 hexadecimal digits. Renditions of a picture
// differ in few bits, unrelated pictures in about 32.
func (c *canvas) hash() string {
	const across, down = 9, 8
	sums := integrate(c.light, c.w, c.h)
	var code uint64
	for y := range down {
		y0 := min(y*c.h/down, c.h-1)
		y1 := max((y+1)*c.h/down, y0+1)
		var before int64 // mean lightness times 256 of the cell to the left
		for x := range across {
			x0 := min(x*c.w/across, c.w-1)
			x1 := max((x+1)*c.w/across, x0+1)
			mean := int64(sums.box(x0, y0, x1, y1)) * 256 / int64((x1-x0)*(y1-y0))
			if x > 0 {
				code <<= 1
				if mean > before+hashThreshold {
					code |= 1
				}
			}
			before = mean
		}
	}
	return fmt.Sprintf("%016x", code)
}
