package plain

// The teacher labels the lines of a script whose layout leaves no doubt, by
// layout alone: one column each for action, dialogue and cues. Its labels teach
// the reader of plain text what lines look like when the layout is gone.

// lesson is a script and its true labels, one for each line of its body.
type lesson struct {
	page   *page
	labels []label
}

// teach labels a script; ok is false when its layout leaves doubt.
func teach(source string) (lesson, bool) {
	p := readPage(source)
	if p.endless || p.glued() {
		return lesson{}, false
	}
	p.markFurniture()
	p.markTitle()
	p.look()
	p.habit.paragraph = p.lineSpacing()
	if p.habit.paragraph < 0 || len(p.body) < 500 {
		return lesson{}, false
	}
	c, ok := p.layoutColumns()
	if !ok {
		return lesson{}, false
	}
	labels := make([]label, len(p.body))
	unsure, cues := 0, 0
	for n := range p.body {
		y, sure := p.byLayout(n, labels, c)
		labels[n] = y
		if !sure {
			unsure++
		}
		if y == cue {
			cues++
		}
	}
	return lesson{p, labels}, unsure*1000 <= 25*len(labels) && cues >= 100
}

// layoutColumns are where action, dialogue and cues begin.
type columns struct{ action, talk, cue int }

func (p *page) layoutColumns() (columns, bool) {
	var action, talk, cue [maxColumn + 1]int
	for n, i := range p.body {
		l := &p.lines[i]
		if n+1 == len(p.body) {
			break
		}
		next := &p.lines[p.body[n+1]]
		if l.look.name >= 0 && l.look.words <= 4 && p.spacing(n+1) == tight && next.indent+3 <= l.indent && next.look.bracket == noBracket {
			cue[l.indent]++
			talk[next.indent]++
		}
		if l.look.length >= 42 && l.look.capitals >= startsCapital {
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
	c := columns{most(&action), most(&talk), most(&cue)}
	return c, c.action+3 <= c.talk && c.talk+4 <= c.cue
}

// byLayout labels the n-th line, given the labels above it.
func (p *page) byLayout(n int, labels []label, c columns) (y label, sure bool) {
	l := &p.lines[p.body[n]]
	k := &l.look
	at := int(l.indent)
	above, gap := cutTo, spaced
	if n > 0 {
		above, gap = labels[n-1], p.spacing(n)
	}
	below := spaced
	if n+1 < len(p.body) {
		below = p.spacing(n + 1)
	}
	near := func(a, b int) bool { return a-b <= 1 && b-a <= 1 }
	speaking := above == cue || above == talk || above == direction || above == moreDirection
	shouts := k.capitals == allCapitals || k.capitals == mostlyCapitals
	switch {
	case (k.setting == settingHeading || k.setting == surelyNumbered) && at < c.talk:
		return sceneHead, true
	case k.setting == onceNumbered && at <= c.action+1 && gap != tight:
		return sceneHead, true
	case k.setting == timedHeading && near(at, c.action) && gap == spaced && below == spaced:
		return sceneHead, true
	case k.cut && (gap != tight || at > c.cue):
		return cutTo, true
	case shouts && at >= c.talk+4 && k.bracket == noBracket && below != spaced && gap != tight && at <= c.cue+12:
		return cue, true
	case shouts && at >= c.talk+4 && k.bracket == noBracket && below != spaced && p.overSpeech(n, c):
		return cue, true
	case shouts && at > c.cue+12 && gap != tight:
		return cutTo, k.ends == inColon || k.ends == inStop
	case (above == direction || above == moreDirection) && gap != spaced && p.unclosed(n, labels) && at > c.talk:
		return moreDirection, true
	case (k.bracket == wholeBracket || k.bracket == opensBracket) && speaking && at > c.action+2 && (at > c.talk+1 || k.bracket == wholeBracket):
		return direction, true
	case near(at, c.talk) && speaking:
		return talk, true
	case near(at, c.action) || at < c.action:
		if shouts && gap == tight && (above == sceneHead || above == moreHead) {
			return moreHead, true
		}
		if gap == tight && (above == deed || above == moreDeed) {
			return moreDeed, near(at, c.action)
		}
		if gap == untold && (above == deed || above == moreDeed) && (k.capitals == startsSmall || !p.lines[p.body[n-1]].look.ends.closes()) {
			return moreDeed, near(at, c.action)
		}
		return deed, near(at, c.action)
	}
	if speaking && gap != spaced {
		return talk, false
	}
	return deed, false
}

// overSpeech reports whether the line below the n-th stands where dialogue and
// directions do.
func (p *page) overSpeech(n int, c columns) bool {
	if n+1 == len(p.body) {
		return false
	}
	at, next := int(p.lines[p.body[n]].indent), &p.lines[p.body[n+1]]
	return int(next.indent) < at && int(next.indent) >= c.talk-1 && next.look.capitals != allCapitals
}

// unclosed reports whether the parenthetical above line n still waits for its
// closing bracket.
func (p *page) unclosed(n int, labels []label) bool {
	for n--; n >= 0; n-- {
		k := &p.lines[p.body[n]].look
		if k.bracket == closesBracket || k.bracket == wholeBracket || k.ends == inBracket {
			return false
		}
		if labels[n] == direction {
			return true
		}
	}
	return false
}
