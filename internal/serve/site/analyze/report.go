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
	"kinodex/internal/serve/table"
	"kinodex/internal/slate"
	"kinodex/internal/tiermodel"
)

// report is all that the page of one script is made of.
type report struct {
	*app.Study
	sheet *breakdown.Breakdown
	// series is of the scenes and parts that are listed.
	series *measure.Series
	file   string // its name; empty for a pasted text
	trust  slate.Trust
	lines  []int // byte offsets at which the lines of the text begin
}

func newReport(s *app.Study, file string) *report {
	r := &report{Study: s, sheet: breakdown.Of(s.Script), series: s.Report.Series(), file: file}
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
		Comparison *app.Comparison      `json:"comparison"`
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
	return all
}

// sentence returns a message with a capital and a full stop.
func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.TrimSuffix(s[1:], ".") + "."
}

// formCalled names a text that is no screenplay.
func (r *report) formCalled() string {
	switch r.Form {
	case screenplay.FormTranscript.String():
		return "a transcript of what was said"
	case screenplay.FormProse.String():
		return "prose"
	}
	return "no screenplay"
}

// formTable lists what the form was told from.
func (r *report) formTable() table.Table {
	e := &r.FormEvidence
	t := table.Table{Name: "form", Caption: "What was counted to tell a screenplay from other texts", Columns: []table.Column{{Name: "Counted"}, {Name: "Found", Numeric: true}}}
	t.Add(table.Text("Scene headings"), table.Int(e.SceneHeadings))
	t.Add(table.Text("Headings that say interior or exterior"), table.Int(e.HeadingsWithSetting))
	t.Add(table.Text("Speeches under or behind a name"), table.Int(e.Speeches))
	t.Add(table.Text("Names above speeches"), table.Int(e.Speakers))
	t.Add(table.Text("Words of dialogue and action"), table.Int(e.Words))
	t.Add(table.Text("Of these in dialogue (%)"), table.Percent(e.DialogueShare, 0))
	t.Add(table.Text("Of the others within quotation marks (%)"), table.Percent(e.QuotedShare, 0))
	t.Add(table.Text("Words a paragraph outside of dialogue"), table.Float(e.ParagraphWords, 0))
	t.Add(table.Text("Time codes"), table.Int(e.TimeCodes))
	return t
}

// mostScenesTold is how many scenes of a kind of change are listed at once.
const mostScenesTold = 40

// sceneChangeTable lists the scenes that were cut, added, moved and changed.
func (r *report) sceneChangeTable() table.Table {
	t := table.Table{Name: "scene_changes", Caption: "Scenes that are not what they were", Columns: []table.Column{
		{Name: "What happened"}, {Name: "Earlier scene", Numeric: true}, {Name: "Scene now", Numeric: true}, {Name: "Heading"},
		{Name: "Words earlier", Numeric: true}, {Name: "Words now", Numeric: true},
		{Name: "Text in common", Unit: "%", Numeric: true, Doc: "Pairs of adjacent words that both have."},
	}}
	c := &r.Compared.Scenes
	for _, s := range c.Cut {
		t.Add(table.Text("cut"), table.Int(s.Scene), table.None(), table.Text(s.Heading), table.Int(s.Words), table.None(), table.None())
	}
	for _, s := range c.Added {
		t.Add(table.Text("added"), table.None(), table.Int(s.Scene).To(anchor(s.Scene)), table.Text(s.Heading), table.None(), table.Int(s.Words), table.None())
	}
	matched := func(what string, m *research.SceneMatch) {
		t.Add(table.Text(what), table.Int(m.Before.Scene), table.Int(m.After.Scene).To(anchor(m.After.Scene)), table.Text(m.After.Heading),
			table.Int(m.Before.Words), table.Int(m.After.Words), table.Percent(m.Similarity, 0))
	}
	for i := range c.Moved {
		what := "moved"
		if c.Moved[i].Changed {
			what = "moved and changed"
		}
		matched(what, &c.Moved[i])
	}
	for i := range c.Changed {
		if !c.Changed[i].Moved {
			matched("changed", &c.Changed[i])
		}
	}
	return t
}

// voteChangeTable lists the votes of both drafts.
func (r *report) voteChangeTable() table.Table {
	t := table.Table{Name: "vote_changes", Caption: "Shares of the votes by draft", Columns: []table.Column{
		{Name: "Class"}, {Name: "Earlier", Unit: "%", Numeric: true}, {Name: "Now", Unit: "%", Numeric: true},
		{Name: "Small edits move it by up to", Unit: "percentage points", Numeric: true}, {Name: "Reading"},
	}}
	was, is, c := r.Compared.Before.Probabilities, r.Compared.After.Probabilities, r.Compared
	for _, class := range []struct {
		name    string
		was, is float64
		noise   *float64
		exceeds bool
	}{
		{"High", was.High, is.High, c.ProbabilityNoise.High, c.ProbabilitiesExceedNoise.High},
		{"Mid", was.Mid, is.Mid, c.ProbabilityNoise.Mid, c.ProbabilitiesExceedNoise.Mid},
		{"Low", was.Low, is.Low, c.ProbabilityNoise.Low, c.ProbabilitiesExceedNoise.Low},
	} {
		noise, reading := table.Unknown(), "noise was not measured"
		if class.noise != nil {
			noise, reading = table.Percent(*class.noise, 1), "within noise: no change"
			if class.exceeds {
				reading = "changed"
			}
		}
		t.Add(table.Text(class.name), table.Percent(class.was, 1), table.Percent(class.is, 1), noise, table.Text(reading))
	}
	return t
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
		return fmt.Sprintf("The first two classes are only %s apart: read them as equal.", table.Count(lead, "vote"))
	}
	return fmt.Sprintf("The first class leads the second by %s. Take it as a hint.", table.Count(lead, "vote"))
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
