// Package eval has what the evaluations of answers share: seeds, metrics, the
// bounds they must keep, and the cards that report them. Each of its packages
// evaluates one capability on questions whose answers are known:
//
//   - search: known-item questions about films
//   - tier: the tier model, out of fold
//   - forecast: a backtest on films later than those learned from
//   - poster: genres and eras read from posters, cross-validated
//   - style: who wrote a passage of a screenplay
//   - recommend: held-out likes, neighbours of films, and what groups like
//   - prompts: sentences whose meaning is written down, and real dialogues
//   - descriptions: films that somebody describes from memory
//   - suggestions: how few letters lead to a film or person in the search box
//   - screenplay: the screenplay parser
//   - turns: turning points that a reader marked
//   - connector: what an agent spends until recorded questions are answered
//
// Nothing that serves imports them; the command line alone does.
package eval

import (
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
)

// The two seeds: one to tune with, one to report with. A figure of a seed that
// was tuned on proves nothing.
const (
	DevelopmentSeed uint64 = 1895
	HeldOutSeed     uint64 = 1927
)

// Half returns the lines of one half of a book, a text with one question a line, by their numbers from 1.
// The halves are dealt by HeldOutSeed.
func Half(book string, heldOut bool) iter.Seq2[int, string] {
	lines := strings.Split(strings.TrimSpace(book), "\n")
	places := rand.New(rand.NewPCG(HeldOutSeed, DevelopmentSeed)).Perm(len(lines))[:len(lines)/2]
	return func(yield func(int, string) bool) {
		for i, line := range lines {
			if slices.Contains(places, i) == heldOut && !yield(i+1, line) {
				return
			}
		}
	}
}

// About names what a card reports on.
type About struct {
	Generation string // of the library
	Command    string // that writes the card, in general names
}
