package advice

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/screenplay/measure"
)

// Amount is how much of something a change takes.
type Amount struct {
	Value float64 `json:"value" minimum:"0"`
	Unit  string  `json:"unit" enum:"pages,scenes,words,speeches,lines,sentences,characters"`
}

// Change is one way to bring a feature within the middle.
type Change struct {
	Says    string   `json:"says" doc:"The change in a sentence, with rounded amounts."`
	Amounts []Amount `json:"amounts" doc:"The same change in several units, the one that is exact first. A page has 200 words of action and dialogue."`
}

// mostOfScript is the part of a script's words that a change may take at most. One that takes more
// makes another script, and is left out.
const mostOfScript = 0.5

// changes collects the changes of a script.
type changes struct {
	measure.Counts
	report *measure.Report
	value  float64
	all    []Change
}

// changesOf returns what it would take to bring a feature within the middle, in units that the
// feature has. It is empty for a value in the middle, for features that no count of pages, scenes
// or words moves in a known way (vocabulary, mood, the balance of parts), and for what was measured
// of no scene or no dialogue.
func changesOf(r *measure.Report, f int, value float64, middle Middle) []Change {
	m := changes{Counts: r.Counts(), report: r, value: value, all: []Change{}}
	category := measure.Features()[f].Category
	switch {
	case m.Sentences == 0 || category == "structure" && m.SceneWords == 0 || category != "structure" && m.Speeches == 0:
	case value > middle.High:
		m.lower(f, middle.High)
	case value < middle.Low:
		m.raise(f, middle.Low)
	}
	return m.all
}

// lower adds the changes that bring a feature down to a target.
func (m *changes) lower(f int, to float64) {
	switch f {
	case measure.SceneCount:
		m.scenes("Cut %s", m.Scenes-int(to))
		m.count("Or join %s with those beside them, without cutting a word", m.Scenes-int(to), "scene")
	case measure.AvgSceneLen:
		m.words("Cut %s inside scenes", float64(m.SceneWords)-to*float64(m.Scenes), "", 0)
		m.count("Or split %s in two, without cutting a word", ceil(float64(m.SceneWords)/to)-m.Scenes, "scene")
	case measure.SceneLenCV:
		m.longestScenes(to)
	case measure.IntRatio:
		m.count("Move %s from inside to outside", ceil((m.value-to)*float64(m.WithSetting)), "scene")
	case measure.LocationDiversity:
		m.count("Move %s to a place that the script has already", ceil(float64(m.Places)-to*float64(m.Scenes)), "scene")
	case measure.DialogueRatio:
		m.words("Cut %s of dialogue", less(m.Dialogue, m.Dialogue+m.Action, to), "speech", m.meanSpeech())
		m.words("Or add %s of action", float64(m.Dialogue)/to-float64(m.Dialogue+m.Action), "", 0)
	case measure.ActionRatio:
		m.words("Cut %s of action", less(m.Action, m.Dialogue+m.Action+m.Apparatus, to), "", 0)
	case measure.AvgSpeechLen:
		m.words("Cut %s from speeches", float64(m.SpeechWords)-to*float64(m.Speeches), "", 0)
		m.count("Or interrupt %s with an answer or an action, without cutting a word", ceil(float64(m.SpeechWords)/to)-m.Speeches, "speech")
	case measure.QuestionRatio:
		m.count("Make statements of %s that ask", ceil(float64(m.Questions)-to*float64(m.Lines)), "line")
	case measure.ExclamationRatio:
		m.count("Take the exclamation mark from %s", ceil(float64(m.Exclamations)-to*float64(m.Lines)), "line")
	case measure.CharacterCount:
		m.fewerCharacters(m.speaking() - int(to))
	case measure.LeadShare:
		m.words("Give %s of the largest part to others", float64(m.LeadWords)-to*float64(m.Dialogue), "speech", m.meanSpeech())
	case measure.AvgSentenceLen:
		m.count("Cut %s in two", ceil(float64(m.Dialogue+m.Action)/to)-m.Sentences, "sentence")
	case measure.ProfanityRate:
		m.count("Take out %s of strong language", ceil(float64(m.Strong)-to*float64(m.Dialogue)/1000), "word")
	}
}

// raise adds the changes that bring a feature up to a target.
func (m *changes) raise(f int, to float64) {
	switch f {
	case measure.SceneCount:
		m.scenes("Add %s", ceil(to)-m.Scenes)
		m.count("Or split %s in two, without adding a word", ceil(to)-m.Scenes, "scene")
	case measure.AvgSceneLen:
		m.count("Join %s with those beside them, without adding a word", m.Scenes-int(float64(m.SceneWords)/to), "scene")
		m.words("Or add %s inside scenes", to*float64(m.Scenes)-float64(m.SceneWords), "", 0)
	case measure.IntRatio:
		m.count("Move %s from outside to inside", ceil((to-m.value)*float64(m.WithSetting)), "scene")
	case measure.LocationDiversity:
		m.count("Give %s a place that no other scene has", ceil(to*float64(m.Scenes)-float64(m.Places)), "scene")
	case measure.DialogueRatio:
		m.words("Add %s of dialogue", -less(m.Dialogue, m.Dialogue+m.Action, to), "speech", m.meanSpeech())
		m.words("Or cut %s of action", float64(m.Dialogue+m.Action)-float64(m.Dialogue)/to, "", 0)
	case measure.ActionRatio:
		m.words("Add %s of action", -less(m.Action, m.Dialogue+m.Action+m.Apparatus, to), "", 0)
	case measure.AvgSpeechLen:
		m.words("Add %s to speeches", to*float64(m.Speeches)-float64(m.SpeechWords), "", 0)
		m.count("Or join %s with others of the same character, without adding a word", m.Speeches-int(float64(m.SpeechWords)/to), "speech")
	case measure.QuestionRatio:
		m.count("Make questions of %s", ceil(to*float64(m.Lines)-float64(m.Questions)), "line")
	case measure.ExclamationRatio:
		m.count("Let %s exclaim", ceil(to*float64(m.Lines)-float64(m.Exclamations)), "line")
	case measure.CharacterCount:
		m.count("Let %s more speak three times", ceil(to)-m.speaking(), "character")
	case measure.LeadShare:
		m.words("Give %s of other parts to the largest", to*float64(m.Dialogue)-float64(m.LeadWords), "speech", m.meanSpeech())
	case measure.AvgSentenceLen:
		m.count("Join %s with those beside them", m.Sentences-int(float64(m.Dialogue+m.Action)/to), "sentence")
	}
}

// less returns how much less of a part there must be, so that it is a share of what is then the whole.
func less(part, whole int, share float64) float64 {
	return (float64(part) - share*float64(whole)) / (1 - share)
}

func ceil(v float64) int { return int(math.Ceil(v - 1e-9)) }

func (m *changes) meanScene() float64  { return float64(m.SceneWords) / float64(m.Scenes) }
func (m *changes) meanSpeech() float64 { return float64(m.SpeechWords) / float64(m.Speeches) }
func (m *changes) speaking() int       { return int(m.report.Vector[measure.CharacterCount]) }

// add adds a change unless it is none, or takes too many words.
func (m *changes) add(says string, words float64, amounts ...Amount) {
	exact := amounts[0].Value
	if exact > 0 && !math.IsInf(exact, 0) && words <= mostOfScript*float64(m.Dialogue+m.Action) {
		m.all = append(m.all, Change{says + ".", amounts})
	}
}

// count adds a change of so many of a thing.
func (m *changes) count(format string, n int, noun string) {
	m.add(fmt.Sprintf(format, counted(n, noun)), 0, Amount{float64(n), plural(noun)})
}

// scenes adds a change of so many scenes of the mean length.
func (m *changes) scenes(format string, n int) {
	words := float64(n) * m.meanScene()
	m.add(fmt.Sprintf(format, counted(n, "scene"))+": "+length(words)+" at the mean length", words, Amount{float64(n), "scenes"}, inPages(words))
}

// words adds a change of so many words, which are also so many of a noun of a mean length.
func (m *changes) words(format string, words float64, noun string, mean float64) {
	words = math.Ceil(words - 1e-9)
	says, amounts := fmt.Sprintf(format, length(words)), []Amount{{words, "words"}, inPages(words)}
	if n := ceil(words / mean); noun != "" && n > 0 {
		says += ", or " + counted(n, noun) + " of the mean length"
		amounts = append(amounts, Amount{float64(n), plural(noun)})
	}
	m.add(says, words, amounts...)
}

// longestScenes adds the change that shortens the longest scenes to the mean length, one after the other,
// until the scenes vary as little as the target.
func (m *changes) longestScenes(to float64) {
	words := make([]float64, 0, len(m.report.Scenes))
	for i := range m.report.Scenes {
		words = append(words, float64(m.report.Scenes[i].Words.Film()))
	}
	slices.Sort(words)
	cut := 0.0
	for k := 1; k < len(words); k++ {
		longest, mean := len(words)-k, m.meanScene()
		cut += words[longest] - mean
		words[longest] = mean
		if variation(words) <= to {
			m.add(fmt.Sprintf("Shorten the %s to the mean length: %s less", longestCalled(k), length(cut)), cut, Amount{float64(k), "scenes"}, inPages(cut))
			return
		}
	}
}

func longestCalled(k int) string {
	if k == 1 {
		return "longest scene"
	}
	return strconv.Itoa(k) + " longest scenes"
}

// variation returns the standard deviation of values over their mean.
func variation(values []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range values {
		sum, squares = sum+v, squares+v*v
	}
	n := float64(len(values))
	mean := sum / n
	return math.Sqrt(max(0, squares/n-mean*mean)) / mean
}

// mostSpeeches is how many speeches a character has at most who does not count.
const mostSpeeches = 2

// fewerCharacters adds the change that gives the smallest parts that count to others.
func (m *changes) fewerCharacters(k int) {
	speeches, words, left := 0, 0, k
	for i := len(m.report.Characters) - 1; i >= 0 && left > 0; i-- {
		if c := &m.report.Characters[i]; c.Speeches > mostSpeeches {
			speeches, words, left = speeches+c.Speeches, words+c.Words, left-1
		}
	}
	if left == 0 && k > 0 {
		m.add(fmt.Sprintf("Give the speeches of %s to others: the smallest such parts have %s, %s", counted(k, "character"), counted(speeches, "speech"), length(float64(words))),
			0, Amount{float64(k), "characters"}, Amount{float64(speeches), "speeches"})
	}
}

// inPages returns how many pages so many words fill, to a tenth.
func inPages(words float64) Amount { return Amount{rounded(words/measure.WordsPerPage, 1), "pages"} }

// length returns so many words for a reader: from a page on in pages, to a half.
func length(words float64) string {
	if words < measure.WordsPerPage {
		return counted(int(words), "word")
	}
	pages := math.Round(2*words/measure.WordsPerPage) / 2
	if pages == 1 {
		return "about 1 page"
	}
	return "about " + strconv.FormatFloat(pages, 'f', -1, 64) + " pages"
}

// counted returns a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	digits := strconv.Itoa(n)
	if len(digits) > 3 && n > 0 {
		digits = digits[:len(digits)-3] + "," + digits[len(digits)-3:]
	}
	return digits + " " + plural(noun)
}

func plural(noun string) string {
	if strings.HasSuffix(noun, "ch") {
		return noun + "es"
	}
	return noun + "s"
}
