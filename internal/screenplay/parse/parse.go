// Package parse reads a screenplay in whatever form it comes: it detects the form
// and has the package of that form parse it. Start reading at Text for a text, at
// Reader for a file.
package parse

import (
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fdx"
	"kinodex/internal/screenplay/fountain"
	"kinodex/internal/screenplay/plain"
)

// Text parses a text in the form that Detect finds. It never fails: what it
// cannot place is action.
func Text(text string) *screenplay.Script {
	switch Detect(text) {
	case screenplay.FinalDraft:
		if s, err := fdx.Parse(text); err == nil || len(s.Elements) > 0 {
			return s
		}
	case screenplay.Fountain:
		return fountain.Parse(text)
	}
	return plain.Parse(text)
}

// Detect names the form of a text: Final Draft when it is that XML, Fountain by
// the rule at fountain.Detect, else plain. It looks at nothing but the text, and a
// byte order mark or the style of line endings never changes the answer.
func Detect(text string) screenplay.Format {
	switch {
	case fdx.Detect(text):
		return screenplay.FinalDraft
	case fountain.Detect(text):
		return screenplay.Fountain
	}
	return screenplay.Plain
}
