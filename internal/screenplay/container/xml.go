package container

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"kinodex/internal/fault"
)

// deepest is how far elements may nest. Those of real documents stay under forty,
// tables in tables included.
const deepest = 128

// MostParagraphs is how many paragraphs with text a document may have. The longest script
// has some ten thousand.
const MostParagraphs = 200_000

// TooLong is what is wrong with a document of more paragraphs.
const TooLong = "it has more paragraphs than any script"

// XML walks the tokens of a document.
type XML struct {
	decoder *xml.Decoder
	what    string
	depth   int
}

// NewXML starts at the beginning of a document. what names the document for a stranger.
// Entities are those of XML alone: nothing outside the document is looked at.
func NewXML(what, source string) *XML {
	x := &XML{decoder: xml.NewDecoder(strings.NewReader(source)), what: what}
	// The source is text already: what its declaration says of bytes is past.
	x.decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	return x
}

// NewHTML is NewXML for pages: elements may stay open, and entities are those of HTML.
func NewHTML(what, source string) *XML {
	x := NewXML(what, source)
	x.decoder.Strict, x.decoder.AutoClose, x.decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	return x
}

// Next returns the next token: its end is io.EOF. A document that is not well-formed, nests
// too deep or declares entities gives a fault that says where.
func (x *XML) Next() (xml.Token, error) {
	token, err := x.decoder.Token()
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err != nil {
		return nil, x.Damaged("it is not well-formed XML there")
	}
	switch t := token.(type) {
	case xml.StartElement:
		if x.depth++; x.depth > deepest {
			return nil, x.Damaged("its elements nest too deep")
		}
	case xml.EndElement:
		x.depth--
	case xml.Directive:
		if strings.Contains(string(t), "ENTITY") {
			return nil, x.Damaged("it declares entities, which such a document never does")
		}
	}
	return token, nil
}

// Each calls read with each token that is left, to the end of the document, or until there is a fault or
// read returns an error, which it returns.
func (x *XML) Each(read func(xml.Token) error) error {
	for {
		token, err := x.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := read(token); err != nil {
			return err
		}
	}
}

// Damaged is the fault that says where reading stopped and why, and nothing of what
// stands there.
func (x *XML) Damaged(why string) error {
	line, column := x.decoder.InputPos()
	return fault.New(fault.InvalidBody, "the %s is damaged at line %d, column %d: %s", x.what, line, column, why)
}

// Attribute returns the value of an attribute by its local name, whatever its prefix and
// its case; it is empty when there is none.
func Attribute(t xml.StartElement, names ...string) string {
	for _, name := range names {
		for _, a := range t.Attr {
			if strings.EqualFold(a.Name.Local, name) {
				return a.Value
			}
		}
	}
	return ""
}
