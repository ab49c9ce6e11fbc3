package terminal

import (
	"fmt"
	"math"
	"strings"

	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// farthest is how many standard deviations from the mean a scale reaches on each
// side.
const farthest = 3.0

// featureRow has the widths of the columns of a feature, in terminal columns. A
// width of 0 leaves the column out.
type featureRow struct{ label, value, unit, scale, norm int }

// featureColumns returns the widths for the page. A narrow page leaves out the norm
// first, then the unit. The scale is odd, so that the mean is in its middle.
func (p *page) featureColumns() featureRow {
	row := featureRow{label: 26, value: 6, unit: 10, norm: 12 + columns(p.plusMinus)}
	rest := func() int {
		n := p.width - (2 + row.label + 1 + row.value + 1 + 1 + 4)
		if row.unit > 0 {
			n -= row.unit + 1
		}
		if row.norm > 0 {
			n -= row.norm + 2
		}
		return n
	}
	if rest() < 13 {
		row.norm = 0
	}
	if rest() < 13 {
		row.unit = 0
	}
	row.scale = min(rest(), 41)
	row.scale -= 1 - row.scale%2 // odd, so that the mean is in the middle
	return row
}

// features adds a line for each feature beside the research set, by category.
func (p *page) features(s *Study) {
	p.section(fmt.Sprintf("AGAINST %s PRODUCED SCRIPTS", grouped(s.Model.TotalScripts)))
	p.prose(2, faint, fmt.Sprintf("%s is this script, %s the mean of the set, %s one standard deviation; the scale ends at three. "+
		"%% is of how many in a hundred scripts it is higher than, about. Higher is not better.", p.mark, p.mean, strings.Repeat(p.inside, 3)))
	row := p.featureColumns()
	category := ""
	for f, about := range measure.Features() {
		if about.Category != category {
			category = about.Category
			p.line()
			p.line("  ", p.ink(bold, capital(category)))
		}
		p.feature(row, about, s.Analysis.Comparisons.At(f))
	}
}

// feature adds the line of one feature: label, value, unit, scale, percentile and
// the mean and deviation of the set.
func (p *page) feature(row featureRow, about measure.Feature, c *research.Comparison) {
	cells := []string{"  ", p.left(about.Label, row.label), " ", right(featureText(c.Value, about), row.value), " "}
	if row.unit > 0 {
		cells = append(cells, p.ink(faint, p.left(shortUnit(about.Unit), row.unit)), " ")
	}
	cells = append(cells, p.scale(c.ZScore, row.scale), " ", right(higherThan(c.PercentileApprox), 4))
	if row.norm > 0 {
		cells = append(cells, "  ", p.ink(faint, featureText(c.DatasetMean, about)+p.plusMinus+featureText(c.DatasetStd, about)))
	}
	p.line(cells...)
}

// scale returns a scale of room columns with a mark at the z-score. A z-score
// beyond the scale is marked at its end by another symbol. From two standard
// deviations on the mark has another colour.
func (p *page) scale(z float64, room int) string {
	at := func(z float64) int { return int(math.Round((z + farthest) / (2 * farthest) * float64(room-1))) }
	mark, symbol := max(0, min(room-1, at(z))), p.mark
	switch {
	case z < -farthest:
		symbol = p.farBelow
	case z > farthest:
		symbol = p.farAbove
	}
	cells := make([]string, room)
	for i := range cells {
		switch {
		case i == room/2:
			cells[i] = p.mean
		case i >= at(-1) && i <= at(1):
			cells[i] = p.inside
		default:
			cells[i] = p.outside
		}
	}
	in := accent
	if math.Abs(z) >= 2 {
		in = rare
	}
	return p.ink(faint, strings.Join(cells[:mark], "")) + p.ink(in, symbol) + p.ink(faint, strings.Join(cells[mark+1:], ""))
}

// shortUnit returns a unit shortened for a column.
func shortUnit(unit string) string {
	unit, _, _ = strings.Cut(unit, " words of ")
	return strings.TrimPrefix(unit, "score ")
}

// higherThan returns a percentile for people. It is approximate, so it is never
// written as 0 or 100 %.
func higherThan(percentile float64) string {
	switch {
	case percentile < 1:
		return "<1%"
	case percentile > 99:
		return ">99%"
	}
	return fmt.Sprintf("%.0f%%", percentile)
}

// whereIs returns where a byte of a script is: the page of a PDF, or the line, from 1,
// of a text that has lines; "" in the files of writing programs, which show none.
func whereIs(s *screenplay.Script, offset int) string {
	if s.Format == screenplay.PDF {
		return fmt.Sprintf("page %d", strings.Count(s.Source[:offset], "\f")+1)
	}
	if !s.Format.HasLines() {
		return ""
	}
	_, line := newPlaces(s.Source[:offset]).of(offset)
	return fmt.Sprintf("line %d", line)
}
