package plain

import "slices"

// layoutStats is what a document does the same way throughout. All widths are
// in characters, all indents in columns. estimateLayout fills all but
// labelShares; learnLayout improves the estimates with the labels of the first
// pass.
type layoutStats struct {
	// paragraphGap is how many blank lines are more than line spacing: more than
	// this many set paragraphs apart. Negative: blank lines tell nothing.
	paragraphGap int
	// unwrapped says that paragraphs are one line each, however long.
	unwrapped bool
	// dialogueWidth and action are the widths, in characters, at which dialogue and
	// action wrap.
	dialogueWidth, actionWidth int
	// indented says that indentation tells something.
	indented bool
	// speakerWords are the words of the names that speak.
	speakerWords wordSet
	// labelShares tells, of lines that begin at a column, how many of a thousand
	// carry each family of labels.
	labelShares [maxColumn + 1][familyCount]int16
}

// spacing is what stands between a line and the line above it.
type spacing uint8

const (
	sameParagraph  spacing = iota
	newParagraph           // a new paragraph
	unknownSpacing         // furniture stood there, or the document has no blank lines
	spacingCount
)

// estimateLayout estimates the layout from the lines alone, before any has a
// label.
func (p *document) estimateLayout() {
	h := &p.layout
	h.paragraphGap = p.lineSpacing()
	h.indented = p.isIndented()
	h.unwrapped = p.isUnwrapped()
	h.dialogueWidth, h.actionWidth = p.estimateWidths()
	h.speakerWords = p.candidates.wordsOfNames(func(n cueCandidate) bool { return n.lines >= 3 })
}

// lineSpacing returns how many blank lines stand between the lines of one
// paragraph: the 12 % quantile of all gaps. It is -1 when blank lines tell
// nothing: fewer than 2 % of the gaps are wider.
func (p *document) lineSpacing() int {
	var counts [16]int
	total := 0
	for i := 1; i < len(p.body); i++ {
		if p.body[i] == p.body[i-1]+1 {
			counts[p.lines[p.body[i]].blanks]++
			total++
		}
	}
	if total == 0 {
		return -1
	}
	below := 0
	for n, count := range counts {
		below += count
		if below*100 >= total*12 {
			if (total-below)*100 < total*2 {
				return -1 // next to no lines stand further apart
			}
			return n
		}
	}
	return -1
}

// isIndented reports whether fewer than 96 % of the lines begin in the same
// column. It must not be called for an empty body.
func (p *document) isIndented() bool {
	var counts [maxColumn + 1]int
	for _, i := range p.body {
		counts[p.lines[i].indent]++
	}
	return slices.Max(counts[:])*100 < 96*len(p.body)
}

// indentationTells reports whether lines that begin in one column are mostly of one
// family of labels, more than lines anywhere are: by Goodman and Kruskal's tau, the
// share by which knowing the column makes fewer errors in naming the family. In a
// script that is laid out it is a third and more. It needs labels.
func (p *document) indentationTells() bool {
	var columns [maxColumn + 1][familyCount]float64
	var all [familyCount]float64
	for _, i := range p.body {
		l := &p.lines[i]
		columns[l.indent][l.label.family()]++
		all[l.label.family()]++
	}
	total, within, overall := float64(len(p.body)), 0.0, 0.0
	for _, counts := range columns {
		n, squares := 0.0, 0.0
		for _, count := range counts {
			n += count
			squares += count * count
		}
		if n > 0 {
			within += squares / n
		}
	}
	for _, count := range all {
		overall += count * count / total
	}
	return within-overall >= leastTau*(total-overall)
}

// leastTau is the least tau of indentation that tells something.
const leastTau = 0.05

// isUnwrapped reports whether more than 4 % of the lines are longer than 100
// characters: paragraphs are then one line each.
func (p *document) isUnwrapped() bool {
	long := 0
	for _, i := range p.body {
		if p.lines[i].surface.length > 100 {
			long++
		}
	}
	return long*100 > 4*len(p.body)
}

// usual widths, in characters, of the two columns of a screenplay page.
const (
	defaultDialogueWidth = 35
	defaultActionWidth   = 60
)

// estimateWidths returns the widths of dialogue and of action, in characters.
// Lines under repeated lines of capitals are taken for dialogue, their 88 %
// quantile for its width; the 96 % quantile of all lines is the width of
// action.
func (p *document) estimateWidths() (speech, action int) {
	var under, all lengthHistogram
	for n, i := range p.body {
		k := &p.lines[i].surface
		all.add(k.length)
		if n == 0 || k.bracket != noBracket || k.letterCase < initialUpper {
			continue
		}
		above := &p.lines[p.body[n-1]].surface
		if above.candidate >= 0 && p.candidates.list[above.candidate].lines >= 2 {
			under.add(k.length)
		}
	}
	action = all.quantile(96, defaultActionWidth)
	speech = min(under.quantile(88, defaultDialogueWidth), action)
	return speech, action
}

// lengthHistogram counts lines by length in characters; lengths above 256
// count as 256.
type lengthHistogram struct {
	counts [257]int
	total  int
}

// add counts one line.
func (l *lengthHistogram) add(n uint16) {
	l.counts[min(n, 256)]++
	l.total++
}

// quantile returns the smallest length that percent of the lines do not
// exceed, or usual for fewer than 8 lines.
func (l *lengthHistogram) quantile(percent, usual int) int {
	if l.total < 8 {
		return usual
	}
	seen := 0
	for n, count := range l.counts {
		seen += count
		if seen*100 >= percent*l.total {
			return n
		}
	}
	return usual
}

// learnLayout takes the layout from the labels of the first pass: the widths
// from lines that go on in the next, the share of each label family in every
// column (smoothed with three lines of the whole document's shares), and who
// speaks: names that are cues at least twice and in half of their lines.
func (p *document) learnLayout() {
	h := &p.layout
	var speech, action lengthHistogram
	var columns [maxColumn + 1][familyCount]int
	var overall [familyCount]int
	for i := range p.candidates.list {
		p.candidates.list[i].cues = 0
	}
	for n, i := range p.body {
		l := &p.lines[i]
		f := l.label.family()
		columns[l.indent][f]++
		overall[f]++
		if l.label == characterCue && l.surface.candidate >= 0 {
			p.candidates.list[l.surface.candidate].cues++
		}
		if n+1 < len(p.body) {
			// A line that goes on is a full one.
			next := p.lines[p.body[n+1]].label
			if l.label == dialogue && next == dialogue {
				speech.add(l.surface.length)
			}
			if (l.label == beginAction || l.label == insideAction) && next == insideAction {
				action.add(l.surface.length)
			}
		}
	}
	h.dialogueWidth = speech.quantile(95, h.dialogueWidth)
	h.actionWidth = max(action.quantile(95, h.actionWidth), h.dialogueWidth)
	if total := len(p.body); total > 0 {
		for c := range columns {
			n := 0
			for _, count := range columns[c] {
				n += count
			}
			for f, count := range columns[c] {
				prior := 3 * overall[f] * 1000 / total
				h.labelShares[c][f] = int16((count*1000 + prior) / (n + 3))
			}
		}
	}
	h.speakerWords = p.candidates.wordsOfNames(func(n cueCandidate) bool { return n.cues >= 2 && n.cues*2 >= n.lines })
}
