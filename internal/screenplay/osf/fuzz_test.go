package osf

import (
	"testing"

	"kinodex/internal/fault"
)

func FuzzOSF(f *testing.F) {
	for _, seed := range []string{
		`<document type="Open Screenplay Format document" version="40"><styles><style name="A" basestyle="Action"/></styles><paragraphs><para number="1"><style basestyle="Scene Heading"/><text>INT. A</text></para>` +
			`<para note="n" synopsis="s"><style basestyle="A" align="center"/><text>b</text><text>c</text></para></paragraphs><titlepage><para bookmark="Title"><text>d</text></para></titlepage></document>`,
		`<document version="12"><info title="a" written_by="by b"/><paragraphs><para><style basestylename="Character" dualdialogue="1"/><text>&lt;b&gt;A&lt;br&gt;</text></para><para><style name="Dialogue"/><text>b</text></para>`,
		"<document><text><para><style/>", "\ufeff<document>&amp;<![CDATA[<para>]]><!-- a -->",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		s, err := Parse(source)
		if err != nil && !fault.Is(err, fault.InvalidBody) {
			t.Error(err)
		}
		before := 0
		for i, e := range s.Elements {
			if e.Start < before || e.End <= e.Start || s.Source[e.Start:e.End] != e.Text {
				t.Fatalf("element %d stands at %d to %d: %q", i, e.Start, e.End, e.Text)
			}
			before = e.End
		}
	})
}
