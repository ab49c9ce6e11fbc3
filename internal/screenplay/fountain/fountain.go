// Package fountain parses Fountain 1.1 (fountain.io/syntax), a screenplay as plain
// text with a few marks. Start reading at Parse; Detect tells Fountain from other
// plain text.
package fountain

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// Parse reads Fountain 1.1 (fountain.io/syntax), the whole syntax, by
// its rules and not by guessing: blank lines and capitals decide, and a mark at
// the start of a line overrules them. Where the syntax leaves a choice, it goes
// the way a writer would mean it:
//
//   - a heading needs a blank line before it, not after it;
//   - "CUT TO:" is a transition before a line of text too, never a cue;
//   - two spaces on a blank line keep a speech open, but not in a text with ten
//     and more such lines that are most of its blank ones: some editors pad all;
//   - two parentheticals may follow each other;
//   - a first line is a title page only with one of the usual keys in its block,
//     so that "FADE IN:" begins a story.
//
// It never fails and takes time linear in the source.
func Parse(source string) *screenplay.Script {
	w := &fountainWriter{script: &screenplay.Script{Source: source, Format: screenplay.Fountain}}
	lines, notes := fountainLines(source)
	body := w.titlePage(lines)
	w.body(body)
	if len(notes) > 0 {
		w.script.Elements = append(w.script.Elements, notes...)
		slices.SortStableFunc(w.script.Elements, func(a, b screenplay.Element) int { return a.Start - b.Start })
	}
	w.script.Assemble()
	return w.script
}

// fountainWriter reads lines and writes elements.
type fountainWriter struct {
	script *screenplay.Script
	lines  []fountainLine
	at     int // the line to read
	// open says what the line to read may be, from what stands before it.
	open opening
	// padded says that whitespace on blank lines means nothing in this text.
	padded bool
	// lastCue is the element of the cue whose speech ended with nothing but
	// blank lines since, or -1: the partner of a dual cue.
	lastCue int
}

// opening is how freely a line may begin something new.
type opening uint8

const (
	amid         opening = iota // within a paragraph
	afterHeading                // right under a heading: another may follow
	fresh                       // after a blank line, or at the start
)

// body reads the lines after the title page into elements, to the last line.
func (w *fountainWriter) body(lines []fountainLine) {
	w.lines, w.open, w.lastCue = lines, fresh, -1
	empty, padded := 0, 0
	for _, l := range lines {
		if l.blank() && !l.gone {
			if l.spaces >= 2 {
				padded++
			} else {
				empty++
			}
		}
	}
	w.padded = padded > empty && padded >= 10
	for w.at < len(w.lines) {
		w.element()
	}
}

// element reads what begins at the line to read, and moves on by at least one
// line.
func (w *fountainWriter) element() {
	l := w.lines[w.at]
	switch {
	case l.gone:
		w.at++
		return
	case l.blank():
		w.at++
		w.open = fresh
		return
	}
	if w.outline(l) || w.set(l) {
		return
	}
	if w.open >= afterHeading && isFountainHeading(l) {
		w.heading(l)
		return
	}
	if w.open == fresh {
		if isFountainTransition(l) {
			w.one(screenplay.Transition, l, strings.TrimPrefix(strings.TrimSpace(l.text), ">"))
			return
		}
		if w.IsCue(l) {
			w.speech(l)
			return
		}
	}
	w.action()
}

// outline reads the lines that stand for themselves wherever they are: page
// breaks, sections, synopses.
// It reports whether the line is one of them, and reads it only then.
func (w *fountainWriter) outline(l fountainLine) bool {
	trimmed := strings.TrimSpace(l.text)
	switch {
	case isFountainPageBreak(trimmed):
		w.one(screenplay.PageBreak, l, "")
	case strings.HasPrefix(l.text, "#"):
		title := strings.TrimLeft(l.text, "#")
		if strings.TrimSpace(title) == "" {
			return false
		}
		w.one(screenplay.Section, l, title).Level = len(l.text) - len(title)
	case strings.HasPrefix(l.text, "=") && !strings.HasPrefix(l.text, "=="):
		w.one(screenplay.Synopsis, l, l.text[1:])
	default:
		return false
	}
	return true
}

// set reads centered text and lyrics that nobody's cue stands over.
// It reports whether the line is one of them, and reads it only then.
func (w *fountainWriter) set(l fountainLine) bool {
	trimmed := strings.TrimSpace(l.text)
	switch {
	case len(trimmed) > 1 && trimmed[0] == '>' && trimmed[len(trimmed)-1] == '<':
		w.one(screenplay.Action, l, trimmed[1:len(trimmed)-1]).Centered = true
	case trimmed[0] == '~':
		w.lyric().Speech = -1
		w.lastCue, w.open = -1, fresh
	default:
		return false
	}
	return true
}

// one writes an element of one line.
// The text loses its marks of emphasis and the space at its ends. The pointer is
// valid until the next element is added.
func (w *fountainWriter) one(k screenplay.Kind, l fountainLine, text string) *screenplay.Element {
	w.at++
	w.open = fresh
	e := w.add(screenplay.Element{Kind: k, Start: l.start, End: l.end, Text: strings.TrimSpace(Unmarked(text))})
	if k.InFilm() {
		w.lastCue = -1
	}
	return e
}

// add appends an element and returns a pointer to it, which is valid until the
// next one is added.
func (w *fountainWriter) add(e screenplay.Element) *screenplay.Element {
	w.script.Elements = append(w.script.Elements, e)
	return &w.script.Elements[len(w.script.Elements)-1]
}

// heading reads a scene heading, without the stop that forces one. A scene number
// is taken off it only when the line ends in #, marks of emphasis aside.
func (w *fountainWriter) heading(l fountainLine) {
	text := strings.TrimPrefix(strings.TrimSpace(Unmarked(l.text)), ".")
	number := ""
	if strings.HasSuffix(text, "#") {
		number, text, _ = screenplay.CutSceneNumber(text)
	}
	e := w.one(screenplay.Heading, l, "")
	e.Text, e.Number = strings.TrimSpace(text), number
	w.open = afterHeading
}

// action reads a paragraph of action: up to a blank line or a line that stands
// for itself. Its indentation is kept, a tab as four spaces.
func (w *fountainWriter) action() {
	first := w.lines[w.at]
	e := screenplay.Element{Kind: screenplay.Action, Start: first.start}
	var b strings.Builder
	for ; w.at < len(w.lines); w.at++ {
		l := w.lines[w.at]
		if l.gone {
			continue
		}
		if l.blank() || e.End > 0 && standsAlone(l) {
			break
		}
		if e.End > 0 {
			b.WriteByte('\n')
		}
		text := l.text
		if rest, forced := strings.CutPrefix(strings.TrimLeft(text, " \t"), "!"); forced {
			text = rest
		}
		b.WriteString(strings.TrimRightFunc(Unmarked(strings.ReplaceAll(text, "\t", "    ")), unicode.IsSpace))
		e.End = l.end
	}
	e.Text = b.String()
	w.add(e)
	w.open, w.lastCue = amid, -1
}

// standsAlone reports whether a line ends the paragraph of action before it.
func standsAlone(l fountainLine) bool {
	trimmed := strings.TrimSpace(l.text)
	switch l.text[0] {
	case '#':
		return strings.TrimLeft(trimmed, "#") != ""
	case '=':
		return !strings.HasPrefix(l.text, "==") || isFountainPageBreak(trimmed)
	}
	return trimmed[0] == '~' || isFountainPageBreak(trimmed) ||
		len(trimmed) > 1 && trimmed[0] == '>' && trimmed[len(trimmed)-1] == '<'
}

// isFountainPageBreak reports whether a line, already trimmed, is three or more
// equals signs and nothing else.
func isFountainPageBreak(trimmed string) bool {
	return len(trimmed) >= 3 && strings.Trim(trimmed, "=") == ""
}

// isFountainHeading reports whether a line begins with a setting, in any case,
// before a stop or a space, or with the single full stop that forces a heading.
// The whole words INTERIOR and EXTERIOR count only before a stop, colon or slash.
// Emphasis changes nothing: many writers have their headings bold.
func isFountainHeading(l fountainLine) bool {
	text := strings.TrimSpace(Unmarked(l.text))
	if text == "" {
		return false
	}
	if text[0] == '.' {
		r, _ := utf8.DecodeRuneInString(text[1:])
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	if !strings.ContainsRune("iIeE", rune(text[0])) {
		return false
	}
	upper := strings.ToUpper(text[:min(len(text), 16)])
	if strings.HasPrefix(upper, "INTERIOR") || strings.HasPrefix(upper, "EXTERIOR") {
		return len(text) > 8 && strings.IndexByte("./:", text[8]) >= 0 && screenplay.IsHeading(text)
	}
	_, rest, ok := screenplay.CutSetting(upper)
	return ok && rest != ""
}

// isFountainTransition reports whether a line begins with the > that forces a
// transition, or has no small letters and ends in " TO:" without a space after it,
// marks of emphasis aside. The line must not be blank.
func isFountainTransition(l fountainLine) bool {
	text := strings.TrimLeft(l.text, " \t")
	if text[0] == '>' {
		return true
	}
	return strings.HasSuffix(Unmarked(text), " TO:") && !hasLower(text) && !l.spaceAfter
}

// hasLower reports whether s has a small letter.
func hasLower(s string) bool { return strings.ContainsFunc(s, unicode.IsLower) }
