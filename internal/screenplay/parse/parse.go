// Package parse reads a screenplay in whatever form it comes: it detects the form
// and has the package of that form parse it. Start reading at Text for a text, at
// Reader for a file.
package parse

import (
	"kinodex/internal/screenplay"
	"kinodex/internal/screenplay/fdx"
	"kinodex/internal/screenplay/fountain"
	"kinodex/internal/screenplay/osf"
	"kinodex/internal/screenplay/plain"
	"kinodex/internal/screenplay/trelby"
)

// Text parses a text in the form that Detect finds. It never fails: what it
// cannot place is action.
func Text(text string) *screenplay.Script {
	switch form := Detect(text); form {
	case screenplay.FinalDraft, screenplay.OpenScreenplay, screenplay.Trelby:
		if s, err := parseMarked(form, text); err == nil || len(s.Elements) > 0 {
			return s
		}
	case screenplay.Fountain:
		return fountain.Parse(text)
	}
	return plain.Parse(text)
}

// Detect names the form of a text: that of a program by what its files begin with,
// Fountain by the rule at fountain.Detect, else plain. It looks at nothing but the text,
// and a byte order mark or the style of line endings never changes the answer.
func Detect(text string) screenplay.Format {
	if form := detectMarked(text); form != screenplay.Plain {
		return form
	}
	if fountain.Detect(text) {
		return screenplay.Fountain
	}
	return screenplay.Plain
}

// detectMarked names the form of a text that says itself which program saved it; Plain for
// any other.
func detectMarked(text string) screenplay.Format {
	switch {
	case fdx.Detect(text):
		return screenplay.FinalDraft
	case osf.Detect(text):
		return screenplay.OpenScreenplay
	case trelby.Detect(text):
		return screenplay.Trelby
	}
	return screenplay.Plain
}

// parseMarked parses a text of one of the forms of detectMarked. The script is never nil:
// beside a fault it is what stands before the damage.
func parseMarked(form screenplay.Format, text string) (*screenplay.Script, error) {
	switch form {
	case screenplay.OpenScreenplay:
		return osf.Parse(text)
	case screenplay.Trelby:
		return trelby.Parse(text)
	}
	return fdx.Parse(text)
}
