package plain

import "strings"

// markAfterEnd sets apart what follows the end of the film: interviews, notes and
// credits of those who put a script on the web. The end is the last line of the second
// half that says so and nothing else, if no setting is stated below it and hardly
// anybody speaks there who spoke before. Its lines become artifacts.
func (p *document) markAfterEnd() {
	end := -1
	for n := len(p.body) - 1; n >= len(p.body)/2 && end < 0; n-- {
		if isEnd(p.lines[p.body[n]].text) {
			end = n
		}
	}
	if end < 0 || end+1 == len(p.body) {
		return
	}
	spoke := map[int32]bool{}
	for _, i := range p.body[:end] {
		if l := &p.lines[i]; l.label == characterCue {
			spoke[l.surface.candidate] = true
		}
	}
	if len(spoke) == 0 {
		return
	}
	again := 0
	for _, i := range p.body[end+1:] {
		l := &p.lines[i]
		again += bit(l.label == characterCue && spoke[l.surface.candidate])
		if l.surface.heading == statedSetting || again == 3 {
			return
		}
	}
	for _, i := range p.body[end+1:] {
		p.lines[i].role = artifactLine
	}
}

// isEnd reports a line that says that the film is over.
func isEnd(s string) bool {
	if len(s) > 24 {
		return false
	}
	switch strings.ToUpper(strings.Trim(s, " .-–—*!\"#_")) {
	case "THE END", "END", "FIN", "FINIS", "ENDE", "FINE", "END OF FILM", "END OF SCREENPLAY", "END OF SCRIPT", "END OF MOVIE", "FADE OUT. THE END":
		return true
	}
	return false
}
