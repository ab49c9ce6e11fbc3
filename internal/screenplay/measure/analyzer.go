package measure

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// sentence is one sentence of dialogue or action.
type sentence struct {
	score                         float64 // sentiment, -1 to 1
	words                         int32
	scene                         int32 // -1 before the first
	spoken, question, exclamation bool
}

// analyzer goes through the elements of a script once, in order, and collects
// words, sentences and counts by scene. It serves one script and one
// goroutine.
type analyzer struct {
	vocabulary *vocabulary
	scorer     vader
	// words of the film, action and dialogue, in order, by number.
	words     []uint32
	sentences []sentence
	prologue  tally   // what stands before the first scene
	scenes    []tally // by scene

	// The sentence being read.
	tokens                  []token
	spoken                  bool
	scene                   int
	exclamations, questions int
	profanities             int // strong words in it
	buf                     []byte
}

// newAnalyzer prepares the reading of s.
// It marks the characters' names of one word, and does not keep s.
func newAnalyzer(l *lexicon, s *screenplay.Script) *analyzer {
	size := 0
	for i := range s.Elements {
		size += len(s.Elements[i].Text)
	}
	r := &analyzer{
		vocabulary: l.words.clone(size / 40),
		scenes:     make([]tally, len(s.Scenes)),
		words:      make([]uint32, 0, size/6),
		sentences:  make([]sentence, 0, size/60),
		buf:        make([]byte, 0, 64),
	}
	for _, name := range s.Characters {
		if !strings.ContainsAny(name, " .") {
			r.vocabulary.mark(strings.ToLower(name), characterName)
		}
	}
	r.scorer = vader{lexicon: l}
	return r
}

// tally gives the tally that a scene is counted in.
// It is that of the prologue for a negative scene.
func (r *analyzer) tally(scene int) *tally {
	if scene < 0 {
		return &r.prologue
	}
	return &r.scenes[scene]
}

// read takes one element of the film: its words, and its sentences when it is
// dialogue or action.
func (r *analyzer) read(e *screenplay.Element) {
	switch {
	case e.Kind == screenplay.Dialogue, e.Kind == screenplay.Lyric && e.Speech >= 0:
		r.sentencesOf(e, true)
	case e.Kind == screenplay.Action, e.Kind == screenplay.Lyric:
		r.sentencesOf(e, false)
	case e.Kind.InFilm():
		r.tally(e.Scene).apparatus += CountWords(e.Text)
	}
}

// sentencesOf reads sentences. An element ends the sentence that it ends with.
func (r *analyzer) sentencesOf(e *screenplay.Element, spoken bool) {
	r.spoken, r.scene = spoken, e.Scene
	text := e.Text
	for i := 0; i < len(text); {
		end, word, upper, lower := nextWord(text, i, r.buf[:0])
		if len(word) > 0 {
			r.buf = word
			r.add(word, upper, lower)
			i = end
			continue
		}
		switch c := text[i]; {
		case c == '.' || c == '!' || c == '?' || strings.HasPrefix(text[i:], "…"):
			i = r.terminator(text, i)
		default:
			i += width(text, i)
		}
	}
	r.flush()
}

// add takes a word into the sentence.
// The word is in lower case; upper and lower report which letters it was written
// with. Its bytes are not kept.
func (r *analyzer) add(word []byte, upper, lower bool) {
	n := r.vocabulary.number(word)
	r.words = append(r.words, n)
	t := token{word: n}
	// In action capitals mark sounds, props and entrances; only in dialogue do
	// they raise the voice.
	t.capital, t.capitals = upper, upper && !lower && r.spoken
	r.tokens = append(r.tokens, t)
	if r.vocabulary.traits[n]&profane != 0 {
		r.profanities++
	}
}

// terminator reads the full stops and marks at i, ends the sentence if they do, and
// gives where they end.
func (r *analyzer) terminator(text string, i int) int {
	bangs, asks, dots := 0, 0, 0
	for i < len(text) {
		size := 1
		switch {
		case text[i] == '!':
			bangs++
		case text[i] == '?':
			asks++
		case text[i] == '.':
			dots++
		case strings.HasPrefix(text[i:], "…"):
			dots, size = dots+3, len("…")
		default:
			size = 0
		}
		if size == 0 {
			break
		}
		i += size
	}
	r.exclamations += bangs
	r.questions += asks
	if bangs+asks > 0 || r.endsSentence(text[i:], dots) {
		r.flush()
	}
	return i
}

// maxLookahead bounds how many characters after a full stop are looked at for the
// beginning of the next sentence: spaces, quotation marks, brackets.
const maxLookahead = 12

// endsSentence reports whether so many full stops before rest end a sentence:
// not after an abbreviation or an initial, not inside a word, not before a
// small letter; and dots of hesitation only before a capital. It looks at no
// more than maxLookahead characters.
func (r *analyzer) endsSentence(rest string, dots int) bool {
	if len(r.tokens) == 0 {
		return false
	}
	spaced := false
	for range maxLookahead {
		if rest == "" {
			break
		}
		c, size := utf8.DecodeRuneInString(rest)
		switch {
		case unicode.IsSpace(c):
			spaced = true
		case dots == 1 && unicode.IsLetter(c) && r.isAbbreviation():
			return false
		case unicode.IsLetter(c):
			return unicode.IsUpper(c) || writtenWithoutSpaces(c) || spaced && !unicode.IsLower(c)
		case unicode.IsNumber(c):
			return dots == 1 && spaced && !r.isAbbreviation()
		}
		rest = rest[size:]
	}
	return true
}

// isAbbreviation reports whether the last word is one that a full stop belongs to.
// The sentence must have a word.
func (r *analyzer) isAbbreviation() bool {
	last := r.tokens[len(r.tokens)-1]
	if r.vocabulary.traits[last.word]&abbreviation != 0 {
		return true
	}
	word := r.vocabulary.word(last.word)
	initial := len(word) == 1 && last.capital && word[0] != 'i'
	return initial || len(word) >= 3 && word[len(word)-2] == '.'
}

// flush ends the sentence and counts it, if it has words.
// What was counted of its marks and strong words is 0 afterwards.
func (r *analyzer) flush() {
	words := len(r.tokens)
	if words == 0 {
		r.exclamations, r.questions, r.profanities = 0, 0, 0
		return
	}
	r.scorer.traits = r.vocabulary.traits
	s := sentence{
		score: r.scorer.compound(r.tokens, r.exclamations, r.questions),
		words: int32(words), scene: int32(r.scene), spoken: r.spoken,
		question: r.questions > 0, exclamation: r.exclamations > 0,
	}
	r.sentences = append(r.sentences, s)
	r.tally(r.scene).add(&s, r.profanities)
	r.tokens = r.tokens[:0]
	r.exclamations, r.questions, r.profanities = 0, 0, 0
}
