package writersroom

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"kinodex/internal/screenplay/measure"
)

// A remark is what the built-in engine says of a feature that lies above the mean
// of the research set, if high, or below it. In says, %s takes the value.
type remark struct {
	feature  int
	high     bool
	strength bool
	says     string
}

// remarks are the rules of coverage. Whether a side is a strength is the craft's
// common opinion, stated here once so that it can be argued with.
var remarks = []remark{
	{measure.AvgSceneLen, true, false, "scenes are long: %s"},
	{measure.AvgSceneLen, false, true, "scenes are short and hand over quickly: %s"},
	{measure.SceneLenCV, true, true, "long scenes are set against short ones: the variety of their lengths is %s"},
	{measure.SceneLenCV, false, false, "scenes are much of one length: the variety is %s"},
	{measure.LocationDiversity, true, false, "few places are returned to, which costs a production and a reader's bearings: %s different places a scene"},
	{measure.LocationDiversity, false, true, "the story stays in places it has made known: %s different places a scene"},
	{measure.SentimentVolatility, true, true, "the mood moves: its swings measure %s"},
	{measure.SentimentVolatility, false, false, "the mood hardly moves from part to part: its swings measure %s"},
	{measure.DialogueRatio, true, false, "talk carries more than action does: its share of the words is %s"},
	{measure.DialogueRatio, false, true, "more is shown than said: the share of dialogue is %s"},
	{measure.AvgSpeechLen, true, false, "speeches are long: %s words on average"},
	{measure.AvgSpeechLen, false, true, "exchanges are quick: %s words a speech on average"},
	{measure.QuestionRatio, true, true, "people want something of each other: the share of lines that ask is %s"},
	{measure.QuestionRatio, false, false, "people state more than they ask: the share of lines that ask is %s"},
	{measure.ExclamationRatio, true, false, "many lines are shouted: the share that end in an exclamation mark is %s"},
	{measure.LeadShare, true, true, "one part leads: its share of the talk is %s"},
	{measure.LeadShare, false, false, "nobody clearly leads: the largest part has a share of %s"},
	{measure.CharacterCount, true, false, "many people speak: %s with three speeches or more"},
	{measure.CharacterCount, false, true, "the speaking cast is small enough to be known: %s with three speeches or more"},
	{measure.DialogueBalance, true, true, "the ten largest parts share the talk: a balance of %s"},
	{measure.AvgSentenceLen, true, false, "sentences are long: %s words on average"},
	{measure.AvgSentenceLen, false, true, "sentences are short: %s words on average"},
	{measure.VocabularyRichness, true, true, "the words are varied: a lexical diversity of %s"},
	{measure.VocabularyRichness, false, false, "words repeat: a lexical diversity of %s"},
	{measure.ProfanityRate, true, false, "strong language may narrow who can see it: %s words in a thousand of dialogue"},
}

// How far from the mean a feature must lie to be remarked on, how far it lies when
// nothing else does, and how many remarks of a kind there are.
const (
	farOut          = 0.75
	somewhat        = 0.25
	mostSaidOfAKind = 5
)

// coverage returns the reading of the built-in engine for some areas. If no feature
// is far from the mean, those somewhat off are remarked on. A script that repeats
// itself has that as its first concern.
func (m *Manuscript) coverage(areas []string) CoverageReading {
	c := CoverageReading{Summary: m.summary(), Strengths: []Finding{}, Concerns: m.gaps(areas)}
	for _, bar := range []float64{farOut, somewhat} {
		strengths, concerns := m.remarked(areas, bar)
		if len(c.Strengths) == 0 {
			c.Strengths = strengths
		}
		if bar == farOut || len(c.Concerns) == 0 {
			c.Concerns = append(c.Concerns, concerns...)
		}
	}
	if same, all := m.repetition(); same != nil {
		c.Concerns = slices.Insert(c.Concerns, 0, *same)
		if all {
			c.Strengths = []Finding{}
		}
	}
	c.Strengths = c.Strengths[:min(len(c.Strengths), mostSaidOfAKind)]
	c.Concerns = c.Concerns[:min(len(c.Concerns), mostSaidOfAKind+2)]
	return c
}

// remarked returns the remarks on features whose z-score is bar or more on the
// remark's side, the farthest first. Neither list is nil.
func (m *Manuscript) remarked(areas []string, bar float64) (strengths, concerns []Finding) {
	strengths, concerns = []Finding{}, []Finding{}
	held := slices.DeleteFunc(slices.Clone(remarks), func(r remark) bool {
		z := m.z(r.feature)
		return !slices.Contains(areas, categories[r.feature]) || (z > 0) != r.high || math.Abs(z) < bar
	})
	slices.SortStableFunc(held, func(a, b remark) int {
		return cmp.Compare(math.Abs(m.z(b.feature)), math.Abs(m.z(a.feature)))
	})
	for _, r := range held {
		f := Finding{
			Area: categories[r.feature], Point: capital(fmt.Sprintf(r.says, m.value(r.feature))) + "; " + m.beside(r.feature) + ".",
			Scenes: m.driving(r.feature), Features: []string{measure.Names()[r.feature]},
		}
		if r.strength {
			strengths = append(strengths, f)
		} else {
			concerns = append(concerns, f)
		}
	}
	return strengths, concerns
}

// value returns a feature's value with the decimals of the interface.
func (m *Manuscript) value(feature int) string {
	return fmt.Sprintf("%.*f", measure.Features()[feature].Decimals, m.Report.Vector[feature])
}

// beside returns, in words, the mean of a feature in the research set and how many
// of a hundred screenplays lie below the text, or above it if the text is below the
// mean. There must be an analysis.
func (m *Manuscript) beside(feature int) string {
	about := measure.Features()[feature]
	c := m.Analysis.Comparisons.At(feature)
	side, percent := "below", c.PercentileApprox
	if c.ZScore < 0 {
		side, percent = "above", 100-percent
	}
	return fmt.Sprintf("the average is %.*f, and about %.0f of 100 screenplays lie %s", about.Decimals, c.DatasetMean, percent, side)
}
