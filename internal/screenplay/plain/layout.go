package plain

import "slices"

// habit is what a document does the same way throughout.
type layoutStats struct {
	// paragraph is how many blank lines are more than line spacing: more than
	// this many set paragraphs apart. Negative: blank lines tell nothing.
	paragraphGap int
	// unwrapped says that paragraphs are one line each, however long.
	unwrapped bool
	// speech and action are the widths, in characters, at which dialogue and
	// action wrap.
	dialogueWidth, actionWidth int
	// indented says that indentation tells something.
	indented bool
	// people are the words of the names that speak.
	speakerWords wordSet
	// columns tells, of lines that begin at a column, how many of a thousand
	// carry each family of labels.
	labelShares [maxColumn + 1][familyCount]int16
}

// spacing is what stands above a line.
type spacing uint8

const (
	sameParagraph  spacing = iota
	newParagraph           // a new paragraph
	unknownSpacing         // furniture stood there, or the document has no blank lines
	spacingCount
)

// firstHabits estimates the habits that show without any labels.
func (p *document) estimateLayout() {
	h := &p.layout
	h.paragraphGap = p.lineSpacing()
	h.indented = p.isIndented()
	h.unwrapped = p.isUnwrapped()
	h.dialogueWidth, h.actionWidth = p.estimateWidths()
	h.speakerWords = p.candidates.wordsOfNames(func(n cueCandidate) bool { return n.lines >= 3 })
}

// lineSpacing finds how many blank lines stand between lines of one paragraph.
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

// isIndented reports whether lines begin in more than one column.
func (p *document) isIndented() bool {
	var counts [maxColumn + 1]int
	for _, i := range p.body {
		counts[p.lines[i].indent]++
	}
	return slices.Max(counts[:])*100 < 96*len(p.body)
}

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

// firstWidths takes the lines under repeated lines of capitals for dialogue, and
// the longest lines for action.
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

// lengths counts lines by length.
type lengthHistogram struct {
	counts [257]int
	total  int
}

func (l *lengthHistogram) add(n uint16) {
	l.counts[min(n, 256)]++
	l.total++
}

// quantile gives the length that percent of the lines do not exceed; of fewer
// than 8 lines, the usual one.
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

// learn takes the habits from the labels of the first reading.
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
