package docx

import (
	"encoding/xml"
	"strconv"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/container"
)

// layout is how a paragraph stands on the page, in twentieths of a point, as far as it is
// said: by the paragraph, or by its style.
type layout struct {
	left, first, before, after length
	align                      string
	caps                       toggle
}

// length is a measure that may not be said.
type length struct {
	twips int
	said  bool
}

// or returns a length, or another where it is not said.
func (l length) or(other length) length {
	if l.said {
		return l
	}
	return other
}

// toggle is yes or no, or not said.
type toggle uint8

const (
	unsaid toggle = iota
	off
	on
)

// over returns a layout with what another says where it says nothing itself.
func (l layout) over(under layout) layout {
	l.left, l.first, l.before, l.after = l.left.or(under.left), l.first.or(under.first), l.before.or(under.before), l.after.or(under.after)
	if l.align == "" {
		l.align = under.align
	}
	if l.caps == unsaid {
		l.caps = under.caps
	}
	return l
}

// read takes what an element of the properties of a paragraph or of a run says.
func (l *layout) read(t xml.StartElement) {
	switch t.Name.Local {
	case "ind":
		set(&l.left, t, "left", "start")
		set(&l.first, t, "firstLine")
		if hanging := container.Attribute(t, "hanging"); hanging != "" {
			set(&l.first, t, "hanging")
			l.first.twips = -l.first.twips
		}
	case "spacing":
		set(&l.before, t, "before")
		set(&l.after, t, "after")
	case "jc":
		l.align = container.Attribute(t, "val")
	case "caps":
		l.caps = toggleOf(t)
	}
}

// toggleOf reads an element that is on unless it says otherwise.
func toggleOf(t xml.StartElement) toggle {
	switch container.Attribute(t, "val") {
	case "0", "false", "off", "none":
		return off
	}
	return on
}

// set reads a length from an attribute. A number that no page has counts as not said.
func set(l *length, t xml.StartElement, names ...string) {
	if n, err := strconv.Atoi(container.Attribute(t, names...)); err == nil && n > -30_000 && n < 30_000 {
		*l = length{n, true}
	}
}

// style is a style of paragraphs.
type style struct {
	name, basedOn string
	layout        layout
}

// styleSheet are the styles of a document by their ids, and what holds without any.
type styleSheet struct {
	styles   map[string]style
	defaults layout
	normal   string // id of the style of paragraphs that name none
}

// readStyles reads the styles of a document.
func readStyles(source string) (styleSheet, error) {
	x := container.NewXML(What, source)
	s := styleSheet{styles: map[string]style{}}
	id, open := "", style{}
	paragraphs := true // of the open style: it is not one of characters or tables
	into := &s.defaults
	err := x.Each(func(token xml.Token) error {
		switch t := token.(type) {
		case xml.StartElement:
			switch t.Name.Local {
			case "style":
				id, open, into = container.Attribute(t, "styleId"), style{}, &open.layout
				kind := container.Attribute(t, "type")
				paragraphs = kind == "paragraph" || kind == ""
				if paragraphs && toggleOfDefault(t) {
					s.normal = id
				}
			case "name":
				open.name = container.Attribute(t, "val")
			case "basedOn":
				open.basedOn = container.Attribute(t, "val")
			default:
				into.read(t)
			}
		case xml.EndElement:
			if t.Name.Local == "style" {
				if paragraphs {
					s.styles[id] = open
				}
				into = &layout{} // what stands between styles is of none
			}
		}
		return nil
	})
	return s, err
}

// toggleOfDefault reports whether a style is that of paragraphs that name none.
func toggleOfDefault(t xml.StartElement) bool {
	value := container.Attribute(t, "default")
	return value == "1" || value == "true" || value == "on"
}

// chain is how far the styles of a real document are based on one another, at most.
const chain = 16

// apply places a paragraph by its style, and completes its layout: the name of the style
// or of one it is based on names the element.
func (s *styleSheet) apply(p *paragraph) {
	id := p.style
	if id == "" {
		id = s.normal
	}
	for range chain {
		of, defined := s.styles[id]
		if !p.known && of.name != "" {
			p.kind, p.level, p.known = screenplay.ElementNamed(of.name)
		}
		if !p.known && id != "" {
			p.kind, p.level, p.known = screenplay.ElementNamed(id)
		}
		if !defined {
			break
		}
		p.layout = p.layout.over(of.layout)
		id = of.basedOn
	}
	p.layout = p.layout.over(s.defaults)
	p.center = p.layout.align == "center"
}
