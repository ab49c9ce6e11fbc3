package docx

import (
	"testing"

	"kinodex/internal/fault"
)

func FuzzWord(f *testing.F) {
	f.Add(`<w:p><w:pPr><w:pStyle w:val="a"/><w:ind w:left="1440" w:hanging="720"/><w:jc w:val="right"/></w:pPr><w:r><w:rPr><w:caps/></w:rPr><w:t>INT. A</w:t><w:br/></w:r></w:p>`,
		`<w:docDefaults><w:spacing w:after="160"/></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="a"><w:name w:val="Slug Line"/><w:basedOn w:val="b"/></w:style>`)
	f.Add(`<w:p><w:r><w:txbxContent><w:p><w:r><w:t>a</w:t></w:r></w:p></w:txbxContent></w:r></w:p><w:tbl><w:p><w:del><w:t>b</w:t></w:del></w:p>`, `<w:style w:styleId="a"><w:basedOn w:val="a"/>`)
	f.Add(`<w:p><w:pPr><w:pStyle w:val="Character"/></w:pPr><w:r><w:t>A</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="Dialog"/></w:pPr><w:r><w:t>b</w:t></w:r></w:p>`, "")
	f.Fuzz(func(t *testing.T, body, styles string) {
		sheet, err := readStyles("<w:styles>" + styles + "</w:styles>")
		if err == nil {
			var all []paragraph
			if all, err = readParagraphs("<w:document>"+body+"</w:document>", &sheet); err == nil {
				layOut(all)
				s := styled(all)
				for i, e := range s.Elements {
					if e.End <= e.Start || s.Source[e.Start:e.End] != e.Text {
						t.Fatalf("element %d stands at %d to %d: %q", i, e.Start, e.End, e.Text)
					}
				}
			}
		}
		if err != nil && !fault.Is(err, fault.InvalidBody) {
			t.Error(err)
		}
	})
}
