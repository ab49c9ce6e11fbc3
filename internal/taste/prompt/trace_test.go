package prompt_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"kinodex/internal/taste/prompt"
)

// A trace tells which rule heard what, and what was considered and not heard.
func TestTheTraceTellsWhichRuleHeardWhat(t *testing.T) {
	x := open(t, lookalikes()...)
	for text, want := range map[string]string{
		"no horror, but like Robot Orchard": `
words          rule      by                                             made
no             negation  without                                        ruling out
horror         phrase    genre                                          not_genres ["Horror"]
               scope                                                    no ruling out
but            negation  but
like           cue                                                      cue like
Robot Orchard  title     several words with capitals that were watched  like [{"filmdb_id":"tt0000108","title":"Robot Orchard"}], no cue
`,
		"I loved once more, at least 2 hours": `
words             rule      by                             made
I
loved             cue                                      cue like
once more         no title  common words in small letters  Once More
once                                                       no cue
more
at least 2 hours  amount                                   minutes {"from":120}
                  wishes                                   runtime {"from":120}
`,
		"old, but not too old": `
words    rule      by            made
old      phrase    wish          old wanted
but      negation  but
not too  negation  not a degree  ruling out
old      phrase    wish          old not wanted, no ruling out
         wishes                  bounds of years {"from":2011}, years [{"from":2011}]
`,
		"코미디": `
words  rule      by  made
       language      language "ko"
`,
	} {
		reading, steps := x.Trace(text)
		var b strings.Builder
		if err := prompt.WriteTrace(&b, steps); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		if got := "\n" + strings.Join(lines, "\n"); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
		if !reflect.DeepEqual(reading, x.Read(text)) {
			t.Errorf("%q is read otherwise with a trace", text)
		}
	}
}

// Each title that is heard is heard by the rule whose sentence it is.
func TestTheTraceNamesRulesForTitles(t *testing.T) {
	x := open(t, lookalikes()...)
	for sentence, rule := range map[string]string{
		"Dark (2001)": "year in brackets, capitals", "people say Terminus again": "one word with a capital", "lanternist was great": "something is said of it",
	} {
		_, steps := x.Trace(sentence)
		if !slices.ContainsFunc(steps, func(s prompt.Step) bool { return s.Rule == "title" && s.By == rule }) {
			t.Errorf("%q: %+v", sentence, steps)
		}
	}
}
