// Package examine asks a search questions whose answers are known, and marks
// it. The questions are made from the catalogue itself by a seed, so that
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
//
// Films are drawn, without putting back, with a chance proportional to the
// square root of their votes: famous films are asked for more often, as people
// do, yet a film with a hundredth of the votes is still asked for at a tenth
// of the rate, so that the marks are not those of a few hits. A film without
// votes counts as one with one vote.
//
// Rankings are tuned on DevelopmentSeed and reported on HeldOutSeed; a seed
// that was tuned on proves nothing.
//
// The package imports film and text. Start reading at Questions and Score.
package examine

import (
	"slices"

	"kinodex/internal/film"
)

// The two seeds: one to tune a ranking with, one to report it with.
const (
	DevelopmentSeed uint64 = 1895
	HeldOutSeed     uint64 = 1927
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
)

// Classes are all of them.
var Classes = []Class{Title, Typo, TitleYear, Part, DirectorKeyword, Plot}

// Question is one question with its right answers, ascending.
type Question struct {
	Class Class
	Text  string
	Right []film.ID
}

// Mark is how a class of questions was answered.
type Mark struct {
	Class Class
	Asked int
	// MRR10 is the mean, over the questions, of one over the rank of the first
	// right answer, 0 where there is none among the first ten.
	MRR10 float64
	// Recall1 is the share of questions whose first answer is right.
	Recall1 float64
}

// Report holds the marks in the order of Classes, without classes nothing was
// asked of.
type Report struct {
	Marks []Mark
	// Missed are the questions whose first answer was wrong.
	Missed []Miss
}

// Miss is a question with the rank of the first right answer, 0 when that is
// not among the first ten, and what was answered instead.
type Miss struct {
	Question
	Rank  int
	Given []film.ID
}

// Of gives the mark of a class; the zero Mark when nothing was asked of it.
func (r Report) Of(c Class) Mark {
	for _, m := range r.Marks {
		if m.Class == c {
			return m
		}
	}
	return Mark{Class: c}
}

// Worst is the mark with the least MRR10.
func (r Report) Worst() Mark {
	if len(r.Marks) == 0 {
		return Mark{}
	}
	return slices.MinFunc(r.Marks, func(a, b Mark) int {
		if a.MRR10 < b.MRR10 {
			return -1
		}
		return 1
	})
}

// depth is how many answers are looked at.
const depth = 10

// Score asks every question and marks the answers. ask gives the best k films
// for a text, best first; more than k are ignored.
func Score(questions []Question, ask func(q string, k int) []film.ID) Report {
	var r Report
	for _, c := range Classes {
		mark := Mark{Class: c}
		for _, q := range questions {
			if q.Class != c {
				continue
			}
			given := ask(q.Text, depth)
			given = given[:min(len(given), depth)]
			rank := 1 + slices.IndexFunc(given, func(id film.ID) bool {
				_, right := slices.BinarySearch(q.Right, id)
				return right
			})
			mark.Asked++
			if rank > 0 {
				mark.MRR10 += 1 / float64(rank)
			}
			if rank == 1 {
				mark.Recall1++
				continue
			}
			r.Missed = append(r.Missed, Miss{q, rank, slices.Clone(given)})
		}
		if mark.Asked > 0 {
			mark.MRR10 /= float64(mark.Asked)
			mark.Recall1 /= float64(mark.Asked)
			r.Marks = append(r.Marks, mark)
		}
	}
	return r
}
