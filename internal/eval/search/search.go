// Package search evaluates a search by questions whose answers are known
// (known-item search). The questions are made from the catalogue itself by a seed, so that
// anyone can ask them again.
//
// # Classes and fairness
//
// A question is only asked when it identifies what it wants. Titles are
// compared as their words, folded (package text); a film's titles are its title
// and its original title.
//
//   - Title: a film's title. Right are all films of that title.
//   - Typo: a title with one edit (a letter put in, left out, replaced by
//     another, or swapped with its neighbour) in one of its words of five letters
//     or more. Not asked when the result is itself a title, nor when another
//     film of a title one edit away has more than a tenth of the film's votes.
//     Right are all films of the title.
//   - TitleYear: title and year. Right are the films of that title and year.
//   - Part: two words or more in a row, but not all, of a title of three words
//     or more, at least one of them neither a stop word nor a number. Not asked
//     when the part is itself a title, nor when another film with the part in a
//     title has more than a tenth of the film's votes. Right are all films of
//     the title.
//   - DirectorKeyword: the name of a director and a keyword of the film whose
//     words are not in the name. Right are all films by that director with that
//     keyword.
//   - Plot: three to five words of a film's overview, each of four letters or
//     more, in the overviews of at most one film in 500 and in no title or name
//     of the film. Right are the films with all of them in the overview; not
//     asked when those are more than three.
//   - OtherTitle: what a film is called elsewhere (film.Film.Titles), in any script. Not asked
//     when it is also the title or original title of a film, which then comes first by rule.
//     Right are all films that are called so. eval.DevelopmentSeed asks of films whose id is
//     even, any other seed of the others. It has no bound where no film has other titles.
//   - AsTyped: searches as people type them, written by hand (typed.tsv): numerals, initials,
//     articles, marks, misspelt titles and names, surnames, siblings, plots in a few words,
//     awards with a year. A seed splits the book: eval.DevelopmentSeed has one half, which
//     rankings may be tuned on, any other seed the other half.
//   - OtherScript: titles that people type in ten scripts, or in Latin letters of languages that
//     are written otherwise, written by hand (scripts.tsv): without marks, misspelt, in other
//     systems of romanisation, the beginning alone. It is split in the same way.
//
// Films are drawn, without putting back, with a chance proportional to the
// square root of their votes: famous films are asked for more often, as people
// do, yet a film with a hundredth of the votes is still asked for at a tenth
// of the rate, so that the marks are not those of a few hits. A film without
// votes counts as one with one vote.
//
// Rankings are tuned on eval.DevelopmentSeed and reported on eval.HeldOutSeed; a
// seed that was tuned on proves nothing.
//
// Start reading at Questions and Evaluate.
package search

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"kinodex/internal/eval"
	"kinodex/internal/film"
)

// Class is a kind of question.
type Class string

// The classes, in the order they are reported.
const (
	Title           Class = "exact title"
	Typo            Class = "one typo"
	TitleYear       Class = "title+year"
	Part            Class = "partial title"
	DirectorKeyword Class = "director+keyword"
	Plot            Class = "plot words"
	OtherTitle      Class = "alternative title"
	AsTyped         Class = "as people type"
	OtherScript     Class = "other scripts"
)

// Classes are all of them.
var Classes = append(slices.Clone(made), OtherTitle, AsTyped, OtherScript)

// made are the classes whose questions can be made from any catalogue.
var made = []Class{Title, Typo, TitleYear, Part, DirectorKeyword, Plot}

// least is the least MRR@10 that a full catalogue must reach, by class.
var least = map[Class]float64{
	Title:           0.98,
	Typo:            0.90,
	TitleYear:       0.99,
	Part:            0.92,
	DirectorKeyword: 0.80,
	Plot:            0.95,
	OtherTitle:      0.95,
}

// leastTyped is the least recall@3 that a full catalogue must reach in a class that is written by hand.
const leastTyped = 0.90

// byHand are the classes that are written by hand.
var byHand = []Class{AsTyped, OtherScript}

// Question is one question with the films that are relevant, ascending.
type Question struct {
	Class Class
	// Kind says, in the class AsTyped, what is unusual about the text, and in OtherTitle and
	// OtherScript which script it is in; else empty.
	Kind     string
	Text     string
	Relevant []film.ID
}

// Metrics are how a class of questions was answered.
type Metrics struct {
	Class Class
	Asked int
	// MRR10 is the mean reciprocal rank at 10: the mean, over the questions, of one
	// over the rank of the first relevant answer, 0 where there is none among the
	// first ten.
	MRR10 float64
	// Recall1 is the share of questions whose first answer is relevant.
	Recall1 float64
	// Recall3 is the share of questions with a relevant answer among the first three.
	Recall3 float64
}

// Report holds the metrics in the order of Classes, without classes nothing was
// asked of.
type Report struct {
	Classes []Metrics
	// Missed are the questions whose first answer was not relevant.
	Missed []Miss

	asked map[Class][]Question // of the classes that are written by hand
	// Scripts are the metrics of OtherTitle by script, the most asked first; Class is the script.
	Scripts []Metrics
}

// Miss is a question with the rank of the first relevant answer, 0 when that is
// not among the first ten, and what was answered instead.
type Miss struct {
	Question
	Rank  int
	Given []film.ID
}

// Of returns the metrics of a class; zero ones when nothing was asked of it.
func (r Report) Of(c Class) Metrics {
	for _, m := range r.Classes {
		if m.Class == c {
			return m
		}
	}
	return Metrics{Class: c}
}

// Worst returns the metrics with the least MRR10.
func (r Report) Worst() Metrics {
	if len(r.Classes) == 0 {
		return Metrics{}
	}
	return slices.MinFunc(r.Classes, func(a, b Metrics) int { return cmp.Compare(a.MRR10, b.MRR10) })
}

// Bounds compares every class with the least a full catalogue must reach; a class
// that nothing was asked of reaches nothing, but for OtherTitle and those that are written by hand,
// which then have no bound.
func (r Report) Bounds() (bounds []eval.Bound) {
	for _, c := range made {
		bounds = append(bounds, eval.AtLeast(string(c)+", MRR@10", r.Of(c).MRR10, least[c]))
	}
	if m := r.Of(OtherTitle); m.Asked > 0 {
		bounds = append(bounds, eval.AtLeast(string(OtherTitle)+", MRR@10", m.MRR10, least[OtherTitle]))
	}
	for _, c := range byHand {
		if len(r.asked[c]) > 0 {
			bounds = append(bounds, eval.AtLeast(string(c)+", recall@3", r.Of(c).Recall3, leastTyped))
		}
	}
	return bounds
}

// Write writes the metrics as a table for a terminal.
func (r Report) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "class\tasked\tMRR@10\trecall@1\trecall@3\tfloor")
	for _, m := range r.Classes {
		floor := "recall@3"
		if l, ok := least[m.Class]; ok {
			floor = fmt.Sprintf("%.2f", l)
		}
		fmt.Fprintf(w, "%s\t%d\t%.4f\t%.4f\t%.4f\t%s\n", m.Class, m.Asked, m.MRR10, m.Recall1, m.Recall3, floor)
	}
	worst := r.Worst()
	fmt.Fprintf(w, "worst: %s\t\t%.4f\t\t\t\n", worst.Class, worst.MRR10)
	if err := w.Flush(); err != nil {
		return err
	}
	for _, m := range r.Scripts {
		if _, err := fmt.Fprintf(to, "%s in %s script: %d asked, MRR@10 %.4f\n", OtherTitle, m.Class, m.Asked, m.MRR10); err != nil {
			return err
		}
	}
	for _, c := range byHand {
		if len(r.asked[c]) == 0 {
			continue
		}
		if _, err := fmt.Fprintf(to, "%s, among the first three (at least %.2f of all): %s\n", c, leastTyped, r.describeKinds(c)); err != nil {
			return err
		}
	}
	return nil
}

// depth is how many answers are looked at.
const depth = 10

// Evaluate asks every question and measures the answers. ask gives the best k films
// for a text, best first; more than k are ignored.
func Evaluate(questions []Question, ask func(q string, k int) []film.ID) Report {
	r := Report{asked: map[Class][]Question{}}
	for _, c := range Classes {
		m := Metrics{Class: c}
		for _, q := range questions {
			if q.Class != c {
				continue
			}
			if slices.Contains(byHand, c) {
				r.asked[c] = append(r.asked[c], q)
			}
			given := ask(q.Text, depth)
			given = given[:min(len(given), depth)]
			rank := 1 + slices.IndexFunc(given, func(id film.ID) bool {
				_, relevant := slices.BinarySearch(q.Relevant, id)
				return relevant
			})
			m.Asked++
			if rank > 0 {
				m.MRR10 += 1 / float64(rank)
			}
			if c == OtherTitle {
				r.countScript(q.Kind, rank)
			}
			if rank > 0 && rank <= 3 {
				m.Recall3++
			}
			if rank == 1 {
				m.Recall1++
				continue
			}
			r.Missed = append(r.Missed, Miss{q, rank, slices.Clone(given)})
		}
		if m.Asked > 0 {
			m.MRR10 /= float64(m.Asked)
			m.Recall1 /= float64(m.Asked)
			m.Recall3 /= float64(m.Asked)
			r.Classes = append(r.Classes, m)
		}
	}
	for i := range r.Scripts {
		r.Scripts[i].MRR10 /= float64(r.Scripts[i].Asked)
	}
	slices.SortStableFunc(r.Scripts, func(a, b Metrics) int { return cmp.Compare(b.Asked, a.Asked) })
	return r
}
