package measure

// ByFeature has one T for each of the twenty features. In JSON its members
// stand under the features' names, in the order of a Vector. A zero ByFeature
// is ready to use.
type ByFeature[T any] struct {
	SceneCount          T `json:"scene_count"`
	AvgSceneLen         T `json:"avg_scene_len"`
	SceneLenCV          T `json:"scene_len_cv"`
	IntRatio            T `json:"int_ratio"`
	LocationDiversity   T `json:"location_diversity"`
	DialogueRatio       T `json:"dialogue_ratio"`
	ActionRatio         T `json:"action_ratio"`
	AvgSpeechLen        T `json:"avg_speech_len"`
	QuestionRatio       T `json:"question_ratio"`
	ExclamationRatio    T `json:"exclamation_ratio"`
	CharacterCount      T `json:"character_count"`
	LeadShare           T `json:"lead_share"`
	DialogueBalance     T `json:"dialogue_balance"`
	AvgSentenceLen      T `json:"avg_sentence_len"`
	VocabRichness       T `json:"vocab_richness"`
	VocabularyRichness  T `json:"vocabulary_richness"`
	ProfanityRate       T `json:"profanity_rate"`
	SentimentMean       T `json:"sentiment_mean"`
	SentimentArcSlope   T `json:"sentiment_arc_slope"`
	SentimentVolatility T `json:"sentiment_volatility"`
}

// EachFeature returns what value returns for each place of a Vector, in order.
func EachFeature[T any](value func(f int) T) (b ByFeature[T]) {
	for f, member := range b.members() {
		*member = value(f)
	}
	return b
}

// At returns the value of the feature at a place of a Vector, to be read or set.
// It panics at a place that no feature has.
func (b *ByFeature[T]) At(f int) *T { return b.members()[f] }

// members returns where the members of b are, in the order of a Vector.
func (b *ByFeature[T]) members() [Count]*T {
	return [Count]*T{
		&b.SceneCount, &b.AvgSceneLen, &b.SceneLenCV, &b.IntRatio, &b.LocationDiversity,
		&b.DialogueRatio, &b.ActionRatio, &b.AvgSpeechLen, &b.QuestionRatio, &b.ExclamationRatio,
		&b.CharacterCount, &b.LeadShare, &b.DialogueBalance,
		&b.AvgSentenceLen, &b.VocabRichness, &b.VocabularyRichness, &b.ProfanityRate,
		&b.SentimentMean, &b.SentimentArcSlope, &b.SentimentVolatility,
	}
}

// ByFeature returns the values of v under the features' names.
func (v *Vector) ByFeature() ByFeature[float64] {
	return EachFeature(func(f int) float64 { return v[f] })
}

// VectorOf returns the values of b in the order of Features.
func VectorOf(b *ByFeature[float64]) (v Vector) {
	for f, member := range b.members() {
		v[f] = *member
	}
	return v
}
