package part

import "testing"

func TestAMessageIsShownAsASentence(t *testing.T) {
	for message, sentence := range map[string]string{
		"":                                 "",
		"budget must be a number":          "Budget must be a number.",
		"Nobody has this address.":         "Nobody has this address.",
		"min_votes must be a whole number": "min_votes must be a whole number.",
		"no film; did you mean Heat?":      "No film; did you mean Heat?",
	} {
		if got := Sentence(message); got != sentence {
			t.Errorf("%q is shown as %q, not %q", message, got, sentence)
		}
	}
}
