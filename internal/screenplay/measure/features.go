package measure

import "math"

// Features describes the twenty features in the order of a Vector (REQ S-08),
// with label, category, unit, range, formula and source. Every feature is a
// finite number for every script; none is ever missing: a share of nothing is
// 0. The slice is the caller's own.
func Features() []Feature {
	return []Feature{
		SceneCount: {
			Name: "scene_count", Label: "Number of scenes", Category: "structure", Unit: "scenes", Range: "0 and up",
			Formula: "scene headings",
		},
		AvgSceneLen: {
			Name: "avg_scene_len", Label: "Average scene length", Category: "structure", Unit: "words", Range: "0 and up",
			Formula: "words of action and dialogue inside scenes / scenes; 0 without scenes", Decimals: 1,
		},
		SceneLenCV: {
			Name: "scene_len_cv", Label: "Variety of scene lengths", Category: "structure", Unit: "ratio", Range: "0 and up",
			Formula:  "standard deviation of the scenes' words / their mean; 0 with fewer than two scenes",
			Source:   "coefficient of variation (population)",
			Decimals: 3,
		},
		IntRatio: {
			Name: "int_ratio", Label: "Share of interior scenes", Category: "structure", Unit: "share", Range: "0 to 1",
			Formula:  "(INT. scenes + half of INT./EXT. scenes) / scenes whose heading says either; 0 when none does",
			Decimals: 4,
		},
		LocationDiversity: {
			Name: "location_diversity", Label: "Variety of places", Category: "structure", Unit: "share", Range: "0 to 1",
			Formula: "distinct places named in scene headings / scenes; 0 without scenes", Decimals: 4,
		},
		DialogueRatio: {
			Name: "dialogue_ratio", Label: "Dialogue against action", Category: "dialogue", Unit: "share", Range: "0 to 1",
			Formula: "words of dialogue / (words of dialogue + words of action)", Decimals: 4,
		},
		ActionRatio: {
			Name: "action_ratio", Label: "Action on the page", Category: "dialogue", Unit: "share", Range: "0 to 1",
			Formula:  "words of action / all words of the pages: action, dialogue, headings, cues, parentheticals, transitions",
			Decimals: 4,
		},
		AvgSpeechLen: {
			Name: "avg_speech_len", Label: "Average length of a speech", Category: "dialogue", Unit: "words", Range: "0 and up",
			Formula:  "words of dialogue under a cue / speeches; speeches of one character that nothing interrupts count as one",
			Decimals: 2,
		},
		QuestionRatio: {
			Name: "question_ratio", Label: "Share of questions", Category: "dialogue", Unit: "share", Range: "0 to 1",
			Formula: "sentences of dialogue that end in ? / sentences of dialogue", Decimals: 4,
		},
		ExclamationRatio: {
			Name: "exclamation_ratio", Label: "Share of exclamations", Category: "dialogue", Unit: "share", Range: "0 to 1",
			Formula: "sentences of dialogue that end in ! / sentences of dialogue", Decimals: 4,
		},
		CharacterCount: {
			Name: "character_count", Label: "Speaking characters", Category: "character", Unit: "characters", Range: "0 and up",
			Formula: "names with three speeches or more",
		},
		LeadShare: {
			Name: "lead_share", Label: "Share of the largest part", Category: "character", Unit: "share", Range: "0 to 1",
			Formula: "words of dialogue of the character who speaks most / words of dialogue", Decimals: 4,
		},
		DialogueBalance: {
			Name: "dialogue_balance", Label: "Balance of the parts", Category: "character", Unit: "share", Range: "0 to 1",
			Formula:  "-sum p ln p / ln n over the n largest parts (at most ten), p a part's share of their words; 0 with one part",
			Source:   "Shannon 1948, normalised (Pielou's evenness)",
			Decimals: 4,
		},
		AvgSentenceLen: {
			Name: "avg_sentence_len", Label: "Average sentence length", Category: "language", Unit: "words", Range: "0 and up",
			Formula: "words of action and dialogue / their sentences", Decimals: 2,
		},
		VocabRichness: {
			Name: "vocab_richness", Label: "Variety of words nearby", Category: "language", Unit: "share", Range: "0 to 1",
			Formula:  "mean over all runs of 500 words of distinct words / 500; shorter texts: distinct words / words",
			Source:   "MATTR, Covington & McFall 2010",
			Decimals: 4,
		},
		VocabularyRichness: {
			Name: "vocabulary_richness", Label: "Lexical diversity", Category: "language", Unit: "words", Range: "0 to 500",
			Formula:  "mean length of runs in which distinct words / words stays at 0.72 or above, read forwards and backwards; at most 500",
			Source:   "MTLD, McCarthy & Jarvis 2010",
			Decimals: 2,
		},
		ProfanityRate: {
			Name: "profanity_rate", Label: "Strong language", Category: "language", Unit: "per 1,000 words of dialogue", Range: "0 to 1000",
			Formula:  "words of dialogue on the list of strong words / words of dialogue * 1,000",
			Source:   "a list of our own (profanity.go)",
			Decimals: 2,
		},
		SentimentMean: {
			Name: "sentiment_mean", Label: "Mood", Category: "emotion", Unit: "score", Range: "-1 to 1",
			Formula:  "mean over all words of action and dialogue of their sentence's sentiment",
			Source:   "VADER, Hutto & Gilbert 2014",
			Decimals: 4,
		},
		SentimentArcSlope: {
			Name: "sentiment_arc_slope", Label: "Direction of the mood", Category: "emotion", Unit: "score per script", Range: "-3.01 to 3.01",
			Formula:  "least-squares slope of the mood of 20 segments of equal words over position 0 to 1",
			Source:   "VADER, Hutto & Gilbert 2014; ordinary least squares",
			Decimals: 4,
		},
		SentimentVolatility: {
			Name: "sentiment_volatility", Label: "Swings of the mood", Category: "emotion", Unit: "score", Range: "0 to 1",
			Formula:  "standard deviation of the mood of 20 segments of equal words",
			Source:   "VADER, Hutto & Gilbert 2014",
			Decimals: 4,
		},
	}
}

// Names returns the twenty names in the order of a Vector. The slice is the
// caller's own.
func Names() []string {
	names := make([]string, Count)
	for i, f := range Features() {
		names[i] = f.Name
	}
	return names
}

// Index returns the place of a named feature in a Vector; false for a name
// that no feature has.
func Index(name string) (int, bool) {
	for i, f := range Features() {
		if f.Name == name {
			return i, true
		}
	}
	return 0, false
}

// decimals returns the Feature.Decimals of every feature.
func decimals() [Count]int {
	var d [Count]int
	for i, f := range Features() {
		d[i] = f.Decimals
	}
	return d
}

// rounded gives v as it is stored and answered: one rounding, half away from
// zero, and no negative zero.
// v itself is not changed.
func (v Vector) rounded(decimals [Count]int) Vector {
	for i := range v {
		scale := math.Pow10(decimals[i])
		v[i] = math.Round(v[i]*scale)/scale + 0
	}
	return v
}
