// Package celtx parses projects of Celtx, the program: an archive of pages, of which one
// is the script. Start reading at Open.
package celtx

import (
	"encoding/xml"
	"path"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/container"
	"kinodex/internal/text"
)

// What names the document for a stranger.
const What = "Celtx project"

// Is reports whether an archive is a project: it has its list of contents.
func Is(a *container.Archive) bool { return a.Has("project.rdf") }

// mostPages is how many pages of a project are looked at.
const mostPages = 64

// Open reads the script of a project; of several the one with the most paragraphs. Pages
// of notes, characters and shots have no elements of a screenplay and are passed over.
func Open(a *container.Archive) (*screenplay.Script, error) {
	var longest *screenplay.Script
	var damaged error
	pages := 0
	for _, name := range a.Names() {
		if ending := strings.ToLower(path.Ext(name)); ending != ".html" && ending != ".htm" || pages == mostPages {
			continue
		}
		pages++
		data, err := a.Read(name)
		if err != nil {
			return nil, err
		}
		s, err := Parse(text.Decode(data))
		if err != nil {
			damaged = err
		} else if longest == nil || len(s.Elements) > len(longest.Elements) {
			longest = s
		}
	}
	switch {
	case longest != nil && len(longest.Elements) > 0:
		return longest, nil
	case damaged != nil:
		return nil, damaged
	}
	return nil, fault.New(fault.InvalidBody, "the %s holds no script: no page of it has a scene heading, an action or a speech", What)
}

// Parse reads a page. A paragraph is what its class says; a page in which no class is of
// an element of a screenplay has no elements. A page that is damaged gives a fault.
func Parse(source string) (*screenplay.Script, error) {
	r := &reader{page: container.NewHTML(What, source)}
	if err := r.read(); err != nil {
		return nil, err
	}
	if !r.script {
		r.elements = nil
	}
	s := screenplay.Compose(screenplay.Celtx, r.elements)
	s.Title = r.title
	return s, nil
}

// reader walks the tokens of a page.
type reader struct {
	page     *container.XML
	elements []screenplay.Element
	title    []screenplay.Field
	script   bool // a class was of an element of a screenplay
	// depth and hidden count the open elements, and those of them from the first whose
	// text is not shown. paragraph is the depth of the open paragraph, 0 without one.
	depth, hidden, paragraph int
	heading                  bool // within the title of the page
	element                  screenplay.Element
	text                     strings.Builder
}

// read reads the page to its end.
func (r *reader) read() error {
	return r.page.Each(func(token xml.Token) error {
		switch t := token.(type) {
		case xml.StartElement:
			r.start(t)
		case xml.EndElement:
			r.end(strings.ToLower(t.Name.Local))
			if len(r.elements) > container.MostParagraphs {
				return r.page.Damaged(container.TooLong)
			}
		case xml.CharData:
			if r.hidden == 0 && (r.paragraph > 0 || r.heading) {
				r.text.WriteString(strings.Map(unbroken, string(t)))
			}
		}
		return nil
	})
}

// unbroken makes line breaks of a page's source spaces, which they are.
func unbroken(r rune) rune {
	if r == '\n' || r == '\r' || r == '\t' || r == '\u00a0' {
		return ' '
	}
	return r
}

// start opens an element of the page.
func (r *reader) start(t xml.StartElement) {
	r.depth++
	class := container.Attribute(t, "class")
	name := strings.ToLower(t.Name.Local)
	switch {
	case r.hidden > 0:
		r.hidden++
	case name == "style" || name == "script" || class == "softbreak" || class == "firstpagespacer":
		r.hidden = 1
	case name == "title":
		r.heading = true
		r.text.Reset()
	case name == "meta":
		r.field(fields[strings.ToLower(container.Attribute(t, "name"))], container.Attribute(t, "content"))
	case name == "br":
		r.text.WriteByte('\n')
	case name == "p" && r.paragraph == 0:
		kind, level, known := screenplay.ElementNamed(class)
		r.script = r.script || known && class != "" && kind != screenplay.TitlePage && kind != screenplay.Note
		r.element = screenplay.Element{Kind: kind, Level: level}
		if kind == screenplay.Heading {
			r.element.Number = container.Attribute(t, "scenestr")
		}
		r.paragraph = r.depth
		r.text.Reset()
	}
}

// end closes the innermost element.
func (r *reader) end(name string) {
	switch {
	case r.hidden > 0:
		r.hidden--
	case name == "title":
		r.heading = false
		r.field("title", r.text.String())
	case r.paragraph == r.depth && r.paragraph > 0:
		if r.element.Text = lines(r.text.String()); r.element.Text != "" {
			r.elements = append(r.elements, r.element)
		}
		r.paragraph = 0
	}
	r.depth--
}

// lines returns a text without the spaces that a page does not show.
func lines(text string) string {
	parts := strings.Split(strings.TrimSpace(text), "\n")
	for i := range parts {
		parts[i] = strings.Join(strings.Fields(parts[i]), " ")
	}
	return strings.Join(parts, "\n")
}

// fields are the entries of the title page by the name of their element meta, in lower case.
var fields = map[string]string{"author": "author", "dc.source": "source", "dc.rights": "copyright", "cx.contact": "contact", "cx.byline": "credit"}

// field adds an entry of the title page.
func (r *reader) field(key, value string) {
	if value = strings.Join(strings.Fields(value), " "); key != "" && value != "" {
		r.title = append(r.title, screenplay.Field{Key: key, Value: value})
	}
}
