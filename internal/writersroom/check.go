package writersroom

import (
	"fmt"
	"strings"

	"kinodex/internal/text"
)

// checker compares the claims of a language model with the text: scenes must exist,
// quotations must be in the text, features must have their names. A claim that fails
// is left out and counted. A checker is for one answer and one goroutine.
type checker struct {
	q              Question
	words          string // of the text, folded, one space between, before and after
	claims, absent int
}

func newChecker(q Question) *checker {
	return &checker{q: q, words: " " + text.Key(q.source()) + " "}
}

// scenes returns the numbers, from 1, of scenes that the text has; it is never nil.
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

// quote returns what was quoted if its words are in the text, in that order; case,
// punctuation and line ends do not matter. Otherwise it returns nil. A nil quotation
// is no claim.
func (c *checker) quote(said *string) *string {
	if said == nil {
		return nil
	}
	words := text.Key(*said)
	if !c.claim(words != "" && strings.Contains(c.words, " "+words+" ")) {
		return nil
	}
	return said
}

// features returns the names that are of measured features; it is never nil.
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

// claim counts a claim and returns holds, which is whether it is true.
func (c *checker) claim(holds bool) bool {
	c.claims++
	if !holds {
		c.absent++
	}
	return holds
}

// notes returns a sentence on how many claims were left out, or nil if none were.
func (c *checker) notes() []string {
	if c.absent == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d claims of the language model (scenes, quotations, names) are not in the text and were left out", c.absent, c.claims)}
}
