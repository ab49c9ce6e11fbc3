package plain

import (
	"strings"
)

// look is what one line alone looks like.
type surface struct {
	length          uint16 // in characters, at most 65535
	words           uint8  // at most 255
	letterCase      letterCase
	firstChar       firstCharClass
	lastChar        lastCharClass
	firstWordClass  wordClass
	bracket         bracket
	extension       cueExtension
	heading         headingEvidence
	transition      bool // a transition
	directAddress   bool // I, you, my, let's: somebody speaks to somebody
	question        bool
	exclamation     bool
	contraction     bool // don't, gonna
	thirdPersonVerb bool // the second word ends in s, as in "Mary walks"
	dialogueLogOdds int16
	firstWordLength uint8     // length of the first word in characters
	candidate       int32     // in names.list of a line of capitals, else -1
	properNouns     [3]uint32 // hashes of its first capitalised words
	firstWordHash   uint32    // hash of its first word
}

type letterCase uint8

const (
	noLetters letterCase = iota
	allUpper
	mostlyUpper
	initialUpper
	initialLower
	letterCaseCount
)

type firstCharClass uint8

const (
	firstUpper firstCharClass = iota
	firstLower
	firstBracket
	firstDigit
	firstQuote
	firstDash
	firstOther
	firstCharClassCount
)

type lastCharClass uint8

const (
	lastLetter lastCharClass = iota
	lastFullStop
	lastQuestion
	lastComma
	lastColon
	lastDash
	lastEllipsis
	lastBracket
	lastQuote
	lastCharClassCount
)

// closes reports whether a sentence may end there.
func (e lastCharClass) endsSentence() bool {
	return e == lastFullStop || e == lastQuestion || e == lastBracket || e == lastQuote || e == lastEllipsis
}

type bracket uint8

const (
	noBracket bracket = iota
	wholeBracket
	opensBracket
	closesBracket
	startsBracket // "(beat) I know."
	bracketCount
)

// voice is the kind of extension a line of capitals carries.
type cueExtension uint8

const (
	noExtension cueExtension = iota
	offScreen
	contd
	otherExtension
	cueExtensionCount
)

type headingEvidence uint8

const (
	noHeading headingEvidence = iota
	statedSetting
	numberConfirmed   // the same number on both sides, or one that counts on
	numberUnconfirmed // capitals after a number
	endsInTimeOfDay   // capitals that end in a time of day
	headingEvidenceCount
)

// look fills every line's look and gathers the names.
func (p *document) extractSurfaces() {
	p.body = make([]int32, 0, len(p.lines))
	p.candidates.byText = make(map[string]int32, 256)
	words := plainWords()
	for i := range p.lines {
		l := &p.lines[i]
		if l.role != scriptLine {
			continue
		}
		p.body = append(p.body, int32(i))
		l.surface = surfaceOf(l.text, words)
		if l.surface.letterCase == allUpper || l.surface.letterCase == mostlyUpper {
			if key := cueKey(l.text); key != "" && len(key) <= maxCueLength && l.surface.heading == noHeading && !l.surface.transition {
				l.surface.candidate = p.candidates.id(key)
			}
		}
		if l.transcriptCue {
			l.surface.letterCase, l.surface.lastChar = allUpper, lastColon
			l.surface.candidate = p.candidates.id(cueKey(l.text))
		}
	}
	p.confirmSceneNumbers()
	p.acceptSquareBrackets()
}

// unbracket takes square brackets for a mark of speech, such as a translation,
// in a document where they mostly stand right under names.
func (p *document) acceptSquareBrackets() {
	square, spoken := 0, 0
	for n, i := range p.body {
		if p.lines[i].text[0] != '[' {
			continue
		}
		square++
		if n > 0 && p.lines[p.body[n-1]].surface.candidate >= 0 {
			spoken++
		}
	}
	if square < 10 || spoken*2 < square {
		return
	}
	for _, i := range p.body {
		if l := &p.lines[i]; l.text[0] == '[' {
			l.surface.bracket, l.surface.firstChar = noBracket, firstOther
		}
	}
}

const maxCueLength = 42

// cueKey is the name in a line of capitals: what stands before a bracket, a
// colon or an asterisk.
func cueKey(s string) string {
	if i := strings.IndexAny(s, "([:*^"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimRight(s, " .,-")
	return s
}
