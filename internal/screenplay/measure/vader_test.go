package measure

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jonreiter/govader"

	"kinodex/internal/screenplay"
)

func TestSentimentAgreesWithTheLibrary(t *testing.T) {
	m, library := meter(t), govader.NewSentimentIntensityAnalyzer()
	for _, sentence := range []string{
		"The harbour opens at nine.",
		"I love this boat",
		"I really love this boat!",
		"I do not love this boat",
		"I don't really LOVE this boat!!",
		"You are GREAT and terrible at once",
		"That was good, but the ending was horrible",
		"It was hardly a triumph, kind of a disaster",
		"No good reason, no hope or pleasure",
		"Never so happy, never this sad",
		"Without doubt the best day",
		"Without a doubt the best day",
		"The least friendly captain at least smiled",
		"She said that dinner was to die for",
		"That old engine is the bomb and you know it",
		"He was only just enough happy to sing",
		"What? You lied to me??",
		"Why on earth would a kind man steal?????",
		"Yeah right said the liar",
		"LOVE",
		"Not bad",
		"Nothing is less cruel than an utterly awful joke!!!!!!",
	} {
		want := library.PolarityScores(sentence).Compound
		if got := wholeSentiment(m, sentence); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q scores %.6f, in the library %.6f", sentence, got, want)
		}
	}
}

// wholeSentiment scores text as one sentence, whatever marks stand inside.
func wholeSentiment(m *Meter, text string) float64 {
	bangs, asks := strings.Count(text, "!"), strings.Count(text, "?")
	inside := strings.NewReplacer("!", "", "?", "").Replace(text)
	s := &screenplay.Script{}
	r := newAnalyzer(m.lexicon, s)
	r.spoken, r.scene = true, -1
	for i := 0; i < len(inside); {
		end, word, upper, lower := nextWord(inside, i, nil)
		if len(word) == 0 {
			i++
			continue
		}
		r.add(word, upper, lower)
		i = end
	}
	r.exclamations, r.questions = bangs, asks
	r.flush()
	return r.sentences[0].score
}

// Sentences made at random of the words that the rules are about agree too.
func TestSentimentAgreesWithTheLibraryOnAnyWords(t *testing.T) {
	m, library := meter(t), govader.NewSentimentIntensityAnalyzer()
	words := strings.Fields(`good bad love hate horrible great no not never so this without doubt least at very
		kind of but don't isn't really hardly barely extremely the shit bomb just enough sort or nor to die for
		kiss death yeah right boat captain Happy SAD WORST Best Never NOT VERY least Least hope fight dead`)
	rng := rand.New(rand.NewPCG(7, 7))
	for range 2_000 {
		sentence := make([]string, 1+rng.IntN(9))
		for i := range sentence {
			sentence[i] = words[rng.IntN(len(words))]
		}
		text := strings.Join(append(sentence, "anchor"), " ") +
			strings.Repeat("!", rng.IntN(6)) + strings.Repeat("?", rng.IntN(6))
		want := library.PolarityScores(text).Compound
		if got := wholeSentiment(m, text); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%q scores %.6f, in the library %.6f", text, got, want)
		}
	}
}

func TestNamesCarryNoMood(t *testing.T) {
	m := meter(t)
	with := m.Of(page("# INT. HALL - DAY\nJoy opens the door.\n@JOY\n> Evening.\n"))
	if with.Segments[0] != 0 {
		t.Errorf("a person called Joy scores %v", with.Segments[0])
	}
	without := m.Of(page("# INT. HALL - DAY\nPure joy opens the door.\n@JOY\n> Evening.\n"))
	if without.Segments[0] <= 0 {
		t.Errorf("joy in small letters scores %v", without.Segments[0])
	}
}

func TestCapitalsShoutInDialogueOnly(t *testing.T) {
	m := meter(t)
	mood := func(text string) float64 { return m.Of(page(text)).Vector[SentimentMean] }
	if small, large := mood("@A\n> you liar come here"), mood("@A\n> you LIAR come here"); large >= small {
		t.Errorf("shouting %v is no worse than saying %v", large, small)
	}
	if small, large := mood("An explosion shakes the pier."), mood("An EXPLOSION shakes the pier."); large != small {
		t.Errorf("a sound in capitals scores %v, in small letters %v", large, small)
	}
}
