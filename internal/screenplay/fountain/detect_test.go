package fountain

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// A verdict that is told before a text was read to its end is the one that its end would give.
func TestAnEarlyVerdictIsTheSame(t *testing.T) {
	lines := []string{
		"", "", "", "INT. KITCHEN - DAY", "ANNA", "Where is it?", "She opens the door.", "EXT. STREET - NIGHT #4#", "CONTINUED", "12.",
		"@McCLANE", "BRUNO ^", "[[a note]]", "/* cut */", ".A HEADING", "!Bang.", "# Act One", "= What happens.", "~La la", "===", "> CUT TO:", "> centered <", "Title: A Film",
		"    indented", strings.Repeat("A long line that nobody wrapped. ", 5),
	}
	yes, early := 0, 0
	for seed := range uint64(20000) {
		draw := rand.New(rand.NewPCG(seed, 3))
		some := lines[:3+draw.IntN(len(lines)-2)]
		var b strings.Builder
		for range 1 + draw.IntN(30) {
			line := some[draw.IntN(len(some))]
			if line == "CONTINUED" && draw.IntN(4) > 0 {
				continue
			}
			b.WriteString(line + "\n")
			if draw.IntN(2) == 0 {
				b.WriteString("\n")
			}
		}
		verdict := func(surest func(*fountainCensus) int) (bool, int) {
			c := fountainCensus{sure: map[string]int{}, other: map[string]int{}}
			if usualKeys(b.String()) > 1 {
				c.sure["title page"]++
			}
			c.count(b.String(), surest(&c))
			return c.verdict(), c.lines
		}
		whole, read := verdict(func(*fountainCensus) int { return len(sureMarks) + 1 })
		got, soon := verdict(func(c *fountainCensus) int { return c.surest(b.String()) })
		if got != whole {
			t.Fatalf("%v before the end, %v at it, of\n%s", got, whole, b.String())
		}
		if whole {
			yes++
		}
		if soon < read {
			early++
		}
	}
	if yes < 1000 || early < 1000 {
		t.Errorf("%d texts are Fountain, %d were told early: the texts are too much alike", yes, early)
	}
}
