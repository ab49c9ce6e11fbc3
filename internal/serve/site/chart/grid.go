package chart

// gridCell is how one cell of a grid is drawn.
type gridCell struct{ class, ink, text, href, hover string }

// grid draws rows and columns of cells with their names, and returns where they end.
func (c *canvas) grid(rows, columns []string, cell func(i, k int) gridCell) float64 {
	const tall = 26.0
	left := c.gridLeft()
	wide := (c.width - left - 2) / float64(len(columns))
	top := c.heads(columns, left, wide)
	for i, name := range rows {
		y := top + float64(float64(i)*tall)
		c.label("", "end", left-8, y+17.5, left-12, name)
		for k, column := range columns {
			s, x := cell(i, k), left+float64(float64(k)*wide)
			c.begin(s.href, name+", "+column+": "+s.hover)
			c.rect(s.class, x+0.5, y+0.5, wide-1, tall-1)
			c.label(s.ink, "middle", x+wide/2, y+17.5, wide, s.text)
			c.end()
		}
	}
	return top + float64(len(rows))*tall
}

// gridLeft returns where the columns of a grid begin.
func (c *canvas) gridLeft() float64 { return min(c.width*0.3, 240) }

// heads writes the columns' names, in up to three lines, or upright where a word is wider
// than its column, and returns the height they take.
func (c *canvas) heads(columns []string, left, wide float64) float64 {
	names, most, longest := make([][]string, len(columns)), 1, 0.0
	upright := false
	for k, name := range columns {
		lines, cut := wrap(name, wide-6, 3)
		names[k], upright = lines, upright || cut
		most, longest = max(most, len(lines)), max(longest, textWidth(name))
	}
	if upright {
		return c.upright(columns, left, wide, min(longest, 190)+12)
	}
	for k, lines := range names {
		x := left + (float64(k)+0.5)*wide
		for i, line := range lines {
			c.text("m", "middle", x, float64(most-len(lines)+i+1)*lineHeight, line)
		}
	}
	return float64(most)*lineHeight + 8
}

// upright writes the columns' names from bottom to top.
func (c *canvas) upright(columns []string, left, wide, height float64) float64 {
	for k, name := range columns {
		x := left + (float64(k)+0.5)*wide + 4.5
		c.raw(`<g transform="translate(`, coordinate(x), " ", coordinate(height-6), `) rotate(-90)">`)
		c.label("m", "", 0, 0, height-8, name)
		c.raw("</g>")
	}
	return height
}
