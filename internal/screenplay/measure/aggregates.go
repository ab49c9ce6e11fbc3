package measure

import (
	"math"

	"kinodex/internal/screenplay"
)

// aggregates are what the twenty features are computed from: of a whole script, or
// of a script without one of its scenes.
type aggregates struct {
	tally
	sceneStats
	castStats
	// mattr and diversity are MATTR and MTLD.
	mattr, mtld float64
	arc         sentimentArc
}

// vector computes the twenty features, unrounded.
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

// sceneStats counts where a script plays.
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

// lengthCV is the coefficient of variation of the scenes' words.
func (s *sceneStats) lengthCV() float64 {
	if s.scenes < 2 || s.wordsInScenes == 0 {
		return 0
	}
	average := float64(s.wordsInScenes) / float64(s.scenes)
	return math.Sqrt(max(0, s.sumOfSquares/float64(s.scenes)-average*average)) / average
}

// evenness is the evenness of parts of so many words: Shannon's entropy over its
// greatest possible value.
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
