package measure

import (
	"math"

	"kinodex/internal/screenplay"
)

// Series is how a script goes from its beginning to its end, as figures. It holds no word
// of the script.
type Series struct {
	// Of Segments parts of equal words of action and dialogue, in order: the mood, -1 to 1,
	// the share of dialogue, 0 to 1, and how many characters begin a speech there.
	Sentiment     []float64 `json:"sentiment"`
	DialogueRatio []float64 `json:"dialogue_ratio"`
	Speakers      []int     `json:"speakers"`
	// ActShares are the shares of the three acts of the script's words; none in a script
	// that has no acts.
	ActShares []float64 `json:"act_shares"`
	// SceneWords are the words of action and dialogue of each scene, and SceneSettings says
	// of each scene, by a letter of SettingLetters, whether it is inside.
	SceneWords    []int  `json:"scene_words"`
	SceneSettings string `json:"scene_settings"`
}

// SettingLetters has the letter of each screenplay.Setting.
const SettingLetters = "-IEB"

// seriesDecimals is how many decimals the shares and moods of a series have.
const seriesDecimals = 3

// Series returns how the script goes from its beginning to its end.
func (r *Report) Series() *Series {
	s := &Series{
		Sentiment: make([]float64, Segments), DialogueRatio: make([]float64, Segments), Speakers: make([]int, Segments),
		ActShares: make([]float64, len(r.Acts)), SceneWords: make([]int, len(r.Scenes)),
	}
	spoken := newSpokenWords(r.sentences)
	total, before := float64(len(r.words)), 0.0
	for i := range Segments {
		s.Sentiment[i] = seriesRounded(r.Segments[i])
		upTo := spoken.before(total * float64(i+1) / Segments)
		if total > 0 {
			s.DialogueRatio[i] = seriesRounded(min(1, max(0, (upTo-before)*Segments/total)))
		}
		before = upTo
	}
	r.countSpeakers(s.Speakers)
	for i := range r.Acts {
		s.ActShares[i] = seriesRounded(r.Acts[i].Share)
	}
	settings := make([]byte, len(r.Scenes))
	for i := range r.Scenes {
		s.SceneWords[i], settings[i] = r.Scenes[i].Words.Film(), SettingLetters[r.Scenes[i].Setting]
	}
	s.SceneSettings = string(settings)
	return s
}

// countSpeakers counts, for each part, the characters who begin a speech there.
func (r *Report) countSpeakers(parts []int) {
	met := make([]int, len(r.roles.all)) // 1 + the last part a character spoke in
	for _, t := range r.roles.turns {
		part := min(t.before*len(parts)/max(len(r.words), 1), len(parts)-1)
		if met[t.character] != part+1 {
			met[t.character] = part + 1
			parts[part]++
		}
	}
}

// newSpokenWords returns sums in which the sentiment of a sentence is 1 if it is spoken, and
// 0 if not, so that what lies before a place is the words of dialogue there.
func newSpokenWords(sentences []sentence) *prefixSums {
	spoken := make([]sentence, len(sentences))
	for i := range sentences {
		spoken[i].words = sentences[i].words
		if sentences[i].spoken {
			spoken[i].score = 1
		}
	}
	return newPrefixSums(spoken)
}

func seriesRounded(v float64) float64 {
	scale := math.Pow10(seriesDecimals)
	return math.Round(v*scale)/scale + 0
}

// SceneSetting returns the setting of a scene by its place, from 0.
func (s *Series) SceneSetting(i int) screenplay.Setting {
	for setting := range SettingLetters {
		if SettingLetters[setting] == s.SceneSettings[i] {
			return screenplay.Setting(setting)
		}
	}
	return screenplay.Unsaid
}

// Whole reports whether a series has as many values as it should: one that was read may not.
func (s *Series) Whole() bool {
	return len(s.Sentiment) == Segments && len(s.DialogueRatio) == Segments && len(s.Speakers) == Segments &&
		(len(s.ActShares) == 0 || len(s.ActShares) == 3) && len(s.SceneWords) == len(s.SceneSettings)
}
