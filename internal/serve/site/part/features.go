package part

import (
	"fmt"
	"strings"

	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/site/chart"
	"kinodex/internal/serve/table"
)

// FeatureAxis says how values of a feature are written.
func FeatureAxis(f measure.Feature) chart.Axis {
	a := chart.Axis{Name: f.Label, Unit: f.Unit, Decimals: min(f.Decimals, 3)}
	switch f.Unit {
	case "share":
		a.Unit, a.Format, a.Decimals = "", chart.Percent, 1
	case "ratio":
		a.Unit, a.Decimals = "", 2
	}
	return a
}

// FeatureHeading returns the name of a feature with the unit of FeatureNumber.
func FeatureHeading(f measure.Feature) string {
	unit := f.Unit
	switch unit {
	case "share":
		unit = "%"
	case "ratio":
		unit = ""
	}
	return table.Column{Name: f.Label, Unit: unit}.Heading()
}

// FeatureNumber returns the value of a feature without its unit; shares are in percent.
func FeatureNumber(f measure.Feature, v float64) string {
	if f.Unit == "share" {
		return table.Number(100*v, 1)
	}
	return table.Number(v, min(f.Decimals, 3))
}

// FeatureText returns the value of a feature with its unit. Ratios and scores have none.
func FeatureText(f measure.Feature, v float64) string {
	if f.Unit == "share" {
		return table.Share(v, 1)
	}
	text := FeatureNumber(f, v)
	if f.Unit == "ratio" || f.Unit == "score" || text == table.UnknownText {
		return text
	}
	return text + " " + f.Unit
}

// normed returns the features from one place to another of a script against those of the
// research set. this says whose they are, such as "your script".
func normed(id, this string, from, to int, values *measure.ByFeature[float64], set *research.Spread) chart.Norms {
	n := chart.Norms{
		Head: chart.Head{ID: id, Title: "Features against the research set",
			Desc: "Each feature as a dot on the range that the middle 80% of the research set's scripts lie in."},
		This: this, Group: "the research set",
	}
	for f, about := range measure.Features()[from:to] {
		f += from
		v := *values.At(f)
		axis := FeatureAxis(about)
		axis.Unit, _, _ = strings.Cut(axis.Unit, " of ") // the definition says of what
		switch {
		case strings.HasPrefix(axis.Unit, "score"):
			axis.Unit = ""
		case axis.Format == chart.Plain && axis.Unit != "":
			axis.Decimals = min(axis.Decimals, 1)
		}
		n.Features = append(n.Features, chart.Feature{
			Axis: axis, Value: v, P10: set.Quantile(f, 0.1), Median: set.Quantile(f, 0.5), P90: set.Quantile(f, 0.9), Percentile: set.Below(f, v),
		})
	}
	return n
}

// normsFigure is what surrounds the picture of a script's features.
func normsFigure(id, this string, values *measure.ByFeature[float64], set *research.Spread) Figure {
	return Figure{
		ID: id, Title: "Twenty features against the research set", Table: FeatureTable(this, values, set), SavedAs: "features",
		About: "A dot outside its band is something that at most one in five of the " + table.Number(set.Len(), 0) +
			" scripts of the research set has. That is not good or bad in itself.",
	}
}

// FeatureTable returns the twenty features of a script with where they stand in the research
// set.
func FeatureTable(this string, values *measure.ByFeature[float64], set *research.Spread) table.Table {
	t := normed("features", this, 0, measure.Count, values, set).Table()
	t.Name, t.Caption = "features", "Twenty features, and of how many scripts of the research set in a hundred each is above"
	return t
}

// FeatureDefinitions returns what each feature counts, as a table.
func FeatureDefinitions() table.Table {
	t := table.Table{Name: "feature definitions", Caption: "What each of the twenty features counts",
		Columns: []table.Column{{Name: "Feature"}, {Name: "Unit"}, {Name: "How it is counted"}, {Name: "From"}}}
	for _, f := range measure.Features() {
		source := f.Source
		if source == "" {
			source = "plain counting"
		}
		t.Add(table.Text(f.Label), table.Text(f.Unit), table.Text(f.Formula), table.Text(source))
	}
	return t
}

// FeatureStrip returns twenty small bars as SVG: how many in a hundred scripts have less of
// each feature, from 0 to 100, above or below the middle. It is decoration: the values must
// stand on the page it leads to.
func FeatureStrip(below [measure.Count]float64) string {
	const wide, half = 6, 14
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="strip" viewBox="0 0 %d %d" width="%d" height="%d" aria-hidden="true" focusable="false">`, measure.Count*wide, 2*half, measure.Count*wide, 2*half)
	fmt.Fprintf(&b, `<path class="mid" d="M0 %dH%d"/>`, half, measure.Count*wide)
	for f, percent := range below {
		if !(percent >= 0 && percent <= 100) {
			continue
		}
		class, tall := "up", (percent-50)/50*half
		if tall < 0 {
			class, tall = "down", -tall
		}
		y := float64(half)
		if class == "up" {
			y -= tall
		}
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%.1f" width="%d" height="%.1f"/>`, class, f*wide, y, wide-1, max(tall, 0.5))
	}
	b.WriteString("</svg>")
	return b.String()
}

// Standing says in a sentence how a value stands that so many in a hundred scripts of the
// research set have less of.
func Standing(below float64) string {
	switch {
	case below >= 99.5:
		return "Higher than in nearly all scripts of the research set."
	case below < 0.5:
		return "Lower than in nearly all scripts of the research set."
	case below >= 50:
		return "Higher than in " + table.Number(below, 0) + " of 100 scripts of the research set."
	}
	return "Lower than in " + table.Number(100-below, 0) + " of 100 scripts of the research set."
}

// Below returns how many in a hundred scripts of the research set have less of each feature.
func Below(values *measure.ByFeature[float64], set *research.Spread) (all [measure.Count]float64) {
	for f := range all {
		all[f] = set.Below(f, *values.At(f))
	}
	return all
}

// The parts of the way from guessing to never erring up to which the model's skill counts
// as none, as little and as some.
const (
	noSkill     = 0.02
	littleSkill = 0.2
	someSkill   = 0.5
)

// Skill returns in a sentence how far a model is better than guessing.
func Skill(m *research.ModelCard) string {
	chance := m.Evaluation.MacroF1OfChance
	switch skill := (m.MacroF1 - chance) / (1 - chance); {
	case skill <= noSkill:
		return "That is no better than guessing: do not rely on it."
	case skill <= littleSkill:
		return "That is a little better than guessing: take it as a hint, and expect it to be wrong often."
	case skill <= someSkill:
		return "That is better than guessing, and still wrong often."
	}
	return "Look for what it has seen before believing that."
}
