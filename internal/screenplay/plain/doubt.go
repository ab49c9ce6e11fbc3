package plain

// doubt takes back what no screenplay shows: speech under no cue; and cues in a
// text with hardly any, or without headings and where hardly anybody speaks
// twice.
func (p *page) doubt() {
	heads, cues, again, close := 0, 0, 0, 0
	seen := map[int32]bool{}
	for n, i := range p.body {
		switch l := &p.lines[i]; {
		case l.label == sceneHead:
			heads++
		case l.label == cue && l.look.name >= 0:
			cues++
			if n+1 < len(p.body) && p.lines[p.body[n+1]].blanks == 0 {
				close++
			}
			if seen[l.look.name] {
				again++
			}
			seen[l.look.name] = true
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
		case cue:
			speaking = sure
			if !sure {
				l.label = deed
			}
		case talk, direction, moreDirection:
			switch {
			case speaking:
			case deeds:
				l.label = moreDeed
			default:
				l.label = deed
			}
		case deed, moreDeed, sceneHead, moreHead, cutTo:
			speaking = false
		}
		deeds = l.label == deed || l.label == moreDeed
	}
}

// countShots finds the scenes of a script that hardly ever states a setting: a
// line of capitals alone in a paragraph names the next place or person seen, and
// is a heading then, if the script does so throughout. Where headings state
// settings such lines are action.
func (p *page) countShots() {
	heads := 0
	var shots []int32
	for n, i := range p.body {
		l := &p.lines[i]
		if l.label == sceneHead {
			heads++
		}
		if l.label != deed || l.look.capitals != allCapitals || l.look.words > 8 || !p.standsAlone(n) ||
			l.look.name >= 0 && p.names.list[l.look.name].cues > 0 ||
			p.habit.indented && p.habit.columns[l.indent][deedFamily] < 500 {
			continue
		}
		switch l.look.opener {
		case cameraWord, cutWord, timeWord:
			continue
		}
		if l.look.ends == inLetter || l.look.ends == inStop && l.look.words > 1 || l.look.ends == inBracket {
			shots = append(shots, i)
		}
	}
	if heads*150 >= len(p.body) || len(shots) < 20 || len(shots)*100 < len(p.body) {
		return
	}
	for _, i := range shots {
		p.lines[i].label = sceneHead
	}
}

// standsAlone reports a line that is a paragraph of its own, before another one.
func (p *page) standsAlone(n int) bool {
	if n+1 == len(p.body) || p.spacing(n+1) == tight || n > 0 && p.spacing(n) == tight {
		return false
	}
	below := &p.lines[p.body[n+1]]
	if below.label == moreDeed && p.spacing(n+1) == spaced {
		return false
	}
	if n > 0 && p.spacing(n) == untold {
		if above := &p.lines[p.body[n-1]]; !above.look.ends.closes() && above.label != cutTo {
			return false
		}
	}
	return (below.label == deed || below.label == moreDeed || below.label == cue) && below.look.capitals >= startsCapital ||
		below.label == cue
}
