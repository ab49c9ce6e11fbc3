// Package measure turns a screenplay into figures: the twenty features, and the
// series per scene, act and character that they come from.
//
// Every figure is a pure function of the script: no clock, no randomness, no
// language model, and never NaN or infinite, however degenerate the text
// (REQ S-10, S-28). Words are counted rather than lines or pages, so that a
// lost indentation or doubled blank line changes nothing.
//
// It imports screenplay, and the sentiment library whose lexicon and rules it
// follows. Start reading at Meter.Of; Features lists the twenty with unit, range
// and formula; aggregates.vector in aggregates.go is where they are computed;
// Report.Influences answers which scenes made them what they are.
package measure

// Count is how many features there are.
const Count = 20

// Vector holds the twenty features in the order of Features.
type Vector [Count]float64

// The places of the features in a Vector (REQ S-08).
const (
	SceneCount = iota
	AvgSceneLen
	SceneLenCV
	IntRatio
	LocationDiversity
	DialogueRatio
	ActionRatio
	AvgSpeechLen
	QuestionRatio
	ExclamationRatio
	CharacterCount
	LeadShare
	DialogueBalance
	AvgSentenceLen
	VocabRichness
	VocabularyRichness
	ProfanityRate
	SentimentMean
	SentimentArcSlope
	SentimentVolatility
)

// Feature describes one of the twenty.
type Feature struct {
	Name     string // as in the interface
	Label    string // as a writer reads it
	Category string // structure, dialogue, character, language or emotion
	Unit     string
	// Range is the interval of possible values in words, such as "0 to 1".
	Range   string
	Formula string
	Source  string // of the formula, where it is not plain counting
	// Decimals is how many decimals a stored or answered value has.
	Decimals int
}
