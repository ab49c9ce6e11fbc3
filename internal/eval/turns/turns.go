// Package turns evaluates turning points: whether the scenes that the program names are
// those that a reader marked, by the protocol of TRIPOD (Papalampidi, Keller and Lapata,
// 2019), beside the positions that the literature states.
package turns

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"

	"kinodex/internal/eval"
	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
	"kinodex/internal/writersroom"
)

// Script is an annotated film with its text measured.
type Script struct {
	Film
	Report *measure.Report
	// Turns are the scenes that coverage answers as turns of the mood, from 0, in order.
	Turns []int
}

// Read measures the texts of the annotated films, which are the files of a folder named
// after their film ("tt0000001-a-title.txt"). A text that is absent, or that has other
// scenes than were annotated, is an error.
func Read(ctx context.Context, texts fs.FS, films []Film) ([]Script, error) {
	meter, tools := measure.NewMeter(), writersroom.New(nil, nil)
	var all []Script
	for _, f := range films {
		names, err := fs.Glob(texts, f.ID.String()+"*.txt")
		if err != nil {
			return nil, err
		}
		if len(names) != 1 {
			return nil, fmt.Errorf("%s (%d) has %d texts named %s…txt, not one", f.Title, f.Year, len(names), f.ID)
		}
		b, err := fs.ReadFile(texts, names[0])
		if err != nil {
			return nil, err
		}
		script, err := parse.File(names[0], b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", names[0], err)
		}
		s := Script{Film: f, Report: meter.Of(script)}
		if n := len(s.Report.Scenes); n != f.Scenes {
			return nil, fmt.Errorf("%s has %d scenes, and was annotated with %d: it is another text, or it is read otherwise now", names[0], n, f.Scenes)
		}
		manuscript := writersroom.NewManuscript(script, s.Report, meter.StyleCountsOf(script), nil)
		answer, err := tools.Coverage(ctx, writersroom.Library{}, writersroom.Question{Manuscript: manuscript, Focus: "all"})
		if err != nil {
			return nil, err
		}
		for _, t := range answer.Result.Turns {
			s.Turns = append(s.Turns, t.Scene-1)
		}
		all = append(all, s)
	}
	return all, nil
}

// Points are the scenes, from 0, that a method takes for the five turning points.
type Points [measure.TurningPoints]int

// Mark is how well points agree with what was marked: shares of 0 to 1, but for Distance.
type Mark struct {
	// Exact is the share of the points whose scene was marked. Partial is the share with a
	// marked scene among theirs and the scenes beside it, Total the share of the marked
	// scenes that are among these.
	Exact, Partial, Total float64
	// Distance is the mean distance to the nearest marked scene, in percent of the scenes.
	Distance float64
	ByPoint  [measure.TurningPoints]float64 // the distance of each point
}

// window is how many scenes beside a point are taken with it.
const window = 1

// mark compares points with a film's marked scenes.
func mark(f *Film, p Points) (m Mark) {
	within, marked := 0, 0
	for k, at := range p {
		nearest := math.MaxInt
		for _, scene := range f.Marked[k] {
			off := max(scene-at, at-scene)
			nearest = min(nearest, off)
			if marked++; off <= window {
				within++
			}
		}
		if nearest == 0 {
			m.Exact += 1. / measure.TurningPoints
		}
		if nearest <= window {
			m.Partial += 1. / measure.TurningPoints
		}
		m.ByPoint[k] = 100 * float64(nearest) / float64(f.Scenes)
		m.Distance += m.ByPoint[k] / measure.TurningPoints
	}
	m.Total = float64(within) / float64(marked)
	return m
}

// Row is how a method fared.
type Row struct {
	Method string
	Mark   // the mean over films
	// Farther is how much farther off than the stated positions the method is, in percent of
	// the scenes, and More how much more partial agreement it has. They are zero of the stated
	// positions themselves.
	Farther, More Difference

	marks []Mark
}

// Difference is a difference of means, with the middle 95 % of a bootstrap over films.
type Difference struct{ Mean, Low, High float64 }

// Beats reports whether the method is nearer than the stated positions, or agrees with more
// of what was marked, by more than chance.
func (r Row) Beats() bool { return r.Farther.High < 0 || r.More.Low > 0 }

// Report is how all methods fared.
type Report struct {
	eval.About
	Films []Film
	// Answered are the turns that are answered, Stated the positions of the literature, and
	// Tried what was tried beside them, each film by what was learned from the others.
	Answered, Stated Row
	Tried            []Row
	// Fewer is how many scripts have fewer turns than there are turning points.
	Fewer int
}

// resamples is how many bootstrap samples an interval rests on.
const resamples = 2000

// Evaluate compares what is answered, and what was tried, with the stated positions.
func Evaluate(scripts []Script) *Report {
	r := &Report{}
	for i := range scripts {
		r.Films = append(r.Films, scripts[i].Film)
		if len(scripts[i].Turns) < measure.TurningPoints {
			r.Fewer++
		}
	}
	r.Stated = evaluate("stated positions", scripts, func(i int) Points { return stated(&scripts[i]) })
	against := func(method string, points func(i int) Points) Row {
		row := evaluate(method, scripts, points)
		row.Farther = difference(row.marks, r.Stated.marks, func(m *Mark) float64 { return m.Distance })
		row.More = difference(row.marks, r.Stated.marks, func(m *Mark) float64 { return m.Partial })
		return row
	}
	r.Answered = against("turns of the mood, as answered", func(i int) Points { return turned(&scripts[i]) })
	for _, t := range tried {
		r.Tried = append(r.Tried, against(t.name, func(i int) Points {
			others := slices.Concat(scripts[:i], scripts[i+1:])
			return t.learn(others)(&scripts[i])
		}))
	}
	return r
}

// evaluate marks a method on every script.
func evaluate(method string, scripts []Script, points func(i int) Points) Row {
	row := Row{Method: method}
	n := float64(len(scripts))
	for i := range scripts {
		m := mark(&scripts[i].Film, points(i))
		row.marks = append(row.marks, m)
		row.Exact += m.Exact / n
		row.Partial += m.Partial / n
		row.Total += m.Total / n
		row.Distance += m.Distance / n
		for k := range m.ByPoint {
			row.ByPoint[k] += m.ByPoint[k] / n
		}
	}
	return row
}

// difference returns by how much a figure is greater in marks than in others of the same
// films.
func difference(marks, others []Mark, of func(*Mark) float64) (d Difference) {
	n := float64(len(marks))
	for i := range marks {
		d.Mean += (of(&marks[i]) - of(&others[i])) / n
	}
	draw := rand.New(rand.NewPCG(eval.HeldOutSeed, uint64(len(marks))))
	means := make([]float64, resamples)
	for s := range means {
		for range marks {
			i := draw.IntN(len(marks))
			means[s] += (of(&marks[i]) - of(&others[i])) / n
		}
	}
	slices.Sort(means)
	d.Low, d.High = means[resamples/40], means[resamples-1-resamples/40]
	return d
}

// stated returns the scenes at the stated positions.
func stated(s *Script) (p Points) {
	for k, point := range s.Report.TurningPoints() {
		p[k] = point.Scene
	}
	return p
}

// turned returns the turns of the mood in order. Where there are fewer than five, each
// point takes the turn nearest to where it is expected; without any, its stated position.
func turned(s *Script) (p Points) {
	if len(s.Turns) == measure.TurningPoints {
		copy(p[:], s.Turns)
		return p
	}
	p = stated(s)
	if len(s.Turns) == 0 {
		return p
	}
	for k, at := range p {
		p[k] = slices.MinFunc(s.Turns, func(a, b int) int { return cmp.Compare(max(a-at, at-a), max(b-at, at-b)) })
	}
	return p
}
