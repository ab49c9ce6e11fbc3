package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// builder joins lines into elements. The texts of elements of several lines
// are written one after another into one buffer, which is made a string once.
type builder struct {
	page     *document
	elements []screenplay.Element
	// texts holds the joined text of elements of several lines, one after the
	// other; from and to say whose is where, -1 for an element of one line.
	texts    []byte
	from, to []int32
	open     int // the element that more lines may join, -1 when none
}

// build sets the elements and the title page of s from the labels. An artifact
// between two lines of an element comes after the element, by where it begins,
// and lies inside the element's span. Elements are in order of Start, but for the
// second of two speeches side by side, which begins beside the first. The time
// is linear in the length of the text.
func (p *document) build(s *screenplay.Script) {
	b := builder{page: p, open: -1}
	n := 1
	for i := range p.lines {
		if l := &p.lines[i]; l.role != scriptLine || l.label != insideAction {
			n++
		}
	}
	b.elements = make([]screenplay.Element, 0, n)
	b.from, b.to = make([]int32, 0, n), make([]int32, 0, n)
	b.texts = make([]byte, 0, len(p.source)/2)
	for i := range p.lines {
		l := &p.lines[i]
		switch l.role {
		case artifactLine:
			b.addElement(screenplay.PageArtifact, l)
		case titleLine:
			b.addElement(screenplay.TitlePage, l)
		default:
			b.addLine(l)
		}
	}
	texts := string(b.texts)
	for i := range b.elements {
		if b.from[i] >= 0 {
			b.elements[i].Text = texts[b.from[i]:b.to[i]]
		}
	}
	s.Elements = b.elements
	s.Title = p.titleFields()
}

// addElement begins an element of one line.
func (b *builder) addElement(kind screenplay.Kind, l *line) {
	b.elements = append(b.elements, screenplay.Element{Kind: kind, Start: int(l.start), End: int(l.end), Text: l.text})
	b.from, b.to = append(b.from, -1), append(b.to, -1)
}

// addLine begins an element or joins the open one.
func (b *builder) addLine(l *line) {
	kind := l.label.kind()
	if b.open >= 0 && b.elements[b.open].Kind == kind && l.label.continues() {
		b.appendLine(l)
		return
	}
	b.open = len(b.elements)
	b.addElement(kind, l)
	b.elements[b.open].Dual = l.dual == dualCue && kind == screenplay.Character
	if kind == screenplay.Heading {
		e := &b.elements[b.open]
		e.Number, e.Text = headingNumber(l.text)
	}
}

// kind returns the kind of element that a label makes.
func (y label) kind() screenplay.Kind {
	return [labelCount]screenplay.Kind{screenplay.Action, screenplay.Action, screenplay.Heading, screenplay.Heading, screenplay.Character, screenplay.Parenthetical, screenplay.Parenthetical, screenplay.Dialogue, screenplay.Transition}[y]
}

// continues reports whether a line with this label may join the element above,
// if that is of the same kind.
func (y label) continues() bool {
	return y == insideAction || y == insideSlugLine || y == insideParenthetical || y == dialogue
}

// headingNumber takes the scene number off a heading, whether or not it states
// a setting.
func headingNumber(s string) (number, rest string) {
	if number, rest, found := screenplay.CutSceneNumber(s); found {
		return number, rest
	}
	if number, rest, sides := sceneNumber(s); sides > 0 && rest != "" && hasDigit(number) {
		return number, rest
	}
	return "", s
}

// hasDigit reports whether s has an ASCII digit.
func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// appendLine appends a line to the open element: after one space; or, where a
// word was divided, after its hyphen, or without the hyphen if the whole word
// is in the word list.
func (b *builder) appendLine(l *line) {
	e := &b.elements[b.open]
	e.End = int(l.end)
	if b.from[b.open] < 0 {
		b.from[b.open] = int32(len(b.texts))
		b.texts = append(b.texts, e.Text...)
	}
	next, _ := utf8.DecodeRuneInString(l.text)
	switch head, divided := hyphenatedWord(b.texts[b.from[b.open]:]); {
	case !divided || !unicode.IsLower(next):
		b.texts = append(b.texts, ' ')
	case plainWords().contains(head, firstWord(l.text)):
		b.texts = b.texts[:len(b.texts)-1]
	}
	b.texts = append(b.texts, l.text...)
	b.to[b.open] = int32(len(b.texts))
}

// hyphenatedWord gives the letters before a hyphen at the end of a text.
// head shares the memory of s. It is nil when the text does not end so.
func hyphenatedWord(s []byte) (head []byte, divided bool) {
	if len(s) < 3 || s[len(s)-1] != '-' || !isASCIILetter(s[len(s)-2]) {
		return nil, false
	}
	i := len(s) - 1
	for i > 0 && isASCIILetter(s[i-1]) {
		i--
	}
	return s[i : len(s)-1], true
}

// firstWord returns the ASCII letters that s begins with.
func firstWord(s string) string {
	i := 0
	for i < len(s) && isASCIILetter(s[i]) {
		i++
	}
	return s[:i]
}
