package plain

import (
	"strings"
)

// look is what one line alone looks like.
type look struct {
	length   uint16 // in characters, at most 65535
	words    uint8  // at most 255
	capitals capitals
	begins   beginning
	ends     ending
	opener   opener
	bracket  bracket
	voice    voice
	setting  headingLook
	cut      bool // a transition
	address  bool // I, you, my, let's: somebody speaks to somebody
	question bool
	exclaims bool
	elided   bool // don't, gonna
	verb     bool // the second word ends in s, as in "Mary walks"
	talk     int16
	first    uint8     // length of the first word in characters
	name     int32     // in names.list of a line of capitals, else -1
	proper   [3]uint32 // hashes of its first capitalised words
	starts   uint32    // hash of its first word
}

type capitals uint8

const (
	noLetters capitals = iota
	allCapitals
	mostlyCapitals
	startsCapital
	startsSmall
	capitalsKinds
)

type beginning uint8

const (
	withCapital beginning = iota
	withSmall
	withBracket
	withDigit
	withQuote
	withDash
	withOther
	beginningKinds
)

type ending uint8

const (
	inLetter ending = iota
	inStop
	inQuestion
	inComma
	inColon
	inDash
	inEllipsis
	inBracket
	inQuote
	endingKinds
)

// closes reports whether a sentence may end there.
func (e ending) closes() bool {
	return e == inStop || e == inQuestion || e == inBracket || e == inQuote || e == inEllipsis
}

type bracket uint8

const (
	noBracket bracket = iota
	wholeBracket
	opensBracket
	closesBracket
	startsBracket // "(beat) I know."
	bracketKinds
)

// voice is the kind of extension a line of capitals carries.
type voice uint8

const (
	noVoice voice = iota
	offVoice
	continued
	otherVoice
	voiceKinds
)

type headingLook uint8

const (
	noHeading headingLook = iota
	settingHeading
	surelyNumbered // the same number on both sides, or one that counts on
	onceNumbered   // capitals after a number
	timedHeading   // capitals that end in a time of day
	headingKinds
)

// look fills every line's look and gathers the names.
func (p *page) look() {
	p.body = make([]int32, 0, len(p.lines))
	p.names.byText = make(map[string]int32, 256)
	words := plainWords()
	for i := range p.lines {
		l := &p.lines[i]
		if l.kind != ofFilm {
			continue
		}
		p.body = append(p.body, int32(i))
		l.look = lookAt(l.text, words)
		if l.look.capitals == allCapitals || l.look.capitals == mostlyCapitals {
			if key := cueKey(l.text); key != "" && len(key) <= longestCue && l.look.setting == noHeading && !l.look.cut {
				l.look.name = p.names.id(key)
			}
		}
		if l.named {
			l.look.capitals, l.look.ends = allCapitals, inColon
			l.look.name = p.names.id(cueKey(l.text))
		}
	}
	p.countScenes()
	p.unbracket()
}

// unbracket takes square brackets for a mark of speech, such as a translation,
// in a document where they mostly stand right under names.
func (p *page) unbracket() {
	square, spoken := 0, 0
	for n, i := range p.body {
		if p.lines[i].text[0] != '[' {
			continue
		}
		square++
		if n > 0 && p.lines[p.body[n-1]].look.name >= 0 {
			spoken++
		}
	}
	if square < 10 || spoken*2 < square {
		return
	}
	for _, i := range p.body {
		if l := &p.lines[i]; l.text[0] == '[' {
			l.look.bracket, l.look.begins = noBracket, withOther
		}
	}
}

const longestCue = 42

// cueKey is the name in a line of capitals: what stands before a bracket, a
// colon or an asterisk.
func cueKey(s string) string {
	if i := strings.IndexAny(s, "([:*^"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimRight(s, " .,-")
	return s
}
