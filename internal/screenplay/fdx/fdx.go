// Package fdx parses FDX, the XML that Final Draft writes. Start reading at Parse.
package fdx

import (
	"encoding/xml"
	"io"
	"strings"
	"unicode"

	"kinodex/internal/fault"
	"kinodex/internal/screenplay"
)

// Detect reports whether the text is an XML document of Final Draft, whatever
// prefix its names have.
// It looks at the first 8 KiB after white space and a byte order mark.
func Detect(text string) bool {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	if !strings.HasPrefix(text, "<") {
		return false
	}
	head := text[:min(len(text), 8<<10)]
	return strings.Contains(head, "<FinalDraft") || strings.Contains(head, ":FinalDraft")
}

// deepest is how far elements of a Final Draft file may nest. Real ones stay
// under a dozen.
const deepest = 64

// Parse reads Final Draft's XML. Offsets point at the text of a paragraph in
// the XML, from its first letter to its last, tags between included.
//
// Paragraphs of every type that Final Draft has are placed as its own reports
// count them: a Shot is no scene, so it is action, as is General; New Act opens
// a section; End of Act, Cast List and an omitted scene are furniture. A type
// of the writer's own making is what its settings say it is paginated as, else
// action. Paragraphs without text are left out.
//
// A damaged file gives a fault that says where, beside the script up to there.
func Parse(source string) (*screenplay.Script, error) {
	r := &fdxReader{
		script:    &screenplay.Script{Source: source, Format: screenplay.FinalDraft},
		xml:       xml.NewDecoder(strings.NewReader(source)),
		paginated: map[string]string{},
	}
	// The source is text already: what its declaration says of bytes is past.
	r.xml.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	err := r.read()
	r.settle()
	r.script.Assemble()
	return r.script, err
}

// fdxReader walks the tokens of a file.
type fdxReader struct {
	script *screenplay.Script
	xml    *xml.Decoder
	path   []string // local names of the open elements
	// paragraphs are the open ones, innermost last: notes and summaries nest
	// paragraphs within paragraphs.
	paragraphs []fdxParagraph
	dual       int // how many DualDialogue are open
	// custom are the elements whose type is not Final Draft's, by name, to be
	// placed when the settings have been read; paginated says how.
	custom    []fdxCustom
	paginated map[string]string
	settings  string // the type that the open ElementSettings describe
}

// fdxParagraph is a paragraph whose end was not read yet. start and end are
// offsets of its text in the source, in bytes; start is -1 until there is text.
type fdxParagraph struct {
	kind       string
	number     string
	centered   bool
	dual       bool
	omitted    bool
	depth      int // of the paragraph in path
	start, end int
	text       []byte
}

// fdxCustom is an element whose type is not one of Final Draft's: its index in
// Elements, and the name of the type.
type fdxCustom struct {
	element int
	kind    string
}

// read reads the file to its end. It returns a fault for a file that is damaged or
// has no text; what was read before stays in the script.
func (r *fdxReader) read() error {
	before := int64(0)
	for {
		before = r.xml.InputOffset()
		token, err := r.xml.Token()
		if err == io.EOF {
			return r.missing()
		}
		if err != nil {
			return r.damaged("it is not well-formed XML there")
		}
		switch t := token.(type) {
		case xml.StartElement:
			if len(r.path) == 0 && t.Name.Local != "FinalDraft" {
				return r.damaged("its outermost element is not FinalDraft")
			}
			if len(r.path) >= deepest {
				return r.damaged("its elements nest too deep")
			}
			r.start(t)
		case xml.EndElement:
			r.end()
		case xml.CharData:
			r.chars(t, int(before))
		case xml.Directive:
			if strings.Contains(string(t), "ENTITY") {
				return r.damaged("it declares entities, which a Final Draft file never does")
			}
		}
	}
}

// damaged says where reading stopped and why, and nothing of what stands there.
func (r *fdxReader) damaged(why string) error {
	line, column := r.xml.InputPos()
	return fault.New(fault.InvalidBody, "the Final Draft file is damaged at line %d, column %d: %s", line, column, why)
}

// missing returns a fault when no paragraph had text, else nil.
func (r *fdxReader) missing() error {
	if len(r.script.Elements) == 0 {
		return fault.New(fault.InvalidBody, "the Final Draft file holds no script: no paragraph with text in FinalDraft/Content")
	}
	return nil
}

// start opens an element. It keeps what the attributes of paragraphs and of the
// settings of types say.
func (r *fdxReader) start(t xml.StartElement) {
	name := t.Name.Local
	r.path = append(r.path, name)
	switch name {
	case "Paragraph":
		p := fdxParagraph{kind: attribute(t, "Type"), number: attribute(t, "Number"), depth: len(r.path), dual: r.dual > 0, start: -1}
		p.centered = attribute(t, "Alignment") == "Center"
		r.paragraphs = append(r.paragraphs, p)
	case "DualDialogue":
		r.dual++
	case "OmittedScene":
		if n := len(r.paragraphs); n > 0 {
			r.paragraphs[n-1].omitted = true
		}
	case "ElementSettings":
		r.settings = attribute(t, "Type")
	case "Behavior":
		if r.settings != "" {
			r.paginated[r.settings] = attribute(t, "PaginateAs")
		}
	}
}

// attribute returns the value of an attribute by its local name, whatever its
// prefix; it is empty when there is none.
func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// end closes the innermost element. The end of a paragraph writes its element.
func (r *fdxReader) end() {
	switch r.path[len(r.path)-1] {
	case "Paragraph":
		p := &r.paragraphs[len(r.paragraphs)-1]
		r.paragraph(p)
		r.paragraphs = r.paragraphs[:len(r.paragraphs)-1]
	case "DualDialogue":
		r.dual--
	case "ElementSettings":
		r.settings = ""
	}
	r.path = r.path[:len(r.path)-1]
}

// chars collects the text of the innermost paragraph: what stands in Text right
// under it.
func (r *fdxReader) chars(data []byte, at int) {
	if len(r.paragraphs) == 0 || r.path[len(r.path)-1] != "Text" {
		return
	}
	p := &r.paragraphs[len(r.paragraphs)-1]
	if len(r.path) != p.depth+1 || len(data) == 0 {
		return
	}
	end := int(r.xml.InputOffset())
	if p.start < 0 && len(strings.TrimSpace(string(data))) > 0 {
		raw := r.script.Source[at:end]
		p.start = at + len(raw) - len(strings.TrimLeftFunc(raw, unicode.IsSpace))
	}
	p.text = append(p.text, data...)
	p.end = end
}

// within reports whether the paragraph that ends stands somewhere inside an
// element of that name.
func (r *fdxReader) within(name string) bool {
	for _, open := range r.path {
		if open == name {
			return true
		}
	}
	return false
}

// paragraph writes the element that a paragraph is.
// It writes none for a paragraph without text, nor for one that stands neither on
// the title page nor in FinalDraft/Content.
func (r *fdxReader) paragraph(p *fdxParagraph) {
	if p.start < 0 || len(r.path) < 3 {
		return
	}
	e := screenplay.Element{Start: p.start, End: p.end, Centered: p.centered}
	e.Text = strings.TrimRightFunc(string(p.text), unicode.IsSpace)
	if e.Text == "" {
		return
	}
	e.End = p.start + len(strings.TrimRightFunc(r.script.Source[p.start:p.end], unicode.IsSpace))
	known := true
	switch {
	case r.within("TitlePage"):
		e.Kind, e.Text = screenplay.TitlePage, strings.TrimSpace(e.Text)
	case r.path[1] != "Content":
		return // headers, footers, watermarks, lists of the program
	case r.within("ScriptNote"):
		e.Kind = screenplay.Note
	case r.within("Summary"):
		e.Kind = screenplay.Synopsis
	case r.within("SceneProperties"):
		return
	case r.within("OmittedScene"):
		e.Kind = screenplay.PageArtifact
	default:
		e.Kind, e.Level, known = screenplay.ElementNamed(p.kind)
		e.Number = p.number
	}
	if e.Kind != screenplay.Action {
		e.Text, e.Centered = strings.TrimSpace(e.Text), false
	}
	if e.Kind != screenplay.Heading {
		e.Number = ""
	} else if p.omitted {
		e.Kind = screenplay.PageArtifact
	}
	e.Dual = e.Kind == screenplay.Character && p.dual
	if !known {
		r.custom = append(r.custom, fdxCustom{len(r.script.Elements), p.kind})
	}
	r.script.Elements = append(r.script.Elements, e)
}
