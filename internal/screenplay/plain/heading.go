package plain

import (
	"strings"

	"kinodex/internal/screenplay"
)

// headingOf returns why a line may be a slug line. It needs the other fields
// of the surface.
// A line of more than 200 characters, or without words, is none.
func (k *surface) headingOf(s string) headingEvidence {
	if k.words == 0 || k.length > 200 {
		return noHeading
	}
	digit := k.firstChar == firstDigit
	shout := k.letterCase == allUpper || k.letterCase == mostlyUpper
	if mayStateSetting(s) || digit || shout && k.words > 1 && hasDigit(s[:min(3, len(s))]) {
		if screenplay.IsHeading(s) {
			return statedSetting
		}
	}
	if k.length <= 90 && k.words > 1 && statesSettingWithin(s, k) {
		return statedSetting
	}
	if _, rest, sides := sceneNumber(s); sides > 0 {
		switch {
		case rest == "" && begins(s, 's'):
			return numberConfirmed
		case rest == "":
			return noHeading
		case sides == 2:
			return numberConfirmed
		case shout:
			return numberUnconfirmed
		}
	}
	if shout && k.words >= 2 && endsInTime(s) {
		return endsInTimeOfDay
	}
	return noHeading
}

// begins reports whether s begins with an ASCII letter in either case. small is
// that letter in lower case; s must not be empty.
func begins(s string, small byte) bool { return s[0]|0x20 == small }

// mayStateSetting reports cheaply whether a line may begin with a setting: with
// IN or I/ and their like, in any language and as scanners read them.
func mayStateSetting(s string) bool {
	if len(s) < 3 {
		return false
	}
	switch s[0] {
	case 'i', 'I', 'e', 'E':
		switch s[1] {
		case 'n', 'N', 'x', 'X', 's', 'S', 'K', '/', '.':
			return true
		case ' ':
			return s[2] == 'N' || s[2] == 'X'
		}
	case '1', 'l', '|', '!':
		return s[1] == 'N' || s[1] == ' ' && s[2] == 'N'
	case 'A':
		return s[1] == 'U'
	case 'B':
		return s[1] == 'I' || s[1] == 'U'
	case 'W':
		return s[1] == 'N'
	case 'P':
		return s[1] == 'L'
	case 0xd0:
		return true // Cyrillic
	}
	return false
}

// statesSettingWithin reports whether a line states a setting behind a few words or
// marks: "FLASHBACK - INT. TENT", "INTERCUT WITH/EXT. PIER", "A) INT. HUT",
// "Cut to: Ext. pier", or behind the specks of a scan. k must be of that line.
func statesSettingWithin(s string, k *surface) bool {
	shout := k.letterCase == allUpper || k.letterCase == mostlyUpper
	for i := 1; i < min(len(s)-4, 40); i++ {
		if b := s[i] | 0x20; b != 'i' && b != 'e' || s[i+3] != '.' && s[i+3] != '/' && s[i+3] != '-' || isASCIILetter(s[i-1]) {
			continue
		}
		if word := s[i : i+3]; !strings.EqualFold(word, "int") && !strings.EqualFold(word, "ext") {
			continue
		}
		before := strings.TrimRight(s[:i], " ")
		if before == "" {
			return false
		}
		if strings.EqualFold(before[max(0, len(before)-3):], "to:") {
			return true
		}
		return shout && (strings.IndexByte(":/-", before[len(before)-1]) >= 0 && strings.Count(before, " ") < 5 || onlySpecks(before))
	}
	return false
}

// onlySpecks reports whether at most three words, none of them with four letters,
// stand before a heading: marks of a list, numbers, dirt of a scan.
func onlySpecks(s string) bool {
	words := 0
	for word := range strings.FieldsSeq(s) {
		words++
		letters := 0
		for i := range len(word) {
			letters += bit(isASCIILetter(word[i]))
		}
		if letters > 2 {
			return false
		}
	}
	return words <= 3
}

// sceneNumber takes scene numbers off a line that need not state a setting.
// sides is how many sides the number stands on: 2 when the same stands on both
// or the word SCENE is before it, 0 when there is none.
// number is empty when sides is 0.
func sceneNumber(s string) (number, rest string, sides int) {
	i := strings.IndexByte(s, ' ')
	if i <= 0 {
		return "", s, 0
	}
	if word := strings.TrimRight(s[:i], ".:"); (s[0] == 'S' || s[0] == 's') && (strings.EqualFold(word, "scene") || strings.EqualFold(word, "sc")) {
		return wordedNumber(strings.TrimLeft(s[i:], " "), word)
	}
	first := strings.TrimRight(s[:i], ".)")
	if !screenplay.IsSceneNumber(first) || !mayCountScenes(first) {
		return "", s, 0
	}
	rest = strings.TrimLeft(s[i:], " ")
	if j := strings.LastIndexByte(rest, ' '); j > 0 {
		if last := strings.Trim(rest[j+1:], ".()"); last == first || strings.TrimRight(s[:i], ".)") == strings.TrimRight(rest[j+1:], ".)") {
			return first, strings.TrimRight(rest[:j], " "), 2
		}
	} else if strings.Trim(rest, ".()") == first {
		return first, "", 2
	}
	return first, rest, 1
}

// wordedNumber takes the number off what follows the word SCENE. It is as sure
// as one on both sides, wherever else it stands.
func wordedNumber(s, word string) (number, rest string, sides int) {
	first, rest, _ := strings.Cut(s, " ")
	first = strings.Trim(first, ".:)-")
	if !screenplay.IsSceneNumber(first) {
		return "", word + " " + s, 0
	}
	if head, again := strings.CutSuffix(rest, " "+first); again {
		rest = strings.TrimRight(head, " .")
		if head, again = strings.CutSuffix(rest, " "+word); again {
			rest = head
		}
	}
	return first, strings.TrimLeft(rest, " -:."), 2
}

// mayCountScenes reports whether a word can count scenes: not "1ST", "20TH" or "1970S".
func mayCountScenes(number string) bool {
	if len(number) < 3 {
		return true
	}
	switch number[len(number)-2:] {
	case "ST", "ND", "RD", "TH", "st", "nd", "rd", "th", "0S", "0s", "mm", "MM", "PM", "AM":
		return false
	}
	return true
}

// endsInTime reports whether the last word of a line of capitals is a time of
// day, set off by a dash, a stop or a comma: "THE KITCHEN - NIGHT".
func endsInTime(s string) bool {
	s = strings.TrimRight(s, " .)")
	i := strings.LastIndexAny(s, " -.,(")
	if i <= 0 {
		return false
	}
	before := strings.TrimRight(s[:i+1], " ")
	if before == "" || strings.IndexByte("-.,(/", before[len(before)-1]) < 0 {
		return false
	}
	switch s[i+1:] {
	case "TAG", "NACHT", "ABEND", "JOUR", "NUIT", "SOIR", "GIORNO", "NOTTE", "NOCHE", "NOITE":
		return true
	case "DAY", "NIGHT", "MORNING", "EVENING", "AFTERNOON", "DUSK", "DAWN", "SUNSET", "SUNRISE", "NOON", "MIDNIGHT", "TWILIGHT", "LATER",
		"CONTINUOUS":
		return true
	}
	return false
}

// confirmSceneNumbers makes sure of scene numbers that stand on one side only:
// one counts when it is one to four away, in the right direction, from one of
// the three numbers before or after it. Any other number may be anything, such
// as FIRST of two policemen.
func (p *document) confirmSceneNumbers() {
	type numberedLine struct {
		line   int32
		number int
	}
	var all []numberedLine
	for _, i := range p.body {
		l := &p.lines[i]
		if l.surface.heading == numberUnconfirmed || l.surface.heading == numberConfirmed || l.surface.heading == statedSetting && l.surface.firstChar == firstDigit {
			number, _, _ := sceneNumber(l.text)
			if n := leadingNumber(number); n > 0 {
				all = append(all, numberedLine{i, n})
			}
		}
	}
	const near = 3
	for k, one := range all {
		l := &p.lines[one.line]
		if l.surface.heading != numberUnconfirmed {
			continue
		}
		for j := max(0, k-near); j <= min(len(all)-1, k+near); j++ {
			step := (all[j].number - one.number) * bit(j > k)
			if j < k {
				step = one.number - all[j].number
			}
			if step >= 1 && step <= 4 {
				l.surface.heading = numberConfirmed
				break
			}
		}
	}
}

// leadingNumber reads the digits of a scene number; 0 when it has none.
func leadingNumber(s string) int {
	n := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			n = n*10 + int(s[i]-'0')
		} else if n > 0 {
			break
		}
	}
	return n
}
