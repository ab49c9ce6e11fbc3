package plain

// dropImplausibleCues makes action of what no screenplay shows: speech under
// no cue; and all cues of a text that has hardly any, or that has no headings
// and in which hardly anybody speaks twice. So prose and lists are action from
// end to end (REQ S-10). It only changes labels.
func (p *document) dropImplausibleCues() {
	heads, cues, again, close := 0, 0, 0, 0
	seen := map[int32]bool{}
	for n, i := range p.body {
		switch l := &p.lines[i]; {
		case l.label == beginSlugLine:
			heads++
		case l.label == characterCue && l.surface.candidate >= 0:
			cues++
			if n+1 < len(p.body) && p.lines[p.body[n+1]].blanks == 0 {
				close++
			}
			if seen[l.surface.candidate] {
				again++
			}
			seen[l.surface.candidate] = true
		}
	}
	lines := len(p.body)
	var sure bool
	if heads > 0 {
		sure = cues*200 >= lines || cues > 0 && lines < 200
	} else {
		// A novel's chapter titles are few and stand apart; a page of dialogue
		// between two has several cues that come again.
		titles := len(seen) < 2 && close*2 < cues
		sure = !titles && (again >= 2 && cues*60 >= lines || cues >= 2 && cues*6 >= lines || cues > 0 && lines < 40)
	}
	speaking, deeds := false, false
	for _, i := range p.body {
		l := &p.lines[i]
		switch l.label {
		case characterCue:
			speaking = sure
			if !sure {
				l.label = beginAction
			}
		case dialogue, beginParenthetical, insideParenthetical:
			switch {
			case speaking:
			case deeds:
				l.label = insideAction
			default:
				l.label = beginAction
			}
		case beginAction, insideAction, beginSlugLine, insideSlugLine, transition:
			speaking = false
		}
		deeds = l.label == beginAction || l.label == insideAction
	}
}

// markShotHeadings finds the scenes of a script that hardly ever states a
// setting. There a line of capitals that is a paragraph of its own names the
// next place or person, and is a heading, if at least 20 lines and one line in
// two hundred do so. In a script whose headings state settings such lines stay
// action.
func (p *document) markShotHeadings() {
	heads := 0
	var shots []int32
	for n, i := range p.body {
		l := &p.lines[i]
		if l.label == beginSlugLine {
			heads++
		}
		if l.label != beginAction || l.surface.letterCase != allUpper || l.surface.words > 8 || !p.isOneLineParagraph(n) ||
			l.surface.candidate >= 0 && p.candidates.list[l.surface.candidate].cues > 0 ||
			p.layout.indented && p.layout.labelShares[l.indent][actionFamily] < 500 {
			continue
		}
		switch l.surface.firstWordClass {
		case cameraWord, transitionWord, timeWord:
			continue
		}
		if l.surface.lastChar == lastLetter || l.surface.lastChar == lastFullStop && l.surface.words > 1 || l.surface.lastChar == lastBracket {
			shots = append(shots, i)
		}
	}
	if heads*150 >= len(p.body) || len(shots) < 20 || len(shots)*200 < len(p.body) {
		return
	}
	for _, i := range shots {
		p.lines[i].label = beginSlugLine
	}
}

// isOneLineParagraph reports whether line n of the body is a paragraph of its
// own with another paragraph of action, or a cue, below it.
func (p *document) isOneLineParagraph(n int) bool {
	if n+1 == len(p.body) || p.spacing(n+1) == sameParagraph || n > 0 && p.spacing(n) == sameParagraph {
		return false
	}
	below := &p.lines[p.body[n+1]]
	if below.label == insideAction && p.spacing(n+1) == newParagraph {
		return false
	}
	if n > 0 && p.spacing(n) == unknownSpacing {
		if above := &p.lines[p.body[n-1]]; !above.surface.lastChar.endsSentence() && above.label != transition {
			return false
		}
	}
	return (below.label == beginAction || below.label == insideAction || below.label == characterCue) && below.surface.letterCase >= initialUpper ||
		below.label == characterCue
}
