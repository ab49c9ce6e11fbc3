package plain

// The teacher labels the lines of a script whose layout leaves no doubt, by
// layout alone: one column each for action, dialogue and cues. Its labels teach
// the reader of plain text what lines look like when the layout is gone.

// example is a script and its true labels, one for each line of its body.
type example struct {
	document *document
	labels   []label
}

// labelByLayout labels a script; ok is false when its layout leaves doubt.
func labelByLayout(source string) (example, bool) {
	p := readDocument(source)
	if p.tooLong || p.lacksSpaces() {
		return example{}, false
	}
	p.markArtifacts()
	p.markTitle()
	p.extractSurfaces()
	p.layout.paragraphGap = p.lineSpacing()
	if p.layout.paragraphGap < 0 || len(p.body) < 500 {
		return example{}, false
	}
	c, ok := p.findColumns()
	if !ok {
		return example{}, false
	}
	labels := make([]label, len(p.body))
	unsure, cues := 0, 0
	for n := range p.body {
		y, sure := p.byLayout(n, labels, c)
		labels[n] = y
		if !sure {
			unsure++
		}
		if y == characterCue {
			cues++
		}
	}
	return example{p, labels}, unsure*1000 <= 25*len(labels) && cues >= 100
}

// layoutColumns are where action, dialogue and cues begin.
type layoutColumns struct{ action, dialogue, cue int }

func (p *document) findColumns() (layoutColumns, bool) {
	var action, talk, cue [maxColumn + 1]int
	for n, i := range p.body {
		l := &p.lines[i]
		if n+1 == len(p.body) {
			break
		}
		next := &p.lines[p.body[n+1]]
		if l.surface.candidate >= 0 && l.surface.words <= 4 && p.spacing(n+1) == sameParagraph && next.indent+3 <= l.indent && next.surface.bracket == noBracket {
			cue[l.indent]++
			talk[next.indent]++
		}
		if l.surface.length >= 42 && l.surface.letterCase >= initialUpper {
			action[l.indent]++
		}
	}
	most := func(counts *[maxColumn + 1]int) int {
		best := 0
		for c := range counts {
			if counts[c] > counts[best] {
				best = c
			}
		}
		return best
	}
	c := layoutColumns{most(&action), most(&talk), most(&cue)}
	return c, c.action+3 <= c.dialogue && c.dialogue+4 <= c.cue
}

// byLayout labels the n-th line, given the labels above it.
func (p *document) byLayout(n int, labels []label, c layoutColumns) (y label, sure bool) {
	l := &p.lines[p.body[n]]
	k := &l.surface
	at := int(l.indent)
	above, gap := transition, newParagraph
	if n > 0 {
		above, gap = labels[n-1], p.spacing(n)
	}
	below := newParagraph
	if n+1 < len(p.body) {
		below = p.spacing(n + 1)
	}
	near := func(a, b int) bool { return a-b <= 1 && b-a <= 1 }
	speaking := above == characterCue || above == dialogue || above == beginParenthetical || above == insideParenthetical
	shouts := k.letterCase == allUpper || k.letterCase == mostlyUpper
	switch {
	case (k.heading == statedSetting || k.heading == numberConfirmed) && at < c.dialogue:
		return beginSlugLine, true
	case k.heading == numberUnconfirmed && at <= c.action+1 && gap != sameParagraph:
		return beginSlugLine, true
	case k.heading == endsInTimeOfDay && near(at, c.action) && gap == newParagraph && below == newParagraph:
		return beginSlugLine, true
	case k.transition && (gap != sameParagraph || at > c.cue):
		return transition, true
	case shouts && at >= c.dialogue+4 && k.bracket == noBracket && below != newParagraph && gap != sameParagraph && at <= c.cue+12:
		return characterCue, true
	case shouts && at >= c.dialogue+4 && k.bracket == noBracket && below != newParagraph && p.isAboveDialogue(n, c):
		return characterCue, true
	case shouts && at > c.cue+12 && gap != sameParagraph:
		return transition, k.lastChar == lastColon || k.lastChar == lastFullStop
	case (above == beginParenthetical || above == insideParenthetical) && gap != newParagraph && p.isBracketOpen(n, labels) && at > c.dialogue:
		return insideParenthetical, true
	case (k.bracket == wholeBracket || k.bracket == opensBracket) && speaking && at > c.action+2 && (at > c.dialogue+1 || k.bracket == wholeBracket):
		return beginParenthetical, true
	case near(at, c.dialogue) && speaking:
		return dialogue, true
	case near(at, c.action) || at < c.action:
		if shouts && gap == sameParagraph && (above == beginSlugLine || above == insideSlugLine) {
			return insideSlugLine, true
		}
		if gap == sameParagraph && (above == beginAction || above == insideAction) {
			return insideAction, near(at, c.action)
		}
		if gap == unknownSpacing && (above == beginAction || above == insideAction) && (k.letterCase == initialLower || !p.lines[p.body[n-1]].surface.lastChar.endsSentence()) {
			return insideAction, near(at, c.action)
		}
		return beginAction, near(at, c.action)
	}
	if speaking && gap != newParagraph {
		return dialogue, false
	}
	return beginAction, false
}

// isAboveDialogue reports whether the line below the n-th stands where dialogue and
// directions do.
func (p *document) isAboveDialogue(n int, c layoutColumns) bool {
	if n+1 == len(p.body) {
		return false
	}
	at, next := int(p.lines[p.body[n]].indent), &p.lines[p.body[n+1]]
	return int(next.indent) < at && int(next.indent) >= c.dialogue-1 && next.surface.letterCase != allUpper
}

// isBracketOpen reports whether the parenthetical above line n still waits for its
// closing bracket.
func (p *document) isBracketOpen(n int, labels []label) bool {
	for n--; n >= 0; n-- {
		k := &p.lines[p.body[n]].surface
		if k.bracket == closesBracket || k.bracket == wholeBracket || k.lastChar == lastBracket {
			return false
		}
		if labels[n] == beginParenthetical {
			return true
		}
	}
	return false
}
