package plain

import (
	"strings"
)

// correctTransitions takes the label of a transition from lines that only stand
// where transitions do, at the right edge: marks of a revision, directions, the
// names of shots; and gives it to paragraphs of one line that name a cut wherever
// they stand. It changes labels and, for marks of a revision, roles.
func (p *document) correctTransitions() {
	for n, i := range p.body {
		l := &p.lines[i]
		switch l.label {
		case transition:
			if !l.surface.transition {
				p.relabelTransition(n)
			}
		case beginAction, insideAction, beginSlugLine:
			if p.isTransitionParagraph(n) {
				l.label = transition
			}
		}
	}
}

// relabelTransition labels line n of the body, which names no cut.
func (p *document) relabelTransition(n int) {
	l := &p.lines[p.body[n]]
	above, below := beginAction, beginAction
	if n > 0 {
		above = p.lines[p.body[n-1]].label
	}
	if n+1 < len(p.body) {
		below = p.lines[p.body[n+1]].label
	}
	speaking := above == characterCue || above == dialogue || above == beginParenthetical || above == insideParenthetical
	switch {
	case isMarginMark(l.text):
		l.role = artifactLine
	case speaking && l.surface.bracket == wholeBracket:
		l.label = beginParenthetical
	case speaking && (below == dialogue || below == beginParenthetical) && p.spacing(n) != newParagraph:
		l.label = dialogue
	case l.surface.bracket != noBracket, l.surface.firstWordClass == cameraWord:
		l.label = beginAction
	case l.surface.lastChar == lastColon && (l.surface.firstWordClass == transitionWord || l.surface.firstWordClass == timeWord):
		// A cut of the writer's own.
	case strings.HasSuffix(strings.TrimRight(l.text, " .:-"), " TO"), strings.HasPrefix(l.text, "BACK TO"), strings.HasPrefix(l.text, "FLASH"), strings.HasPrefix(l.text, "END "):
	default:
		l.label = beginAction
	}
}

// isTransitionParagraph reports whether line n of the body is a paragraph of its own
// that names a cut, a scene number aside.
func (p *document) isTransitionParagraph(n int) bool {
	l := &p.lines[p.body[n]]
	if l.label == beginSlugLine {
		_, rest, sides := sceneNumber(l.text)
		return sides > 0 && l.surface.heading != statedSetting && strings.HasSuffix(rest, "TO:")
	}
	if !l.surface.transition || l.label == insideAction && p.spacing(n) == sameParagraph && l.surface.lastChar != lastColon {
		return false
	}
	return n+1 == len(p.body) || p.lines[p.body[n+1]].label != insideAction || p.spacing(n+1) != sameParagraph
}

// isMarginMark reports what stands at the edge of a page and says nothing of the film:
// a letter or number of a revision, and the colour and date of its pages.
func isMarginMark(s string) bool {
	if len(s) > 30 {
		return false
	}
	words, marks := 0, 0
	for word := range strings.FieldsSeq(s) {
		words++
		bare := strings.Trim(word, ".,:()[]{}#*-/0123456789")
		switch {
		case len(bare) <= 1:
			marks++
		case pageColours[bare], bare == "OUT" && hasDigit(s), bare == "REV", bare == "REVISED":
			marks++
		}
	}
	return words > 0 && marks == words
}

// pageColours are the colours of revised pages.
var pageColours = map[string]bool{
	"WHITE": true, "BLUE": true, "PINK": true, "YELLOW": true, "GREEN": true, "GOLDENROD": true, "BUFF": true, "SALMON": true,
	"CHERRY": true, "TAN": true, "GRAY": true, "GREY": true, "IVORY": true, "LAVENDER": true,
}
