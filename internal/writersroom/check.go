package writersroom

import (
	"fmt"
	"strings"

	"kinodex/internal/text"
)

// checker holds what a model claims against the text: scenes must exist, quotations
// must stand there, figures must be named as they are. What fails is left out and
// counted.
type checker struct {
	q              Question
	words          string // of the text, folded, one space between, before and after
	claims, absent int
}

func newChecker(q Question) *checker {
	return &checker{q: q, words: " " + strings.Join(text.Words(q.source()), " ") + " "}
}

// scenes keeps the numbers that are of scenes of the text.
func (c *checker) scenes(numbers []int) []int {
	n := 0
	if c.q.Report != nil {
		n = len(c.q.Report.Scenes)
	}
	kept := []int{}
	for _, scene := range numbers {
		if c.claim(scene >= 1 && scene <= n) {
			kept = append(kept, scene)
		}
	}
	return kept
}

// quote keeps what stands in the text, whatever its case, marks and line ends.
func (c *checker) quote(said *string) *string {
	if said == nil {
		return nil
	}
	words := strings.Join(text.Words(*said), " ")
	if !c.claim(words != "" && strings.Contains(c.words, " "+words+" ")) {
		return nil
	}
	return said
}

// features keeps names of the twenty.
func (c *checker) features(names []string) []string {
	kept := []string{}
	for _, name := range names {
		_, ok := featureAt(name)
		if c.claim(ok) {
			kept = append(kept, name)
		}
	}
	return kept
}

func (c *checker) claim(holds bool) bool {
	c.claims++
	if !holds {
		c.absent++
	}
	return holds
}

// notes say what was left out.
func (c *checker) notes() []string {
	if c.absent == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d claims of the language model (scenes, quotations, names) are not in the text and were left out", c.absent, c.claims)}
}
