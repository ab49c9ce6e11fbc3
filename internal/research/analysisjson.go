package research

import (
	"kinodex/internal/grade"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// How many scenes and parts an answer lists; no script that was filmed has more
// scenes.
const (
	mostListed = 1000
	mostCast   = 200
)

// AppendJSON appends the analysis as the interface tells of it (TRACE S-18 to
// S-27). What comes after script_length is our own. Places in the text are in
// characters.
func (a *Analysis) AppendJSON(dst []byte) []byte {
	t := &text{b: dst}
	names := measure.Names()
	t.b = append(t.b, '{')
	t.key("predicted_class").word(a.Class.String())
	t.key("predicted_tier").word(a.Tiers)
	t.key("probabilities")
	t.probabilities(a.Votes, a.Trees)
	t.key("features")
	t.features(&a.Features, names)
	t.key("comparisons").open('{')
	for f, c := range a.Comparisons {
		t.key(names[f]).open('{')
		t.key("value").number(c.Value)
		t.key("dataset_mean").number(c.Norm.Mean)
		t.key("dataset_std").number(c.Norm.Std)
		t.key("z_score").number(c.Z)
		t.key("percentile_approx").rounded(c.Percentile, 4)
		t.shut('}')
	}
	t.shut('}')
	t.key("script_length").integer(a.Length)
	t.key("format").word(a.Format)
	t.key("warnings").words(a.Warnings)
	a.tellEvidence(t, names)
	a.tellScenes(t)
	a.tellActs(t)
	a.tellCharacters(t)
	t.key("sentiment").open('[')
	for _, mood := range a.Report.Segments {
		t.rounded(mood, 4)
	}
	t.shut(']')
	a.tellMoves(t, names)
	t.shut('}')
	return t.b
}

// probabilities writes the share of votes of each class (TRACE S-20, S-21).
func (t *text) probabilities(votes [grade.Classes]int, trees int) {
	t.open('{')
	for c := range grade.Class(grade.Classes) {
		t.key(c.String()).number(float64(votes[c]) / float64(trees))
	}
	t.shut('}')
}

// span writes where something stands in the text.
func (a *Analysis) span(t *text, start, end int) {
	t.key("start").integer(a.ruler.at(start))
	t.key("end").integer(a.ruler.at(end))
}

// scene names a scene: its number, from 1, and where it stands.
func (a *Analysis) scene(t *text, place int) {
	s := &a.Report.Scenes[place]
	t.key("scene").integer(place + 1)
	a.span(t, s.Start, s.End)
}

func (a *Analysis) tellEvidence(t *text, names []string) {
	t.key("evidence").open('{')
	for f, scenes := range a.Evidence {
		t.key(names[f]).open('[')
		for _, e := range scenes {
			t.open('{')
			a.scene(t, e.Scene)
			t.key("z_influence").rounded(e.Z, 4)
			t.shut('}')
		}
		t.shut(']')
	}
	t.shut('}')
}

func (a *Analysis) tellScenes(t *text) {
	t.key("scenes").open('[')
	drives := a.drives()
	names := measure.Names()
	for i := range a.Report.Scenes[:min(len(a.Report.Scenes), mostListed)] {
		s := &a.Report.Scenes[i]
		t.open('{')
		a.scene(t, i)
		t.key("heading").word(s.Heading)
		t.key("setting")
		if s.Setting == screenplay.Unsaid {
			t.null()
		} else {
			t.word(settings[s.Setting])
		}
		t.key("words").integer(s.Words.Film())
		t.key("dialogue_words").integer(s.Words.Dialogue)
		t.key("position").rounded(s.Position, 4)
		t.key("share").rounded(s.Share, 4)
		t.key("speeches").integer(s.Speeches)
		t.key("sentiment").rounded(s.Sentiment, 4)
		t.key("characters").open('[')
		for _, c := range s.Characters {
			t.word(a.Report.Characters[c].Name)
		}
		t.shut(']')
		t.key("drives").open('[')
		for _, f := range drives[i] {
			t.word(names[f])
		}
		t.shut(']')
		t.shut('}')
	}
	t.shut(']')
}

// settings are the words for a scene's setting.
var settings = [...]string{screenplay.Interior: "interior", screenplay.Exterior: "exterior", screenplay.Both: "both"}

// drives gives, by scene, the features whose z-score it drives.
func (a *Analysis) drives() map[int][]int {
	all := map[int][]int{}
	for f, scenes := range a.Evidence {
		for _, e := range scenes {
			all[e.Scene] = append(all[e.Scene], f)
		}
	}
	return all
}

func (a *Analysis) tellActs(t *text) {
	t.key("acts").open('[')
	for _, act := range a.Report.Acts {
		t.open('{')
		t.key("act").integer(act.Number)
		a.span(t, act.Start, act.End)
		t.key("first_scene").integer(act.First + 1)
		t.key("last_scene").integer(act.Last)
		t.key("scenes").integer(act.Scenes)
		t.key("words").integer(act.Words.Film())
		t.key("share").rounded(act.Share, 4)
		t.key("avg_scene_len").rounded(act.AvgSceneLen, 1)
		t.key("int_ratio").rounded(act.IntRatio, 4)
		t.key("dialogue_ratio").rounded(act.DialogueRatio, 4)
		t.key("avg_speech_len").rounded(act.AvgSpeechLen, 2)
		t.key("question_ratio").rounded(act.QuestionRatio, 4)
		t.key("exclamation_ratio").rounded(act.ExclamationRatio, 4)
		t.key("avg_sentence_len").rounded(act.AvgSentenceLen, 2)
		t.key("profanity_rate").rounded(act.ProfanityRate, 2)
		t.key("sentiment_mean").rounded(act.Sentiment, 4)
		t.shut('}')
	}
	t.shut(']')
}

func (a *Analysis) tellCharacters(t *text) {
	t.key("characters").open('[')
	for _, c := range a.Report.Characters[:min(len(a.Report.Characters), mostCast)] {
		t.open('{')
		t.key("name").word(c.Name)
		t.key("speeches").integer(c.Speeches)
		t.key("words").integer(c.Words)
		t.key("share").rounded(c.Share, 4)
		t.key("scenes").integer(c.Scenes)
		t.key("first_scene").maybe(c.First + 1)
		t.key("last_scene").maybe(c.Last + 1)
		t.key("first_position").rounded(c.From, 4)
		t.key("last_position").rounded(c.To, 4)
		t.shut('}')
	}
	t.shut(']')
}

// movesNote labels the moves.
const movesNote = "The smallest changes of one or two features, within what scripts of the research set look like, that would have the model say another class. " +
	"Not causal: that a feature goes with a class does not make the class. The scenes named weigh most in the feature; they are where to look, not what to cut."

func (a *Analysis) tellMoves(t *text, names []string) {
	t.key("what_moves").open('{')
	t.key("causal").boolean(false)
	t.key("note").word(movesNote)
	t.key("within_range").boolean(a.Moves.Within)
	t.key("moves").open('[')
	for _, m := range a.Moves.All {
		t.open('{')
		t.key("predicted_class").word(m.Class.String())
		t.key("predicted_tier").word(tiersOf(m.Class))
		t.key("probabilities")
		t.probabilities(m.Votes, a.Trees)
		t.key("size").rounded(m.Size, 4)
		t.key("changes").open('[')
		for _, c := range m.Changes {
			t.open('{')
			t.key("feature").word(names[c.Feature])
			t.key("from").number(c.From)
			t.key("to").number(c.To)
			t.key("scenes").open('[')
			for _, scene := range c.Scenes {
				t.open('{')
				a.scene(t, scene)
				t.shut('}')
			}
			t.shut(']')
			t.shut('}')
		}
		t.shut(']')
		t.shut('}')
	}
	t.shut(']')
	t.shut('}')
}
