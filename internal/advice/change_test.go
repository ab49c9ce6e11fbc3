package advice

import (
	"strings"
	"testing"

	"kinodex/internal/screenplay/measure"
	"kinodex/internal/screenplay/parse"
)

// draft is a made-up script with everything that is counted: settings, places, questions, strong words, parts.
const draft = `INT. CUTTING ROOM - NIGHT

Iris threads the reel. The lamp burns low. She waits.

IRIS
Where is the film? I left it here, damn it.

TOMAS
In the can. I think!

IRIS
You think. You never think, and we pay for it.

TOMAS
Is that so?

EXT. HARBOUR - DAY

Rain. A crane swings over the quay and stops.

TOMAS
There! On the quay.

IRIS
Run. What are you waiting for?

INT. CUTTING ROOM - DAY

The door is open. Nobody is in the room, and the reel turns by itself.

THE CLERK
Who was here?

IRIS
Nobody.

THE CLERK
Somebody was. Look at the floor.

IRIS
Hell!

THE CLERK
You see?

EXT. BRIDGE - NIGHT

A cyclist crosses. Tomas follows him on foot, slowly, with the can under his coat.
`

// counts are those of a script after a change.
type counts struct {
	measure.Counts
	interior float64
	speaking int
}

// vector returns the features by the formulas that measure.Features states.
func (c *counts) vector() map[int]float64 {
	ratio := func(a, b int) float64 { return float64(a) / float64(b) }
	return map[int]float64{
		measure.SceneCount: float64(c.Scenes), measure.AvgSceneLen: ratio(c.SceneWords, c.Scenes), measure.IntRatio: c.interior / float64(c.WithSetting),
		measure.LocationDiversity: ratio(c.Places, c.Scenes), measure.DialogueRatio: ratio(c.Dialogue, c.Dialogue+c.Action),
		measure.ActionRatio: ratio(c.Action, c.Dialogue+c.Action+c.Apparatus), measure.AvgSpeechLen: ratio(c.SpeechWords, c.Speeches),
		measure.QuestionRatio: ratio(c.Questions, c.Lines), measure.ExclamationRatio: ratio(c.Exclamations, c.Lines), measure.CharacterCount: float64(c.speaking),
		measure.LeadShare: ratio(c.LeadWords, c.Dialogue), measure.AvgSentenceLen: ratio(c.Dialogue+c.Action, c.Sentences), measure.ProfanityRate: 1000 * ratio(c.Strong, c.Dialogue),
	}
}

// made does what a change says.
func (c counts) made(says string, n int) counts {
	for begins, do := range map[string]func(){
		"Cut # scene": func() { c.Scenes -= n }, "Or join # scene": func() { c.Scenes -= n }, "Join # scene": func() { c.Scenes -= n },
		"Add # scene": func() { c.Scenes += n }, "Or split # scene": func() { c.Scenes += n },
		"Cut # words inside": func() { c.SceneWords -= n }, "Or add # words inside": func() { c.SceneWords += n },
		"Move # scene from inside": func() { c.interior -= float64(n) }, "Move # scene from outside": func() { c.interior += float64(n) },
		"Move # scene to": func() { c.Places -= n }, "Give # scene a": func() { c.Places += n },
		"Cut # words of dialogue": func() { c.Dialogue -= n }, "Add # words of dialogue": func() { c.Dialogue += n },
		"Cut # words of action": func() { c.Action -= n }, "Or cut # words of action": func() { c.Action -= n },
		"Add # words of action": func() { c.Action += n }, "Or add # words of action": func() { c.Action += n },
		"Cut # words from speeches": func() { c.SpeechWords -= n }, "Add # words to speeches": func() { c.SpeechWords += n },
		"Or interrupt # speech": func() { c.Speeches += n }, "Or join # speech": func() { c.Speeches -= n },
		"Make statements of # line": func() { c.Questions -= n }, "Make questions of # line": func() { c.Questions += n },
		"Take the exclamation mark from # line": func() { c.Exclamations -= n }, "Let # line": func() { c.Exclamations += n },
		"Give the speeches of # character": func() { c.speaking -= n }, "Let # character": func() { c.speaking += n },
		"Give # words of the largest": func() { c.LeadWords -= n }, "Give # words of other": func() { c.LeadWords += n },
		"Cut # sentence": func() { c.Sentences += n }, "Join # sentence": func() { c.Sentences -= n }, "Take out # word": func() { c.Strong -= n },
	} {
		before, after, _ := strings.Cut(begins, "#")
		if rest, ok := strings.CutPrefix(says, before); ok {
			if _, rest, ok = strings.Cut(rest, " "); ok && strings.HasPrefix(singular(rest), singular(strings.TrimSpace(after))) {
				do()
				return c
			}
		}
	}
	panic("no such change: " + says)
}

// singular returns words of counts in the singular.
func singular(s string) string {
	return strings.NewReplacer("scenes", "scene", "words", "word", "speeches", "speech", "lines", "line", "characters", "character", "sentences", "sentence").Replace(s)
}

// REQ F2-121: each change, made exactly, brings the feature within the middle, from above and from below.
func TestAChangeBringsAFeatureWithinTheMiddle(t *testing.T) {
	r := measure.NewMeter().Of(parse.Text(draft))
	before := counts{Counts: r.Counts(), interior: 2, speaking: 3}
	silent := map[int]bool{measure.DialogueBalance: true, measure.VocabRichness: true, measure.VocabularyRichness: true,
		measure.SentimentMean: true, measure.SentimentArcSlope: true, measure.SentimentVolatility: true}
	for f, about := range measure.Features() {
		value := r.Vector[f]
		if have, ok := before.vector()[f]; ok && (have-value > 0.01 || value-have > 0.01) {
			t.Fatalf("%s: %v of the counts, measured %v", about.Name, have, value)
		}
		for name, middle := range map[string]Middle{"above": {0.5 * value, 0.85 * value}, "below": {1.15 * value, 1.6 * value}, "within": {0.5 * value, 2 * value}} {
			changes := changesOf(r, f, value, middle)
			if name == "within" || silent[f] || value == 0 {
				if len(changes) > 0 && value != 0 {
					t.Errorf("%s, %s: %v", about.Name, name, changes)
				}
				continue
			}
			if len(changes) == 0 && f != measure.SceneLenCV && (f != measure.ProfanityRate || name == "above") {
				t.Errorf("%s, %s: nothing is said", about.Name, name)
			}
			for _, c := range changes {
				if f == measure.SceneLenCV {
					continue // below
				}
				exact := c.Amounts[0]
				after := before.made(c.Says, int(exact.Value))
				if got := after.vector()[f]; exact.Value > 1 && !(middle.Low <= got+1e-9 && got <= middle.High+1e-9) {
					t.Errorf("%s, %s: %q makes %v, the middle is %v", about.Name, name, c.Says, got, middle)
				}
				if exact.Value != float64(int(exact.Value)) || exact.Value <= 0 {
					t.Errorf("%s: %v", about.Name, exact)
				}
			}
		}
	}
}

// The longest scenes are shortened until scenes vary as little as is wanted, and no further.
func TestTheLongestScenesAreShortened(t *testing.T) {
	text := strings.Repeat("INT. ROOM - DAY\n\nShe waits by the lamp.\n\nIRIS\nNobody came.\n\n", 9) + "INT. HALL - DAY\n\n" + strings.Repeat("She waits by the lamp. ", 12) + "\n"
	r := measure.NewMeter().Of(parse.Text(text))
	changes := changesOf(r, measure.SceneLenCV, r.Vector[measure.SceneLenCV], Middle{0, 0.5})
	if len(changes) != 1 || !strings.HasPrefix(changes[0].Says, "Shorten the longest scene to the mean length: 47 words less") {
		t.Errorf("%+v", changes)
	}
	if raised := changesOf(r, measure.SceneLenCV, r.Vector[measure.SceneLenCV], Middle{2, 3}); len(raised) != 0 {
		t.Errorf("more variety: %v", raised)
	}
}

// REQ F2-121: nothing is said where there is nothing to count, or where the change would make another script.
func TestNoChangeIsInvented(t *testing.T) {
	for name, text := range map[string]string{"empty": "", "no scenes": "IRIS\nNobody came.\n\nTOMAS\nNobody.\n", "no dialogue": "INT. ROOM - DAY\n\nShe waits.\n", "one scene": "INT. ROOM - DAY\n\nShe waits.\n\nIRIS\nNo.\n"} {
		r := measure.NewMeter().Of(parse.Text(text))
		for f, about := range measure.Features() {
			for _, middle := range []Middle{{r.Vector[f] + 1e6, r.Vector[f] + 2e6}, {-2e6, -1e6}} {
				for _, c := range changesOf(r, f, r.Vector[f], middle) {
					if strings.Contains(c.Says, "NaN") || strings.Contains(c.Says, "Inf") || c.Amounts[0].Value <= 0 {
						t.Errorf("%s, %s: %+v", name, about.Name, c)
					}
					if about.Category == "structure" && r.Counts().SceneWords == 0 || about.Category != "structure" && r.Counts().Speeches == 0 {
						t.Errorf("%s, %s: %q", name, about.Name, c.Says)
					}
				}
			}
		}
	}
	r := measure.NewMeter().Of(parse.Text(draft))
	for _, c := range changesOf(r, measure.DialogueRatio, r.Vector[measure.DialogueRatio], Middle{0, 0.01}) {
		if c.Amounts[0].Value > float64(r.Words.Film())/2 {
			t.Errorf("more than half of the script: %q", c.Says)
		}
	}
}
