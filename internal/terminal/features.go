package terminal

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// farthest is how many standard deviations from the mean a scale reaches.
const farthest = 3.0

// featureRow is how the columns of a feature are laid out: label, value, unit,
// scale, percentile, norm.
type featureRow struct{ label, value, unit, scale, norm int }

// featureColumns lays out the columns for a page: a narrow one leaves out the
// norm, then the unit.
func (p *page) featureColumns() featureRow {
	row := featureRow{label: 26, value: 6, unit: 10, norm: 13}
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

// features draws each feature against the norm.
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

// scale draws where a z-score lies, between three standard deviations below the
// mean and three above.
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

// shortUnit is a unit that fits a column.
func shortUnit(unit string) string {
	unit, _, _ = strings.Cut(unit, " words of ")
	return strings.TrimPrefix(unit, "score ")
}

// higherThan writes a percentile, which is approximate and never quite 0 or 100.
func higherThan(percentile float64) string {
	switch {
	case percentile < 1:
		return "<1%"
	case percentile > 99:
		return ">99%"
	}
	return fmt.Sprintf("%.0f%%", percentile)
}

// mostUnusual is how many features the page explains by scenes.
const mostUnusual = 3

// leastInfluence is the least that a scene must do to a z-score to be named; less
// would be printed as nothing.
const leastInfluence = 0.005

// unusual names the scenes that drive the features farthest from the norm.
func (p *page) unusual(s *Study) {
	a := s.Analysis
	order := farthestFeatures(a)
	if len(order) == 0 {
		return
	}
	p.section("WHAT SETS IT APART, AND WHERE")
	features := measure.Features()
	for _, f := range order {
		c := a.Comparisons.At(f)
		p.line()
		p.line("  ", p.ink(bold, features[f].Label), fmt.Sprintf(": %s %s, %+.1f std", featureText(c.Value, features[f]), shortUnit(features[f].Unit), c.ZScore))
		told := 0
		for _, e := range *a.Evidence.At(f) {
			if math.Abs(e.ZInfluence) >= leastInfluence {
				p.evidence(s, e)
				told++
			}
		}
		if told == 0 {
			p.line("    no scene by itself")
		}
	}
	p.line()
	p.prose(2, faint, "std: standard deviations from the mean. The figure before a scene is what the feature would lose of them if that scene were cut.")
}

// farthestFeatures are the features farthest from the norm, the farthest first.
func farthestFeatures(a *research.Analysis) []int {
	var order []int
	for f := range measure.Count {
		if a.Comparisons.At(f).DatasetStd > 0 {
			order = append(order, f)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int {
		switch zx, zy := math.Abs(a.Comparisons.At(x).ZScore), math.Abs(a.Comparisons.At(y).ZScore); {
		case zx > zy:
			return -1
		case zx < zy:
			return 1
		}
		return 0
	})
	return order[:min(mostUnusual, len(order))]
}

func (p *page) evidence(s *Study, e research.Evidence) {
	scene := &s.Analysis.Report.Scenes[e.Scene-1]
	at := fmt.Sprintf("scene %d, %s", e.Scene, whereIs(s.Script, scene.Start))
	head := right(fmt.Sprintf("%+.2f", e.ZInfluence), 9) + "  " + p.left(at, 22) + " "
	p.line(head, p.ink(faint, p.cut(p.clean(scene.Heading), p.width-columns(head))))
}

// whereIs says where a byte of a script is: on which page of a PDF, else on which
// line.
func whereIs(s *screenplay.Script, offset int) string {
	if s.Format == screenplay.PDF {
		return fmt.Sprintf("page %d", strings.Count(s.Source[:offset], "\f")+1)
	}
	_, line := newPlaces(s.Source[:offset]).of(offset)
	return fmt.Sprintf("line %d", line)
}
