package v1

import "kinodex/internal/serve/wire"

// analysisData describes an analysis (SPEC "POST /api/v1/scripts/analyze result";
// TRACE S-18 to S-27). What comes after script_length is beyond the specification.
type analysisData struct {
	PredictedClass string                `json:"predicted_class" enum:"High,Mid,Low"`
	PredictedTier  string                `json:"predicted_tier" enum:"S/A,B/C,D/E"`
	Probabilities  shares                `json:"probabilities" doc:"Shares of the trees' votes; they add up to 1."`
	Features       byFeature[float64]    `json:"features"`
	Comparisons    byFeature[comparison] `json:"comparisons"`
	ScriptLength   int                   `json:"script_length" doc:"Characters (Unicode code points) of the text."`

	Format     string                `json:"format" enum:"plain,fountain,fdx,pdf" doc:"The form the text was read as."`
	Warnings   []string              `json:"warnings" doc:"What makes the figures less than they seem, such as that no scene headings were found."`
	Evidence   byFeature[[]evidence] `json:"evidence" doc:"The scenes that drive each z-score most."`
	Scenes     []scene               `json:"scenes"`
	Acts       []act                 `json:"acts" doc:"Three, cut at the scenes nearest to a quarter and three quarters of the words; none in a text of fewer than three scenes."`
	Characters []character           `json:"characters" doc:"Those who speak, the largest part first."`
	Sentiment  []float64             `json:"sentiment" doc:"The mood, -1 to 1, of twenty parts of equal words."`
	WhatMoves  whatMoves             `json:"what_moves"`
	Receipt    receipt               `json:"receipt"`
}

type comparison struct {
	Value            float64 `json:"value"`
	DatasetMean      float64 `json:"dataset_mean"`
	DatasetStd       float64 `json:"dataset_std" minimum:"0"`
	ZScore           float64 `json:"z_score"`
	PercentileApprox float64 `json:"percentile_approx" minimum:"0" maximum:"100"`
}

// place is where a scene stands in the text, in characters.
type place struct {
	Scene int `json:"scene" minimum:"1" doc:"The scene's number, from 1."`
	Start int `json:"start" minimum:"0" doc:"Its first character in the text."`
	End   int `json:"end" minimum:"0" doc:"The character after its last."`
}

type evidence struct {
	Scene      int     `json:"scene" minimum:"1" doc:"The scene's number, from 1."`
	Start      int     `json:"start" minimum:"0" doc:"Its first character in the text."`
	End        int     `json:"end" minimum:"0" doc:"The character after its last."`
	ZInfluence float64 `json:"z_influence" doc:"What the z-score would lose without the scene."`
}

type scene struct {
	Scene         int      `json:"scene" minimum:"1" doc:"Its number, from 1."`
	Start         int      `json:"start" minimum:"0" doc:"Its first character in the text."`
	End           int      `json:"end" minimum:"0" doc:"The character after its last."`
	Heading       string   `json:"heading"`
	Setting       *string  `json:"setting" nullable:"true" enum:"interior,exterior,both"`
	Words         int      `json:"words"`
	DialogueWords int      `json:"dialogue_words"`
	Position      float64  `json:"position" doc:"How much of the script stands before it, 0 to 1."`
	Share         float64  `json:"share" doc:"Its part of the script's words."`
	Speeches      int      `json:"speeches"`
	Sentiment     float64  `json:"sentiment" minimum:"-1" maximum:"1"`
	Characters    []string `json:"characters"`
	Drives        []string `json:"drives" doc:"The features it is evidence for."`
}

type act struct {
	Act              int     `json:"act"`
	Start            int     `json:"start"`
	End              int     `json:"end"`
	FirstScene       int     `json:"first_scene"`
	LastScene        int     `json:"last_scene"`
	Scenes           int     `json:"scenes"`
	Words            int     `json:"words"`
	Share            float64 `json:"share"`
	AvgSceneLen      float64 `json:"avg_scene_len"`
	IntRatio         float64 `json:"int_ratio"`
	DialogueRatio    float64 `json:"dialogue_ratio"`
	AvgSpeechLen     float64 `json:"avg_speech_len"`
	QuestionRatio    float64 `json:"question_ratio"`
	ExclamationRatio float64 `json:"exclamation_ratio"`
	AvgSentenceLen   float64 `json:"avg_sentence_len"`
	ProfanityRate    float64 `json:"profanity_rate"`
	SentimentMean    float64 `json:"sentiment_mean"`
}

type character struct {
	Name          string  `json:"name"`
	Speeches      int     `json:"speeches"`
	Words         int     `json:"words"`
	Share         float64 `json:"share" doc:"Of all words of dialogue."`
	Scenes        int     `json:"scenes"`
	FirstScene    *int    `json:"first_scene" nullable:"true" doc:"null before the first heading."`
	LastScene     *int    `json:"last_scene" nullable:"true"`
	FirstPosition float64 `json:"first_position"`
	LastPosition  float64 `json:"last_position"`
}

type whatMoves struct {
	Causal      bool   `json:"causal" enum:"false"`
	Note        string `json:"note"`
	WithinRange bool   `json:"within_range" doc:"Whether the text lies where scripts of the set do; if not, there are no moves."`
	Moves       []move `json:"moves" doc:"The smallest first."`
}

type move struct {
	PredictedClass string   `json:"predicted_class" enum:"High,Mid,Low"`
	PredictedTier  string   `json:"predicted_tier" enum:"S/A,B/C,D/E"`
	Probabilities  shares   `json:"probabilities"`
	Size           float64  `json:"size" doc:"In standard deviations of the set."`
	Changes        []change `json:"changes"`
}

type change struct {
	Feature string  `json:"feature"`
	From    float64 `json:"from"`
	To      float64 `json:"to"`
	Scenes  []place `json:"scenes" doc:"Those that weigh most in the feature."`
}

// receipt is signed with the key that /model tells.
type receipt struct {
	TextSHA256   string `json:"text_sha256" doc:"Of the text in UTF-8, or of the file. Of a comparison: of the digests of before and after, one after the other."`
	ModelVersion string `json:"model_version"`
	ResultSHA256 string `json:"result_sha256" doc:"Of the bytes of data, without this receipt."`
	Signature    string `json:"signature" doc:"Ed25519, in base64; /api/v1/model has the key and says what is signed."`
}

type analysisAnswer struct {
	Data analysisData      `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// comparedData describes what changed between two drafts.
type comparedData struct {
	Before             draftData        `json:"before"`
	After              draftData        `json:"after"`
	Changes            byFeature[delta] `json:"changes"`
	ProbabilityChanges leaning          `json:"probability_changes"`
	ClassChanged       bool             `json:"class_changed"`
	Note               string           `json:"note"`
	Receipt            receipt          `json:"receipt"`
}

type draftData struct {
	PredictedClass string             `json:"predicted_class" enum:"High,Mid,Low"`
	PredictedTier  string             `json:"predicted_tier" enum:"S/A,B/C,D/E"`
	Probabilities  shares             `json:"probabilities"`
	Features       byFeature[float64] `json:"features"`
	ScriptLength   int                `json:"script_length"`
	Format         string             `json:"format" enum:"plain,fountain,fdx,pdf"`
	Warnings       []string           `json:"warnings"`
}

type delta struct {
	Before       float64  `json:"before"`
	After        float64  `json:"after"`
	Delta        float64  `json:"delta"`
	DeltaZ       float64  `json:"delta_z" doc:"In standard deviations of the set."`
	NoiseFloor   *float64 `json:"noise_floor" nullable:"true" doc:"Small edits move the feature by no more than this, nineteen times of twenty; null when that was not measured."`
	ExceedsNoise bool     `json:"exceeds_noise"`
}

type comparedAnswer struct {
	Data comparedData      `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}
