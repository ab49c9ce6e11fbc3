package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// leastTitleCaseCues returns how many lines must stand as cues before a document's cues
// are taken to be written in small letters.
func (p *document) leastTitleCaseCues() int { return min(max(3, len(p.body)/20), 10) }

// acceptTitleCaseCues finds the cues of a script that does not write them in
// capitals: names alone on their lines, "Ines" or "Ines:", that come again and again
// above what is said. Their lines then count as lines of capitals, and the colon is
// no part of them. A script whose cues are in capitals hardly has such lines.
//
// It needs the surfaces of the body. Lines of other scripts are left alone.
func (p *document) acceptTitleCaseCues() {
	type standing struct{ lines, cues int32 }
	names := map[string]*standing{}
	maybe := 0
	gap := p.lineSpacing()
	capitals := 0
	for n, i := range p.body {
		l := &p.lines[i]
		if c := l.surface.candidate; c >= 0 {
			capitals += bit(p.candidates.list[c].lines >= 3 && p.standsAsCue(n, gap))
			continue
		}
		if !isTitleCaseName(l) {
			continue
		}
		key := cueKey(l.text)
		one := names[key]
		if one == nil {
			one = &standing{}
			names[key] = one
		}
		one.lines++
		if p.standsAsCue(n, gap) {
			one.cues++
			maybe++
		}
	}
	if maybe < p.leastTitleCaseCues() {
		return
	}
	accepted := 0
	for _, one := range names {
		if one.cues >= 2 && one.cues*2 >= one.lines {
			accepted += int(one.cues)
		}
	}
	if accepted < p.leastTitleCaseCues() || accepted*3 < capitals || accepted*200 < len(p.body) {
		return
	}
	for n, i := range p.body {
		l := &p.lines[i]
		if l.surface.candidate >= 0 || !isTitleCaseName(l) || !p.standsAsCue(n, gap) {
			continue
		}
		one := names[cueKey(l.text)]
		once := gap >= 0 && l.surface.words <= 3 && int(p.lines[p.body[n+1]].blanks) <= gap // nobody else stands there
		if one.cues*2 < one.lines || one.cues < 2 && !once {
			continue
		}
		l.surface.letterCase = allUpper
		l.surface.candidate = p.candidates.id(strings.ToUpper(cueKey(l.text)))
		l.surface.extension = cueExtensionOf(l.text, allUpper)
		if l.surface.lastChar == lastColon {
			l.surface.lastChar = lastLetter
		}
	}
}

// standsAsCue reports whether line n of the body could be a cue by where it stands: a
// line that is said follows, and where blank lines tell paragraphs apart, it begins
// one, or what stands above it ends as a sentence does. gap is what lineSpacing returned.
func (p *document) standsAsCue(n, gap int) bool {
	if n+1 >= len(p.body) {
		return false
	}
	l, next := &p.lines[p.body[n]], &p.lines[p.body[n+1]]
	if next.surface.heading == statedSetting || next.surface.transition {
		return false
	}
	if gap < 0 {
		return next.surface.firstChar != firstLower || next.surface.bracket != noBracket
	}
	begins := n == 0 || p.body[n-1] != p.body[n]-1 || int(l.blanks) > gap || p.lines[p.body[n-1]].surface.lastChar.endsSentence()
	return begins && int(next.blanks) <= gap+1
}

// isTitleCaseName reports whether a line is a name of one to four words that begin
// with capitals, in small letters, with whatever extension in brackets or a colon.
func isTitleCaseName(l *line) bool {
	k := &l.surface
	if k.letterCase != initialUpper || k.firstChar != firstUpper || k.words > 8 || k.length > 50 || k.heading != noHeading || k.transition {
		return false
	}
	if k.lastChar != lastLetter && k.lastChar != lastColon && k.lastChar != lastBracket || k.firstWordClass == dialogueWord {
		return false
	}
	name := cueKey(l.text)
	if len(name) < 2 || len(name) > 30 {
		return false
	}
	words := 0
	for word := range strings.FieldsSeq(name) {
		words++
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "\"'#"))
		if !unicode.IsUpper(first) && !unicode.IsDigit(first) && word != "of" && word != "the" && word != "and" && word != "de" && word != "von" && word != "&" {
			return false
		}
	}
	return words <= 4
}
