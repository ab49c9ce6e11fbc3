package terminal

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"kinodex/internal/text"
)

// page is a page that is being written for a terminal. Text from a script must go
// through clean, so that nothing in it can control the terminal.
type page struct {
	Screen
	strokes
	b strings.Builder
}

// newPage returns an empty page for the screen.
func newPage(s Screen) *page {
	p := &page{Screen: s, strokes: fine}
	if s.ascii {
		p.strokes = coarse
	}
	return p
}

// strokes are what a page is drawn with. Each is one column wide, except plusMinus
// and arrow, which may take two.
type strokes struct {
	full, empty          string // of a bar
	outside, inside      string // of a scale: beyond a standard deviation, within
	mean, mark           string
	farBelow, farAbove   string // a mark that lies beyond the scale
	rule, between        string
	open, border, shut   string // of a ruler with acts
	spoken, silent, away string // of a part
	levels               []string
	dot, plusMinus       string
	arrow, ellipsis      string
}

// fine are the strokes for a terminal that shows Unicode.
var fine = strokes{
	full: "█", empty: "░", outside: "·", inside: "─", mean: "┼", mark: "●", farBelow: "◀", farAbove: "▶",
	rule: "─", between: "─", open: "├", border: "┼", shut: "┤", spoken: "█", silent: "─", away: "·",
	levels: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
	dot:    "·", plusMinus: "±", arrow: "→", ellipsis: "…",
}

// coarse are the strokes for a terminal that shows ASCII only. The plus-minus sign
// and the arrow take two columns here.
var coarse = strokes{
	full: "#", empty: ".", outside: ".", inside: "-", mean: "+", mark: "O", farBelow: "<", farAbove: ">",
	rule: "-", between: "-", open: "|", border: "|", shut: "|", spoken: "#", silent: "-", away: ".",
	levels: []string{".", ":", "-", "=", "+", "*", "%", "@"},
	dot:    "-", plusMinus: "+-", arrow: "->", ellipsis: "~",
}

// ink is a style of text: the parameter of an SGR escape sequence (ECMA-48). The
// empty ink is plain text.
type ink string

// The inks. None of them judges: nothing on the page is good or bad.
const (
	bold   ink = "1"
	faint  ink = "2"
	accent ink = "36"
	rare   ink = "33"
)

// ink returns s in a style; s itself if the screen has no colours.
func (p *page) ink(in ink, s string) string {
	if !p.colour || in == "" || s == "" {
		return s
	}
	return "\x1b[" + string(in) + "m" + s + "\x1b[0m"
}

// line adds a line of the parts, without blanks at its end.
func (p *page) line(parts ...string) {
	p.b.WriteString(strings.TrimRight(strings.Join(parts, ""), " "))
	p.b.WriteByte('\n')
}

// section adds an empty line and a heading.
func (p *page) section(name string) {
	p.line()
	p.line(p.ink(bold, name))
}

// prose adds a text, wrapped at the width of the page, every line indented.
func (p *page) prose(indent int, in ink, s string) { p.hanging(strings.Repeat(" ", indent), in, s) }

// item adds a text with a dot before it, wrapped at the width of the page.
func (p *page) item(s string) { p.hanging("  "+p.dot+" ", "", s) }

// hanging adds a text, wrapped at the width of the page. The first line begins with
// lead and the others are indented as far. Words are never broken.
func (p *page) hanging(lead string, in ink, s string) {
	indent := columns(lead)
	line, used := "", 0
	for word := range strings.FieldsSeq(s) {
		if used > 0 && indent+used+1+columns(word) > p.width {
			p.line(lead, p.ink(in, line))
			lead = strings.Repeat(" ", indent)
			line, used = "", 0
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+columns(word)
	}
	if used > 0 {
		p.line(lead, p.ink(in, line))
	}
}

// print writes the whole page at once.
func (p *page) print(to io.Writer) error {
	_, err := io.WriteString(to, p.b.String())
	return err
}

// clean returns a text of a script as one line: blanks joined, characters that are
// not graphic removed, and spelled in ASCII where the page is.
func (p *page) clean(s string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(s), " ") {
		switch {
		case r == unicode.ReplacementChar || !unicode.IsGraphic(r):
		case r < 0x80 || !p.ascii:
			b.WriteRune(r)
		default:
			b.WriteString(plainASCII(r))
		}
	}
	return b.String()
}

// Printable returns a text of a stranger, such as the name of a file, as one line that
// commands no terminal.
func Printable(s string) string { return newPage(Screen{}).clean(s) }

// plainASCII returns a character spelled in ASCII, "?" if it cannot be.
func plainASCII(r rune) string {
	spelled := text.Fold(string(r))
	for i := range len(spelled) {
		if spelled[i] >= 0x80 {
			return "?"
		}
	}
	if unicode.IsUpper(r) {
		return strings.ToUpper(spelled)
	}
	return spelled
}

// columns returns how many columns of a terminal a text takes: two for a wide East
// Asian character, none for a combining mark. Styles must not be in the text.
func columns(s string) (n int) {
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case width.LookupRune(r).Kind() == width.EastAsianWide || width.LookupRune(r).Kind() == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// cut returns s, shortened to room columns if it is longer, with an ellipsis at its
// end.
func (p *page) cut(s string, room int) string {
	if columns(s) <= room {
		return s
	}
	kept, used := 0, 1 // of the ellipsis
	for i, r := range s {
		if used += columns(string(r)); used > room {
			break
		}
		kept = i + len(string(r))
	}
	return s[:kept] + p.ellipsis
}

// left returns s padded or cut to exactly room columns.
func (p *page) left(s string, room int) string {
	s = p.cut(s, room)
	return s + strings.Repeat(" ", room-columns(s))
}

// right returns s padded on the left to room columns; a longer one stays whole.
func right(s string, room int) string {
	return strings.Repeat(" ", max(0, room-columns(s))) + s
}

// bar returns a bar of room columns for a share from 0 to 1. Other shares are drawn
// as the nearer of the two.
func (p *page) bar(share float64, room int) string {
	n := max(0, min(room, int(math.Round(share*float64(room)))))
	return p.ink(accent, strings.Repeat(p.full, n)) + p.ink(faint, strings.Repeat(p.empty, room-n))
}

// grouped returns a number with a comma before every third digit.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted returns a number and its noun, with an s unless the number is 1.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return grouped(n) + " " + noun
}

// capital returns a word with its first letter, of ASCII, as a capital. The word
// must not be empty.
func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// percent returns a share as a percentage without decimals.
func percent(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }

// listed returns a list with commas, and "and" before the last; "" if it is empty.
func listed(all []string) string {
	switch n := len(all); n {
	case 0:
		return ""
	case 1:
		return all[0]
	default:
		return strings.Join(all[:n-1], ", ") + " and " + all[n-1]
	}
}
