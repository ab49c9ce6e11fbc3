// Package research is the page of what the measured screenplays have in common: how features
// go with outcomes, how tiers differ, and what the model knows.
package research

import (
	"fmt"
	"math"
	"strings"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/table"
)

// Register adds the page.
func Register(s *page.Site) {
	s.Handle(page.Route{Path: "/research", Get: show, Data: true, Need: access.Needs.Scripts})
}

// study is what the page is made of.
type study struct {
	c     *research.Correlations
	model *app.Model // nil without one
	set   *research.Spread
}

func show(v *page.View) error {
	s := &study{}
	var err error
	if s.c, err = v.Visit.Correlations(v.Context()); err != nil {
		return err
	}
	if s.set, err = v.Visit.Norms(v.Context()); err != nil {
		return err
	}
	if s.model, err = v.Visit.Model(v.Context()); err != nil && !fault.Is(err, fault.Upstream) {
		return err
	}
	tables := []table.Table{named("correlations", s.heat().Table()), named("tiers", s.profiles().Table()), named("effects", s.effects().Table()), s.insightTable()}
	if s.model != nil {
		tables = append(tables, s.modelTable())
	}
	return v.Answer(page.Answer{
		Title: "Research", Description: "What measured screenplays of produced films have in common, and what that does not tell.",
		Content: researchPage(s), Tables: tables, API: "/api/v1/correlations",
		Data: struct {
			Correlations *research.Correlations `json:"correlations"`
			Model        *app.Model             `json:"model"`
		}{s.c, s.model},
	})
}

func named(name string, t table.Table) table.Table {
	t.Name = name
	return t
}

// outcomeNames are the outcomes as people call them, in the order of research.ByOutcome.
var outcomeNames = [...]string{"User rating", "Critics", "Second user rating", "Master score", "Worldwide gross", "Return on budget", "Oscar nominations", "Oscars won"}

// outcomes returns the members of b in the order of outcomeNames.
func outcomes[T any](b research.ByOutcome[T]) [len(outcomeNames)]T {
	return [...]T{b.FilmdbRating, b.CriticScore, b.MoviedbRating, b.MasterScore, b.WorldwideGross, b.ROI, b.OscarNoms, b.OscarWins}
}

// tiers returns the members of b, best first.
func tiers[T any](b research.ByTier[T]) [6]T { return [...]T{b.S, b.A, b.B, b.C, b.D, b.E} }

// interval returns the ends of the 95% interval of a correlation r over n cases, by Fisher's
// transformation; NaN where there is none.
func interval(r float64, n int) (low, high float64) {
	if n <= 3 || !(math.Abs(r) < 1) {
		return math.NaN(), math.NaN()
	}
	z, half := math.Atanh(r), 1.959964/math.Sqrt(float64(n-3))
	return math.Tanh(z - half), math.Tanh(z + half)
}

// heat is the picture of features against outcomes.
func (s *study) heat() chart.HeatMap {
	h := chart.HeatMap{
		Head:    chart.Head{ID: "correlations", Title: "Features and outcomes", Desc: "Pearson's correlation of each of the twenty features with each of eight outcomes."},
		RowName: "Feature", Columns: outcomeNames[:], Value: chart.Axis{Name: "Correlation", Decimals: 2}, Limit: 0.35,
	}
	for f, about := range measure.Features() {
		h.Rows = append(h.Rows, about.Label)
		r, n, row := outcomes(*s.c.Matrix.At(f)), outcomes(*s.c.N.At(f)), []chart.HeatCell{}
		for k := range r {
			cell := chart.HeatCell{Value: chart.Known(r[k]), N: n[k]}
			cell.Low, cell.High = interval(cell.Value, cell.N)
			row = append(row, cell)
		}
		h.Cells = append(h.Cells, row)
	}
	return h
}

// insightsInSight is how many relations stand in sight.
const insightsInSight = 5

// strongest says which feature and outcome go together most.
func (s *study) strongest() string {
	h := s.heat()
	var best chart.HeatCell
	title := h.Title
	for i, row := range h.Cells {
		for k, cell := range row {
			if math.Abs(cell.Value) > math.Abs(best.Value) {
				best = cell
				title = fmt.Sprintf("Strongest pair: %s and %s, r = %s", strings.ToLower(h.Rows[i]), strings.ToLower(h.Columns[k]), table.Number(cell.Value, 2))
			}
		}
	}
	return title
}

// largestEffect says in which feature the best tier and the worst differ most.
func (s *study) largestEffect() string {
	c := s.effects()
	title, most := c.Title, 0.0
	for _, row := range c.Rows {
		if math.Abs(row.Point) > most {
			most = math.Abs(row.Point)
			title = fmt.Sprintf("Tier S and tier E differ most in %s: d = %s", strings.ToLower(row.Label), table.Number(row.Point, 2))
		}
	}
	return title
}

// profiles is the picture of the tiers' means, one small picture a feature.
func (s *study) profiles() chart.Multiples {
	m := chart.Multiples{
		Head: chart.Head{ID: "profiles", Title: "Tiers, feature by feature", Size: chart.Medium,
			Desc: "For each feature the mean of each tier, in standard deviations from the mean of the whole set. Tier 1 is S, tier 6 is E."},
		X: chart.Axis{Name: "Tier (1 is S, 6 is E)"}, Y: chart.Axis{Name: "Mean of the tier", Unit: "standard deviations", Decimals: 2}, Bars: true,
	}
	all := tiers(s.c.TierProfiles)
	for f, about := range measure.Features() {
		series := chart.Series{Name: about.Label}
		mean, std := s.moments(f)
		for k := range all {
			series.Points = append(series.Points, chart.XY{X: float64(k + 1), Y: (chart.Known(all[k].Features.At(f).Mean) - mean) / std})
		}
		m.Series = append(m.Series, series)
	}
	return m
}

// moments returns the mean and standard deviation of a feature over the whole set, from those
// of the tiers.
func (s *study) moments(f int) (mean, std float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for _, p := range tiers(s.c.TierProfiles) {
		of := p.Features.At(f)
		if of.Mean == nil || of.Std == nil {
			continue
		}
		k := float64(p.N)
		n, sum, squares = n+k, sum+k**of.Mean, squares+k*(*of.Std**of.Std+*of.Mean**of.Mean)
	}
	mean = sum / n
	return mean, math.Sqrt(squares/n - mean*mean)
}

// effects is the picture of how far S and E differ, with 95% intervals.
func (s *study) effects() chart.Intervals {
	c := chart.Intervals{
		Head:  chart.Head{ID: "effects", Title: "Best tier against worst", Desc: "How far each feature differs between tier S and tier E, in pooled standard deviations, with 95% intervals."},
		Value: chart.Axis{Name: "Cohen's d", Decimals: 2},
	}
	n, m := float64(s.c.TierProfiles.S.N), float64(s.c.TierProfiles.E.N)
	for f, about := range measure.Features() {
		row := chart.Interval{Label: about.Label, Point: chart.Known(s.c.EffectSizes.At(f).CohensD)}
		if d := row.Point; !math.IsNaN(d) {
			half := 1.959964 * math.Sqrt((n+m)/(n*m)+d*d/(2*(n+m)))
			row.Ranges = []chart.Range{{Low: d - half, High: d + half, Level: 0.95}}
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// insightTable lists the strongest relations.
func (s *study) insightTable() table.Table {
	t := table.Table{Name: "insights", Caption: "The strongest relations, strongest first", Columns: []table.Column{
		{Name: "Feature"}, {Name: "Outcome"}, {Name: "r", Numeric: true}, {Name: "Films", Numeric: true}, {Name: "In words"}}}
	for _, in := range s.c.Insights {
		t.Add(table.Text(label(in.Feature)), table.Text(in.Metric), table.Float(in.R, 2), table.Int(in.N), table.Text(in.Text))
	}
	return t
}

func label(name string) string {
	if f, ok := measure.Index(name); ok {
		return measure.Features()[f].Label
	}
	return name
}

// modelTable lists what the model makes of each feature.
func (s *study) modelTable() table.Table {
	t := table.Table{Name: "model", Caption: "What the model makes of each feature", Columns: []table.Column{
		{Name: "Feature"}, {Name: "Importance", Unit: "%", Numeric: true, Doc: "Mean decrease in impurity over the trees; all add up to 100%."},
		{Name: "For High", Numeric: true, Doc: "Log-odds per standard deviation, of a logistic regression beside the forest."},
		{Name: "For Mid", Numeric: true}, {Name: "For Low", Numeric: true},
		{Name: "Mean of the set", Numeric: true}, {Name: "Small edits move it by up to", Numeric: true},
	}}
	for f, about := range measure.Features() {
		c, d := s.model.LRCoefficients.At(f), s.model.Definitions.At(f)
		mean := table.Unknown()
		if m := s.model.FeatureStats.At(f).Mean; m != nil {
			mean = table.Cell{Text: part.FeatureText(about, *m), Value: *m}
		}
		t.Add(table.Text(about.Label), table.Percent(*s.model.Importances.At(f), 1), table.Float(c.High, 2), table.Float(c.Mid, 2), table.Float(c.Low, 2),
			mean, table.Cell{Text: part.FeatureText(about, d.NoiseFloor), Value: d.NoiseFloor})
	}
	return t
}

// tierTable lists the tiers with what makes them.
func (s *study) tierTable() table.Table {
	t := table.Table{Name: "tier rules", Caption: "Tiers by fixed shares of the set, in order of points", Columns: []table.Column{
		{Name: "Tier"}, {Name: "Class"}, {Name: "Share of the set", Unit: "%", Numeric: true}, {Name: "Scripts", Numeric: true}, {Name: "Least points", Unit: "of 100", Numeric: true}}}
	classes := [...]string{"High", "High", "Mid", "Mid", "Low", "Low"}
	shares, least, found := tiers(s.model.Tiers.Shares), tiers(s.model.Tiers.LeastPoints), tiers(s.c.TierProfiles)
	for i := range shares {
		tier := research.Tiers[i : i+1]
		t.Add(table.Link(tier, "/scripts?tier="+tier), table.Text(classes[i]), table.Percent(shares[i], 0), table.Int(found[i].N), table.Float(least[i], 2))
	}
	return t
}
