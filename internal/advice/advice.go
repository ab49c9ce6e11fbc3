// Package advice says what follows from the figures of a screenplay: the features that stand out,
// and for each the scenes that cause it, what produced scripts near this one have, what a craft
// guide says of it, and the changes that would bring it among the middle of produced scripts.
//
// It follows from evidence by stated rules, and promises nothing: see Caution. The package
// imports research, guide, and what lies below. Start reading at Of.
package advice

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"kinodex/internal/research"
	"kinodex/internal/screenplay/measure"
)

// Figures of the card of the tier model (docs/cards/tier.md): macro-F1 by year and genres alone, and by
// the page beside them.
const (
	KnownF1 = 0.466
	PageF1  = 0.471
)

// Caution says what the points are worth. A report says it once, at its end.
var Caution = fmt.Sprintf("No point promises a better class. To somebody who knows the year and the genres of a film, its page adds nothing to the class that can be told apart from zero "+
	"(macro-F1 %.3f with the page, %.3f without). Unusual is not the same as wrong.", PageF1, KnownF1)

// NearRule says which scripts are near.
const NearRule = "Scripts near this one are at most a quarter longer or shorter, of the same genre and at most ten years older or newer where you stated these; a condition that fewer than three scripts meet is dropped. " +
	"Of them the three that differ least in all features that do not go with the one in question."

// How many points there are at most, and of how many scripts each tells.
const (
	mostPoints = 3
	nearest    = 3
)

// least is how many standard deviations from the mean a feature that stands out lies at least.
const least = 1

// Advice is what follows from the figures of a script. Its lists are never nil.
type Advice struct {
	Points   []Point  `json:"points" doc:"The features that stand out, the furthest from the research set's mean first; three at most, none when every feature is within a standard deviation."`
	NearRule string   `json:"near_rule" doc:"Which scripts are near."`
	Caution  string   `json:"caution" doc:"What the points are worth."`
	Warnings []string `json:"warnings" doc:"What limits the points, such as that the text is shorter than a film."`
}

// Point is a feature that stands out, and what follows.
type Point struct {
	Feature string  `json:"feature" doc:"The name of one of the twenty features."`
	Label   string  `json:"label"`
	Unit    string  `json:"unit"`
	Value   float64 `json:"value"`
	ZScore  float64 `json:"z_score" doc:"Standard deviations from the research set's mean."`
	Below   float64 `json:"below" minimum:"0" maximum:"100" doc:"How many in a hundred scripts of the research set have less."`
	Middle  Middle  `json:"middle"`
	Scenes  []Scene `json:"scenes" doc:"The scenes that make it so, the strongest first."`
	// Near is nil for a text that is no screenplay, as are Suggestion, Otherwise and Guide.
	Near       *Near    `json:"near" nullable:"true" doc:"Produced scripts near this one, with their value; null for a text that is no screenplay."`
	Suggestion *string  `json:"suggestion" nullable:"true" doc:"A point of craft."`
	Otherwise  *Example `json:"otherwise" nullable:"true" doc:"A script on the other side of the median, within the middle 80%, whose film the guide cites; null without one."`
	Guide      *Passage `json:"guide" nullable:"true" doc:"What a guide to a writer says of it; null when none does."`
	Changes    []Change `json:"changes" doc:"Each alone brings the feature within the middle 80%; empty where the feature is there, has no such measure, or the text is no whole film."`
}

// Middle is where the middle 80% of the research set's scripts lie.
type Middle struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Holds reports whether a value lies in the middle.
func (m Middle) Holds(v float64) bool { return v >= m.Low && v <= m.High }

// Scene is a scene of the script.
type Scene struct {
	Scene   int    `json:"scene" minimum:"1"`
	Heading string `json:"heading"`
}

// Example is a produced script of the research set and its value of a feature.
type Example struct {
	Title    string  `json:"title"`
	Year     *int    `json:"year" nullable:"true"`
	FilmdbID string  `json:"filmdb_id" pattern:"^tt\\d+$"`
	Value    float64 `json:"value"`
}

// Near are scripts that are near, the nearest first.
type Near struct {
	Scripts    []Example `json:"scripts" doc:"Three at most; none in an empty research set."`
	Conditions []string  `json:"conditions" enum:"genre,length,year" doc:"The conditions that they meet: see near_rule."`
}

// Of returns what follows from an analysis. told is what is known of the script beside it; its
// Characters are set here. The advice is independent of set.
func Of(set *research.Set, book *Book, a *research.Analysis, told research.Told) *Advice {
	told.Characters = a.ScriptLength
	all := &Advice{Points: []Point{}, NearRule: NearRule, Caution: Caution, Warnings: []string{}}
	whole := !set.PartOfFilm(a.ScriptLength)
	if !a.IsScreenplay() {
		all.Warnings = append(all.Warnings, "This is not a screenplay, so nothing follows from what stands out.")
	} else if !whole {
		all.Warnings = append(all.Warnings, "This is shorter than 99 of 100 produced scripts, so the changes that it would take are not counted.")
	}
	for _, f := range standingOut(a) {
		p := pointOf(set, a, f)
		if a.IsScreenplay() {
			p.follow(set, book, a, f, told, whole)
		}
		all.Points = append(all.Points, p)
	}
	return all
}

// standingOut returns the features that are furthest from the set's mean, the furthest first.
func standingOut(a *research.Analysis) []int {
	far := func(f int) float64 { return math.Abs(a.Comparisons.At(f).ZScore) }
	order := make([]int, 0, measure.Count)
	for f := range measure.Count {
		if far(f) >= least {
			order = append(order, f)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(far(y), far(x)) })
	return order[:min(len(order), mostPoints)]
}

// pointOf returns the figures of a feature, and its scenes.
func pointOf(set *research.Set, a *research.Analysis, f int) Point {
	about, c, spread := measure.Features()[f], a.Comparisons.At(f), set.Spread()
	p := Point{
		Feature: about.Name, Label: about.Label, Unit: about.Unit, Value: c.Value, ZScore: rounded(c.ZScore, 2), Below: rounded(spread.Below(f, c.Value), 1),
		Middle: Middle{spread.Quantile(f, 0.1), spread.Quantile(f, 0.9)}, Scenes: []Scene{}, Changes: []Change{},
	}
	for _, e := range *a.Evidence.At(f) {
		p.Scenes = append(p.Scenes, Scene{e.Scene, a.Report.Scenes[e.Scene-1].Heading})
	}
	return p
}

// follow adds what follows from the figures of a screenplay.
func (p *Point) follow(set *research.Set, book *Book, a *research.Analysis, f int, told research.Told, whole bool) {
	vector := measure.VectorOf(&a.Features)
	found := set.Nearest(&vector, f, told, nearest)
	p.Near = &Near{make([]Example, 0, len(found.Scripts)), found.Conditions}
	for i := range found.Scripts {
		p.Near.Scripts = append(p.Near.Scripts, exampleOf(&found.Scripts[i], f))
	}
	p.Suggestion = new(suggestion(p.Feature, p.ZScore > 0))
	p.Otherwise, p.Guide = book.otherwise(set, f, p.Value)
	if whole {
		p.Changes = changesOf(a.Report, f, p.Value, p.Middle)
	}
}

// exampleOf returns a script of the set with its value of a feature. It is independent of the set.
func exampleOf(s *research.Script, f int) Example {
	e := Example{Title: strings.Clone(s.Title), FilmdbID: s.FilmdbID, Value: *s.Features.At(f)}
	if s.Year != nil {
		e.Year = new(*s.Year)
	}
	return e
}

// Index returns the place of the point's feature in a measure.Vector.
func (p *Point) Index() int {
	f, _ := measure.Index(p.Feature)
	return f
}

// Text returns a value of the point's feature with its unit.
func (p *Point) Text(value float64) string {
	if p.Unit == "share" || p.Unit == "ratio" || strings.HasPrefix(p.Unit, "score") {
		return p.Number(value)
	}
	return p.Number(value) + " " + p.Unit
}

// Number returns a value of the point's feature without its unit; shares are in percent.
func (p *Point) Number(value float64) string {
	decimals := measure.Features()[p.Index()].Decimals
	switch p.Unit {
	case "share":
		return fmt.Sprintf("%.1f%%", 100*value)
	case "ratio", "score", "score per script":
		return fmt.Sprintf("%.*f", min(decimals, 3), value)
	}
	return fmt.Sprintf("%.*f", min(decimals, 1), value)
}

// Range returns the middle 80%, with the unit.
func (p *Point) Range() string { return p.Number(p.Middle.Low) + " to " + p.Text(p.Middle.High) }

// Says returns the point in sentences: value and middle, scripts near, and the changes.
func (p *Point) Says() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s here; the middle 80%% of produced scripts have %s.", p.Label, p.Text(p.Value), p.Range())
	if near := p.NearSays(); near != "" {
		fmt.Fprintf(&b, " Scripts near this one: %s.", near)
	}
	for _, c := range p.Changes {
		b.WriteString(" " + c.Says)
	}
	return b.String()
}

// Might returns the suggestion and the script that does it otherwise; empty for a text that is no screenplay.
func (p *Point) Might() string {
	switch {
	case p.Suggestion == nil:
		return ""
	case p.Otherwise == nil:
		return *p.Suggestion
	}
	return fmt.Sprintf("%s In %s it is %s.", *p.Suggestion, p.Otherwise.Name(), p.Number(p.Otherwise.Value))
}

// NearSays lists the scripts near with their values; it is empty without any.
func (p *Point) NearSays() string {
	if p.Near == nil {
		return ""
	}
	all := make([]string, len(p.Near.Scripts))
	for i, e := range p.Near.Scripts {
		all[i] = e.Name() + " " + p.Number(e.Value)
	}
	return strings.Join(all, ", ")
}

// Name returns the title of a script, with its year where that is known.
func (e *Example) Name() string {
	if e.Year == nil {
		return e.Title
	}
	return fmt.Sprintf("%s (%d)", e.Title, *e.Year)
}

// rounded returns v with so many decimals, and without negative zero.
func rounded(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale)/scale + 0
}
