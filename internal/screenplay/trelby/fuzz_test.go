package trelby

import (
	"testing"

	"kinodex/internal/fault"
)

func FuzzTrelby(f *testing.F) {
	for _, seed := range []string{
		"\ufeff#Version 3\n#Begin-Config \nA:1\n#End-Config \n#Title-String 0.0,80.0,24,cb,Courier,,A\\n\\nby\\n\\nB\n#Start-Script \n.\\INT. A\n>.b\n+.c\n&.d\n|.e\n..f\n._G\n.(h)\n.:i\n./CUT TO:\n.%j\n.@ACT\n.=k\n",
		"#Version 1\n..a", "#Version 2\n#Title-String ,,,,,,\n..\n.", "#Version 9\r\n#Start-Script\r\n..a\r\n",
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
