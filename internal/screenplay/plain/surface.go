package plain

import (
	"strings"
)

// surface is what one line looks like by itself: the surface features from
// which featuresOf makes those of the model. It holds no text. Lengths are in
// characters; hashes are FNV-1a of the word in lower case, 32 bits, and 0 for
// no word.
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

// letterCase is how a line uses capitals. allUpper and mostlyUpper lines are
// candidates for cues, slug lines and transitions.
type letterCase uint8

const (
	noLetters letterCase = iota
	allUpper
	mostlyUpper
	initialUpper
	initialLower
	letterCaseCount
)

// firstCharClass is the class of a line's first character.
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

// lastCharClass is the class of a line's last character. Exclamation marks
// count as lastQuestion, semicolons as lastComma.
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

// endsSentence reports whether a sentence may end at the end of the line.
func (e lastCharClass) endsSentence() bool {
	return e == lastFullStop || e == lastQuestion || e == lastBracket || e == lastQuote || e == lastEllipsis
}

// bracket is where a line has round or square brackets.
type bracket uint8

const (
	noBracket bracket = iota
	wholeBracket
	opensBracket
	closesBracket
	startsBracket // "(beat) I know."
	bracketCount
)

// cueExtension is the kind of extension behind the name in a line of capitals:
// (V.O.) and (O.S.) are offScreen, (CONT'D) is contd.
type cueExtension uint8

const (
	noExtension cueExtension = iota
	offScreen
	contd
	otherExtension
	cueExtensionCount
)

// headingEvidence says why a line may be a slug line. A stated setting
// ("INT.") is the strongest; confirmSceneNumbers makes numberConfirmed of
// those scene numbers on one side that count on.
type headingEvidence uint8

const (
	noHeading headingEvidence = iota
	statedSetting
	numberConfirmed   // the same number on both sides, or one that counts on
	numberUnconfirmed // capitals after a number
	endsInTimeOfDay   // capitals that end in a time of day
	headingEvidenceCount
)

// extractSurfaces fills the body and the surface of each of its lines, and
// gathers the candidates for cues. The role of every line must be known. Time
// is linear in the length of the text.
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
	p.acceptTitleCaseCues()
}

// acceptSquareBrackets takes square brackets for a mark of speech, such as a
// translation, in a document where at least ten lines begin with one and most
// stand right under names. Such brackets are then ignored.
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

// maxCueLength is the length, in bytes, of the longest name that may be a cue.
const maxCueLength = 42

// cueKey returns the name in a line of capitals: what stands before a bracket,
// a colon or an asterisk. Lines with equal keys are cues of the same
// character. It may be "".
func cueKey(s string) string {
	if i := strings.IndexAny(s, "([:*^"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimRight(s, " .,-")
	return s
}
