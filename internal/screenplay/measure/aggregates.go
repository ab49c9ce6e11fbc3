package measure

import (
	"math"

	"kinodex/internal/screenplay"
)

// aggregates are the sums that the twenty features are computed from: of a
// whole script, of an act, or of a script without one of its scenes. A figure
// that was not summed up is 0, and so are the features that come from it.
type aggregates struct {
	tally
	sceneStats
	castStats
	// mattr and diversity are MATTR and MTLD.
	mattr, mtld float64
	arc         sentimentArc
}

// vector returns the twenty features, unrounded, by the formulas that Features
// states. It divides by nothing that may be 0, so that every feature is
// finite.
func (f *aggregates) vector() Vector {
	return Vector{
		SceneCount:          float64(f.scenes),
		AvgSceneLen:         ratio(f.wordsInScenes, f.scenes),
		SceneLenCV:          f.lengthCV(),
		IntRatio:            mean(float64(f.interiorHalves)/2, f.withSetting),
		LocationDiversity:   ratio(f.places, f.scenes),
		DialogueRatio:       ratio(f.dialogue, f.words()),
		ActionRatio:         ratio(f.action, f.words()+f.apparatus),
		AvgSpeechLen:        ratio(f.spoken, f.speeches),
		QuestionRatio:       ratio(f.questions, f.dialogueSentences),
		ExclamationRatio:    ratio(f.exclamations, f.dialogueSentences),
		CharacterCount:      float64(f.speaking),
		LeadShare:           ratio(f.leadWords, f.dialogue),
		DialogueBalance:     evenness(f.largest[:f.listed]),
		AvgSentenceLen:      ratio(f.words(), f.sentences),
		VocabRichness:       f.mattr,
		VocabularyRichness:  f.mtld,
		ProfanityRate:       1000 * ratio(f.profanities, f.dialogue),
		SentimentMean:       mean(f.sentiment, f.words()),
		SentimentArcSlope:   f.arc.slope(),
		SentimentVolatility: f.arc.volatility(),
	}
}

// sceneStats counts scenes, their lengths in words and their settings. All of
// it can be added and taken away again, so that leaving out a scene takes
// constant time.
type sceneStats struct {
	scenes        int
	wordsInScenes int     // words of action and dialogue inside scenes
	sumOfSquares  float64 // sum of the squares of the scenes' words
	// withSetting are the scenes whose heading says inside or outside; interiors counts
	// an interior twice and a scene that is both once.
	withSetting, interiorHalves int
	places                      int // distinct
}

// add counts a scene of so many words; times is 1, or -1 to take it away again.
func (s *sceneStats) add(setting screenplay.Setting, words, times int) {
	s.scenes += times
	s.wordsInScenes += times * words
	s.sumOfSquares += float64(times) * float64(words) * float64(words)
	if setting == screenplay.Unsaid {
		return
	}
	s.withSetting += times
	switch setting {
	case screenplay.Interior:
		s.interiorHalves += 2 * times
	case screenplay.Both:
		s.interiorHalves += times
	}
}

// lengthCV returns the coefficient of variation of the scenes' words: the
// population's standard deviation over the mean. It is 0 or more, and 0 for
// fewer than two scenes.
func (s *sceneStats) lengthCV() float64 {
	if s.scenes < 2 || s.wordsInScenes == 0 {
		return 0
	}
	average := float64(s.wordsInScenes) / float64(s.scenes)
	return math.Sqrt(max(0, s.sumOfSquares/float64(s.scenes)-average*average)) / average
}

// evenness returns how evenly words are shared between roles, 0 to 1:
// Shannon's entropy over its greatest possible value (Shannon 1948; Pielou
// 1966). It is 0 for fewer than two roles with words.
func evenness(words []int) float64 {
	total, some := 0, 0
	for _, w := range words {
		if total += w; w > 0 {
			some++
		}
	}
	if some < 2 {
		return 0
	}
	entropy := 0.0
	for _, w := range words {
		if w > 0 {
			p := float64(w) / float64(total)
			entropy -= p * math.Log(p)
		}
	}
	return min(1, entropy/math.Log(float64(some)))
}
