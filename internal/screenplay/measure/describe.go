package measure

import "kinodex/internal/screenplay"

// describe fills what a reader sees beside the features: scenes, characters and
// acts.
func (r *Report) describe(s *screenplay.Script) {
	whole := &r.whole
	r.Words = whole.tally.counted()
	r.Sentences, r.Speeches = whole.sentences, whole.speeches
	r.describeCharacters(s)
	r.describeScenes(s)
	r.describeActs()
}

func (t *tally) counted() Words {
	return Words{Dialogue: t.dialogue, Action: t.action, Apparatus: t.apparatus}
}

func (r *Report) describeCharacters(s *screenplay.Script) {
	r.Characters = make([]Character, len(r.parts.bySize))
	listed := make([]int, len(s.Characters)) // place in r.Characters, by character
	for i, p := range r.parts.bySize {
		listed[p.character] = i
		r.Characters[i] = Character{
			Name: s.Characters[p.character], Speeches: p.speeches, Words: p.words,
			Share: share(p.words, r.whole.dialogue), First: -1, Last: -1,
			From: share(r.parts.first[p.character], len(r.words)),
			To:   share(r.parts.last[p.character], len(r.words)),
		}
	}
	for scene, spoke := range r.parts.byScene[:len(r.scenes)] {
		for _, p := range spoke {
			c := &r.Characters[listed[p.character]]
			if c.Scenes == 0 {
				c.First = scene
			}
			c.Scenes++
			c.Last = scene
		}
	}
	for _, p := range r.parts.byScene[len(r.scenes)] { // before the first heading
		r.Characters[listed[p.character]].First = -1
	}
}

func (r *Report) describeScenes(s *screenplay.Script) {
	r.Scenes = make([]Scene, len(r.scenes))
	listed := make([]int, len(s.Characters))
	for i, p := range r.parts.bySize {
		listed[p.character] = i
	}
	for i := range r.Scenes {
		sp, from := &r.scenes[i], &s.Scenes[i]
		scene := &r.Scenes[i]
		*scene = Scene{
			Index: i, Heading: from.Heading, Setting: from.Setting,
			First: from.First, Last: from.Last,
			Words: sp.counted(), Share: share(sp.words(), len(r.words)), Position: share(sp.begin, len(r.words)),
			Sentences: sp.sentences, Speeches: sp.speeches,
			Lines: sp.lines, Questions: sp.asks, Exclamations: sp.exclaims, Strong: sp.strong,
			Sentiment: mean(sp.mood, sp.words()),
		}
		if from.First < from.Last {
			scene.Start, scene.End = s.Elements[from.First].Start, s.Elements[from.Last-1].End
		}
		for _, p := range r.parts.byScene[i] {
			scene.Characters = append(scene.Characters, listed[p.character])
		}
	}
}

// The shares of a script's words that stand before the second act and before the
// third, before they are moved to the nearest border of a scene.
const (
	secondAct = 0.25
	thirdAct  = 0.75
)

func (r *Report) describeActs() {
	n := len(r.Scenes)
	if n < 3 || len(r.words) == 0 {
		return
	}
	second := r.borderNear(secondAct, 1, n-2)
	third := r.borderNear(thirdAct, second+1, n-1)
	borders := [...]int{0, second, third, n}
	for i := range 3 {
		r.Acts = append(r.Acts, r.act(i+1, borders[i], borders[i+1]))
	}
}

// borderNear gives the scene from first to last whose beginning is nearest to a
// position; the earlier of two.
func (r *Report) borderNear(position float64, first, last int) int {
	best, gap := first, 2.0
	for i := first; i <= last; i++ {
		away := r.Scenes[i].Position - position
		if away < 0 {
			away = -away
		}
		if away < gap {
			best, gap = i, away
		}
	}
	return best
}

// act sums up some scenes.
func (r *Report) act(number, first, last int) Act {
	var f figures
	for i := first; i < last; i++ {
		f.tally = f.plus(r.scenes[i].tally)
		f.stage.add(r.scenes[i].setting, r.scenes[i].words(), 1)
	}
	v := f.vector()
	return Act{
		Number: number, First: first, Last: last,
		Start: r.Scenes[first].Start, End: r.Scenes[last-1].End,
		Words: f.counted(), Share: share(f.words(), len(r.words)), Scenes: last - first,
		AvgSceneLen: v[AvgSceneLen], IntRatio: v[IntRatio], DialogueRatio: v[DialogueRatio],
		AvgSpeechLen: v[AvgSpeechLen], QuestionRatio: v[QuestionRatio], ExclamationRatio: v[ExclamationRatio],
		AvgSentenceLen: v[AvgSentenceLen], ProfanityRate: v[ProfanityRate], Sentiment: v[SentimentMean],
	}
}
