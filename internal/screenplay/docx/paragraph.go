package docx

import (
	"encoding/xml"
	"strings"
	"unicode/utf8"

	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/container"
)

// paragraph is a paragraph of a document: what its style says it is, if that is an element
// of a screenplay, how it is laid out, and its text.
type paragraph struct {
	style  string // the id
	kind   screenplay.Kind
	level  int
	known  bool // the style names an element
	center bool
	layout layout
	runs   []run
}

// run is a stretch of text in capitals or not.
type run struct {
	text string
	caps toggle
}

// hasText reports whether a paragraph shows anything.
func (p *paragraph) hasText() bool {
	for _, r := range p.runs {
		if strings.TrimSpace(r.text) != "" {
			return true
		}
	}
	return false
}

// text returns the text as the page shows it: what is set in capitals is in capitals.
func (p *paragraph) text() string {
	var b strings.Builder
	for _, r := range p.runs {
		if r.caps == on || r.caps == unsaid && p.layout.caps == on {
			b.WriteString(strings.ToUpper(r.text))
		} else {
			b.WriteString(r.text)
		}
	}
	return b.String()
}

// unshown are elements whose text is not on the page: what was deleted or moved away while
// changes were tracked, the codes of fields, and the second of two ways to show a shape.
var unshown = map[string]bool{"del": true, "moveFrom": true, "instrText": true, "delText": true, "Fallback": true, "rPrChange": true, "pPrChange": true}

// reader walks the tokens of a document.
type reader struct {
	sheet   *styleSheet
	all     []paragraph
	open    []paragraph // the innermost last: text boxes nest
	hidden  int         // open elements from the first that is not shown
	inRun   bool
	inText  bool
	capital toggle // of the open run
}

// readParagraphs reads the paragraphs of a document in order, those of tables cell by cell.
func readParagraphs(source string, sheet *styleSheet) ([]paragraph, error) {
	x := container.NewXML(What, source)
	r := reader{sheet: sheet}
	err := x.Each(func(token xml.Token) error {
		switch t := token.(type) {
		case xml.StartElement:
			if r.hidden > 0 || unshown[t.Name.Local] {
				r.hidden++
			} else {
				r.start(t)
			}
		case xml.EndElement:
			if r.hidden > 0 {
				r.hidden--
			} else {
				r.end(t.Name.Local)
			}
			if len(r.all) > container.MostParagraphs {
				return x.Damaged(container.TooLong)
			}
		case xml.CharData:
			if r.hidden == 0 && r.inText {
				r.write(string(t))
			}
		}
		return nil
	})
	return r.all, err
}

// start opens an element.
func (r *reader) start(t xml.StartElement) {
	if t.Name.Local == "p" {
		r.open = append(r.open, paragraph{})
	}
	if len(r.open) == 0 {
		return
	}
	p := &r.open[len(r.open)-1]
	switch t.Name.Local {
	case "pStyle":
		p.style = container.Attribute(t, "val")
	case "r":
		r.inRun, r.capital = true, unsaid
	case "caps":
		if r.inRun {
			r.capital = toggleOf(t)
		}
	case "t":
		r.inText = true
	case "tab":
		if r.inRun {
			r.write("\t")
		}
	case "br", "cr":
		if kind := container.Attribute(t, "type"); kind != "page" && kind != "column" {
			r.write("\n")
		}
	case "noBreakHyphen":
		r.write("-")
	default:
		if !r.inRun {
			p.layout.read(t)
		}
	}
}

// write adds text to the innermost paragraph.
func (r *reader) write(text string) {
	if len(r.open) > 0 {
		p := &r.open[len(r.open)-1]
		p.runs = append(p.runs, run{text, r.capital})
	}
}

// end closes an element.
func (r *reader) end(name string) {
	switch name {
	case "t":
		r.inText = false
	case "r":
		r.inRun = false
	case "p":
		if n := len(r.open); n > 0 {
			p := r.open[n-1]
			r.sheet.apply(&p)
			r.all, r.open = append(r.all, p), r.open[:n-1]
		}
	}
}

// The measures of a page: Courier of 12 points has ten characters to the inch, and between
// usual margins sixty to the line.
const (
	twipsPerColumn = 144
	lineColumns    = 60
	mostColumns    = 80
	tabColumns     = 5
	// gap is the space between paragraphs that is a blank line, or most of one.
	gap = 120
)

// layOut writes paragraphs as a typewriter would: a line each, however long, with their
// indentation, and blank lines where there is space between them.
func layOut(all []paragraph) string {
	var b strings.Builder
	after, blank := 0, true
	for i := range all {
		p := &all[i]
		if !blank && max(after, p.layout.before.twips) >= gap && p.hasText() {
			b.WriteByte('\n')
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(p.text(), "\u00a0", " "), "\n") {
			line = strings.TrimRight(line, " \t")
			if line != "" {
				b.WriteString(strings.Repeat(" ", p.column(line)))
				b.WriteString(strings.ReplaceAll(line, "\t", strings.Repeat(" ", tabColumns)))
			}
			b.WriteByte('\n')
			blank = line == ""
		}
		after = p.layout.after.twips
	}
	return b.String()
}

// column returns where a line of a paragraph begins.
func (p *paragraph) column(line string) int {
	length := utf8.RuneCountInString(line)
	column := (p.layout.left.twips + p.layout.first.twips) / twipsPerColumn
	switch p.layout.align {
	case "center":
		column = (lineColumns - length + p.layout.left.twips/twipsPerColumn) / 2
	case "right", "end":
		column = lineColumns - length
	}
	return min(max(column, 0), mostColumns)
}
