// Package docx reads Word's documents: the elements of a screenplay where the styles of
// paragraphs name them, else the text as it is laid out, for package plain to parse.
// Start reading at Open.
package docx

import (
	"strings"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/container"
	"kinodex/internal/screenplay/plain"
	"kinodex/internal/text"
)

// What names the document for a stranger.
const What = "Word document"

// Document and styles are the names of files in the archive of a document.
const (
	Document = "word/document.xml"
	styles   = "word/styles.xml"
)

// Open reads a document. Text that was deleted while changes were tracked, headers,
// footers, footnotes and comments are not read.
func Open(a *container.Archive) (*screenplay.Script, error) {
	data, err := a.Read(Document)
	if err != nil {
		return nil, err
	}
	sheet := styleSheet{styles: map[string]style{}}
	if a.Has(styles) {
		b, err := a.Read(styles)
		if err != nil {
			return nil, err
		}
		if sheet, err = readStyles(text.Decode(b)); err != nil {
			return nil, err
		}
	}
	paragraphs, err := readParagraphs(text.Decode(data), &sheet)
	if err != nil {
		return nil, err
	}
	if isStyled(paragraphs) {
		return styled(paragraphs), nil
	}
	s := plain.Parse(layOut(paragraphs))
	s.Format = screenplay.Word
	return s, nil
}

// isStyled reports whether the styles of a document name the elements of a screenplay: at
// least half of its paragraphs with text, and who speaks and what is said, or scenes,
// are among them.
func isStyled(all []paragraph) bool {
	named, texts := 0, 0
	var kinds [screenplay.PageBreak + 1]bool
	for i := range all {
		if p := &all[i]; p.hasText() {
			texts++
			if p.known {
				named++
				kinds[p.kind] = true
			}
		}
	}
	return 2*named >= texts && (kinds[screenplay.Character] && kinds[screenplay.Dialogue] || kinds[screenplay.Heading])
}

// styled makes a script of paragraphs whose styles name elements. A paragraph of another
// style is a heading or a transition if it reads as one, else action. Those before the
// first that is of the film are a title page down to the last that is centered.
func styled(all []paragraph) *screenplay.Script {
	front := 0
	for i := range all {
		if p := &all[i]; p.known && p.kind.InFilm() {
			break
		} else if p.center || p.known {
			front = i + 1
		}
	}
	elements := make([]screenplay.Element, 0, len(all))
	var title strings.Builder
	for i := range all {
		p := &all[i]
		e := screenplay.Element{Kind: p.kind, Level: p.level, Text: p.text(), Centered: p.center}
		switch {
		case i < front && (!p.known || p.kind == screenplay.TitlePage):
			title.WriteString(e.Text + "\n")
			e = screenplay.Element{Kind: screenplay.TitlePage, Text: e.Text}
		case p.known:
		case screenplay.IsHeading(e.Text):
			e.Kind = screenplay.Heading
		case screenplay.IsTransition(e.Text):
			e.Kind = screenplay.Transition
		}
		if e.Kind == screenplay.Heading {
			e.Number, e.Text, _ = screenplay.CutSceneNumber(e.Text)
		}
		elements = append(elements, e)
	}
	s := screenplay.Compose(screenplay.Word, elements)
	s.Title = plain.TitleFields(title.String())
	return s
}
