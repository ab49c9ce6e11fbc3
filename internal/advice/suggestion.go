package advice

// suggestions are what a writer might do about a feature that is far from the usual: when there is
// much of it, and when there is little.
var suggestions = map[string][2]string{
	"scene_count":          {"Join scenes that share a place and a purpose.", "Split a scene where its purpose changes."},
	"avg_scene_len":        {"Enter scenes later, and leave them earlier.", "Let one scene run until something turns."},
	"scene_len_cv":         {"Cut the longest scenes, or give the shortest more room.", "Follow a long scene with a short one."},
	"int_ratio":            {"Take a scene outside.", "Bring a scene inside, where people cannot walk away."},
	"location_diversity":   {"Return to a place that the audience knows.", "Move a scene to a place that the story has not used."},
	"dialogue_ratio":       {"Let an action carry what a speech says.", "Let two people say what they want from each other."},
	"action_ratio":         {"Cut description that no camera sees.", "Show what people do while they speak."},
	"avg_speech_len":       {"Break a long speech with an answer.", "Give one character room for a longer speech."},
	"question_ratio":       {"Let somebody answer, or refuse to answer.", "Let somebody ask for what they need."},
	"exclamation_ratio":    {"Take out exclamation marks where the words are strong enough.", "Let one person lose control."},
	"character_count":      {"Give two small parts to one person.", "Let a new person bring the news."},
	"lead_share":           {"Give one of the lead's scenes to somebody else.", "Decide whose story it is, and give that person more scenes."},
	"dialogue_balance":     {"Let one or two parts lead.", "Give a second part more to say."},
	"avg_sentence_len":     {"Cut long sentences in two.", "Join some of the short sentences."},
	"vocab_richness":       {"Repeat a word on purpose.", "Look for words that come twice on a page."},
	"vocabulary_richness":  {"Let people use plain words.", "Give each person words of their own."},
	"profanity_rate":       {"Save the strong word for the line that needs it.", "Check whether people under pressure speak as they would."},
	"sentiment_mean":       {"Look for a scene in which too little goes wrong.", "Look for a scene in which something could go right."},
	"sentiment_arc_slope":  {"Put a setback late in the script.", "Put a relief late in the script."},
	"sentiment_volatility": {"Let a mood last for two scenes.", "Put a scene of another mood between two that are alike."},
}

// suggestion returns what a writer might do about a feature of which there is much, or little.
func suggestion(feature string, much bool) string {
	if much {
		return suggestions[feature][0]
	}
	return suggestions[feature][1]
}
