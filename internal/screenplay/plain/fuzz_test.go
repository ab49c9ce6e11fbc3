package plain

import (
	"slices"
	"strings"
	"testing"

	"kinodex/internal/screenplay"
)

// Whatever bytes are called a script, reading them never panics, its elements
// come in order and within the source, and the way lines end changes nothing.
func FuzzPlain(f *testing.F) {
	f.Add(lighthouse(f))
	f.Add(strings.ReplaceAll(lighthouse(f), " ", ""))
	f.Add("MARTA: Yes.\nHENNING (low): No.\nMARTA: Yes.\nHENNING: No.\n")
	f.Add("<pre>\n<b>INT. HALL</b>\n\n\t\tMARTA\n\t(beat)\nNo&nbsp;&#151;no.</pre>")
	f.Add("E X T . H A L L\n1 2 3\n\x00\xff\xe2\x80\xa8 \xc2\xa0 (((\n12.\nCONTINUED: (2)\n- 4 -")
	f.Add("7AINT.HALL-DAY7A\nMARTA'S VOICE\nI'mhereand1stof30TH" + strings.Repeat("nospacesatallanywhere", 20))
	f.Add("RAIN\n\nby ȺȺȺȺȺȺ\n\nFADE IN:\n\nINT. HALL - DAY\n\nNobody.\n")
	f.Add("RAIN\n\n(written by İpek İnce.)\n\nFADE IN:\n\nINT. HALL - DAY\n\nNobody.\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := Parse(text)
		start := 0
		for i, e := range s.Elements {
			beside := e.Speech >= 0 && s.Elements[s.Speeches[e.Speech].First].Dual
			if e.Start < start && !beside || e.End < e.Start || e.End > len(text) {
				t.Fatalf("element %d is from %d to %d, after one from %d, of %d bytes", i, e.Start, e.End, start, len(text))
			}
			start = e.Start
			if beside {
				start = 0
			}
			if e.Scene >= len(s.Scenes) || e.Speech >= len(s.Speeches) {
				t.Fatalf("element %d is in scene %d of %d, speech %d of %d", i, e.Scene, len(s.Scenes), e.Speech, len(s.Speeches))
			}
		}
		if strings.ContainsAny(text, "\r\f\v") || strings.HasPrefix(text, "\ufeff") {
			return
		}
		want := kindsAndTexts(s)
		for _, end := range []string{"\r\n", "\r"} {
			if got := kindsAndTexts(Parse(strings.ReplaceAll(text, "\n", end))); !slices.Equal(got, want) {
				t.Fatalf("with lines that end in %q: %s", end, firstDifference(got, want))
			}
		}
		if got := kindsAndTexts(Parse("\ufeff" + text)); !slices.Equal(got, want) {
			t.Fatalf("behind a byte order mark: %s", firstDifference(got, want))
		}
	})
}

func kindsAndTexts(s *screenplay.Script) []string {
	all := make([]string, len(s.Elements))
	for i, e := range s.Elements {
		all[i] = e.Kind.String() + " " + e.Text
	}
	return all
}
