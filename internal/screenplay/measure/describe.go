package measure

import "kinodex/internal/screenplay"

// describe fills what a reader sees beside the features: scenes, characters and
// acts.
func (r *Report) describe(s *screenplay.Script) {
	whole := &r.whole
	r.Words = whole.tally.counts()
	r.Sentences, r.Speeches = whole.sentences, whole.speeches
	r.describeCharacters(s)
	r.describeScenes(s)
	r.describeActs()
}

// counts returns the words of t as reports have them.
func (t *tally) counts() Words {
	return Words{Dialogue: t.dialogue, Action: t.action, Apparatus: t.apparatus}
}

// describeCharacters fills Characters: those with words of dialogue, the largest
// part first. First is -1 for who speaks before the first heading, First and Last
// are -1 for who speaks nowhere else.
func (r *Report) describeCharacters(s *screenplay.Script) {
	r.Characters = make([]Character, len(r.roles.bySize))
	listed := make([]int, len(s.Characters)) // place in r.Characters, by character
	for i, p := range r.roles.bySize {
		listed[p.character] = i
		r.Characters[i] = Character{
			Name: s.Characters[p.character], Speeches: p.speeches, Words: p.words,
			Share: ratio(p.words, r.whole.dialogue), First: -1, Last: -1,
			From: ratio(r.roles.first[p.character], len(r.words)),
			To:   ratio(r.roles.last[p.character], len(r.words)),
		}
	}
	for scene, spoke := range r.roles.byScene[:len(r.scenes)] {
		for _, p := range spoke {
			c := &r.Characters[listed[p.character]]
			if c.Scenes == 0 {
				c.First = scene
			}
			c.Scenes++
			c.Last = scene
		}
	}
	for _, p := range r.roles.byScene[len(r.scenes)] { // before the first heading
		r.Characters[listed[p.character]].First = -1
	}
}

// describeScenes fills Scenes, in order. A scene names its characters by their
// places in Characters.
func (r *Report) describeScenes(s *screenplay.Script) {
	r.Scenes = make([]Scene, len(r.scenes))
	listed := make([]int, len(s.Characters))
	for i, p := range r.roles.bySize {
		listed[p.character] = i
	}
	for i := range r.Scenes {
		sp, from := &r.scenes[i], &s.Scenes[i]
		scene := &r.Scenes[i]
		*scene = Scene{
			Index: i, Heading: from.Heading, Setting: from.Setting,
			First: from.First, Last: from.Last,
			Words: sp.counts(), Share: ratio(sp.words(), len(r.words)), Position: ratio(sp.begin, len(r.words)),
			Sentences: sp.sentences, Speeches: sp.speeches,
			Lines: sp.dialogueSentences, Questions: sp.questions, Exclamations: sp.exclamations, Strong: sp.profanities,
			Sentiment: mean(sp.sentiment, sp.words()),
		}
		if from.First < from.Last {
			scene.Start, scene.End = s.Elements[from.First].Start, s.Elements[from.Last-1].End
		}
		for _, p := range r.roles.byScene[i] {
			scene.Characters = append(scene.Characters, listed[p.character])
		}
	}
}

// The shares of a script's words that stand before the second act and before the
// third, before they are moved to the nearest border of a scene.
const (
	secondActStart = 0.25
	thirdActStart  = 0.75
)

// describeActs fills Acts with three acts, each of at least one scene. It leaves
// them nil for a script of fewer than three scenes or without words.
func (r *Report) describeActs() {
	n := len(r.Scenes)
	if n < 3 || len(r.words) == 0 {
		return
	}
	second := r.sceneNearest(secondActStart, 1, n-2)
	third := r.sceneNearest(thirdActStart, second+1, n-1)
	borders := [...]int{0, second, third, n}
	for i := range 3 {
		r.Acts = append(r.Acts, r.act(i+1, borders[i], borders[i+1]))
	}
}

// sceneNearest returns the scene from first to last whose beginning is nearest
// to a position, 0 to 1; the earlier of two.
func (r *Report) sceneNearest(position float64, first, last int) int {
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

// act returns the figures of the scenes from first to last, exclusive. number is 1
// for the first act.
func (r *Report) act(number, first, last int) Act {
	var f aggregates
	for i := first; i < last; i++ {
		f.tally = f.plus(r.scenes[i].tally)
		f.sceneStats.add(r.scenes[i].setting, r.scenes[i].words(), 1)
	}
	v := f.vector()
	return Act{
		Number: number, First: first, Last: last,
		Start: r.Scenes[first].Start, End: r.Scenes[last-1].End,
		Words: f.counts(), Share: ratio(f.words(), len(r.words)), Scenes: last - first,
		AvgSceneLen: v[AvgSceneLen], IntRatio: v[IntRatio], DialogueRatio: v[DialogueRatio],
		AvgSpeechLen: v[AvgSpeechLen], QuestionRatio: v[QuestionRatio], ExclamationRatio: v[ExclamationRatio],
		AvgSentenceLen: v[AvgSentenceLen], ProfanityRate: v[ProfanityRate], Sentiment: v[SentimentMean],
	}
}
