package screenplay

import (
	_ "embed"
	"io"
	"strings"

	"kinodex/internal/eval"
	"kinodex/internal/screenplay/measure"
)

//go:embed card.tmpl
var cardTemplate string

// Report is what the reading of screenplays was found to reach.
type Report struct {
	Scripts   []GoldScript
	Layouts   []LayoutReport
	Scrapings []ScrapingReport
	Missing   []string // scrapings that lost most of their text
}

// Evaluate reads the gold of a folder: typed scripts in fdx_elements,
// scrapings in variants.
func Evaluate(dir string) (*Report, error) {
	scripts, err := ReadGold(dir + "/fdx_elements")
	if err != nil {
		return nil, err
	}
	r := &Report{Scripts: scripts, Layouts: EvaluateLayouts(scripts, Layouts())}
	r.Scrapings, r.Missing, err = EvaluateScrapings(dir + "/variants")
	return r, err
}

// Correlation is the rank correlation of a feature between two scrapings.
type Correlation struct {
	Feature, A, B string
	Rank          float64
}

func (c Correlation) String() string { return c.Feature + " between " + c.A + " and " + c.B }

// Worst returns the lowest rank correlation of all features and pairs of scrapings.
func (r *Report) Worst() Correlation {
	worst := Correlation{Rank: 2}
	for _, s := range r.Scrapings {
		for f, rank := range s.Rank {
			if rank < worst.Rank {
				worst = Correlation{measure.Names()[f], s.A, s.B, rank}
			}
		}
	}
	return worst
}

// floor is the least that a mean F1 of lines, and a rank correlation, must reach.
const floor = 0.95

// Bounds compares every mean F1 of lines, and the lowest rank correlation, with
// what they must reach.
func (r *Report) Bounds() (bounds []eval.Bound) {
	for _, l := range r.Layouts {
		bounds = append(bounds, eval.AtLeast("mean F1, "+l.Layout.Name, l.MeanF1(), floor))
	}
	return append(bounds, eval.AtLeast("rank correlation, "+r.Worst().String(), r.Worst().Rank, floor))
}

// WriteCard writes the card: Markdown, the same for the same report.
func (r *Report) WriteCard(to io.Writer, about eval.About) error {
	return eval.WriteCard(to, cardTemplate, card{about, r})
}

// card is what the template of the card reads.
type card struct {
	eval.About
	*Report
}

// Kinds are the columns of the table of layouts.
func (card) Kinds() (names []string) {
	for _, k := range Kinds() {
		names = append(names, strings.ReplaceAll(k.String(), "_", " "))
	}
	return names
}

func (card) Features() []string { return measure.Names() }

func (c card) Paragraphs() (n int) {
	for _, s := range c.Scripts {
		n += len(s.Lines)
	}
	return n
}

func (c card) MissingList() string { return strings.Join(c.Missing, ", ") }

// LineF1 is the F1 of lines of each of the kinds.
func (l LayoutReport) LineF1() (f1 []float64) {
	for _, k := range Kinds() {
		f1 = append(f1, l.Lines[k].F1())
	}
	return f1
}

// MeanF1 is the mean F1 of lines over the kinds there are.
func (l LayoutReport) MeanF1() float64 { return meanF1(l.Lines) }

// ExactF1 is the mean F1 of whole elements over the kinds there are.
func (l LayoutReport) ExactF1() float64 { return meanF1(l.Elements) }
