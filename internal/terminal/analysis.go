package terminal

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"kinodex/internal/advice"
	"kinodex/internal/research"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/slate"
	"kinodex/internal/tiermodel"
)

// Study is all that the page of one script is written from. Name stands at the top
// if the script's title page states no title. No pointer may be nil.
type Study struct {
	Name     string // of a script without a title page
	Script   *screenplay.Script
	Analysis *research.Analysis
	Model    *research.ModelCard
	Advice   *advice.Advice
}

// WriteAnalysis writes the page of one script. It writes once, when the page is
// complete; an error is that of to.
func WriteAnalysis(to io.Writer, on Screen, s *Study) error {
	p := newPage(on)
	p.analysis(s)
	return p.print(to)
}

// analysis adds the parts of the page in their order.
func (p *page) analysis(s *Study) {
	p.head(s)
	p.warnings(s)
	p.advice(s)
	p.standing(s)
	p.features(s)
	p.strips(s)
	p.cast(s)
	p.moves(s)
	p.line()
	p.prose(0, faint, s.Advice.Caution)
	p.prose(0, faint, "Every number is explained in docs/method.md. The text was measured and forgotten: nothing of it was stored.")
}

// Title returns what a script's title page states as its title, or otherwise if it
// states none. The text is the writer's and not cleaned for a terminal.
func Title(s *screenplay.Script, otherwise string) string {
	return cmp.Or(titleField(s, "title"), otherwise)
}

// titleField returns the first entry of the title page that has one of the keys and
// is not blank; "" if there is none.
func titleField(s *screenplay.Script, keys ...string) string {
	for _, f := range s.Title {
		if slices.Contains(keys, f.Key) && strings.TrimSpace(f.Value) != "" {
			return f.Value
		}
	}
	return ""
}

// head adds title, author and a line of facts: form, pages, scenes, parts, words.
func (p *page) head(s *Study) {
	p.line(p.ink(bold, p.cut(p.clean(Title(s.Script, s.Name)), p.width)))
	if by := titleField(s.Script, "author", "authors"); by != "" {
		p.line(p.cut("by "+strings.TrimPrefix(p.clean(by), "by "), p.width))
	}
	r := s.Analysis.Report
	facts := []string{
		s.Script.Format.Name(), p.pages(s), counted(len(s.Script.Scenes), "scene"), counted(len(r.Characters), "speaking part"),
		counted(r.Words.Film(), "word") + " (" + percent(share(r.Words.Dialogue, r.Words.Film())) + " dialogue)",
	}
	p.prose(0, faint, strings.Join(facts, " "+p.dot+" "))
}

// pages returns for people how many pages a script has. Only a PDF has pages of its
// own; for other forms it is an estimate by measure.WordsPerPage, and says so.
func (p *page) pages(s *Study) string {
	if s.Script.Format == screenplay.PDF {
		return counted(strings.Count(s.Script.Source, "\f")+1, "page")
	}
	n := (s.Analysis.Report.Words.Film() + measure.WordsPerPage/2) / measure.WordsPerPage
	return fmt.Sprintf("about %s (%d words each)", counted(max(1, n), "page"), measure.WordsPerPage)
}

// share returns part/whole, or 0 if whole is 0.
func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// warnings adds what limits the rest of the page; nothing if there is no warning.
func (p *page) warnings(s *Study) {
	if len(s.Analysis.Warnings) == 0 {
		return
	}
	p.section("READ THIS FIRST")
	for _, warning := range s.Analysis.Warnings {
		p.item(p.clean(warning) + ".")
	}
}

// standing adds the class that most trees vote for, the votes, and how reliable the
// model is; of a text that is no screenplay, only that and why.
func (p *page) standing(s *Study) {
	a := s.Analysis
	p.section("WHERE IT STANDS")
	if !a.IsScreenplay() {
		p.prose(2, "", "Nowhere: this is "+formWords(a.Form)+", since "+p.clean(a.FormEvidence.Reason)+". The model knows screenplays only, and has no class for it.")
		return
	}
	lead, equal := slate.Lead(a.Votes)
	if equal {
		p.line("  anywhere from ", p.ink(bold, a.ClassRange))
	} else {
		p.line("  tier ", p.ink(bold, a.PredictedTier), ", class ", p.ink(bold, a.PredictedClass))
	}
	p.line()
	room := min(40, p.width-len("  High   100%   1,000 of 1,000 trees"))
	trees := a.Votes[tiermodel.High] + a.Votes[tiermodel.Mid] + a.Votes[tiermodel.Low]
	for c := range tiermodel.Class(tiermodel.Classes) {
		part := share(a.Votes[c], trees)
		p.line("  ", p.left(c.String(), 6), p.bar(part, room), " ", right(percent(part), 4),
			"   ", p.ink(faint, fmt.Sprintf("%s of %s", grouped(a.Votes[c]), counted(trees, "tree"))))
	}
	p.line()
	if equal {
		p.prose(2, "", fmt.Sprintf("The first two are %s apart. On films that the model had not seen, so small a lead told nothing of which is right.", counted(lead, "vote")))
	}
	p.prose(2, "", trust(s.Model))
}

// formWords says what a text is that is no screenplay.
func formWords(form string) string {
	switch form {
	case screenplay.FormTranscript.String():
		return "a transcript of what was said"
	case screenplay.FormProse.String():
		return "prose"
	}
	return "no screenplay"
}

// The parts of the way from guessing to never erring up to which the model's
// skill counts as none, as little and as some.
const (
	noSkill     = 0.02
	littleSkill = 0.2
	someSkill   = 0.5
)

// majority returns the macro-F1 of always saying the commonest class. That class
// has precision share and recall 1, so its F1 is 2·share/(1+share); the other two
// have 0. It is 0 without films.
func majority(e *research.Evaluation) float64 {
	films := []int{e.N.High, e.N.Mid, e.N.Low}
	all := e.N.High + e.N.Mid + e.N.Low
	if all == 0 {
		return 0
	}
	share := float64(slices.Max(films)) / float64(all)
	return 2 * share / (1 + share) / float64(len(films))
}

// trust returns for people how good the model is, by its own evaluation: macro-F1
// beside that of guessing, as a part of the way from guessing to 1.
func trust(m *research.ModelCard) string {
	chance := m.Evaluation.MacroF1OfChance
	verdict := "Look for what it has seen before believing that."
	switch skill := (m.MacroF1 - chance) / (1 - chance); {
	case skill <= noSkill:
		verdict = "That is no better than guessing: do not rely on it."
	case skill <= littleSkill:
		verdict = "That is a little better than guessing: take it as a hint, and expect it to be wrong often."
	case skill <= someSkill:
		verdict = "That is better than guessing, and still wrong often."
	}
	return fmt.Sprintf("How far to trust this: on films it had not seen, the model reaches a macro-F1 of %.2f (1 is never wrong), "+
		"where guessing reaches %.2f and always saying the commonest class %.2f. %s A bar is a share of votes, not a chance of success, "+
		"and of cast, direction, money and luck the page says nothing.", m.MacroF1, chance, majority(&m.Evaluation), verdict)
}

// featureText returns a feature's value with the decimals of the interface, but at
// most three.
func featureText(value float64, about measure.Feature) string {
	return fmt.Sprintf("%.*f", min(about.Decimals, 3), value)
}
