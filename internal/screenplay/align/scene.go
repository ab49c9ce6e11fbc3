package align

import (
	"strings"
	"unicode"

	"kinodex/internal/screenplay"
	"kinodex/internal/text"
)

// scene is a scene as it is aligned.
type scene struct {
	heading string // folded, with the time of day
	place   string // setting and place, folded
	text    string // of all but the heading, blanks joined
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
		var body strings.Builder
		for _, e := range s.Elements[of.First:of.Last] {
			if e.Kind == screenplay.Heading || !e.Kind.InFilm() {
				continue
			}
			for word := range strings.FieldsSeq(e.Text) {
				body.WriteString(word)
				body.WriteByte(' ')
			}
		}
		all[i] = scene{
			heading: text.Fold(of.Heading), place: string(rune('0'+of.Setting)) + of.Place,
			text: body.String(), pairs: map[uint64]int32{},
		}
		all[i].count(numbers)
	}
	return all
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
