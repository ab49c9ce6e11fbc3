// Package trelby parses what the program Trelby saves: lines of text, each with two
// characters before it that say how it ends and what it is. Start reading at Parse.
package trelby

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/container"
	"kinodex/internal/screenplay/plain"
)

// Detect reports whether the text begins with the line that Trelby's files begin with.
func Detect(text string) bool {
	line, _, _ := strings.Cut(strings.TrimPrefix(text, "\ufeff"), "\n")
	version, found := strings.CutPrefix(strings.TrimRight(line, " \r"), "#Version ")
	if !found {
		return false
	}
	n, err := strconv.Atoi(version)
	return err == nil && n > 0
}

// Parse reads versions 1 to 3 of the format. A Shot is action, as in Final Draft; an act
// break opens a section; a line of a kind that is not known is action. Settings are
// passed over. A text without a script gives a fault.
func Parse(source string) (*screenplay.Script, error) {
	var r reader
	for line := range strings.Lines(strings.TrimPrefix(source, "\ufeff")) {
		if r.line(strings.TrimRight(line, "\r\n")); len(r.elements) > container.MostParagraphs {
			return &screenplay.Script{Source: source, Format: screenplay.Trelby}, fault.New(fault.InvalidBody, "the Trelby document is not read: %s", container.TooLong)
		}
	}
	r.end()
	title := r.titleText()
	var all []screenplay.Element
	for line := range strings.Lines(title) {
		all = append(all, screenplay.Element{Kind: screenplay.TitlePage, Text: line})
	}
	s := screenplay.Compose(screenplay.Trelby, append(all, r.elements...))
	s.Title = plain.TitleFields(title)
	if len(r.elements) == 0 {
		return s, fault.New(fault.InvalidBody, "the Trelby document holds no script: no line of it has text")
	}
	return s, nil
}

// reader reads the lines of a file, one after the other.
type reader struct {
	section  bool // within settings
	script   bool // past the settings
	strings  []titleString
	elements []screenplay.Element
	kind     byte // of the open element, 0 when none is
	text     strings.Builder
}

// titleString is a text on the title page and how far down it stands, in millimetres.
type titleString struct {
	down float64
	text string
}

// line reads a line.
func (r *reader) line(line string) {
	switch {
	case r.script:
		r.scriptLine(line)
	case r.section:
		r.section = !strings.HasPrefix(line, "#End-")
	case strings.HasPrefix(line, "#Start-Script"):
		r.script = true
	case strings.HasPrefix(line, "#Begin-"):
		r.section = true
	case strings.HasPrefix(line, "#Title-String "):
		// x, y, size, flags, font, reserved, text
		parts := strings.SplitN(strings.TrimPrefix(line, "#Title-String "), ",", 7)
		if len(parts) == 7 && len(r.strings) < mostTitleStrings {
			down, _ := strconv.ParseFloat(parts[1], 64)
			r.strings = append(r.strings, titleString{down, strings.ReplaceAll(parts[6], `\n`, "\n")})
		}
	case strings.HasPrefix(line, "#"):
	case len(line) >= 2: // versions 1 and 2 have no line before the script
		r.script = true
		r.scriptLine(line)
	}
}

// mostTitleStrings is more than any title page has.
const mostTitleStrings = 200

// scriptLine adds a line to the open element, or opens one.
func (r *reader) scriptLine(line string) {
	if len(line) < 2 {
		return
	}
	ends, kind := line[0], line[1]
	if kind != r.kind {
		r.end()
		r.kind = kind
	}
	r.text.WriteString(line[2:])
	switch ends {
	case '.':
		r.end()
	case '+':
		r.text.WriteString("  ")
	case '&':
	case '|':
		r.text.WriteByte('\n')
	default:
		r.text.WriteByte(' ')
	}
}

// kinds are the elements by the character that marks their lines.
var kinds = map[byte]screenplay.Kind{
	'\\': screenplay.Heading, '.': screenplay.Action, '_': screenplay.Character, ':': screenplay.Dialogue, '(': screenplay.Parenthetical,
	'/': screenplay.Transition, '=': screenplay.Action, '%': screenplay.Note, '@': screenplay.Section,
}

// end writes the open element.
func (r *reader) end() {
	if r.kind != 0 {
		e := screenplay.Element{Kind: kinds[r.kind], Text: r.text.String()}
		if e.Kind == screenplay.Section {
			e.Level = 1
		}
		if strings.TrimSpace(e.Text) != "" {
			r.elements = append(r.elements, e)
		}
	}
	r.kind = 0
	r.text.Reset()
}

// titleText returns the lines of the title page from its top down, a blank one before each
// string.
func (r *reader) titleText() string {
	slices.SortStableFunc(r.strings, func(a, b titleString) int {
		switch {
		case a.down < b.down:
			return -1
		case a.down > b.down:
			return 1
		}
		return 0
	})
	var b strings.Builder
	for _, s := range r.strings {
		b.WriteString("\n" + s.text + "\n")
	}
	return b.String()
}
