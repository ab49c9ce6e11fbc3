package screenplay

// Parse reads a script in the form that Detect finds. It never fails: what it
// cannot place is action.
func Parse(text string) *Script {
	switch Detect(text) {
	case FinalDraft:
		if s, err := parseFDX(text); err == nil || len(s.Elements) > 0 {
			return s
		}
	case Fountain:
		return parseFountain(text)
	}
	return parsePlain(text)
}

// Detect names the form of a text: Final Draft when it is that XML, Fountain by
// the rule at isFountain, else plain. It looks at nothing but the text, and a
// byte order mark or the style of line endings never changes the answer.
func Detect(text string) Format {
	switch {
	case isFDX(text):
		return FinalDraft
	case isFountain(text):
		return Fountain
	}
	return Plain
}
