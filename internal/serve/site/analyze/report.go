package analyze

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"kinodex/internal/advice"
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
	day    time.Time
	// saved is set when the page is a file of its own, whose reader has no service at hand.
	saved bool
}

func newReport(s *app.Study, file string, now time.Time) *report {
	r := &report{Study: s, sheet: breakdown.Of(s.Script), series: s.Report.Series(), file: file, day: now}
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
		Advice     *app.Advice          `json:"advice"`
		Comparison *app.Comparison      `json:"comparison"`
		Breakdown  *breakdown.Breakdown `json:"breakdown"`
	}{r.Analysis, r.Advice, r.Compared, r.sheet}
}

func (r *report) title() string { return titleOf(r.Script, r.file) }

// titleOf returns a script's title, or the name of its file, which is empty for a pasted text.
func titleOf(s *screenplay.Script, file string) string {
	if t := slate.Title(s); t != nil {
		return *t
	}
	if stem := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)); file != "" && stem != "" {
		return stem
	}
	return "Your screenplay"
}

func (r *report) form() string { return r.Script.Format.Name() }

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
		all[i] = part.Sentence(w)
	}
	return all
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

// sceneChangeTable lists the scenes that are not what they were. What a scene cannot have that
// is new or was cut is none.
func (r *report) sceneChangeTable() table.Table {
	t := table.Table{Name: "scene_changes", Caption: "Scenes that are not what they were, in the order of this draft", Stacks: true, Columns: []table.Column{
		{Name: "What happened"}, {Name: "Earlier scene", Numeric: true}, {Name: "Scene now", Numeric: true}, {Name: "Heading"},
		{Name: "Words earlier", Numeric: true}, {Name: "Words now", Numeric: true},
		{Name: "Text in common", Unit: "%", Numeric: true, Doc: "Pairs of adjacent words that both have."},
	}}
	for i := range r.Compared.Scenes.List {
		c := &r.Compared.Scenes.List[i]
		was, is, wordsWere, wordsAre, common := table.None(), table.None(), table.None(), table.None(), table.None()
		if len(c.Before) > 0 {
			was, wordsWere = table.Text(research.Numbers(c.Before)), table.Int(research.Words(c.Before))
		}
		if len(c.After) > 0 {
			is, wordsAre = table.Text(research.Numbers(c.After)).To(anchor(c.After[0].Scene)), table.Int(research.Words(c.After))
		}
		if c.Similarity != nil {
			common = table.Percent(*c.Similarity, 0)
		}
		t.Add(table.Text(c.What), was, is, table.Text(c.Heading()), wordsWere, wordsAre, common)
	}
	return t
}

// voteChangeTable lists the votes of both drafts.
func (r *report) voteChangeTable() table.Table {
	t := table.Table{Name: "vote_changes", Caption: "Shares of the votes by draft", Stacks: true, Columns: []table.Column{
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
		return fmt.Sprintf("The first two are only %s apart. On films that the model had not seen, so small a lead told nothing of which is right.", table.Count(lead, "vote"))
	}
	return fmt.Sprintf("The first class leads the second by %s. Take it as a hint.", table.Count(lead, "vote"))
}

// written returns what a language model wrote of a point; empty without.
func (r *report) written(p *advice.Point) string {
	if r.Advice.Prose == nil {
		return ""
	}
	for _, w := range r.Advice.Prose.Points {
		if w.Feature == p.Feature {
			return w.Text
		}
	}
	return ""
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
