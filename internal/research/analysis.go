package research

import (
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/measure"
)

// How many scenes and parts an answer lists; no script that was filmed has more
// scenes.
const (
	maxScenes     = 1000
	maxCharacters = 200
)

// Analysis is a script held against the set (REQ S-18 to S-27). What comes after
// script_length is beyond the specification. It is read-only once made.
type Analysis struct {
	Prediction
	Features    measure.ByFeature[float64]    `json:"features"`
	Comparisons measure.ByFeature[Comparison] `json:"comparisons"`
	Reading
	Findings

	// Votes are the trees' for each class; they add up to the number of trees.
	Votes votes `json:"-"`
	// Report is what the analysis was made of; it lists all scenes and characters.
	Report *measure.Report `json:"-"`
	// Model is the version of the model that was asked.
	Model string `json:"-"`

	script *screenplay.Script // which was analysed, for Compare
}

// Reading is how a text was read.
type Reading struct {
	ScriptLength int      `json:"script_length" doc:"Characters (Unicode code points) of the text."`
	Format       string   `json:"format" enum:"plain,fountain,fdx,pdf,osf,celtx,trelby,docx" doc:"The file format the text was read as."`
	Warnings     []string `json:"warnings" doc:"What makes the figures less than they seem, such as that no scene headings were found."`

	Form         string                  `json:"form" enum:"screenplay,transcript,prose,other" doc:"What the text is. Unless it is a screenplay, class and tier say nothing of it."`
	FormEvidence screenplay.FormEvidence `json:"form_evidence" doc:"What form was told from."`
}

// IsScreenplay reports whether the text is a screenplay, so that its class says
// something.
func (r *Reading) IsScreenplay() bool { return r.Form == screenplay.FormScreenplay.String() }

// Findings are where in the text the figures come from, and what would change the
// prediction.
type Findings struct {
	Evidence   measure.ByFeature[[]Evidence] `json:"evidence" doc:"The scenes that drive each z-score most."`
	Scenes     []Scene                       `json:"scenes"`
	Acts       []Act                         `json:"acts" doc:"Three, cut at the scenes nearest to a quarter and three quarters of the words; none in a text of fewer than three scenes."`
	Characters []Character                   `json:"characters" doc:"Those who speak, the largest part first."`
	Sentiment  []float64                     `json:"sentiment" doc:"The mood, -1 to 1, of twenty parts of equal words."`
	WhatMoves  WhatMoves                     `json:"what_moves"`
}

// Comparison is a feature against the set (REQ S-23). The z-score is in standard
// deviations of the set; the percentile is that of the normal distribution, with
// four decimals.
type Comparison struct {
	Value            float64 `json:"value"`
	DatasetMean      float64 `json:"dataset_mean"`
	DatasetStd       float64 `json:"dataset_std" minimum:"0"`
	ZScore           float64 `json:"z_score"`
	PercentileApprox float64 `json:"percentile_approx" minimum:"0" maximum:"100"`
}

// Place is where a scene stands in the text, in characters.
type Place struct {
	Scene int `json:"scene" minimum:"1" doc:"The scene's number, from 1."`
	Start int `json:"start" minimum:"0" doc:"Its first character in the text."`
	End   int `json:"end" minimum:"0" doc:"The character after its last."`
}

// Evidence is a scene that drives a feature.
type Evidence struct {
	Place
	ZInfluence float64 `json:"z_influence" doc:"What the z-score would lose without the scene."`
}

// Scene is a scene of the text. Shares have four decimals.
type Scene struct {
	Place
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

// Act is one of three: see measure.Act. The figures are the features of the same
// names, of the act alone.
type Act struct {
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

// Character is one speaking part.
type Character struct {
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

// findings describes what the report tells of the text.
func (a *Analysis) findings(evidence *[measure.Count][]sceneInfluence, places *offsets) {
	a.Evidence = measure.EachFeature(func(f int) []Evidence {
		all := make([]Evidence, len(evidence[f]))
		for i, e := range evidence[f] {
			all[i] = Evidence{placeOf(a.Report, e.scene, places), round(e.z, 4)}
		}
		return all
	})
	a.Scenes = a.scenes(drives(evidence), places)
	a.Acts = a.acts(places)
	a.Characters = a.characters()
	a.Sentiment = make([]float64, len(a.Report.Segments))
	for i, mood := range a.Report.Segments {
		a.Sentiment[i] = round(mood, 4)
	}
}

// placeOf returns where the scene at a place of the report, from 0, stands.
func placeOf(r *measure.Report, scene int, places *offsets) Place {
	s := &r.Scenes[scene]
	return Place{scene + 1, places.at(s.Start), places.at(s.End)}
}

// settings are the words for a scene's setting.
var settings = [...]string{screenplay.Interior: "interior", screenplay.Exterior: "exterior", screenplay.Both: "both"}

// scenes returns the first maxScenes scenes of the report at most. Setting is nil
// where the heading states none.
func (a *Analysis) scenes(drives map[int][]string, places *offsets) []Scene {
	all := make([]Scene, min(len(a.Report.Scenes), maxScenes))
	for i := range all {
		s := &a.Report.Scenes[i]
		all[i] = Scene{
			Place: placeOf(a.Report, i, places), Heading: s.Heading, Words: s.Words.Film(), DialogueWords: s.Words.Dialogue,
			Position: round(s.Position, 4), Share: round(s.Share, 4), Speeches: s.Speeches, Sentiment: round(s.Sentiment, 4),
			Characters: make([]string, len(s.Characters)), Drives: append([]string{}, drives[i]...),
		}
		if s.Setting != screenplay.Unsaid {
			all[i].Setting = new(settings[s.Setting])
		}
		for k, c := range s.Characters {
			all[i].Characters[k] = a.Report.Characters[c].Name
		}
	}
	return all
}

// drives returns, by scene, the names of the features whose z-score it drives.
func drives(evidence *[measure.Count][]sceneInfluence) map[int][]string {
	all, names := map[int][]string{}, measure.Names()
	for f, scenes := range evidence {
		for _, e := range scenes {
			all[e.scene] = append(all[e.scene], names[f])
		}
	}
	return all
}

// acts returns the acts of the report. Their scenes are numbered from 1, the last
// one included.
func (a *Analysis) acts(places *offsets) []Act {
	all := make([]Act, len(a.Report.Acts))
	for i, act := range a.Report.Acts {
		all[i] = Act{
			Act: act.Number, Start: places.at(act.Start), End: places.at(act.End), FirstScene: act.First + 1, LastScene: act.Last,
			Scenes: act.Scenes, Words: act.Words.Film(), Share: round(act.Share, 4),
			AvgSceneLen: round(act.AvgSceneLen, 1), IntRatio: round(act.IntRatio, 4), DialogueRatio: round(act.DialogueRatio, 4),
			AvgSpeechLen: round(act.AvgSpeechLen, 2), QuestionRatio: round(act.QuestionRatio, 4), ExclamationRatio: round(act.ExclamationRatio, 4),
			AvgSentenceLen: round(act.AvgSentenceLen, 2), ProfanityRate: round(act.ProfanityRate, 2), SentimentMean: round(act.Sentiment, 4),
		}
	}
	return all
}

// characters returns the maxCharacters largest parts at most, the largest first.
func (a *Analysis) characters() []Character {
	all := make([]Character, min(len(a.Report.Characters), maxCharacters))
	for i := range all {
		c := &a.Report.Characters[i]
		all[i] = Character{
			Name: c.Name, Speeches: c.Speeches, Words: c.Words, Share: round(c.Share, 4), Scenes: c.Scenes,
			FirstPosition: round(c.From, 4), LastPosition: round(c.To, 4),
		}
		if c.First >= 0 {
			all[i].FirstScene = new(c.First + 1)
		}
		if c.Last >= 0 {
			all[i].LastScene = new(c.Last + 1)
		}
	}
	return all
}
