package plain

// features are the places in the weight table that a line calls on: one in each
// group, and two for how it meets the line above.
type features struct {
	unary                [len(groupSizes)]uint16
	unaryCount           int
	pairwise1, pairwise2 uint16
}

// groupSizes are the sizes of the groups of features. Within a group a line has
// exactly one. The groups below firstGroups need no habits but those that show
// without labels.
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

// featuresOf finds the features of the n-th line of the body.
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

// edgeLine stands above the first line and below the last.
var edgeLine = line{surface: surface{candidate: -1, lastChar: lastFullStop}}

// spacing tells what stands between line n of the body and the one above.
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

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// step gives how many of the bounds v reaches.
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

func lengthBin(n uint16) int {
	if n >= 100 {
		return lengthBins - 1
	}
	return int(lengthBinOf[n])
}

// lengthStepOf divides lengths at 8, 15, 22, 28, 32, 36, 40, 45, 50, 56, 62, 70
// and 100.
var lengthBinOf = [100]uint8{
	8: 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8,
	9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11,
	12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
}

func wordBin(n uint8) int { return bin(int(n), 2, 3, 4, 5, 7, 10, 15) }

func logOddsBin(sum int) int { return bin(sum, -60, -30, -15, -5, 5, 15, 30, 60) }

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

// peopleStep tells whether a line begins with the name of somebody who speaks,
// and whether it speaks of one.
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

// repeatStep tells how many lines carry the same capitals.
func (p *document) repeatBin(k *surface) int {
	if k.candidate < 0 {
		return 0
	}
	return 1 + bin(int(p.candidates.list[k.candidate].lines), 2, 3, 5, 10)
}

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

// turn tells how a line's indentation differs from that of the line above it.
func (p *document) indentChange(l, above *line) int {
	if !p.layout.indented || above == &edgeLine || l == &edgeLine {
		return 0
	}
	return 1 + bin(int(l.indent)-int(above.indent), -9, -2, 2, 9)
}

// shift is turn, coarser.
func (p *document) indentChangeCoarse(l, above *line) int {
	if !p.layout.indented || above == &edgeLine {
		return 0
	}
	return 1 + bin(int(l.indent)-int(above.indent), -1, 2)
}

func widthBin(over int) int { return bin(over, -12, -6, -2, 2, 6, 14) }

func widthBinAbove(a *surface, h *layoutStats) int {
	return bin(int(a.length), h.dialogueWidth-6, h.dialogueWidth+2)
}

// fit tells whether the first word of a line would have found room on the line
// above: if it would, the line above ended a paragraph.
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

// nameStep tells how surely a line of capitals names somebody who speaks.
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

func shareBin(perMille int16) int { return bin(int(perMille), 20, 100, 300, 600, 850) }
