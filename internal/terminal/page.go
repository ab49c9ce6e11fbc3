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

// page is a page that is being written for a terminal. All of a stranger's text
// goes through clean, so that nothing in a script can command the terminal.
type page struct {
	Screen
	strokes
	b strings.Builder
}

func newPage(s Screen) *page {
	p := &page{Screen: s, strokes: fine}
	if s.ascii {
		p.strokes = coarse
	}
	return p
}

// strokes are what a page is drawn with; each is one column wide.
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

var fine = strokes{
	full: "█", empty: "░", outside: "·", inside: "─", mean: "┼", mark: "●", farBelow: "◀", farAbove: "▶",
	rule: "─", between: "─", open: "├", border: "┼", shut: "┤", spoken: "█", silent: "─", away: "·",
	levels: []string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
	dot:    "·", plusMinus: "±", arrow: "→", ellipsis: "…",
}

var coarse = strokes{
	full: "#", empty: ".", outside: ".", inside: "-", mean: "+", mark: "O", farBelow: "<", farAbove: ">",
	rule: "-", between: "-", open: "|", border: "|", shut: "|", spoken: "#", silent: "-", away: ".",
	levels: []string{".", ":", "-", "=", "+", "*", "%", "@"},
	dot:    "-", plusMinus: "+-", arrow: "->", ellipsis: "~",
}

// ink is a way to write that colour terminals have (ECMA-48).
type ink string

// The inks. None of them judges: nothing on the page is good or bad.
const (
	bold   ink = "1"
	faint  ink = "2"
	accent ink = "36"
	rare   ink = "33"
)

func (p *page) ink(in ink, s string) string {
	if !p.colour || in == "" || s == "" {
		return s
	}
	return "\x1b[" + string(in) + "m" + s + "\x1b[0m"
}

// line writes a line, without blanks at its end.
func (p *page) line(parts ...string) {
	p.b.WriteString(strings.TrimRight(strings.Join(parts, ""), " "))
	p.b.WriteByte('\n')
}

// section begins a part of the page.
func (p *page) section(name string) {
	p.line()
	p.line(p.ink(bold, name))
}

// prose writes a text that fills the width, every line indented.
func (p *page) prose(indent int, in ink, s string) { p.hanging(strings.Repeat(" ", indent), in, s) }

// item writes a text beside a dot.
func (p *page) item(s string) { p.hanging("  "+p.dot+" ", "", s) }

// hanging writes a text that fills the width, beside a lead.
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

// print hands the page over.
func (p *page) print(to io.Writer) error {
	_, err := io.WriteString(to, p.b.String())
	return err
}

// clean gives a text of a stranger in one line, without what is no visible
// character, and in plain ASCII where the page is.
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

// plainASCII spells a character with those of ASCII, "?" if it cannot.
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

// columns is how many columns of a terminal a text takes.
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

// cut shortens a text that is longer than so many columns.
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

// left puts a text into so many columns, cut if it is longer.
func (p *page) left(s string, room int) string {
	s = p.cut(s, room)
	return s + strings.Repeat(" ", room-columns(s))
}

// right puts a text at the end of so many columns; a longer one is left whole.
func right(s string, room int) string {
	return strings.Repeat(" ", max(0, room-columns(s))) + s
}

// bar draws a share, 0 to 1, in so many columns.
func (p *page) bar(share float64, room int) string {
	n := max(0, min(room, int(math.Round(share*float64(room)))))
	return p.ink(accent, strings.Repeat(p.full, n)) + p.ink(faint, strings.Repeat(p.empty, room-n))
}

// grouped writes a count with a comma before every third digit.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// counted writes a count and its noun, which has an s in the plural.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return grouped(n) + " " + noun
}

// capital gives a word a capital letter, of ASCII.
func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// percent writes a share without decimals.
func percent(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }

// listed writes a list as a sentence does.
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
