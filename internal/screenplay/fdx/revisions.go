package fdx

import (
	"encoding/xml"
	"io"
	"strings"
)

// Revision is text that a Final Draft file marks as revised.
type Revision struct {
	// Start and End are byte offsets of the text in the source, tags between included.
	Start, End int
	Text       string
	// Set is the name of the set of revisions, such as Blue Rev.; its id when the file does not
	// name it. Color is the colour that the file gives the set, Mark its sign in the margin.
	Set, Color, Mark string
}

// Revisions returns the revised texts of a Final Draft file in order, those that follow one another
// within a paragraph and belong to one set joined. A file that is damaged gives those up to there.
func Revisions(source string) (all []Revision) {
	x := xml.NewDecoder(strings.NewReader(source))
	x.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil } // the source is text already
	r := revisionReader{sets: map[string]Revision{}}
	for before := int64(0); ; before = x.InputOffset() {
		token, err := x.Token()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			r.start(t)
		case xml.EndElement:
			if t.Name.Local == "Text" {
				r.set = ""
			}
		case xml.CharData:
			r.chars(string(t), int(before), int(x.InputOffset()))
		}
	}
	for i := range r.found {
		f := r.found[i].Revision
		if named, known := r.sets[f.Set]; known {
			f.Set, f.Color, f.Mark = named.Set, named.Color, named.Mark
		}
		if f.Text = strings.TrimSpace(string(r.found[i].text)); f.Text != "" {
			all = append(all, f)
		}
	}
	return all
}

// revised is a revision whose text is not whole yet.
type revised struct {
	Revision
	text []byte
}

// revisionReader collects revised texts. Their Set is an id until the file was read, since the
// file lists its sets at its end.
type revisionReader struct {
	found []revised
	sets  map[string]Revision // by id
	set   string              // the id of the open text; empty when it is not revised
	fresh bool                // whether a paragraph began since the last revised text
}

// start opens an element.
func (r *revisionReader) start(t xml.StartElement) {
	switch t.Name.Local {
	case "Paragraph":
		r.fresh = true
	case "Text":
		if r.set = attribute(t, "RevisionID"); r.set == "0" { // the text was never revised
			r.set = ""
		}
	case "Revision":
		id := attribute(t, "ID")
		named := Revision{Set: attribute(t, "Name"), Color: attribute(t, "Color"), Mark: attribute(t, "Mark")}
		if named.Set == "" {
			named.Set = id
		}
		r.sets[id] = named
	}
}

// chars adds text of the source from start to end.
func (r *revisionReader) chars(text string, start, end int) {
	if r.set == "" {
		return
	}
	if n := len(r.found); n > 0 && !r.fresh && r.found[n-1].Set == r.set {
		r.found[n-1].text = append(r.found[n-1].text, text...)
		r.found[n-1].End = end
		return
	}
	r.found, r.fresh = append(r.found, revised{Revision{Start: start, End: end, Set: r.set}, []byte(text)}), false
}
