// Package suggestions evaluates how few letters somebody types until the search box suggests the film
// or person that they want.
package suggestions

import (
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"kinodex/internal/eval"
)

//go:embed card.tmpl
var cardTemplate string

// book has what people type on the way to a film or person, by somebody who had seen no suggestion:
// kind, title or name, year of a film, and the whole text, between tabs.
//
//go:embed book.tsv
var book string

// Kind is what somebody looks for.
type Kind string

// The kinds of lines.
const (
	Film   Kind = "film"
	Person Kind = "person"
)

// Line is a text that somebody types, and what they want.
type Line struct {
	Kind Kind
	Name string // the title of a film, or the name of a person
	Year int    // of a film
	Text string
}

// Book returns the lines of one half of the book.
func Book(heldOut bool) ([]Line, error) {
	var half []Line
	for n, line := range eval.Half(book, heldOut) {
		l, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d of the book: %w", n, err)
		}
		half = append(half, l)
	}
	return half, nil
}

// parse reads a line of the book.
func parse(line string) (l Line, err error) {
	fields := strings.Split(line, "\t")
	if len(fields) != 4 {
		return l, fmt.Errorf("%d fields, not 4", len(fields))
	}
	l = Line{Kind: Kind(fields[0]), Name: fields[1], Text: fields[3]}
	switch l.Kind {
	case Film:
		l.Year, err = strconv.Atoi(fields[2])
	case Person:
		if fields[2] != "" {
			err = fmt.Errorf("a person with the year %s", fields[2])
		}
	default:
		err = fmt.Errorf("the kind %q", fields[0])
	}
	return l, err
}

// Box is a search box.
type Box interface {
	// Wanted returns how to recognise a suggestion of what a line wants; nil when the library does
	// not have it.
	Wanted(Line) (func(Suggestion) bool, error)
	// BestKnown returns so many films with the most votes, the best known first, each typed by its folded title
	// without an article.
	BestKnown(n int) []Line
	// Suggest returns what the box suggests for a text without blanks at its ends.
	Suggest(text string) ([]Suggestion, error)
}

// Suggestion is a row of the list under the box: its text, and the path of the page it leads to.
type Suggestion struct{ Text, Path string }

// Whole stands for the whole text among numbers of letters.
const Whole = 0

// Lengths are the numbers of letters at which places are noted.
var Lengths = []int{2, 3, 4, 5, 6, 7, 8, Whole}

// Mark is how early what is wanted is suggested.
type Mark struct {
	Of      string // the half of the book
	Kind    Kind
	Lines   int
	At      []Share // by place in Lengths
	Letters float64 // mean number typed until it is among the first five
}

// Share is how many lines have what they want among the first suggestions at a number of letters: the
// shares in which it is the first one, among the first two and among the first five.
type Share struct {
	Letters          int
	First, Two, Five float64
}

// String returns the number of letters in words.
func (s Share) String() string {
	if s.Letters == Whole {
		return "whole"
	}
	return strconv.Itoa(s.Letters)
}

// Outcome is what was suggested for a line.
type Outcome struct {
	Line
	// Places are by place in Lengths, from 1; 0 for what is not suggested.
	Places []int
	// Letters is how many are typed until it is among the first five: one more than the text has
	// when it never is.
	Letters int
	// Before are the first two suggestions at the first of four letters, six and the whole text at which
	// the line is missed.
	Before []string
}

// missed reports whether what is wanted is not among the first two at four letters, or not among the
// first five at a number of letters after it that counts.
func (o *Outcome) missed(place int) bool {
	at := o.Places[place]
	switch Lengths[place] {
	case 4:
		return at == 0 || at > 2
	case 6, Whole:
		return at == 0 || at > 5
	}
	return false
}

// Report is how early the box suggests what the lines want.
type Report struct {
	Of    string // the library
	Marks []Mark
	// Missed are the lines of the development half that are missed, Absent those whose film or person
	// the library does not have, and AbsentHeldOut how many of the held-out half these are.
	Missed        []Outcome
	Absent        []Line
	AbsentHeldOut int
	// Told is the share of the best-known films of which at most one better known begins with the same four letters:
	// a list by votes alone has no more of them among its first two.
	Told float64
}

// bestKnown is how many of the best-known films are typed by their titles.
const bestKnown = 300

// Evaluate types every line of the book into a box, of the held-out half only where heldOut is set.
func Evaluate(box Box, heldOut bool) (*Report, error) {
	r, asked := &Report{}, cache{Box: box, answers: map[string][]Suggestion{}}
	for _, half := range []bool{false, true} {
		if half && !heldOut {
			break
		}
		lines, err := Book(half)
		if err != nil {
			return nil, err
		}
		of := "development"
		if half {
			of = heldOutHalf
		}
		if err := r.ask(&asked, lines, of); err != nil {
			return nil, err
		}
	}
	known := box.BestKnown(bestKnown)
	r.Told = told(known)
	return r, r.ask(&asked, known, "best known")
}

// told returns the share of some films, the best known first, that fewer than two before them begin like in four letters.
func told(known []Line) float64 {
	n := 0
	before := map[string]int{}
	for _, l := range known {
		begins := []rune(l.Text)
		key := string(begins[:min(len(begins), 4)])
		if before[key] < 2 {
			n++
		}
		before[key]++
	}
	return float64(n) / float64(max(1, len(known)))
}

// heldOutHalf is what marks of the held-out half are of.
const heldOutHalf = "held out"

// ask types some lines and adds the marks of its films and people, if there are any. Misses are noted of the
// development half alone.
func (r *Report) ask(box Box, lines []Line, of string) error {
	heldOut := of == heldOutHalf
	films, persons := newMark(of, Film), newMark(of, Person)
	for _, l := range lines {
		o, ok, err := typed(box, l)
		switch {
		case err != nil:
			return fmt.Errorf("%q: %w", l.Text, err)
		case !ok && heldOut:
			r.AbsentHeldOut++
			continue
		case !ok:
			r.Absent = append(r.Absent, l)
			continue
		case l.Kind == Film:
			films.add(&o)
		default:
			persons.add(&o)
		}
		if o.Before != nil && of == "development" {
			r.Missed = append(r.Missed, o)
		}
	}
	for _, m := range []Mark{films, persons} {
		if m.Lines > 0 {
			r.Marks = append(r.Marks, m.mean())
		}
	}
	return nil
}

// typed types a line letter by letter. It reports false when the library does not have what it wants.
func typed(box Box, l Line) (o Outcome, ok bool, err error) {
	wanted, err := box.Wanted(l)
	if err != nil || wanted == nil {
		return o, false, err
	}
	letters := []rune(l.Text)
	o = Outcome{Line: l, Letters: len(letters) + 1}
	places := make([]int, len(letters)+1) // by number of letters
	answers := make([][]Suggestion, len(letters)+1)
	for n := 1; n <= len(letters); n++ {
		answers[n], err = box.Suggest(strings.TrimSpace(string(letters[:n])))
		if err != nil {
			return o, false, err
		}
		places[n] = 1 + slices.IndexFunc(answers[n], wanted)
		if 0 < places[n] && places[n] <= 5 {
			o.Letters = min(o.Letters, n)
		}
	}
	for _, n := range Lengths {
		if n == Whole || n > len(letters) {
			n = len(letters)
		}
		o.Places = append(o.Places, places[n])
		if o.Before == nil && o.missed(len(o.Places)-1) {
			o.Before = []string{}
			for _, s := range answers[n][:min(len(answers[n]), 2)] {
				o.Before = append(o.Before, s.Text)
			}
		}
	}
	return o, true, nil
}

// cache is a box that is asked for each text once.
type cache struct {
	Box
	answers map[string][]Suggestion
}

// Suggest returns what the box suggested when it was asked first.
func (c *cache) Suggest(text string) ([]Suggestion, error) {
	if known, ok := c.answers[text]; ok {
		return known, nil
	}
	all, err := c.Box.Suggest(text)
	if err == nil {
		c.answers[text] = all
	}
	return all, err
}

func newMark(of string, kind Kind) Mark {
	m := Mark{Of: of, Kind: kind, At: make([]Share, len(Lengths))}
	for i, n := range Lengths {
		m.At[i].Letters = n
	}
	return m
}

// add counts a line.
func (m *Mark) add(o *Outcome) {
	m.Lines++
	m.Letters += float64(o.Letters)
	for i, place := range o.Places {
		for _, top := range []struct {
			of *float64
			k  int
		}{{&m.At[i].First, 1}, {&m.At[i].Two, 2}, {&m.At[i].Five, 5}} {
			if 0 < place && place <= top.k {
				*top.of++
			}
		}
	}
}

// mean returns the mark with means in place of sums.
func (m Mark) mean() Mark {
	n := float64(max(1, m.Lines))
	m.Letters /= n
	m.At = slices.Clone(m.At)
	for i, s := range m.At {
		m.At[i].First, m.At[i].Two, m.At[i].Five = s.First/n, s.Two/n, s.Five/n
	}
	return m
}

// Write writes the marks as a table for a terminal.
func (r *Report) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "half\tkind\tlines\tletters\tfirst\tfirst 2\tfirst 5")
	for _, m := range r.Marks {
		for _, s := range m.At {
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%.3f\t%.3f\t%.3f\n", m.Of, m.Kind, m.Lines, s, s.First, s.Two, s.Five)
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%.2f\tuntil among 5\t\t\n", m.Of, m.Kind, m.Lines, m.Letters)
	}
	fmt.Fprintf(w, "best known\tfilm\t%d\ttold by four letters\t\t%.3f\t\n", bestKnown, r.Told)
	return w.Flush()
}

// WriteMisses writes the missed lines of the development half with their places, and those whose film or
// person the library does not have.
func (r *Report) WriteMisses(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ntext\twanted\tplaces at 2 to 8 letters, whole\tinstead")
	for _, o := range r.Missed {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", o.Text, o.Name, placesOf(o.Places), strings.Join(o.Before, "; "))
	}
	for _, l := range r.Absent {
		fmt.Fprintf(w, "%s\t%s\tnot in the library\t\n", l.Text, l.Name)
	}
	return w.Flush()
}

// placesOf returns places with a sign for none.
func placesOf(places []int) string {
	words := make([]string, len(places))
	for i, p := range places {
		if words[i] = strconv.Itoa(p); p == 0 {
			words[i] = "-"
		}
	}
	return strings.Join(words, " ")
}

// WriteCard writes the card; of says what library was asked.
func (r *Report) WriteCard(to io.Writer, of string) error {
	r.Of = of
	return eval.WriteCard(to, cardTemplate, r)
}
