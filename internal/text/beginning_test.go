package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestABeginningEndsWithASentence(t *testing.T) {
	for _, c := range []struct {
		in    string
		most  int
		want  string
		whole bool
	}{
		{"A thief hides. A cop seeks.", 100, "A thief hides. A cop seeks.", true},
		{"A thief hides. A cop seeks him all night.", 30, "A thief hides.", true},
		{"A thief hides.\nA cop seeks him all night.", 30, "A thief hides.", true},
		{"Who hides? A cop seeks him all night.", 25, "Who hides?", true},
		{"\"Hide!\" A cop seeks him all night.", 25, "\"Hide!\"", true},
		{"He hides. He meets Dr. Strange and Mr. J. Doe at night.", 45, "He hides.", true},
		{"He meets Dr. Strange and others", 18, "He meets Dr.", false},
		{"Nothing of an end in these many words", 20, "Nothing of an end in", false},
		{"ééééé", 3, "é", false},
		{"泥棒が逃げる。警官が追う。", 10, "泥棒が", false},
		{"", 0, "", true},
		{"word", 0, "", false},
	} {
		if got, whole := Beginning(c.in, c.most); got != c.want || whole != c.whole {
			t.Errorf("%q within %d gives %q, %v; want %q, %v", c.in, c.most, got, whole, c.want, c.whole)
		}
	}
}

func FuzzBeginning(f *testing.F) {
	f.Add("A thief hides. A cop seeks.", 16)
	f.Add("... ' \n\xff", 2)
	f.Fuzz(func(t *testing.T, s string, most int) {
		if most < 0 {
			return
		}
		got, _ := Beginning(s, most)
		if len(got) > max(most, 0) && len(s) > most || !strings.HasPrefix(s, got) || utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("%q within %d gives %q", s, most, got)
		}
	})
}
