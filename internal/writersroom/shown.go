package writersroom

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// mostShown is how many bytes of a text are shown to a model: some forty thousand
// tokens, which a model reads and answers in the time that a question has.
const mostShown = 160_000

// shown returns the text as a model sees it, with scenes and pages numbered, and a
// note on what was left out, which is empty if nothing was. Of a text longer than
// most bytes the beginning of every scene is shown, the same share of each. The
// numbers and marks between the scenes are not counted.
func (m *Manuscript) shown(most int) (text, note string) {
	if m.Script == nil || len(m.Report.Scenes) == 0 {
		source := m.source()
		if len(source) <= most {
			return source, ""
		}
		text = cutAt(source, most)
		return text, fmt.Sprintf("the language model was shown the first %d of %d characters of the text",
			utf8.RuneCountInString(text), utf8.RuneCountInString(source))
	}
	source, scenes := m.Script.Source, m.Report.Scenes
	part := 1.0
	if len(source) > most {
		part = float64(most) / float64(len(source))
	}
	var b strings.Builder
	short := 0
	write := func(piece string) {
		kept := piece
		if part < 1 {
			kept = cutAt(piece, int(part*float64(len(piece))))
		}
		b.WriteString(kept)
		if rest := len(piece) - len(kept); rest > 0 {
			fmt.Fprintf(&b, "\n[%d characters left out]\n", utf8.RuneCountInString(piece[len(kept):]))
			short++
		}
	}
	write(source[:scenes[0].Start])
	for i := range scenes {
		end := len(source)
		if i+1 < len(scenes) {
			end = scenes[i+1].Start
		}
		fmt.Fprintf(&b, "\n[scene %d, page %d]\n", i+1, m.page(i))
		write(source[scenes[i].Start:end])
	}
	if short > 0 {
		note = fmt.Sprintf("the text has %d characters, so the language model was shown the first %.0f %% of each scene; the measurements are of all of it",
			utf8.RuneCountInString(source), 100*part)
	}
	return b.String(), note
}

// cutAt returns at most most bytes from the beginning of a text, in valid UTF-8. It
// ends at the end of a line if there is one in the second half.
func cutAt(s string, most int) string {
	if len(s) <= most {
		return s
	}
	s = strings.ToValidUTF8(s[:most], "")
	if i := strings.LastIndexByte(s, '\n'); i > most/2 {
		s = s[:i]
	}
	return s
}
