package measure

import (
	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// Meter measures scripts. It holds the sentiment lexicon, which takes a few
// milliseconds to read: make one and keep it. It is safe for concurrent use.
type Meter struct {
	lexicon  *lexicon
	decimals [Count]int
	habits   *habitPlaces
}

// NewMeter reads the lexicon.
func NewMeter() *Meter {
	return &Meter{lexicon: newLexicon(), decimals: decimals(), habits: newHabitPlaces()}
}

// Of measures a script. Time and memory are linear in its length, and every
// figure is finite (REQ S-10).
func (m *Meter) Of(s *screenplay.Script) *Report {
	r := newReading(m.lexicon, s)
	wordsOf, before := make([]int32, len(s.Elements)), make([]int32, len(s.Elements))
	spans := make([]span, len(s.Scenes))
	scene := -1
	for i := range s.Elements {
		e := &s.Elements[i]
		if e.Scene != scene {
			scene = e.Scene
			spans[scene].from, spans[scene].begin = len(r.sentences), len(r.words)
		}
		before[i] = int32(len(r.words))
		r.read(e)
		wordsOf[i] = int32(len(r.words)) - before[i]
		if scene >= 0 {
			spans[scene].to, spans[scene].end = len(r.sentences), len(r.words)
		}
	}
	report := &Report{
		scenes: spans, sentences: r.sentences, words: r.words, kinds: r.vocabulary.len(),
		parts: newParts(s, wordsOf, before, r.tally),
	}
	report.sum(s, r)
	report.Vector = report.whole.vector().rounded(m.decimals)
	report.Segments = report.whole.arc
	report.describe(s)
	return report
}

// sum computes the figures of the whole script.
func (r *Report) sum(s *screenplay.Script, read *reading) {
	whole := &r.whole
	whole.tally = read.front
	places := map[string]int{}
	for i := range r.scenes {
		sp := &r.scenes[i]
		sp.tally, sp.setting = read.scenes[i], s.Scenes[i].Setting
		whole.tally = whole.plus(sp.tally)
		whole.stage.add(sp.setting, sp.words(), 1)

		name := s.Scenes[i].Place
		if name == "" {
			name = text.Fold(s.Scenes[i].Heading)
		}
		place, known := places[name]
		if !known {
			place = len(places)
			places[name] = place
			r.places = append(r.places, 0)
		}
		sp.place = place
		r.places[place]++
	}
	whole.places = len(places)
	whole.cast = r.parts.without(nil, make([]part, len(r.parts.all)))
	whole.nearby = movingDiversity(r.words, r.kinds)

	turned := make([]uint32, len(r.words))
	for i, w := range r.words {
		turned[len(turned)-1-i] = w
	}
	reader := newRun(r.kinds)
	r.forward, r.backward = follow(r.words, reader), follow(turned, reader)
	whole.diversity = (runLength(len(r.words), r.forward.runs()) + runLength(len(r.words), r.backward.runs())) / 2
	whole.arc = newCourse(r.sentences).without(0, 0)
}
