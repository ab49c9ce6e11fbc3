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
// the words INTERIOR and EXTERIOR, and those of other languages, in capitals, or with a
// capital when a stop, colon or slash follows and no sentence: "Interior. Store -- Day".
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
		if strings.IndexByte(" .-(/,:", line[i-1]) < 0 || strings.IndexByte(" .-(/,", line[i]) >= 0 {
			continue
		}
		inside, _, after, ok := oneSetting(line[i:], false)
		if size := len(line[i:]) - len(after); !ok || size < 3 || size > 3 && strings.HasSuffix(strings.ToUpper(line[i:i+size]), "IOR") {
			continue // INTERIOR amid a heading may be a word of its place
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
		first := strings.Trim(line[:i], ".,()*#•·")
		after := strings.TrimLeft(line[i:], " \t")
		if IsSceneNumber(strings.ReplaceAll(first, "/", "-")) {
			if _, _, ok := CutSetting(after); ok {
				number, rest = first, after
			}
		}
	}
	i := strings.LastIndexAny(rest, " \t")
	if i < 0 {
		return number, rest, number != ""
	}
	last := strings.Trim(rest[i+1:], ".()")
	before := strings.TrimRight(rest[:i+1], " \t")
	apart := i+1-len(before) >= 2 || rest[i] == '\t'
	if number != "" && last == number || IsSceneNumber(last) && apart && before != "" {
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
// another. An establishing shot shows a place from without. Beside English:
// German, French, Spanish, Portuguese, Italian, Dutch, Swedish, Norwegian, Danish,
// Czech, Polish and Russian. Whole words count in capitals only.
var settingWords = []struct {
	word    string
	setting Setting
	short   bool // counts only beside its counterpart: the I and E of "I/E"
}{
	{"INTERIOR", Interior, false},
	{"EXTERIOR", Exterior, false},
	{"INTÉRIEUR", Interior, false},
	{"EXTÉRIEUR", Exterior, false},
	{"INTERIEUR", Interior, false},
	{"EXTERIEUR", Exterior, false},
	{"INTERNO", Interior, false},
	{"ESTERNO", Exterior, false},
	{"INTERIÖR", Interior, false},
	{"EXTERIÖR", Exterior, false},
	{"INTERIØR", Interior, false},
	{"EKSTERIØR", Exterior, false},
	{"INTERIÉR", Interior, false},
	{"EXTERIÉR", Exterior, false},
	{"INNEN", Interior, false},
	{"AUSSEN", Exterior, false},
	{"AUẞEN", Exterior, false},
	{"AUßEN", Exterior, false},
	{"BINNEN", Interior, false},
	{"BUITEN", Exterior, false},
	{"WNĘTRZE", Interior, false},
	{"PLENER", Exterior, false},
	{"ИНТ", Interior, false},
	{"НАТ", Exterior, false},
	{"ЭКСТ", Exterior, false},
	{"INT", Interior, false},
	{"EXT", Exterior, false},
	{"EST", Exterior, false},
	{"I", Interior, true},
	{"E", Exterior, true},
}

// scannedSettings are INT and EXT as scanners misread them: letters torn apart, or
// a digit or stroke for the I. They count only before a stop, comma or slash, and
// where no small letter follows.
var scannedSettings = []struct{ scanned, setting string }{
	{"I NT", "INT"}, {"IN T", "INT"}, {"I N T", "INT"}, {"1NT", "INT"}, {"lNT", "INT"}, {"|NT", "INT"}, {"!NT", "INT"}, {"1 NT", "INT"}, {"l NT", "INT"},
	{"E XT", "EXT"}, {"EX T", "EXT"}, {"E X T", "EXT"},
}

// repairScanned spells a setting at the front of a line as it was meant, and the
// German I/A for inside and outside as I/E. It returns any other line unchanged.
func repairScanned(line string) string {
	if len(line) < 4 || line[1] != ' ' && line[1] != '/' && line[2] != ' ' && strings.IndexByte("1l|!", line[0]) < 0 {
		return line
	}
	if rest, found := strings.CutPrefix(line, "I/A"); found && strings.IndexByte(" .:-", rest[0]) >= 0 {
		return "I/E" + rest
	}
	for _, s := range scannedSettings {
		rest, found := strings.CutPrefix(line, s.scanned)
		mark := strings.TrimLeft(rest, " ")
		if found && mark != "" && strings.IndexByte(".,:/", mark[0]) >= 0 && strings.ToUpper(rest) == rest {
			return s.setting + rest
		}
	}
	return line
}

// CutSetting takes the setting off the front of a heading: "INT.", "EXT -",
// "INT./EXT.", "I/E", "INT. / EXT.", "INTERIOR". ok is false when there is none,
// and rest is then the whole line.
// setting is then Unsaid, and never Unsaid otherwise. The stops, dashes and spaces
// behind the setting are no part of rest.
func CutSetting(line string) (setting Setting, rest string, ok bool) {
	inside, outside, rest, ok := oneSetting(repairScanned(line), false)
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
	if line == "" {
		return false, false, line, false
	}
	for i := range settingWords {
		s := &settingWords[i]
		if first := s.word[0]; first != line[0] && first|0x20 != line[0] {
			continue
		}
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
		if !capitals && (n > 3 && !(second || titleWord(s.word, line, rest)) || n <= 3 && !marked && !second) {
			continue
		}
		return s.setting == Interior, s.setting == Exterior, rest, true
	}
	return false, false, line, false
}

// titleWord reports whether a whole word in small letters states a setting: "Interior." with
// its first letter large, a stop, colon or slash behind it, and no sentence after that.
func titleWord(word, line, rest string) bool {
	if rest == "" || line[0] != word[0] || strings.IndexByte("./:", rest[0]) < 0 || len(rest) > 80 {
		return false
	}
	place := strings.Trim(rest, "./: \t")
	return place != "" && !strings.ContainsAny(place, "!?;") && !strings.Contains(place, ", ") && strings.IndexByte(".!?,", rest[len(rest)-1]) < 0
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
