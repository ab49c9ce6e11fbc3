package terminal

import (
	"fmt"

	"kinodex/internal/advice"
	"kinodex/internal/research"
)

// advice adds the features that stand out, with what follows from each: the scenes that cause it, scripts
// near this one, a guide's paragraph, and the changes it would take.
func (p *page) advice(s *Study) {
	p.section("WHAT STANDS OUT")
	if len(s.Advice.Points) == 0 {
		p.prose(2, "", "Nothing: every feature is within one standard deviation of the research set's mean.")
	}
	for i := range s.Advice.Points {
		if i > 0 {
			p.line()
		}
		p.point(s, &s.Advice.Points[i])
	}
	if len(s.Advice.Points) > 0 {
		p.line()
		for _, w := range s.Advice.Warnings {
			p.prose(2, "", p.clean(w))
		}
		p.prose(2, faint, s.Advice.NearRule)
	}
}

func (p *page) point(s *Study, pt *advice.Point) {
	p.line("  ", p.ink(bold, pt.Label), ": ", pt.Text(pt.Value))
	p.prose(4, "", fmt.Sprintf("higher than in %s of produced scripts; the middle 80%% have %s", higherThan(pt.Below), pt.Range()))
	for _, e := range *s.Analysis.Evidence.At(pt.Index()) {
		p.evidence(s, e)
	}
	if near := pt.NearSays(); near != "" {
		p.hanging("    near: ", "", p.clean(near))
	}
	if might := pt.Might(); might != "" {
		p.hanging("    you might: ", "", p.clean(might))
	}
	for _, c := range pt.Changes {
		p.hanging("    it would take: ", "", c.Says)
	}
	if pt.Middle.Holds(pt.Value) {
		p.line("    It is within the middle 80% already.")
	}
	if pt.Guide != nil {
		p.hanging("    guide: ", faint, p.clean(pt.Guide.Text)+" ("+pt.Guide.Name+", "+pt.Guide.Section+")")
	}
}

// evidence adds the line of a scene that drives a feature: where it is, and its heading.
func (p *page) evidence(s *Study, e research.Evidence) {
	scene := &s.Analysis.Report.Scenes[e.Scene-1]
	at := fmt.Sprintf("scene %d", e.Scene)
	if where := whereIs(s.Script, scene.Start); where != "" {
		at += ", " + where
	}
	head := "    " + p.left(at, 22) + " "
	p.line(head, p.ink(faint, p.cut(p.clean(scene.Heading), p.width-columns(head))))
}
