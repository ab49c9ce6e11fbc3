// Package osf parses the Open Screenplay Format, the XML that Fade In and others save,
// from version 1.2 on. Start reading at Parse; Open reads the archive that Fade In puts
// the XML in.
package osf

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"

	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/container"
	"kinodex/internal/screenplay/plain"
	"kinodex/internal/text"
)

const what = "Fade In or Open Screenplay Format document"

// Document is the name of the file in Fade In's archive that is the script.
const Document = "document.xml"

// Detect reports whether the text is a document of the Open Screenplay Format.
// It looks at the first 8 KiB after white space and a byte order mark.
func Detect(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	return strings.HasPrefix(text, "<") && strings.Contains(text[:min(len(text), 8<<10)], `type="Open Screenplay Format`)
}

// Open reads the script in an archive of Fade In.
func Open(a *container.Archive) (*screenplay.Script, error) {
	data, err := a.Read(Document)
	if err != nil {
		return nil, err
	}
	return Parse(text.Decode(data))
}

// Parse reads the XML. A paragraph is what its style says, or the style that its style
// is based on; a Shot is action, as in Final Draft. Notes and synopses are elements before
// their paragraph. Scene numbers are read where the document has them, which it need not.
//
// A damaged document gives a fault that says where, beside the script up to there.
func Parse(source string) (*screenplay.Script, error) {
	r := &reader{xml: container.NewXML(what, source), bases: map[string]string{}}
	err := r.read()
	screenplay.PairDual(r.elements)
	s := screenplay.Compose(screenplay.OpenScreenplay, append(r.titleElements, r.elements...))
	s.Title = r.title()
	if err == nil && len(s.Elements) == 0 {
		err = fault.New(fault.InvalidBody, "the %s holds no script: no paragraph has text", what)
	}
	return s, err
}

// reader walks the tokens of a document.
type reader struct {
	xml           *container.XML
	path          []string // local names of the open elements, in lower case
	inline        bool     // marks of emphasis stand in the text, as in version 1
	bases         map[string]string
	elements      []screenplay.Element
	titleElements []screenplay.Element
	marked        []screenplay.Field // of the title page, by bookmark
	titleLines    []string           // of a title page, blank ones included
	info          string             // the title page of version 1, line by line
	open          paragraph
}

// paragraph is the para whose end was not read yet.
type paragraph struct {
	element              screenplay.Element
	style                string
	note, synopsis, mark string
	text                 strings.Builder
}

// read reads the document to its end.
func (r *reader) read() error {
	return r.xml.Each(func(token xml.Token) error {
		switch t := token.(type) {
		case xml.StartElement:
			name := strings.ToLower(t.Name.Local)
			if len(r.path) == 0 && name != "document" {
				return r.xml.Damaged("its outermost element is not document")
			}
			r.path = append(r.path, name)
			r.start(name, t)
		case xml.EndElement:
			if r.path[len(r.path)-1] == "para" {
				r.paragraph()
			}
			r.path = r.path[:len(r.path)-1]
			if len(r.elements)+len(r.titleLines) > container.MostParagraphs {
				return r.xml.Damaged(container.TooLong)
			}
		case xml.CharData:
			if r.within("text") && r.within("para") {
				r.open.text.Write(t)
			}
		}
		return nil
	})
}

// within reports whether an element of that name is the innermost or the one around it.
func (r *reader) within(name string) bool {
	n := len(r.path)
	return n > 0 && r.path[n-1] == name || n > 1 && r.path[n-2] == name
}

// start keeps what the attributes of an element say.
func (r *reader) start(name string, t xml.StartElement) {
	switch name {
	case "document":
		r.inline = strings.HasPrefix(container.Attribute(t, "version"), "1")
	case "info": // version 1 has its title page here
		if title := container.Attribute(t, "title"); title != "" {
			r.info = title + "\n\nby\n\n" + container.Attribute(t, "written_by")
		}
	case "para":
		r.open = paragraph{note: container.Attribute(t, "note"), synopsis: container.Attribute(t, "synopsis"), mark: container.Attribute(t, "bookmark")}
		r.open.element.Number = container.Attribute(t, "number", "scene_number", "scenenumber")
		r.open.element.Dual = isSet(container.Attribute(t, "dualdialogue"))
	case "style":
		base := container.Attribute(t, "basestyle", "basestylename")
		if !r.within("para") {
			if !isSet(container.Attribute(t, "builtin")) {
				r.bases[container.Attribute(t, "name")] = base
			}
			return
		}
		if r.open.style = base; base == "" {
			r.open.style = container.Attribute(t, "name")
		}
		r.open.element.Centered = strings.EqualFold(container.Attribute(t, "align"), "center")
		r.open.element.Dual = r.open.element.Dual || isSet(container.Attribute(t, "dualdialogue"))
	}
}

// isSet reports whether the value of an attribute says yes.
func isSet(value string) bool { return value == "1" || strings.EqualFold(value, "true") }

// paragraph writes the elements of the para that ends.
func (r *reader) paragraph() {
	p := &r.open
	e := p.element
	e.Text = r.plain(p.text.String())
	if r.path[1] == "titlepage" {
		r.titleElements = append(r.titleElements, screenplay.Element{Kind: screenplay.TitlePage, Text: e.Text})
		r.titleLines = append(r.titleLines, e.Text)
		value := strings.Join(strings.Fields(e.Text), " ")
		if key := strings.ToLower(p.mark); marks[key] && value != "" && !slices.ContainsFunc(r.marked, func(f screenplay.Field) bool { return f.Key == key }) {
			r.marked = append(r.marked, screenplay.Field{Key: key, Value: value})
		}
		return
	}
	if r.path[1] != "paragraphs" {
		return
	}
	for _, beside := range []screenplay.Element{{Kind: screenplay.Synopsis, Text: p.synopsis}, {Kind: screenplay.Note, Text: p.note}} {
		if beside.Text != "" {
			r.elements = append(r.elements, beside)
		}
	}
	e.Kind, e.Level = r.kind(p.style)
	if e.Kind != screenplay.Heading {
		e.Number = ""
	}
	e.Dual = e.Dual && e.Kind == screenplay.Character
	if e.Text != "" {
		r.elements = append(r.elements, e)
	}
}

// kind places a paragraph by its style: by the name of a style that the document does not
// define itself, else by what the style is based on.
func (r *reader) kind(style string) (screenplay.Kind, int) {
	for range 8 {
		base, own := r.bases[style]
		if !own {
			break
		}
		style = base
	}
	kind, level, _ := screenplay.ElementNamed(style)
	return kind, level
}

// marks are the bookmarks of a title page, in lower case: they name fields.
var marks = map[string]bool{"title": true, "author": true, "copyright": true, "contact": true, "draft": true}

// title returns the fields of the title page: by its bookmarks where it has them.
func (r *reader) title() []screenplay.Field {
	switch {
	case slices.ContainsFunc(r.marked, func(f screenplay.Field) bool { return f.Key == "title" }):
		return r.marked
	case len(r.titleLines) > 0:
		return plain.TitleFields(strings.Join(r.titleLines, "\n"))
	}
	return plain.TitleFields(r.info)
}

// inlineMark matches the marks that version 1 has in its text.
var inlineMark = regexp.MustCompile(`</?(?:b|i|u|s|font|size|color|bgcolor|rev|link)(?:="[^"]*")?>`)

// plain returns the text of a paragraph without marks of emphasis.
func (r *reader) plain(text string) string {
	if r.inline && strings.Contains(text, "<") {
		text = inlineMark.ReplaceAllString(strings.ReplaceAll(text, "<br>", "\n"), "")
	}
	return text
}
