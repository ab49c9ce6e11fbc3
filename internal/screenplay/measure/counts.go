package measure

// WordsPerPage is how many words of action and dialogue fill a page, about: see docs/method.md.
const WordsPerPage = 200

// Counts are the counts that features are made of, by the formulas of Features.
type Counts struct {
	Scenes, SceneWords    int // words of action and dialogue inside scenes
	WithSetting           int // scenes whose heading says inside or outside
	Places                int // distinct
	Dialogue, Action      int // words
	Apparatus             int // words of headings, cues, parentheticals and transitions
	Sentences             int // of action and dialogue
	Lines                 int // sentences of dialogue
	Questions             int // lines that ask
	Exclamations          int // lines that exclaim
	Strong                int // strong words of dialogue
	Speeches, SpeechWords int // speeches with words; words of dialogue under a cue
	LeadWords             int // words of the largest part
}

// Counts returns the counts that the report's features are made of.
func (r *Report) Counts() Counts {
	w := &r.whole
	return Counts{
		Scenes: w.scenes, SceneWords: w.wordsInScenes, WithSetting: w.withSetting, Places: w.places,
		Dialogue: w.dialogue, Action: w.action, Apparatus: w.apparatus, Sentences: w.sentences,
		Lines: w.dialogueSentences, Questions: w.questions, Exclamations: w.exclamations, Strong: w.profanities,
		Speeches: w.speeches, SpeechWords: w.spoken, LeadWords: w.leadWords,
	}
}
