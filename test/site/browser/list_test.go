package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestConditionsAreAppliedAtOnce changes one condition after another. Each is applied without a button,
// and the focus stays where it was.
func TestConditionsAreAppliedAtOnce(t *testing.T) {
	s := begin(t)
	s.opens("/films")
	_, err := Eval[bool](s.tab, `document.getElementById("f-max_runtime").focus() ?? true`)
	s.must(err, "going to the field")
	s.keys("1", "0", "0", kb.Tab)
	s.arrives(`^/films\?max_runtime=100$`)
	if at := s.focused(); !strings.HasPrefix(at, "input f-min_votes-end") {
		t.Errorf("the focus is on %q", at)
	}
	s.keys(kb.ArrowRight)
	s.arrives(`min_votes=100$`)
	s.sound("list-narrowed")
	s.opens("/films?genre=Drama")
	s.sound("list-genre")
}
