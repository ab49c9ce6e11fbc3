// Package screenplay evaluates the reader of screenplays on typed scripts and on scrapings of
// them, and writes its card.
package screenplay

import (
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/parse"
)

// Kinds are the kinds that reading is marked by.
func Kinds() []screenplay.Kind {
	return []screenplay.Kind{screenplay.Heading, screenplay.Action, screenplay.Character, screenplay.Dialogue,
		screenplay.Parenthetical, screenplay.Transition}
}

// Counts counts, for one kind, what was read right.
type Counts struct {
	True  int // how many there are
	Found int // how many were read as it
	Right int // how many of both
}

// F1 is the harmonic mean of precision and recall, 0 to 1; 0 when there is
// nothing of the kind.
func (m Counts) F1() float64 {
	if m.True+m.Found == 0 {
		return 0
	}
	return 2 * float64(m.Right) / float64(m.True+m.Found)
}

// LayoutReport says how well scripts in one layout were read.
type LayoutReport struct {
	Layout Layout
	// Lines are marked one by one, as line taggers are; Elements count when kind
	// and whole text agree, white space aside.
	Lines, Elements map[screenplay.Kind]Counts
}

// meanF1 is the mean F1 over the kinds there are.
func meanF1(marks map[screenplay.Kind]Counts) float64 {
	sum, n := 0.0, 0
	for _, k := range Kinds() {
		if m := marks[k]; m.True > 0 {
			sum += m.F1()
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// EvaluateLayouts writes typed scripts in every layout, reads them as plain text,
// and marks what was read.
func EvaluateLayouts(scripts []GoldScript, layouts []Layout) []LayoutReport {
	reports := make([]LayoutReport, len(layouts))
	for n, layout := range layouts {
		r := LayoutReport{layout, map[screenplay.Kind]Counts{}, map[screenplay.Kind]Counts{}}
		for _, s := range scripts {
			text, lines := layout.Write(s)
			read := parse.Text(text)
			r.countLines(s, lines, read)
			r.countElements(s, read)
		}
		reports[n] = r
	}
	return reports
}

func (r *LayoutReport) countLines(s GoldScript, lines []WrittenLine, read *screenplay.Script) {
	next, open := 0, -1 // the element that a line is in
	for _, l := range lines {
		for next < len(read.Elements) && read.Elements[next].Start <= l.Start {
			if e := &read.Elements[next]; e.Kind.InFilm() || open < 0 || e.End > l.Start {
				open = next
			}
			next++
		}
		found := screenplay.PageArtifact
		if open >= 0 && l.Start < read.Elements[open].End {
			found = read.Elements[open].Kind
		}
		if l.Paragraph < 0 || !s.Lines[l.Paragraph].Counts {
			continue
		}
		countLine(r.Lines, s.Lines[l.Paragraph].Kind, found)
	}
}

func countLine(marks map[screenplay.Kind]Counts, truth, found screenplay.Kind) {
	m := marks[truth]
	m.True++
	if truth == found {
		m.Right++
	}
	marks[truth] = m
	m = marks[found]
	m.Found++
	marks[found] = m
}

func (r *LayoutReport) countElements(s GoldScript, read *screenplay.Script) {
	type element struct {
		kind screenplay.Kind
		text string
	}
	left := map[element]int{}
	add := func(kind screenplay.Kind, by func(*Counts)) {
		m := r.Elements[kind]
		by(&m)
		r.Elements[kind] = m
	}
	for _, p := range s.Lines {
		if p.Counts {
			left[element{p.Kind, comparableText(p.Kind, p.Text)}]++
			add(p.Kind, func(m *Counts) { m.True++ })
		}
	}
	for _, e := range read.Elements {
		if !e.Kind.InFilm() {
			continue
		}
		key := element{e.Kind, comparableText(e.Kind, e.Text)}
		add(e.Kind, func(m *Counts) {
			m.Found++
			if left[key] > 0 {
				left[key]--
				m.Right++
			}
		})
	}
}

// comparableText is a text without what a layout may change: white space, and of a cue its
// case and the colon behind it.
func comparableText(kind screenplay.Kind, text string) string {
	if kind == screenplay.Character {
		text = strings.TrimSuffix(strings.ToUpper(text), ":")
	}
	return withoutSpace(text)
}

// withoutSpace is a text without its white space.
func withoutSpace(text string) string { return strings.Join(strings.Fields(text), "") }
