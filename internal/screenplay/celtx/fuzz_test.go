package celtx

import (
	"testing"

	"kinodex/internal/fault"
)

func FuzzCeltx(f *testing.F) {
	for _, seed := range []string{
		`<html><head><title>A</title><meta name="Author" content="B"><style>p:before {}</style></head><body>` +
			`<p class="sceneheading" scenestr="1">INT. A<br></p><p class="character">B</p><p class="dialog">c &eacute;<span class="softbreak">1</span></p></body></html>`,
		`<P CLASS=action>a<p>b<br/>`, "<p class=\"act 3\">", "<title><title><p class=shot></title>", "<!-- <p> --><![CDATA[a]]><p class=action>&nbsp;&#x0;",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, source string) {
		s, err := Parse(source)
		if err != nil {
			if !fault.Is(err, fault.InvalidBody) {
				t.Error(err)
			}
			return
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
