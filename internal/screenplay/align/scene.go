package align

import (
	"strings"
	"unicode"

	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// scene is a scene as it is aligned.
type scene struct {
	heading string // its words, folded, with the time of day
	place   string // setting and place, folded
	text    string // of all but the heading, as bodyOf writes it
	// pairs counts the pairs of adjacent words, by number; size is how many there
	// are.
	pairs map[uint64]int32
	size  int
}

// scenesOf returns the scenes of a draft. numbers has a number for every word, and
// gets those of new ones.
func scenesOf(s *screenplay.Script, numbers map[string]uint32) []scene {
	all := make([]scene, len(s.Scenes))
	for i := range s.Scenes {
		of := &s.Scenes[i]
		all[i] = scene{
			heading: headingOf(of.Heading), place: string(rune('0'+of.Setting)) + of.Place,
			text: bodyOf(s.Elements[of.First:of.Last]), pairs: map[uint64]int32{},
		}
		all[i].count(numbers)
	}
	return all
}

// headingOf returns the words of a heading, without that the scene goes on from the page before.
func headingOf(heading string) string {
	key := text.Key(heading)
	for _, mark := range []string{" continued", " cont'd", " contd", " cont d"} {
		key = strings.TrimSuffix(key, mark)
	}
	return key
}

// typed spells as a typewriter does what programs set in several ways.
var typed = strings.NewReplacer("’", "'", "‘", "'", "“", `"`, "”", `"`, "…", "...", "–", "-", "—", " - ", "--", " - ")

// bodyOf returns the text of a scene without its heading, one blank between words, so
// that what typesetting changes is the same: quotes and dashes, and the cues that only
// say that a speech goes on, which move with every page break.
func bodyOf(elements []screenplay.Element) string {
	var body strings.Builder
	speaker := "" // whose speech has just ended, "" after action
	for i := range elements {
		e := &elements[i]
		said := e.Text
		switch {
		case e.Kind == screenplay.Heading || !e.Kind.InFilm():
			continue
		case e.Kind == screenplay.Character:
			name, extension := screenplay.SplitCue(e.Text)
			if said = name + " " + extension; said == speaker {
				continue
			}
			speaker = said
		case e.Speech < 0:
			speaker = ""
		}
		for word := range strings.FieldsSeq(typed.Replace(said)) {
			body.WriteString(word)
			body.WriteByte(' ')
		}
	}
	return body.String()
}

// count fills pairs with those of the text's words, without their case and
// punctuation.
func (s *scene) count(numbers map[string]uint32) {
	last := uint32(0) // before the first word
	for word := range strings.FieldsFuncSeq(strings.ToLower(s.text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' }) {
		n, met := numbers[word]
		if !met {
			n = uint32(len(numbers) + 1)
			numbers[word] = n
		}
		s.pairs[uint64(last)<<32|uint64(n)]++
		s.size++
		last = n
	}
}
