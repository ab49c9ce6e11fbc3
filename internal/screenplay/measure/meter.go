package measure

import (
	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// Meter measures scripts. It holds the sentiment lexicon, which takes a few
// milliseconds to read: make one and keep it. It is never changed once made,
// so any number of goroutines may use it.
type Meter struct {
	lexicon    *lexicon
	decimals   [Count]int
	styleIndex *styleIndex
}

// NewMeter returns a Meter. It reads the lexicon, which is part of the
// program; it cannot fail.
func NewMeter() *Meter {
	return &Meter{lexicon: theLexicon(), decimals: decimals(), styleIndex: newStyleIndex()}
}

// Of measures a script. Every figure is finite, for every script (REQ S-10),
// and equal scripts have equal figures. s is not kept, but the strings of the
// report are those of s. Time and memory are linear in the length of the
// script.
func (m *Meter) Of(s *screenplay.Script) *Report {
	r := newAnalyzer(m.lexicon, s)
	wordsOf, before := make([]int32, len(s.Elements)), make([]int32, len(s.Elements))
	spans := make([]sceneSpan, len(s.Scenes))
	scene := -1
	for i := range s.Elements {
		e := &s.Elements[i]
		// A title page is in no scene, wherever it stands: Final Draft's is at the end.
		if e.Scene >= 0 && e.Scene != scene {
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
		scenes: spans, sentences: r.sentences, words: r.words, vocabularySize: r.vocabulary.len(),
		roles: newRoles(s, wordsOf, before, r.tally),
	}
	report.aggregate(s, r)
	report.Vector = report.whole.vector().rounded(m.decimals)
	report.Segments = report.whole.arc
	report.describe(s)
	return report
}

// aggregate computes the figures of the whole script from those of its scenes.
func (r *Report) aggregate(s *screenplay.Script, read *analyzer) {
	whole := &r.whole
	whole.tally = read.prologue
	places := map[string]int{}
	for i := range r.scenes {
		sp := &r.scenes[i]
		sp.tally, sp.setting = read.scenes[i], s.Scenes[i].Setting
		whole.tally = whole.plus(sp.tally)
		whole.sceneStats.add(sp.setting, sp.words(), 1)

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
	whole.castStats = r.roles.withoutScene(nil, make([]role, len(r.roles.all)))
	whole.mattr = mattr(r.words, r.vocabularySize)

	turned := make([]uint32, len(r.words))
	for i, w := range r.words {
		turned[len(turned)-1-i] = w
	}
	reader := newFactorScan(r.vocabularySize)
	r.forward, r.backward = factorize(r.words, reader), factorize(turned, reader)
	whole.mtld = (mtld(len(r.words), r.forward.factors()) + mtld(len(r.words), r.backward.factors())) / 2
	whole.arc = newPrefixSums(r.sentences).arcWithout(0, 0)
}
