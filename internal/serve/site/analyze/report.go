package analyze

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"kinodex/internal/app"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/breakdown"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/serve/site/part"
	"kinodex/internal/serve/site/table"
	"kinodex/internal/slate"
	"kinodex/internal/tiermodel"
)

// report is all that the page of one script is made of.
type report struct {
	*app.Study
	sheet *breakdown.Breakdown
	file  string // its name; empty for a pasted text
	trust slate.Trust
	lines []int // byte offsets at which the lines of the text begin
}

func newReport(s *app.Study, file string) *report {
	r := &report{Study: s, sheet: breakdown.Of(s.Script), file: file}
	r.trust = slate.NewRow(file, s.Script, s.Analysis.Analysis, s.Model).Trust
	for i, c := range []byte(s.Script.Source) {
		if c == '\n' {
			r.lines = append(r.lines, i+1)
		}
	}
	return r
}

// data is the report as data: what the interface answers, at once.
func (r *report) data() any {
	return struct {
		Analysis   *app.Analysis        `json:"analysis"`
		Comparison *app.Compared        `json:"comparison"`
		Breakdown  *breakdown.Breakdown `json:"breakdown"`
	}{r.Analysis, r.Compared, r.sheet}
}

// title returns the script's title, or the name of its file.
func (r *report) title() string {
	if t := slate.Title(r.Script); t != nil {
		return *t
	}
	if stem := strings.TrimSuffix(filepath.Base(r.file), filepath.Ext(r.file)); r.file != "" && stem != "" {
		return stem
	}
	return "Your screenplay"
}

// formNames are the forms of a script as a writer calls them.
var formNames = [...]string{
	screenplay.Plain: "plain text", screenplay.Fountain: "Fountain", screenplay.FinalDraft: "Final Draft", screenplay.PDF: "PDF",
}

func (r *report) form() string { return formNames[r.Script.Format] }

// kindNames are the kinds of elements in the plural, as far as they are worth counting.
var kindNames = []struct {
	kind screenplay.Kind
	name string
}{
	{screenplay.Heading, "Scene headings"}, {screenplay.Action, "Paragraphs of action"}, {screenplay.Character, "Character cues"}, {screenplay.Dialogue, "Blocks of dialogue"},
	{screenplay.Parenthetical, "Parentheticals"}, {screenplay.Transition, "Transitions"}, {screenplay.TitlePage, "Lines of the title page"},
	{screenplay.PageArtifact, "Page numbers and the like, left out"}, {screenplay.Note, "Notes, left out"},
}

// elementTable counts what was found in the text.
func (r *report) elementTable() table.Table {
	t := table.Table{Name: "elements", Caption: "What was found in the text", Columns: []table.Column{{Name: "Element"}, {Name: "Found", Numeric: true}}}
	for _, k := range kindNames {
		n := 0
		for i := range r.Script.Elements {
			if r.Script.Elements[i].Kind == k.kind {
				n++
			}
		}
		if n > 0 || k.kind <= screenplay.Dialogue {
			t.Add(table.Text(k.name), table.Int(n))
		}
	}
	return t
}

// warnings are what limits the figures, as sentences.
func (r *report) warnings() []string {
	all := make([]string, len(r.Warnings))
	for i, w := range r.Warnings {
		all[i] = sentence(w)
	}
	if r.Report.Speeches >= 10 && float64(r.Report.Words.Dialogue) >= 0.95*float64(r.Report.Words.Film()) {
		all = append(all, "Hardly anything but dialogue was found. This looks like a transcript of what was said, and whatever is measured of action and scenes says little.")
	}
	return all
}

// sentence returns a message with a capital and a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}

// vote is a class with the trees that are for it.
type vote struct {
	class, tiers string
	trees        int
	share        float64
}

func (r *report) votes() []vote {
	all, shares := make([]vote, tiermodel.Classes), []float64{r.Probabilities.High, r.Probabilities.Mid, r.Probabilities.Low}
	for c := range all {
		class := tiermodel.Class(c)
		all[c] = vote{class.String(), research.Tiers[2*c:2*c+1] + ", " + research.Tiers[2*c+1:2*c+2], r.Votes[c], shares[c]}
	}
	return all
}

// verdict says how the votes are to be read.
func (r *report) verdict() string {
	lead, _ := slate.Lead(r.Votes)
	switch r.trust {
	case slate.TrustNone:
		return "Do not rely on this class: the model says nothing useful of a script like this one, or is no better than guessing."
	case slate.TrustEqual:
		return fmt.Sprintf("The first two classes are only %s apart: read them as equal.", counted(lead, "vote"))
	}
	return fmt.Sprintf("The first class leads the second by %s. Take it as a hint.", counted(lead, "vote"))
}

func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return table.Number(n, 0) + " " + one + "s"
}

// departure is a feature that is far from the usual.
type departure struct {
	feature  measure.Feature
	value    string
	usual    string // the middle 80%
	standing string
	scenes   []research.Evidence
}

// departures returns the three features that are furthest from the set's mean, in its
// standard deviations, the furthest first. There are fewer when fewer stand out at all.
func (r *report) departures() []departure {
	about, order := measure.Features(), make([]int, 0, measure.Count)
	for f := range about {
		if math.Abs(r.Comparisons.At(f).ZScore) >= 1 {
			order = append(order, f)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(math.Abs(r.Comparisons.At(b).ZScore), math.Abs(r.Comparisons.At(a).ZScore))
	})
	all := make([]departure, 0, 3)
	for _, f := range order[:min(len(order), 3)] {
		c := r.Comparisons.At(f)
		all = append(all, departure{
			feature: about[f], value: part.FeatureText(about[f], c.Value), standing: part.Standing(r.Spread.Below(f, c.Value)),
			usual:  part.FeatureText(about[f], r.Spread.Quantile(f, 0.1)) + " and " + part.FeatureText(about[f], r.Spread.Quantile(f, 0.9)),
			scenes: *r.Evidence.At(f),
		})
	}
	return all
}

// label names a feature as a writer reads it.
func label(name string) string {
	if i, ok := measure.Index(name); ok {
		return measure.Features()[i].Label
	}
	return name
}

// featureText returns the value of a named feature with its unit.
func featureText(name string, v float64) string {
	i, ok := measure.Index(name)
	if !ok {
		return table.Number(v, 2)
	}
	return part.FeatureText(measure.Features()[i], v)
}

// heading returns the heading of a scene by its number, from 1.
func (r *report) heading(scene int) string {
	if scene < 1 || scene > len(r.Scenes) {
		return ""
	}
	return r.Scenes[scene-1].Heading
}

// anchor returns the address of a scene within the page.
func anchor(scene int) string { return fmt.Sprintf("#scene-%d", scene) }

// eighths writes a length as production people do: 2 3/8.
func eighths(n int) string {
	switch whole, rest := n/8, n%8; {
	case rest == 0:
		return fmt.Sprint(whole)
	case whole == 0:
		return fmt.Sprintf("%d/8", rest)
	default:
		return fmt.Sprintf("%d %d/8", whole, rest)
	}
}
