package plain

// features are the places in the weight table that a line calls on: one in each
// group, and two for how it meets the line above.
type features struct {
	line         [len(groupSizes)]uint16
	lines        int
	meet1, meet2 uint16
}

// groupSizes are the sizes of the groups of features. Within a group a line has
// exactly one. The groups below firstGroups need no habits but those that show
// without labels.
var groupSizes = [...]int{
	int(capitalsKinds) * lengthSteps,
	int(capitalsKinds) * wordSteps * 9,
	int(endingKinds) * int(capitalsKinds) * 3,
	int(beginningKinds) * 3 * closeSteps,
	int(openerKinds) * 3 * int(capitalsKinds),
	talkSteps * 3 * 3,
	32,
	7 * 3,
	repeatSteps * int(voiceKinds) * 9,
	int(headingKinds) * 9,
	2 * 9,
	int(bracketKinds) * wordSteps * 2,
	int(capitalsKinds) * int(capitalsKinds) * 3 * 4,
	int(capitalsKinds) * int(capitalsKinds) * 3 * 2,
	4 * 4 * 3,
	lengthSteps * lengthSteps,
	lengthSteps * lengthSteps,
	repeatSteps * 3 * talkSteps,
	turnSteps * turnSteps * 3,
	widthSteps * 2 * 3 * 3,
	// from here on, habits learned from the first reading
	nameSteps * 9,
	shareSteps * shareSteps * 2,
	shareSteps * shareSteps * 2,
	shareSteps * shareSteps * 2,
	nameSteps * 3 * 4,
}

const (
	firstGroups = 20
	lengthSteps = 14
	wordSteps   = 8
	closeSteps  = 4
	talkSteps   = 9
	repeatSteps = 6
	turnSteps   = 6
	widthSteps  = 7
	nameSteps   = 8
	shareSteps  = 6
	meets1      = 3 * closeSteps * 3 * 3
	meets2      = 5 * 2 * 4 * 3
)

// featuresOf finds the features of the n-th line of the body.
func (p *page) featuresOf(n int, second bool, f *features) {
	l := &p.lines[p.body[n]]
	k := &l.look
	above, below := &edgeLine, &edgeLine
	spacingAbove, spacingBelow := spaced, spaced
	if n > 0 {
		above = &p.lines[p.body[n-1]]
		spacingAbove = p.spacing(n)
	}
	if n+1 < len(p.body) {
		below = &p.lines[p.body[n+1]]
		spacingBelow = p.spacing(n + 1)
	}
	a, b := &above.look, &below.look
	sa, sb := int(spacingAbove), int(spacingBelow)
	around := sa*3 + sb
	caps, capsA, capsB := int(k.capitals), int(a.capitals), int(b.capitals)
	length, lengthA, lengthB := lengthStep(k.length), lengthStep(a.length), lengthStep(b.length)
	words, leaning := wordStep(k.words), talkStep(int(k.talk))
	shouts := 0
	if k.capitals <= mostlyCapitals {
		shouts = 1
	}

	f.lines = 0
	base := 0
	put := func(id int) {
		f.line[f.lines] = uint16(base + id)
		base += groupSizes[f.lines]
		f.lines++
	}
	put(caps*lengthSteps + length)
	put((caps*wordSteps+words)*9 + around)
	put((int(k.ends)*int(capitalsKinds)+caps)*3 + sb)
	put((int(k.begins)*3+sa)*closeSteps + closeStep(a))
	put((int(k.opener)*3+sa)*int(capitalsKinds) + caps)
	put((leaning*3+sa)*3 + min(2, int(k.length)/36))
	put(bit(k.address)*16 + bit(k.question)*8 + bit(k.exclaims)*4 + bit(k.elided)*2 + bit(k.capitals == startsSmall))
	put(p.peopleStep(k)*3 + sa)
	put((p.repeatStep(k)*int(voiceKinds)+int(k.voice))*9 + around)
	put(int(k.setting)*9 + around)
	put(bit(k.cut)*9 + around)
	put((int(k.bracket)*wordSteps+words)*2 + shouts)
	put(((caps*int(capitalsKinds)+capsA)*3+sa)*4 + min(3, int(a.length)/20))
	put(((caps*int(capitalsKinds)+capsB)*3+sb)*2 + bit(b.begins == withBracket))
	put((headStep(a)*4+headStep(b))*3 + sa)
	put(length*lengthSteps + lengthA)
	put(length*lengthSteps + lengthB)
	put((p.repeatStep(a)*3+sa)*talkSteps + leaning)
	put((p.turn(l, above)*turnSteps+p.turn(below, l))*3 + sa)
	put(((widthStep(int(k.length)-p.habit.speech)*2+bit(p.habit.unwrapped))*3+sa)*3 + widthOfA(a, &p.habit))
	if second {
		name := p.nameStep(k)
		put(name*9 + around)
		columns := &p.habit.columns[l.indent]
		known := bit(p.habit.indented)
		put((shareStep(columns[deedFamily])*shareSteps+shareStep(columns[talkFamily]))*2 + known)
		put((shareStep(columns[cueFamily])*shareSteps+shareStep(columns[directionFamily]))*2 + known)
		put((shareStep(columns[headFamily])*shareSteps+shareStep(columns[cutFamily]))*2 + known)
		put((p.nameStep(a)*3+sa)*4 + min(3, caps))
	}

	begins := 0
	switch {
	case k.capitals == startsSmall:
		begins = 1
	case k.capitals != startsCapital:
		begins = 2
	}
	bracketed := 0
	switch k.bracket {
	case wholeBracket, opensBracket, startsBracket:
		bracketed = 1
	case closesBracket:
		bracketed = 2
	}
	f.meet1 = uint16(((sa*closeSteps+closeStep(a))*3+begins)*3 + bracketed)
	f.meet2 = uint16(((p.fit(a, k)*2+bit(int(k.length) > p.habit.speech+1))*4+p.shift(l, above))*3 + sa)
}

// edgeLine stands above the first line and below the last.
var edgeLine = line{look: look{name: -1, ends: inStop}}

// spacing tells what stands between line n of the body and the one above.
func (p *page) spacing(n int) spacing {
	i := p.body[n]
	switch {
	case p.habit.paragraph < 0 || p.body[n-1] != i-1:
		return untold
	case int(p.lines[i].blanks) > p.habit.paragraph:
		return spaced
	}
	return tight
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// step gives how many of the bounds v reaches.
func step(v int, bounds ...int) int {
	n := 0
	for _, b := range bounds {
		if v < b {
			break
		}
		n++
	}
	return n
}

func lengthStep(n uint16) int {
	if n >= 100 {
		return lengthSteps - 1
	}
	return int(lengthStepOf[n])
}

// lengthStepOf divides lengths at 8, 15, 22, 28, 32, 36, 40, 45, 50, 56, 62, 70
// and 100.
var lengthStepOf = [100]uint8{
	8: 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8,
	9, 9, 9, 9, 9, 9, 10, 10, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11,
	12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12,
}

func wordStep(n uint8) int { return step(int(n), 2, 3, 4, 5, 7, 10, 15) }

func talkStep(sum int) int { return step(sum, -60, -30, -15, -5, 5, 15, 30, 60) }

func closeStep(k *look) int {
	switch {
	case k.ends == inStop || k.ends == inQuestion || k.ends == inQuote || k.ends == inBracket:
		return 0
	case k.ends == inDash || k.ends == inEllipsis:
		return 1
	case k.ends == inColon:
		return 2
	}
	return 3
}

// peopleStep tells whether a line begins with the name of somebody who speaks,
// and whether it speaks of one.
func (p *page) peopleStep(k *look) int {
	if k.capitals < startsCapital {
		return 0
	}
	_, begins := p.habit.people[k.starts]
	if begins && k.begins == withCapital {
		if k.verb {
			return 6
		}
		return 5
	}
	met := 0
	for _, hash := range k.proper {
		if hash == 0 {
			break
		}
		if _, known := p.habit.people[hash]; known {
			met++
		}
	}
	return 1 + min(met, 2) + bit(k.verb && met == 0)*3
}

// repeatStep tells how many lines carry the same capitals.
func (p *page) repeatStep(k *look) int {
	if k.name < 0 {
		return 0
	}
	return 1 + step(int(p.names.list[k.name].lines), 2, 3, 5, 10)
}

func headStep(k *look) int {
	switch {
	case k.setting == settingHeading || k.setting == surelyNumbered:
		return 1
	case k.cut:
		return 2
	case k.setting != noHeading:
		return 3
	}
	return 0
}

// turn tells how a line's indentation differs from that of the line above it.
func (p *page) turn(l, above *line) int {
	if !p.habit.indented || above == &edgeLine || l == &edgeLine {
		return 0
	}
	return 1 + step(int(l.indent)-int(above.indent), -9, -2, 2, 9)
}

// shift is turn, coarser.
func (p *page) shift(l, above *line) int {
	if !p.habit.indented || above == &edgeLine {
		return 0
	}
	return 1 + step(int(l.indent)-int(above.indent), -1, 2)
}

func widthStep(over int) int { return step(over, -12, -6, -2, 2, 6, 14) }

func widthOfA(a *look, h *habit) int { return step(int(a.length), h.speech-6, h.speech+2) }

// fit tells whether the first word of a line would have found room on the line
// above: if it would, the line above ended a paragraph.
func (p *page) fit(above, k *look) int {
	with := int(above.length) + 1 + int(k.first)
	switch {
	case p.habit.unwrapped:
		return 0
	case with <= p.habit.speech-1:
		return 1
	case int(above.length) <= p.habit.speech+1:
		return 2
	case with <= p.habit.action-2:
		return 3
	}
	return 4
}

// nameStep tells how surely a line of capitals names somebody who speaks.
func (p *page) nameStep(k *look) int {
	if k.name < 0 {
		return 0
	}
	n := &p.names.list[k.name]
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

func shareStep(perMille int16) int { return step(int(perMille), 20, 100, 300, 600, 850) }
