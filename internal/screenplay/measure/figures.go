package measure

import (
	"math"

	"kinodex/internal/screenplay"
)

// figures are what the twenty features are computed from: of a whole script, or
// of a script without one of its scenes.
type figures struct {
	tally
	stage
	cast
	// nearby and diversity are MATTR and MTLD.
	nearby, diversity float64
	arc               arc
}

// vector computes the twenty features, unrounded.
func (f *figures) vector() Vector {
	return Vector{
		SceneCount:          float64(f.scenes),
		AvgSceneLen:         share(f.inside, f.scenes),
		SceneLenCV:          f.variety(),
		IntRatio:            mean(float64(f.interiors)/2, f.said),
		LocationDiversity:   share(f.places, f.scenes),
		DialogueRatio:       share(f.dialogue, f.words()),
		ActionRatio:         share(f.action, f.words()+f.apparatus),
		AvgSpeechLen:        share(f.spoken, f.speeches),
		QuestionRatio:       share(f.asks, f.lines),
		ExclamationRatio:    share(f.exclaims, f.lines),
		CharacterCount:      float64(f.parts),
		LeadShare:           share(f.lead, f.dialogue),
		DialogueBalance:     balance(f.largest[:f.listed]),
		AvgSentenceLen:      share(f.words(), f.sentences),
		VocabRichness:       f.nearby,
		VocabularyRichness:  f.diversity,
		ProfanityRate:       1000 * share(f.strong, f.dialogue),
		SentimentMean:       mean(f.mood, f.words()),
		SentimentArcSlope:   f.arc.slope(),
		SentimentVolatility: f.arc.volatility(),
	}
}

// stage counts where a script plays.
type stage struct {
	scenes int
	inside int     // words of action and dialogue inside scenes
	square float64 // sum of the squares of the scenes' words
	// said are the scenes whose heading says inside or outside; interiors counts
	// an interior twice and a scene that is both once.
	said, interiors int
	places          int // distinct
}

// add counts a scene of so many words; times is 1, or -1 to take it away again.
func (s *stage) add(setting screenplay.Setting, words, times int) {
	s.scenes += times
	s.inside += times * words
	s.square += float64(times) * float64(words) * float64(words)
	if setting == screenplay.Unsaid {
		return
	}
	s.said += times
	switch setting {
	case screenplay.Interior:
		s.interiors += 2 * times
	case screenplay.Both:
		s.interiors += times
	}
}

// variety is the coefficient of variation of the scenes' words.
func (s *stage) variety() float64 {
	if s.scenes < 2 || s.inside == 0 {
		return 0
	}
	average := float64(s.inside) / float64(s.scenes)
	return math.Sqrt(max(0, s.square/float64(s.scenes)-average*average)) / average
}

// balance is the evenness of parts of so many words: Shannon's entropy over its
// greatest possible value.
func balance(words []int) float64 {
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
