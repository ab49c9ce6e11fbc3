package prompt_test

import (
	"encoding/json"
	"slices"
	"testing"

	"kinodex/internal/taste/prompt"
)

// REQ F2-58: each way to rule something out is needed: without it a sentence is read otherwise.
func TestEachNegationDecides(t *testing.T) {
	x := open(t, lookalikes()...)
	forms, words := prompt.Negations()
	examples := map[string]struct{ sentence, want string }{
		"not only":               {"not only comedies", `{}`},
		"no matter":              {"I don't mind horror", `{}`},
		"answer":                 {"no I want a comedy", `{"genres":["Comedy"]}`},
		"less":                   {"less violent", `{"not_moods":["violent"]}`},
		"not skip":               {"do not skip the comedy", `{"not_genres":["Comedy"],"unknown":["skip"],"ignored":["skip"]}`},
		"denied of a known film": {"I have seen it but it isn't a comedy", `{}`},
		"ruled out":              {"no horror", `{"not_genres":["Horror"]}`},
		"but":                    {"no horror but a comedy", `{"genres":["Comedy"],"not_genres":["Horror"]}`},
		"rather":                 {"no horror just a comedy", `{"genres":["Comedy"],"not_genres":["Horror"]}`},

		"not a degree": {"not so violent exciting comedy", `{"genres":["Comedy"],"moods":["exciting"],"not_moods":["violent"]}`},
		"not":          {"not a comedy", `{"not_genres":["Comedy"]}`},
		"not wanted":   {"we are not into lanternist", `{"unknown":["lanternist"],"ignored":["lanternist"]}`},
		"dislike":      {"tired of horror", `{"not_genres":["Horror"]}`},
		"without":      {"without horror", `{"not_genres":["Horror"]}`},
	}
	names := slices.Concat(forms, words)
	for _, name := range names {
		e, ok := examples[name]
		if !ok {
			t.Errorf("no sentence reaches %q", name)
			continue
		}
		if got, _ := json.Marshal(understand(x, e.sentence)); string(got) != e.want {
			t.Errorf("%s: %q:\n got %s\nwant %s", name, e.sentence, got, e.want)
		}
		if got, _ := json.Marshal(understand(x.WithoutNegation(name), e.sentence)); string(got) == e.want {
			t.Errorf("%s: %q: is read the same without it", name, e.sentence)
		}
	}
	if len(names) != len(examples) {
		t.Errorf("%d forms, %d sentences", len(names), len(examples))
	}
}
