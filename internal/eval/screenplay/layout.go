package screenplay

import (
	"fmt"
	"strings"

	"kinodex/internal/screenplay"
)

// Layout is a way to write a typed script as plain text.
type Layout struct {
	Name string
	// Flat loses the indentation, Dense the blank lines, Glued the spaces between
	// words; Spaced puts a blank line under every line; Apart puts one between a
	// cue and what is said; Unwrapped writes a paragraph as one line; Numbered
	// has scene numbers on both sides, page numbers, and CONTINUED where a page
	// ends.
	Flat, Dense, Glued, Spaced, Apart, Unwrapped, Numbered bool
	// Small writes cues in small letters, Colon puts a colon behind them; Swapped
	// indents action and has speech at the margin; Ragged indents every line by one
	// of four widths, whatever it is.
	Small, Colon, Swapped, Ragged bool
	// LineEnd ends a line; "" for a line feed.
	LineEnd string
}

// Layouts are those that reading is examined in.
func Layouts() []Layout {
	return []Layout{
		{Name: "standard"},
		{Name: "standard, numbered pages and scenes", Numbered: true},
		{Name: "standard, CR LF", LineEnd: "\r\n"},
		{Name: "every line spaced", Spaced: true},
		{Name: "no indentation", Flat: true},
		{Name: "no indentation, cues apart", Flat: true, Apart: true},
		{Name: "no blank lines", Dense: true},
		{Name: "no indentation, no blank lines", Flat: true, Dense: true},
		{Name: "no indentation, no blank lines, numbered", Flat: true, Dense: true, Numbered: true},
		{Name: "no indentation, unwrapped", Flat: true, Unwrapped: true},
		{Name: "no indentation, no spaces between words", Flat: true, Glued: true},
		{Name: "cues in small letters", Small: true},
		{Name: "cues in small letters, no indentation", Small: true, Flat: true},
		{Name: "cues in small letters with a colon, no indentation", Small: true, Colon: true, Flat: true},
		{Name: "speech at the margin, action indented", Swapped: true},
		{Name: "indentation without meaning", Ragged: true},
	}
}

// WrittenLine is a line of a page, and the typed paragraph it belongs to.
type WrittenLine struct {
	Start     int // in the text, in bytes
	Paragraph int // in GoldScript.Lines; -1 for page furniture
}

// Write writes the script in a layout, and says where each line begins.
func (l Layout) Write(s GoldScript) (text string, lines []WrittenLine) {
	w := pageWriter{layout: l, end: l.LineEnd}
	if w.end == "" {
		w.end = "\n"
	}
	for i, p := range s.Lines {
		w.paragraph(s, i, p)
	}
	return w.text.String(), w.lines
}

// The measures of a page, in characters.
const (
	pageLines                              = 55
	actionIndent, actionWidth              = 10, 60
	dialogueIndent, dialogueWidth          = 20, 35
	parentheticalIndent, parentheticalWide = 26, 24
	cueIndent                              = 32
	rightEdge                              = 70
)

type pageWriter struct {
	layout Layout
	end    string
	text   strings.Builder
	lines  []WrittenLine
	onPage int
	page   int
}

func (w *pageWriter) paragraph(s GoldScript, i int, p GoldLine) {
	within := p.Kind == screenplay.Dialogue || p.Kind == screenplay.Parenthetical
	if i > 0 && !w.layout.Dense && (!within || w.layout.Apart && s.Lines[i-1].Kind == screenplay.Character) {
		w.blank()
	}
	if w.layout.Numbered && w.onPage > pageLines-4 && (p.Kind == screenplay.Action || p.Kind == screenplay.Heading) {
		w.turn()
	}
	text, indent, width := p.Text, actionIndent, actionWidth
	switch p.Kind {
	case screenplay.Heading:
		if w.layout.Numbered {
			number := fmt.Sprint(i + 1)
			w.line(fmt.Sprintf("%-*s%-*s%s", actionIndent, number, rightEdge-actionIndent, text, number), 0, i)
			return
		}
	case screenplay.Dialogue:
		indent, width = dialogueIndent, dialogueWidth
	case screenplay.Parenthetical:
		indent, width = parentheticalIndent, parentheticalWide
	case screenplay.Character:
		indent = cueIndent
		text = w.layout.cue(text)
	case screenplay.Transition:
		indent = max(actionIndent, rightEdge-len(text))
	}
	if w.layout.Unwrapped {
		width = 1 << 30
	}
	if w.layout.Swapped {
		indent = max(0, cueIndent-indent)
	}
	for len(text) > width {
		cut := strings.LastIndexByte(text[:width+1], ' ')
		if cut <= 0 {
			break
		}
		w.line(text[:cut], indent, i)
		text = text[cut+1:]
	}
	w.line(text, indent, i)
}

// cue writes a cue as the layout has it.
func (l Layout) cue(text string) string {
	name, extension, bracketed := strings.Cut(text, "(")
	if l.Small {
		words := strings.Fields(strings.ToLower(name))
		for i, word := range words {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
		name = strings.Join(words, " ")
		if bracketed {
			name += " "
		}
	}
	if bracketed {
		name += "(" + extension
	}
	if l.Colon {
		name += ":"
	}
	return name
}

// turn ends a page.
func (w *pageWriter) turn() {
	w.page++
	w.line("(CONTINUED)", rightEdge-15, -1)
	w.blank()
	w.line(fmt.Sprintf("%d.", w.page+1), rightEdge, -1)
	w.blank()
	w.line("CONTINUED:", actionIndent, -1)
	w.blank()
	w.onPage = 0
}

func (w *pageWriter) line(text string, indent, paragraph int) {
	if w.layout.Ragged {
		indent = len(w.lines) * 7 % 4 * 10 // 0, 30, 20, 10, 0, …
	}
	if w.layout.Flat {
		indent = 0
		text = strings.TrimSpace(text)
	}
	if w.layout.Glued {
		text = strings.ReplaceAll(text, " ", "")
	}
	w.text.WriteString(strings.Repeat(" ", indent))
	w.lines = append(w.lines, WrittenLine{w.text.Len(), paragraph})
	w.text.WriteString(text)
	w.text.WriteString(w.end)
	w.onPage++
	if w.layout.Spaced {
		w.text.WriteString(w.end)
	}
}

func (w *pageWriter) blank() {
	if w.layout.Dense {
		return
	}
	w.text.WriteString(w.end)
	w.onPage++
}
