package chart

import (
	"math"
	"strconv"
)

// gridCell is how one cell of a grid is drawn.
type gridCell struct{ class, ink, text, href, hover string }

// grid draws rows and columns of cells with their names, and returns where they end.
func (c *canvas) grid(rows, columns []string, cell func(i, k int) gridCell) float64 {
	left := c.gridLeft(rows)
	wide := (c.width - left - 2) / float64(len(columns))
	top := c.heads(columns, left, wide)
	for i, name := range rows {
		y := top + float64(float64(i)*rowHeight)
		c.label("", "end", left-8, y+17.5, (left-12)/nameWidth, name)
		for k, column := range columns {
			s, x := cell(i, k), left+float64(float64(k)*wide)
			c.begin(s.href, name+", "+column+": "+s.hover)
			c.rect(s.class, x+0.5, y+0.5, wide-1, rowHeight-1)
			c.label(s.ink, "middle", x+wide/2, y+17.5, wide, s.text)
			c.end()
		}
	}
	return top + float64(len(rows))*rowHeight
}

// gridLeft returns where the columns of a grid begin: after the longest of the rows' names, as far as
// there is room.
func (c *canvas) gridLeft(rows []string) float64 {
	longest := 0.0
	for _, name := range rows {
		longest = max(longest, textWidth(name)*nameWidth)
	}
	return min(longest+16, c.width*0.3, 240)
}

// rowNames returns the names of a grid's rows as a picture of their own, as wide in percent of the grid as
// they are in it. It covers them where the grid is moved sideways, so that they stay in sight.
func (c *canvas) rowNames(rows, columns []string) string {
	if len(rows) == 0 || len(columns) == 0 {
		return ""
	}
	left := c.gridLeft(rows)
	top := newCanvas(c.head, c.size).heads(columns, left, (c.width-left-2)/float64(len(columns)))
	for i, name := range rows {
		c.label("", "end", left-8, top+float64(i)*rowHeight+17.5, (left-12)/nameWidth, name)
	}
	w, h := coordinate(left), coordinate(math.Ceil(top+float64(len(rows))*rowHeight))
	return `<svg class="names" aria-hidden="true" viewBox="0 0 ` + w + ` ` + h + `" width="` + strconv.FormatFloat(100*left/c.width, 'f', 3, 64) + `%">` + string(c.b) + `</svg>`
}

// nameWidth is how wide names of rows are drawn of what textWidth says, which is generous: here room is
// scarce.
const nameWidth = 0.95

// rowHeight is the height of a row of a grid.
const rowHeight = 26.0

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
