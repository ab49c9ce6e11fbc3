package screenplay

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// heading is a scene heading, taken apart.
type heading struct {
	number  string // as written, "" when it has none
	text    string // all but the number and the revision mark
	setting Setting
	place   string // folded
	time    string // folded, "" when none is stated
}

// IsHeading reports whether a line reads as a scene heading: an interior or
// exterior mark, with or without a scene number before it. Abbreviations count
// in any case when a stop, colon, dash or slash follows, else in capitals only;
// the words INTERIOR and EXTERIOR only in capitals.
func IsHeading(line string) bool {
	_, rest, _ := CutSceneNumber(line)
	_, _, ok := CutSetting(rest)
	return ok
}

// splitHeading takes a heading apart. It works on any line: one without a
// setting has Unsaid, and its place is all that is not a time of day.
func splitHeading(line string) heading {
	var h heading
	var rest string
	h.number, h.text, _ = CutSceneNumber(line)
	h.setting, rest, _ = CutSetting(h.text)
	if h.setting == Unsaid {
		h.setting, rest = cutTrailingSetting(rest)
	}
	h.place, h.time = placeAndTime(rest)
	return h
}

// cutTrailingSetting takes a setting out of the end of a heading, where some
// scripts put it: "SAWMILL. INT/DAY", "SAWMILL - EXT. - NIGHT".
// setting is Interior or Exterior; it is Unsaid, and rest the whole line, when
// there is none.
func cutTrailingSetting(line string) (setting Setting, rest string) {
	for i := len(line) - 3; i > 0; i-- {
		if b := line[i]; b != 'I' && b != 'E' || strings.IndexByte(" .-(/,", line[i-1]) < 0 {
			continue
		}
		inside, _, after, ok := oneSetting(line[i:], false)
		if !ok || len(line[i:])-len(after) != 3 {
			continue
		}
		setting = Exterior
		if inside {
			setting = Interior
		}
		return setting, strings.TrimRight(line[:i], " .-(/,") + " - " + strings.Trim(after, " ./-,)")
	}
	return Unsaid, line
}

// CutSceneNumber takes the scene number off either side of a heading, and the
// revision mark off its end. A number on the right alone counts when Fountain's
// # marks enclose it, or when a gap of two spaces or a tab sets it apart: the
// year of "MARYLAND 1973" stays. found is false when there is no number.
// number is empty then, and rest is the line without its revision mark and
// without white space at its ends.
func CutSceneNumber(line string) (number, rest string, found bool) {
	line = strings.TrimSpace(line)
	for strings.HasSuffix(line, "*") && strings.HasSuffix(strings.TrimRight(line, "*"), " ") {
		line = strings.TrimRight(line, "* \t")
	}
	if strings.HasSuffix(line, "#") {
		if i := strings.LastIndexByte(line[:len(line)-1], '#'); i > 0 && isFountainNumber(line[i+1:len(line)-1]) {
			return line[i+1 : len(line)-1], strings.TrimRight(line[:i], " \t"), true
		}
	}
	rest = line
	if i := strings.IndexAny(line, " \t"); i > 0 {
		first := strings.TrimRight(line[:i], ".)")
		after := strings.TrimLeft(line[i:], " \t")
		if _, _, ok := CutSetting(after); ok && IsSceneNumber(first) {
			number, rest = first, after
		}
	}
	i := strings.LastIndexAny(rest, " \t")
	if i < 0 {
		return number, rest, number != ""
	}
	last := strings.Trim(rest[i+1:], ".()")
	before := strings.TrimRight(rest[:i+1], " \t")
	apart := i+1-len(before) >= 2 || rest[i] == '\t'
	if IsSceneNumber(last) && (last == number || apart && before != "") {
		if number == "" {
			number = last
		}
		rest = before
	}
	return number, rest, number != ""
}

// IsSceneNumber reports whether a word can be a scene number: "12", "12A",
// "A12", "R88A", "12-14", "4.2".
// It has one to six digits, at most four ASCII letters and at most nine bytes.
func IsSceneNumber(word string) bool {
	if word == "" || len(word) > 9 {
		return false
	}
	digits, letters := 0, 0
	for _, r := range word {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z':
			letters++
		case r == '-' || r == '.':
		default:
			return false
		}
	}
	return digits > 0 && digits <= 6 && letters <= 4
}

// isFountainNumber reports whether Fountain's # marks may enclose the word:
// letters, digits, dashes and stops.
// The word has 1 to 32 bytes.
func isFountainNumber(word string) bool {
	for _, r := range word {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '.' {
			return false
		}
	}
	return word != "" && len(word) <= 32
}

// settingWords are the marks of a setting, longest first where one begins
// another. An establishing shot shows a place from without.
var settingWords = []struct {
	word    string
	setting Setting
	short   bool // counts only beside its counterpart: the I and E of "I/E"
}{
	{"INTERIOR", Interior, false},
	{"EXTERIOR", Exterior, false},
	{"INT", Interior, false},
	{"EXT", Exterior, false},
	{"EST", Exterior, false},
	{"I", Interior, true},
	{"E", Exterior, true},
}

// CutSetting takes the setting off the front of a heading: "INT.", "EXT -",
// "INT./EXT.", "I/E", "INT. / EXT.", "INTERIOR". ok is false when there is none,
// and rest is then the whole line.
// setting is then Unsaid, and never Unsaid otherwise. The stops, dashes and spaces
// behind the setting are no part of rest.
func CutSetting(line string) (setting Setting, rest string, ok bool) {
	inside, outside, rest, ok := oneSetting(line, false)
	if !ok {
		return Unsaid, line, false
	}
	for {
		after := strings.TrimLeft(rest, " .\t")
		joined := strings.TrimLeft(after, "/\\&-+")
		if joined == after {
			break
		}
		in, out, next, more := oneSetting(strings.TrimLeft(joined, " \t"), true)
		if !more {
			break
		}
		inside, outside, rest = inside || in, outside || out, next
	}
	rest = strings.TrimLeftFunc(rest, func(r rune) bool {
		return r == '.' || r == ':' || r == ',' || r == '/' || unicode.IsSpace(r) || unicode.Is(unicode.Pd, r)
	})
	switch {
	case inside && outside:
		setting = Both
	case inside:
		setting = Interior
	default:
		setting = Exterior
	}
	return setting, rest, true
}

// oneSetting takes one setting word off the front. second says that another
// came before it, which makes a plain "E" count.
// When ok is true, exactly one of inside and outside is; when it is false, rest
// is the whole line.
func oneSetting(line string, second bool) (inside, outside bool, rest string, ok bool) {
	for _, s := range settingWords {
		n := len(s.word)
		if len(line) < n || !strings.EqualFold(line[:n], s.word) {
			continue
		}
		rest = line[n:]
		next, _ := utf8.DecodeRuneInString(rest)
		if rest != "" && (unicode.IsLetter(next) || unicode.IsDigit(next) || next == '\'' || next == '’') {
			continue
		}
		if s.short && !second && !shortPair(rest) {
			continue
		}
		capitals := line[:n] == s.word
		marked := rest != "" && (strings.ContainsRune("./:", next) || unicode.Is(unicode.Pd, next))
		if !capitals && (n > 3 || !marked && !second) {
			continue
		}
		return s.setting == Interior, s.setting == Exterior, rest, true
	}
	return false, false, line, false
}

// shortPair reports whether what follows an I or E makes it "I/E" or "I./E.".
func shortPair(rest string) bool {
	rest = strings.TrimPrefix(rest, ".")
	if !strings.HasPrefix(rest, "/") || len(rest) < 2 {
		return false
	}
	_, _, _, ok := oneSetting(rest[1:], true)
	return ok
}
