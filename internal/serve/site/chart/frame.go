package chart

// frame is the part of a picture that marks are drawn in, with its two scales.
type frame struct {
	left, right, top, bottom float64
	x, y                     scale
}

// axes draws the grid and the ticks of a frame, and the names of its axes: that of y above
// it, that of x below.
func (c *canvas) axes(f frame, x, y Axis) {
	c.text("m", "", 4, f.top-12, y.title())
	for _, v := range f.y.ticks(lineHeight + 4) {
		at := f.y.at(v)
		c.line("grid", f.left, at, f.right, at)
		c.text("m", "end", f.left-6, at+4.5, y.tick(v, f.y.step))
	}
	c.xTicks(f, x)
	c.line("ax", f.left, f.bottom, f.right, f.bottom)
}

// xTicks draws the ticks of x below a frame and the name of the axis.
func (c *canvas) xTicks(f frame, x Axis) {
	end := 0.0
	for _, v := range f.x.ticks(widest(x, f.x) + 10) {
		label := x.tick(v, f.x.step)
		at, half := f.x.at(v), textWidth(label)/2
		c.line("grid", at, f.top, at, f.bottom+4)
		if middle := c.inside(at, label); middle-half >= end {
			c.text("m", "middle", middle, f.bottom+18, label)
			end = middle + half + 4
		}
	}
	if title := x.title(); title != "" {
		c.label("m", "end", f.right, f.bottom+36, f.right-4, title)
	}
}

// widest returns the width of the widest label of a scale's ends.
func widest(a Axis, s scale) float64 {
	return max(textWidth(a.tick(s.low, s.step)), textWidth(a.tick(s.high, s.step)))
}

// leftOf returns where a frame must begin to leave room for the labels of y.
func leftOf(a Axis, s scale) float64 {
	wide := 0.0
	for _, v := range s.ticks(lineHeight + 4) {
		wide = max(wide, textWidth(a.tick(v, s.step)))
	}
	return wide + 12
}
