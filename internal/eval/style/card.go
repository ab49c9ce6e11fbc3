package style

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"kinodex/internal/eval"
	"kinodex/internal/screenplay/measure"
)

//go:embed card.tmpl
var cardTemplate string

// WriteCard writes the card of style-match: Markdown, the same for the same report.
func (r *Report) WriteCard(to io.Writer, about eval.About) error {
	return eval.WriteCard(to, cardTemplate, card{about, r})
}

// card is what the template of the card reads.
type card struct {
	eval.About
	*Report
}

func (card) WordCount() int    { return len(measure.StyleFeatures()) }
func (card) Lengths() []string { return lengthNames[:] }

// Answered is the row of what style-match answers.
func (c card) Answered() Row { return c.Rows[0] }

// TimesChance is how many times as often a single scene's writer comes first as by
// drawing one.
func (c card) TimesChance() float64 { return c.Rows[0].One().Top1 / c.Chance }

func (r Row) One() Metrics   { return r.Metrics[oneScene] }
func (r Row) Ten() Metrics   { return r.Metrics[tenScenes] }
func (r Row) Whole() Metrics { return r.Metrics[wholeText] }

// Figures are the cells of a row.
func (r Row) Figures() string {
	one, ten, whole := r.One(), r.Ten(), r.Whole()
	return fmt.Sprintf("%.3f | %.3f to %.3f | %.3f | %.3f | %.3f | %.3f | %.3f | %.3f",
		one.Top1, one.Low, one.High, one.Top3, one.Reciprocal, ten.Top1, ten.Top3, whole.Top1, whole.Top3)
}

// Controls are the rows of what it may not be; those that nothing was asked of are
// left out.
func (c card) Controls() []Row {
	rows := []Row{c.Apart}
	for _, r := range []Row{c.Uncited, c.Served} {
		if r.One().Films > 0 {
			rows = append(rows, r)
		}
	}
	return rows
}

func (c card) SeriesList() string {
	if len(c.Series) == 0 {
		return "none"
	}
	return strings.Join(c.Series, "; ")
}

// mostListed is how many writers are named.
const mostListed = 60

// Listed are the writers with most screenplays.
func (c card) Listed() []Writer {
	all := slices.Clone(c.Writers)
	slices.SortStableFunc(all, func(a, b Writer) int { return len(b.Films) - len(a.Films) })
	return all[:min(len(all), mostListed)]
}

// Unlisted is how many others there are.
func (c card) Unlisted() int { return max(0, len(c.Writers)-mostListed) }
