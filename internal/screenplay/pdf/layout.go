package pdf

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// row is one line of a page: its glyphs from left to right.
type row struct {
	y, size float64
	glyphs  []glyph
}

// layOut writes pages as text: columns from the place of each word in units of
// the usual character, blank lines where rows stand further apart than lines
// do.
// A form feed stands between pages, and a line feed after every line.
func layOut(pages [][]glyph) string {
	rows := make([][]row, len(pages))
	for i, page := range pages {
		rows[i] = rowsOf(page)
	}
	cell, leading, left := usualWidth(pages), usualLeading(rows), leftmost(rows)
	var b strings.Builder
	for i, page := range rows {
		if i > 0 {
			b.WriteByte('\f')
		}
		var lines []string
		for j, r := range page {
			if j > 0 {
				gap := (page[j-1].y - r.y) / leading
				for range min(3, max(0, int(math.Round(gap))-1)) {
					lines = append(lines, "")
				}
			}
			lines = append(lines, r.line(left, cell))
		}
		for _, line := range sideBySide(lines) {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// rowsOf gathers the glyphs of a page into rows, from top to bottom. Glyphs
// whose base lines differ by less than a third of their size stand in one row.
// White space and glyphs of half a point or less are left out. No row is empty.
func rowsOf(page []glyph) []row {
	sorted := make([]glyph, 0, len(page))
	for _, g := range page {
		if !g.isSpace() && g.size > 0.5 {
			sorted = append(sorted, g)
		}
	}
	slices.SortStableFunc(sorted, func(a, b glyph) int {
		switch {
		case a.y > b.y:
			return -1
		case a.y < b.y:
			return 1
		}
		return 0
	})
	var rows []row
	for _, g := range sorted {
		if n := len(rows); n > 0 && rows[n-1].y-g.y < min(rows[n-1].size, g.size)/3 {
			rows[n-1].glyphs = append(rows[n-1].glyphs, g)
			continue
		}
		rows = append(rows, row{y: g.y, size: g.size, glyphs: []glyph{g}})
	}
	for i := range rows {
		slices.SortStableFunc(rows[i].glyphs, func(a, b glyph) int {
			switch {
			case a.x < b.x:
				return -1
			case a.x > b.x:
				return 1
			}
			return 0
		})
	}
	return rows
}

// line writes a row. A gap of a quarter of the font size and more divides
// words; a wide one keeps its columns. A glyph drawn twice over itself, as some
// programs make bold, is written once.
// left is the place of column 0 and cell the width of a column, in points. No gap
// is wider than 160 blanks.
func (r row) line(left, cell float64) string {
	var b strings.Builder
	columns := 0
	pen := left
	for i, g := range r.glyphs {
		if i > 0 && g.text == r.glyphs[i-1].text && g.x-r.glyphs[i-1].x < g.width/3 {
			continue
		}
		if gap := g.x - pen; i == 0 || gap > g.size/4 {
			want := int(math.Round((g.x - left) / cell))
			blanks := 1
			if i == 0 || gap > 2.5*cell {
				blanks = want - columns
			}
			if i > 0 {
				blanks = max(1, blanks)
			}
			blanks = min(max(0, blanks), 160)
			b.WriteString(strings.Repeat(" ", blanks))
			columns += blanks
		}
		b.WriteString(g.text)
		columns += utf8.RuneCountInString(g.text)
		pen = g.x + g.width
	}
	return strings.TrimRight(b.String(), " ")
}

// usualWidth is the median width of a character, in points; typewriter type of
// twelve points has 7.2.
// The result is from 1 to 100, and 7.2 without glyphs.
func usualWidth(pages [][]glyph) float64 {
	var widths []float64
	for _, page := range pages {
		for _, g := range page {
			if g.width > 0 && !g.isSpace() {
				widths = append(widths, g.width)
			}
		}
	}
	if len(widths) == 0 {
		return 7.2
	}
	slices.Sort(widths)
	return min(max(widths[len(widths)/2], 1), 100)
}

// usualLeading is the distance between the base lines of a paragraph, in
// points: the smallest distance that makes up a tenth of all. One that is wide
// for the type comes of paragraphs of one line each, and the size of the type
// stands for it.
// It is never 0.
func usualLeading(pages [][]row) float64 {
	counts := map[int]int{} // by half points
	all := 0
	var sizes []float64
	for _, rows := range pages {
		for i := 1; i < len(rows); i++ {
			gap := rows[i-1].y - rows[i].y
			sizes = append(sizes, rows[i].size)
			if gap > 0.7*rows[i].size && gap < 200 {
				counts[int(math.Round(2*gap))]++
				all++
			}
		}
	}
	best := 24
	for half := 400; half > 0; half-- {
		// A base line between two half points falls on either side.
		if n := counts[half] + counts[half+1]; counts[half] > 0 && 10*n >= all {
			best = half
		}
	}
	if len(sizes) > 0 {
		slices.Sort(sizes)
		if size := sizes[len(sizes)/2]; float64(best)/2 > 1.6*size {
			return size
		}
	}
	return float64(best) / 2
}

// leftmost is where the text begins, in points: the least place that one row in
// a hundred begins at or before.
// It is 0 without rows.
func leftmost(pages [][]row) float64 {
	var starts []float64
	for _, rows := range pages {
		for _, r := range rows {
			starts = append(starts, r.glyphs[0].x)
		}
	}
	if len(starts) == 0 {
		return 0
	}
	slices.Sort(starts)
	return starts[len(starts)/100]
}
