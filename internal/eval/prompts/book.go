// Package prompts evaluates how prompts for recommendations are read: sentences whose meaning
// is written down, and, where real dialogues are at hand, what people were recommended next.
//
// The book is testdata that ships with the program, so that the card can be made again on any
// library. It is dealt into two halves by seed: the reader was developed on the first. Kinds that
// were added later, at its end, are of the development half alone.
package prompts

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"kinodex/internal/eval"
)

//go:embed book.tsv
var firstBook string

// secondBook has what others wrote who had not seen the reader: negations wherever people put them,
// bounds, ages, companies, nine languages, misspelt words, and titles that are words.
//
//go:embed second.tsv
var secondBook string

// thirdBook has what people do not want, and what only sounds like it, by another author who had not seen the
// reader.
//
//go:embed third.tsv
var thirdBook string

// Sentence is one line of the book: what somebody types, and what is to be understood of it,
// slot by slot. A slot that is missing is to stay empty, except ignored, which then may be
// anything.
type Sentence struct {
	Kind, Text string
	Wanted     map[string][]string
	HeldOut    bool
}

// Book returns the sentences of a book in their order, dealt into halves of each kind by
// eval.HeldOutSeed. It fails on a line that is not of the form of the book.
func Book(book string) ([]Sentence, error) {
	var all []Sentence
	kind, dealt := "", -1
	for n, line := range strings.Split(strings.TrimRight(book, "\n"), "\n") {
		if name, ok := strings.CutPrefix(line, "# "); ok {
			kind = name
			continue
		}
		if name, ok := strings.CutPrefix(line, "## "); ok { // of the development half
			if kind = name; dealt < 0 {
				dealt = len(all)
			}
			continue
		}
		text, labels, ok := strings.Cut(line, "\t")
		if !ok || kind == "" {
			return nil, fmt.Errorf("line %d of the book: no tab, or no kind before it", n+1)
		}
		s := Sentence{Kind: kind, Text: text, Wanted: map[string][]string{}}
		for _, label := range strings.Split(labels, "; ") {
			slot, values, ok := strings.Cut(label, "=")
			if !ok || values == "" {
				continue
			}
			if !slices.Contains(Slots, slot) {
				return nil, fmt.Errorf("line %d of the book: no slot %q", n+1, slot)
			}
			s.Wanted[slot] = strings.Split(values, "|")
		}
		all = append(all, s)
	}
	if dealt < 0 {
		dealt = len(all)
	}
	deal(all[:dealt])
	return all, nil
}

// deal marks half of the sentences of each kind as held out.
func deal(all []Sentence) {
	r := rand.New(rand.NewPCG(eval.HeldOutSeed, eval.HeldOutSeed))
	count := map[string]int{}
	for _, i := range r.Perm(len(all)) {
		all[i].HeldOut = count[all[i].Kind]%2 == 1
		count[all[i].Kind]++
	}
}
