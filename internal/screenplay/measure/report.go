package measure

import "kinodex/internal/screenplay"

// Report is what was measured of one script. It is read-only once made.
type Report struct {
	// Vector are the twenty features, rounded once to Feature.Decimals: the
	// figures that are stored, answered and compared (REQ S-29).
	Vector Vector
	Words  Words
	// Sentences of action and dialogue; Speeches with words, merged as for
	// avg_speech_len.
	Sentences, Speeches int
	Scenes              []Scene
	// Acts are three, or none in a script of fewer than three scenes or without
	// words.
	Acts []Act
	// Characters are those who say something, the largest part first.
	Characters []Character
	// Segments is the mood, -1 to 1, of twenty parts of equal words, in order.
	Segments [Segments]float64

	whole          aggregates
	scenes         []sceneSpan
	places         []int // by place: how many scenes play there
	roles          *roles
	sentences      []sentence
	words          []uint32
	vocabularySize int // words are numbered below it
	forward        *factorization
	backward       *factorization
}

// Words counts the words of a script by where they stand.
type Words struct {
	Dialogue, Action int
	// Apparatus are the words of headings, cues, parentheticals and transitions.
	Apparatus int
}

// Film gives the words that figures are made of: action and dialogue.
func (w Words) Film() int { return w.Dialogue + w.Action }

// Scene is one scene as evidence.
type Scene struct {
	// Index is its place in Script.Scenes and in Report.Scenes.
	Index   int
	Heading string
	Setting screenplay.Setting
	// First and Last bound its elements; Start and End its bytes in
	// Script.Source.
	First, Last, Start, End int
	Words                   Words
	// Share is its part of the script's words of the film, Position how much of
	// them stands before it; both 0 to 1.
	Share, Position                float64
	Sentences, Speeches            int
	Lines, Questions, Exclamations int     // sentences of dialogue, and those that ask or exclaim
	Strong                         int     // strong words of dialogue
	Sentiment                      float64 // mean over its words, -1 to 1; 0 without words
	// Characters who speak in it, as places in Report.Characters, in order of
	// their first speech here.
	Characters []int
}

// Character is one speaking part.
type Character struct {
	Name            string // folded, as Script.Characters has it
	Speeches, Words int
	// Share is the part of all words of dialogue, 0 to 1.
	Share  float64
	Scenes int // in which the character speaks
	// First and Last are the scenes of the first and last speech, -1 before the
	// first heading; From and To the same as positions in the script, 0 to 1.
	First, Last int
	From, To    float64
}

// Act is one of three: the script cut at the scene borders nearest to a quarter
// and to three quarters of its words.
type Act struct {
	Number int // 1 to 3
	// First and Last bound its scenes: Scenes[First:Last]. Start and End are its
	// bytes in Script.Source.
	First, Last, Start, End int
	Words                   Words
	Share                   float64 // of the script's words, 0 to 1
	Scenes                  int
	// The features of the same names that have a meaning for a part of a script,
	// computed as for the whole.
	AvgSceneLen, IntRatio, DialogueRatio, AvgSpeechLen, QuestionRatio float64
	ExclamationRatio, AvgSentenceLen, ProfanityRate, Sentiment        float64
}

// sceneSpan is where a scene stands in the series of a report.
type sceneSpan struct {
	tally
	setting    screenplay.Setting
	place      int
	from, to   int // sentences
	begin, end int // words
}
