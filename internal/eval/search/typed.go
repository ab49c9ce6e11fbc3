package search

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/eval"
)

// typedBook is the book of searches as people type them: kind, text and answers, between
// tabs. An answer is a film as "Title (Year)", "person:Name" for any film of which they are
// cast or crew, or "director:Name" for any they directed; several are separated by " | ".
//
//go:embed typed.tsv
var typedBook string

// scriptsBook is the book of searches for titles in another script than Latin, or romanised, in
// the same form; the kind is the script.
//
//go:embed scripts.tsv
var scriptsBook string

// written returns the questions of both books of searches written by hand.
func (c *collection) written(seed uint64, n int) []Question {
	people := c.filmsOf()
	typed, scripts := c.typed(AsTyped, typedBook, people, seed), c.typed(OtherScript, scriptsBook, people, seed)
	return append(typed[:min(n, len(typed))], scripts[:min(n, len(scripts))]...)
}

// typed returns the questions of the half of a book that belongs to the seed, in the order
// of the book: eval.DevelopmentSeed has one half, every other seed the other. Searches for
// which no film of the collection is an answer are left out.
func (c *collection) typed(class Class, book string, people map[string][]int, seed uint64) (asked []Question) {
	for _, line := range typedHalf(book, seed == eval.DevelopmentSeed) {
		q := Question{Class: class, Kind: line[0], Text: line[1]}
		var right []int
		for answer := range strings.SplitSeq(line[2], " | ") {
			role, name, isPerson := strings.Cut(answer, ":")
			switch {
			case isPerson && role == "director":
				right = append(right, c.byDirector[words(name)]...)
			case isPerson && role == "person":
				right = append(right, people[words(name)]...)
			default:
				right = append(right, c.titledIn(answer)...)
			}
		}
		if q.Relevant = c.ids(right); len(right) > 0 {
			asked = append(asked, q)
		}
	}
	return asked
}

// typedHalf returns the fields of the lines of one half of a book. The lines of each kind
// are dealt out in an order that a seed of their own decides.
func typedHalf(book string, development bool) (half [][]string) {
	byKind := map[string][]int{}
	var kinds []string
	lines := strings.Split(strings.TrimSpace(book), "\n")
	for i, line := range lines {
		kind, _, _ := strings.Cut(line, "\t")
		if byKind[kind] == nil {
			kinds = append(kinds, kind)
		}
		byKind[kind] = append(byKind[kind], i)
	}
	r := rand.New(rand.NewPCG(eval.HeldOutSeed, eval.DevelopmentSeed))
	var chosen []int
	for _, kind := range kinds {
		of := byKind[kind]
		r.Shuffle(len(of), func(a, b int) { of[a], of[b] = of[b], of[a] })
		for i, line := range of {
			if (i%2 == 0) == development {
				chosen = append(chosen, line)
			}
		}
	}
	slices.Sort(chosen)
	for _, i := range chosen {
		half = append(half, strings.Split(lines[i], "\t"))
	}
	return half
}

// titledIn returns the best known film of "Title (Year)", where the year before and after
// count too, since sources differ on it; nothing when there is none.
func (c *collection) titledIn(answer string) []int {
	open := strings.LastIndex(answer, " (")
	if open < 0 {
		return nil
	}
	year, _ := strconv.Atoi(strings.Trim(answer[open:], " ()"))
	best := -1
	for _, i := range c.titled[words(answer[:open])] {
		e := &c.films[i]
		if e.year >= year-1 && e.year <= year+1 && (best < 0 || e.votes > c.films[best].votes) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return []int{best}
}

// filmsOf returns the films of everyone in cast and crew, by name.
func (c *collection) filmsOf() map[string][]int {
	of := map[string][]int{}
	for i := range c.films {
		for _, name := range c.films[i].names {
			key := words(name)
			if list := of[key]; len(list) == 0 || list[len(list)-1] != i {
				of[key] = append(list, i)
			}
		}
	}
	return of
}

// describeKinds returns the share of questions of each kind of a class with an answer among the
// first three, in the order of the book.
func (r Report) describeKinds(class Class) string {
	var kinds []string
	asked, missed := map[string]int{}, map[string]int{}
	for _, q := range r.asked[class] {
		if !slices.Contains(kinds, q.Kind) {
			kinds = append(kinds, q.Kind)
		}
		asked[q.Kind]++
	}
	for _, m := range r.Missed {
		if m.Class == class && (m.Rank == 0 || m.Rank > 3) {
			missed[m.Kind]++
		}
	}
	for i, k := range kinds {
		kinds[i] = fmt.Sprintf("%s %d of %d", k, asked[k]-missed[k], asked[k])
	}
	return strings.Join(kinds, ", ")
}
