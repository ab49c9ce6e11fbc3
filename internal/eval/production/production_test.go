package production_test

import (
	"os"
	"strings"
	"testing"

	"kinodex/internal/eval"
	"kinodex/internal/eval/production"
)

// REQ F2-108: no kind is shown without "may" of which fewer than eight of ten are there, in either
// half of the marked sample.
func TestNoKindIsShownWithoutMayThatIsWrongTooOften(t *testing.T) {
	card, err := production.EvaluateAll(eval.About{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range card.Reports {
		if r.Scripts != 10 || r.Scenes != 150 {
			t.Errorf("%s: %d scripts, %d scenes", r.Half, r.Scripts, r.Scenes)
		}
		for _, c := range r.Counts {
			if c.Marked < 10 || c.Shown < 8 {
				t.Errorf("%s, %s: too few to tell: %+v", r.Half, c.Tag, c)
			}
		}
	}
	if err := eval.Gate(card.Bounds()); err != nil {
		t.Error(err)
	}
	for _, r := range card.Reports {
		for _, m := range r.Misses {
			t.Log(m)
		}
	}
}

// The card in the documents is the one that the sample gives.
func TestTheCardIsThatOfTheSample(t *testing.T) {
	card, err := production.EvaluateAll(eval.About{Command: "bin/kinodex-lab evaluate production --gate --card docs/cards/production.md"})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := card.Write(&b); err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("../../../docs/cards/production.md")
	if err != nil || string(have) != b.String() {
		t.Errorf("%v: write docs/cards/production.md again: kinodex-lab evaluate production --card docs/cards/production.md", err)
	}
}
