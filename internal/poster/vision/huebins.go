package vision

// slopes is how many slopes from 0 to 1 hueBins tells apart.
const slopes = 1024

// hueBins knows hueBin for nearly every colour without an arcus tangent: by the
// octant of the hue circle and the slope within it. A cell in which the step
// changes, or nearly does, says unsure.
type hueBins [8][slopes + 1]uint8

const unsure = 0xff

// newHueBins computes the table, about 8 KB.
func newHueBins() *hueBins {
	t := &hueBins{}
	for octant := range t {
		for cell := range t[octant] {
			// A little beyond the cell, against rounding.
			least, most := (float64(cell)-0.01)/slopes, (float64(cell)+1.01)/slopes
			step := hueBin(inOctant(octant, least))
			if least < 0 || hueBin(inOctant(octant, most)) != step {
				step = unsure
			}
			t[octant][cell] = uint8(step)
		}
	}
	return t
}

// inOctant is a colour of an octant, as of numbers them, and of a slope.
func inOctant(octant int, slope float64) lab {
	a, b := float32(1), float32(slope)
	if octant&4 != 0 {
		a, b = b, a
	}
	if octant&2 != 0 {
		a = -a
	}
	if octant&1 != 0 {
		b = -b
	}
	return lab{a: a, b: b}
}

// of is hueBin.
// It returns exactly what hueBin does for every colour, which a test holds it to.
func (t *hueBins) of(v lab) int {
	octant, a, b := 0, v.a, v.b
	if b < 0 {
		octant, b = 1, -b
	}
	if a < 0 {
		octant, a = octant|2, -a
	}
	if b > a {
		octant, a, b = octant|4, b, a
	}
	if a == 0 {
		return hueBin(v)
	}
	if step := t[octant][int(b/a*slopes)]; step != unsure {
		return int(step)
	}
	return hueBin(v)
}
