package terminal

import (
	"bufio"
	"encoding/json"
	"io"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// Element is an element as it is printed. Start and End are characters (code
// points) of the submitted text, which for a PDF is its text layer; line, scene
// and speech count from 1.
type Element struct {
	Kind  string `json:"kind"`
	Text  string `json:"text"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Line  int    `json:"line"`
	// Scene is null before the first heading, Speech and Character outside of
	// speeches, Number where no scene number is written.
	Scene     *int    `json:"scene"`
	Speech    *int    `json:"speech"`
	Character *string `json:"character"`
	Number    *string `json:"number"`
}

// WriteElements prints the elements of a script in order, one a line.
func WriteElements(to io.Writer, s *screenplay.Script) error {
	w := bufio.NewWriter(to)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	at := newPlaces(s.Source)
	for i := range s.Elements {
		e := &s.Elements[i]
		line := Element{Kind: e.Kind.String(), Text: e.Text}
		line.Start, line.Line = at.of(e.Start)
		line.End, _ = at.of(e.End)
		if e.Scene >= 0 {
			line.Scene = new(e.Scene + 1)
		}
		if e.Speech >= 0 {
			line.Speech = new(e.Speech + 1)
			line.Character = new(s.Characters[s.Speeches[e.Speech].Character])
		}
		if e.Number != "" {
			line.Number = new(e.Number)
		}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return w.Flush()
}

// places tells for places in a text that are counted in bytes which character
// and which line they are.
type places struct {
	text  string
	marks []place // before every placesEvery-th byte
}

// place is how many characters, and how many ends of lines, stand before a byte.
type place struct{ characters, lines int }

const placesEvery = 1 << 10

func newPlaces(text string) *places {
	p := &places{text: text, marks: make([]place, 1, len(text)/placesEvery+2)}
	for at := 0; at < len(text); at += placesEvery {
		last := p.marks[len(p.marks)-1]
		p.marks = append(p.marks, last.past(text, at, min(at+placesEvery, len(text))))
	}
	return p
}

// of gives the characters before a byte, and its line, from 1. CR, LF and both
// together end a line.
func (p *places) of(offset int) (character, line int) {
	offset = max(0, min(offset, len(p.text)))
	mark := offset / placesEvery
	at := p.marks[mark].past(p.text, mark*placesEvery, offset)
	return at.characters, at.lines + 1
}

// past counts on from one byte to another.
func (p place) past(text string, from, to int) place {
	for i := from; i < to; i++ {
		switch c := text[i]; {
		case c == '\n', c == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			p.lines++
			p.characters++
		case utf8.RuneStart(c):
			p.characters++
		}
	}
	return p
}
