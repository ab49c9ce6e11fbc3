package plain

import (
	"strings"

	"kinodex/internal/screenplay"
)

// splitTranscript divides every line of NAME: speech in two, the cue and what
// is said, when the document is a transcript: at least four such lines, 4 % of
// all, whose names come twice on average. It must run before surfaces are
// extracted.
func (p *document) splitTranscript() {
	named, short := 0, 0
	names := map[string]int{}
	for i := range p.lines {
		l := &p.lines[i]
		if l.role != scriptLine {
			continue
		}
		short++
		if name, speech, ok := cutSpeech(l.text); ok && speech != "" {
			named++
			names[cueKey(name)]++
		}
	}
	// Titles and notes have colons too, but not the same names again and again.
	if named < 4 || named*100 < 4*short || len(names)*2 > named {
		return
	}
	again := func(name string) bool { return names[cueKey(name)] >= 2 }
	lines := make([]line, 0, len(p.lines)+named)
	split := 0
	for _, l := range p.lines {
		name, speech, ok := cutSpeech(l.text)
		if l.role != scriptLine || !ok || !again(name) {
			lines = append(lines, l)
			continue
		}
		split++
		colon := int(l.start) + strings.IndexByte(p.source[l.start:l.end], ':')
		head := l
		head.text, head.end, head.transcriptCue = name, int32(colon), true
		lines = append(lines, head)
		if speech != "" {
			start, _ := p.cleaner.indentation(p.source, colon+1, int(l.end))
			l.text, l.start, l.blanks = speech, int32(start), 0
			lines = append(lines, l)
		}
	}
	// A script with cues of its own only looks so here and there.
	if split*100 >= 4*short {
		p.lines = lines
	}
}

// cutSpeech divides a line of a transcript: a name of at most four words that
// begin with capitals, with or without a parenthetical, a colon, and what was
// said. ok is false for any other line; speech may be "".
func cutSpeech(s string) (name, speech string, ok bool) {
	i := strings.IndexByte(s[:min(len(s), 2*maxCueLength)], ':')
	if i < 2 || i+1 < len(s) && s[i+1] != ' ' && s[i+1] != '.' {
		return "", "", false
	}
	name = strings.TrimSpace(s[:i])
	plain := name
	if j := strings.IndexAny(plain, "(["); j > 0 {
		if end := plain[len(plain)-1]; end != ')' && end != ']' {
			return "", "", false
		}
		plain = strings.TrimSpace(plain[:j])
	}
	words := 0
	for word := range strings.FieldsSeq(plain) {
		words++
		if b := word[0]; b >= 'a' && b <= 'z' && word != "of" && word != "the" && word != "and" && word != "de" {
			return "", "", false
		}
	}
	if words == 0 || words > 4 || len(plain) > maxCueLength || !isASCIILetter(plain[0]) && plain[0] < 0x80 {
		return "", "", false
	}
	if screenplay.IsHeading(s) || screenplay.IsTransition(s[:i+1]) || strings.ContainsAny(plain, ".!?,;") && strings.ToUpper(plain) != plain {
		return "", "", false
	}
	return name, strings.TrimSpace(s[i+1:]), true
}
