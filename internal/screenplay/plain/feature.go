package plain

// features are the rows of the model that one line calls on.
// unary[:unaryCount] has one row from each feature group of the pass, as
// indexes into weights.unary; pairwise1 and pairwise2 are indexes into the
// tables for the pair of this line and the line above.
type features struct {
	unary                [len(groupSizes)]uint16
	unaryCount           int
	pairwise1, pairwise2 uint16
}

// groupSizes is how many features each group has. A group is a product of a
// few small categorical values, and a line has exactly one feature of each
// group, in the order in which featuresOf puts them. The order and the sizes
// are part of the format of weights.bin: whoever changes them must train
// again.
//
// The first firstPassGroups groups need nothing but the layout that is
// estimated without labels.
var groupSizes = [...]int{
	int(letterCaseCount) * lengthBins,
	int(letterCaseCount) * wordBins * 9,
	int(lastCharClassCount) * int(letterCaseCount) * 3,
	int(firstCharClassCount) * 3 * closingBins,
	int(wordClassCount) * 3 * int(letterCaseCount),
	logOddsBins * 3 * 3,
	32,
	7 * 3,
	repeatBins * int(cueExtensionCount) * 9,
	int(headingEvidenceCount) * 9,
	2 * 9,
	int(bracketCount) * wordBins * 2,
	int(letterCaseCount) * int(letterCaseCount) * 3 * 4,
	int(letterCaseCount) * int(letterCaseCount) * 3 * 2,
	4 * 4 * 3,
	lengthBins * lengthBins,
	lengthBins * lengthBins,
	repeatBins * 3 * logOddsBins,
	indentBins * indentBins * 3,
	widthBins * 2 * 3 * 3,
	// from here on, habits learned from the first reading
	cueShareBins * 9,
	shareBins * shareBins * 2,
	shareBins * shareBins * 2,
	shareBins * shareBins * 2,
	cueShareBins * 3 * 4,
}

// How many values each binned quantity has. A bin is one more than the number
// of thresholds that its function names; pairwise1Count and pairwise2Count are
// the sizes of the two features of a pair of lines.
const (
	firstPassGroups = 20
	lengthBins      = 14
	wordBins        = 8
	closingBins     = 4
	logOddsBins     = 9
	repeatBins      = 6
	indentBins      = 6
	widthBins       = 7
	cueShareBins    = 8
	shareBins       = 6
	pairwise1Count  = 3 * closingBins * 3 * 3
	pairwise2Count  = 5 * 2 * 4 * 3
)

// featuresOf writes the features of the n-th line of the body to f; secondPass
// says whether to add those of the learned layout. It reads the line, its two
// neighbours and the layout, allocates nothing, and takes the same time for
// every line.
func (p *document) featuresOf(n int, second bool, f *features) {
	l := &p.lines[p.body[n]]
	k := &l.surface
	above, below := &edgeLine, &edgeLine
	spacingAbove, spacingBelow := newParagraph, newParagraph
	if n > 0 {
		above = &p.lines[p.body[n-1]]
		spacingAbove = p.spacing(n)
	}
	if n+1 < len(p.body) {
		below = &p.lines[p.body[n+1]]
		spacingBelow = p.spacing(n + 1)
	}
	a, b := &above.surface, &below.surface
	sa, sb := int(spacingAbove), int(spacingBelow)
	around := sa*3 + sb
	caps, capsA, capsB := int(k.letterCase), int(a.letterCase), int(b.letterCase)
	length, lengthA, lengthB := lengthBin(k.length), lengthBin(a.length), lengthBin(b.length)
	words, leaning := wordBin(k.words), logOddsBin(int(k.dialogueLogOdds))
	shouts := 0
	if k.letterCase <= mostlyUpper {
		shouts = 1
	}

	f.unaryCount = 0
	base := 0
	put := func(id int) {
		f.unary[f.unaryCount] = uint16(base + id)
		base += groupSizes[f.unaryCount]
		f.unaryCount++
	}
	put(caps*lengthBins + length)
	put((caps*wordBins+words)*9 + around)
	put((int(k.lastChar)*int(letterCaseCount)+caps)*3 + sb)
	put((int(k.firstChar)*3+sa)*closingBins + closingBin(a))
	put((int(k.firstWordClass)*3+sa)*int(letterCaseCount) + caps)
	put((leaning*3+sa)*3 + min(2, int(k.length)/36))
	put(bit(k.directAddress)*16 + bit(k.question)*8 + bit(k.exclamation)*4 + bit(k.contraction)*2 + bit(k.letterCase == initialLower))
	put(p.speakerBin(k)*3 + sa)
	put((p.repeatBin(k)*int(cueExtensionCount)+int(k.extension))*9 + around)
	put(int(k.heading)*9 + around)
	put(bit(k.transition)*9 + around)
	put((int(k.bracket)*wordBins+words)*2 + shouts)
	put(((caps*int(letterCaseCount)+capsA)*3+sa)*4 + min(3, int(a.length)/20))
	put(((caps*int(letterCaseCount)+capsB)*3+sb)*2 + bit(b.firstChar == firstBracket))
	put((headingBin(a)*4+headingBin(b))*3 + sa)
	put(length*lengthBins + lengthA)
	put(length*lengthBins + lengthB)
	put((p.repeatBin(a)*3+sa)*logOddsBins + leaning)
	put((p.indentChange(l, above)*indentBins+p.indentChange(below, l))*3 + sa)
	put(((widthBin(int(k.length)-p.layout.dialogueWidth)*2+bit(p.layout.unwrapped))*3+sa)*3 + widthBinAbove(a, &p.layout))
	if second {
		name := p.cueShareBin(k)
		put(name*9 + around)
		columns := &p.layout.labelShares[l.indent]
		known := bit(p.layout.indented)
		put((shareBin(columns[actionFamily])*shareBins+shareBin(columns[dialogueFamily]))*2 + known)
		put((shareBin(columns[cueFamily])*shareBins+shareBin(columns[parentheticalFamily]))*2 + known)
		put((shareBin(columns[slugLineFamily])*shareBins+shareBin(columns[transitionFamily]))*2 + known)
		put((p.cueShareBin(a)*3+sa)*4 + min(3, caps))
	}

	begins := 0
	switch {
	case k.letterCase == initialLower:
		begins = 1
	case k.letterCase != initialUpper:
		begins = 2
	}
	bracketed := 0
	switch k.bracket {
	case wholeBracket, opensBracket, startsBracket:
		bracketed = 1
	case closesBracket:
		bracketed = 2
	}
	f.pairwise1 = uint16(((sa*closingBins+closingBin(a))*3+begins)*3 + bracketed)
	f.pairwise2 = uint16(((p.lineFill(a, k)*2+bit(int(k.length) > p.layout.dialogueWidth+1))*4+p.indentChangeCoarse(l, above))*3 + sa)
}

// edgeLine stands for the line above the first and below the last. It is never
// changed.
var edgeLine = line{surface: surface{candidate: -1, lastChar: lastFullStop}}

// spacing returns what stands between line n of the body, n at least 1, and
// the line above it.
func (p *document) spacing(n int) spacing {
	i := p.body[n]
	switch {
	case p.layout.paragraphGap < 0 || p.body[n-1] != i-1:
		return unknownSpacing
	case int(p.lines[i].blanks) > p.layout.paragraphGap:
		return newParagraph
	}
	return sameParagraph
}

// bit returns 1 for true and 0 for false.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// bin returns how many of the rising thresholds v has reached: 0 to
// len(bounds).
func bin(v int, bounds ...int) int {
	n := 0
	for _, b := range bounds {
		if v < b {
			break
		}
		n++
	}
	return n
}

// lengthBin returns the bin of a length in characters, 0 to lengthBins-1.
func lengthBin(n uint16) int {
	if n >= 100 {
		return lengthBins - 1
	}
	return int(lengthBinOf[n])
}

// lengthBinOf is lengthBin as a table, for lengths below 100 characters. The
// thresholds are 8, 15, 22, 28, 32, 36, 40, 45, 50, 56, 62, 70 and 100.
var lengthBinOf = [100]uint8{
	8: 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8,
	9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11,
	12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
}

// wordBin returns the bin of a number of words.
func wordBin(n uint8) int { return bin(int(n), 2, 3, 4, 5, 7, 10, 15) }

// logOddsBin returns the bin of a sum of log-odds, in tenths of a natural
// logarithm.
func logOddsBin(sum int) int { return bin(sum, -60, -30, -15, -5, 5, 15, 30, 60) }

// closingBin tells how the line above ends: 0 as a sentence does, 1 broken
// off, 2 with a colon, 3 open.
func closingBin(k *surface) int {
	switch {
	case k.lastChar == lastFullStop || k.lastChar == lastQuestion || k.lastChar == lastQuote || k.lastChar == lastBracket:
		return 0
	case k.lastChar == lastDash || k.lastChar == lastEllipsis:
		return 1
	case k.lastChar == lastColon:
		return 2
	}
	return 3
}

// speakerBin tells whether a line begins with the name of somebody who speaks:
// 5, or 6 before a verb of the third person. Else it is 1 plus the number of such
// names further on, at most 2; or 4 when none is met before a verb; or 0 for a
// line of capitals.
func (p *document) speakerBin(k *surface) int {
	if k.letterCase < initialUpper {
		return 0
	}
	_, begins := p.layout.speakerWords[k.firstWordHash]
	if begins && k.firstChar == firstUpper {
		if k.thirdPersonVerb {
			return 6
		}
		return 5
	}
	met := 0
	for _, hash := range k.properNouns {
		if hash == 0 {
			break
		}
		if _, known := p.layout.speakerWords[hash]; known {
			met++
		}
	}
	return 1 + min(met, 2) + bit(k.thirdPersonVerb && met == 0)*3
}

// repeatBin tells how many lines of the document carry the same capitals; 0
// for a line that is no candidate for a cue.
func (p *document) repeatBin(k *surface) int {
	if k.candidate < 0 {
		return 0
	}
	return 1 + bin(int(p.candidates.list[k.candidate].lines), 2, 3, 5, 10)
}

// headingBin tells whether a line looks like a slug line (1), a transition
// (2), perhaps a slug line (3) or neither (0).
func headingBin(k *surface) int {
	switch {
	case k.heading == statedSetting || k.heading == numberConfirmed:
		return 1
	case k.transition:
		return 2
	case k.heading != noHeading:
		return 3
	}
	return 0
}

// indentChange tells how many columns a line is indented further than the line
// above: 1 for more than 9 to the left, 5 for 9 and more to the right; 0 when
// indentation tells nothing.
func (p *document) indentChange(l, above *line) int {
	if !p.layout.indented || above == &edgeLine || l == &edgeLine {
		return 0
	}
	return 1 + bin(int(l.indent)-int(above.indent), -9, -2, 2, 9)
}

// indentChangeCoarse is indentChange with three bins, for the pairwise
// features.
func (p *document) indentChangeCoarse(l, above *line) int {
	if !p.layout.indented || above == &edgeLine {
		return 0
	}
	return 1 + bin(int(l.indent)-int(above.indent), -1, 2)
}

// widthBin returns the bin of the characters that a line is longer than the
// dialogue of the document is wide.
func widthBin(over int) int { return bin(over, -12, -6, -2, 2, 6, 14) }

// widthBinAbove tells whether the line above is clearly shorter than the
// dialogue is wide (0), about as long (1) or longer (2).
func widthBinAbove(a *surface, h *layoutStats) int {
	return bin(int(a.length), h.dialogueWidth-6, h.dialogueWidth+2)
}

// lineFill tells whether the first word of a line would have fitted on the
// line above. If it would, the writer ended a paragraph there: 1 for the width
// of dialogue, 3 for that of action; 2 and 4 when it would not; 0 when
// paragraphs are not wrapped.
func (p *document) lineFill(above, k *surface) int {
	with := int(above.length) + 1 + int(k.firstWordLength)
	switch {
	case p.layout.unwrapped:
		return 0
	case with <= p.layout.dialogueWidth-1:
		return 1
	case int(above.length) <= p.layout.dialogueWidth+1:
		return 2
	case with <= p.layout.actionWidth-2:
		return 3
	}
	return 4
}

// cueShareBin tells how often a line of these capitals was labelled a cue in
// the first pass: 2 or 3 for less than 40 %, 4 or 5 up to 80 %, 6 or 7 above;
// the odd numbers for three lines and more. It is 0 for a line that is no
// candidate.
func (p *document) cueShareBin(k *surface) int {
	if k.candidate < 0 {
		return 0
	}
	n := &p.candidates.list[k.candidate]
	many := bit(n.lines >= 3)
	switch share := int(n.cues) * 100 / int(n.lines); {
	case share >= 80:
		return 6 + many
	case share >= 40:
		return 4 + many
	default:
		return 2 + many
	}
}

// shareBin returns the bin of a share in thousandths.
func shareBin(perMille int16) int { return bin(int(perMille), 20, 100, 300, 600, 850) }
