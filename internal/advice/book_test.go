package advice

import (
	"strings"
	"testing"

	"kinodex/internal/guide"
	"kinodex/internal/screenplay/measure"
)

// REQ F2-120: a passage is a whole paragraph of the guide, from a section that speaks of such features, with at least two
// words of the feature; features of structure and dialogue have some.
func TestPassagesSpeakOfTheFeature(t *testing.T) {
	guides, err := guide.Load()
	if err != nil {
		t.Fatal(err)
	}
	b := NewBook(guides.List(guide.Writers))
	for f, about := range measure.Features() {
		found := 0
		for i, g := range b.guides {
			p := b.passages[i][f]
			if p == nil {
				continue
			}
			found++
			whole := strings.ReplaceAll(strings.Join(strings.Fields(g.Section(p.Section)), " "), "*", "")
			if p.Slug != g.Slug || !strings.Contains(whole, p.Text) || strings.ContainsAny(p.Text, "*\n") || p.Section == elsewhere[about.Category] {
				t.Errorf("%s: %+v", about.Name, p)
			}
			words := 0
			for _, topic := range topics[about.Name] {
				if strings.Contains(" "+strings.ToLower(p.Text), topic) {
					words++
				}
			}
			if words < leastTopics || len(p.Text) > 900 {
				t.Errorf("%s: %d of %v in %d bytes of %q", about.Name, words, topics[about.Name], len(p.Text), p.Text)
			}
		}
		if len(topics[about.Name]) == 0 || found == 0 && (about.Category == "structure" || about.Category == "dialogue") && about.Name != "exclamation_ratio" {
			t.Errorf("%s: %d guides speak of it", about.Name, found)
		}
	}
	if n := len(suggestions); n != measure.Count {
		t.Errorf("%d suggestions", n)
	}
}
