package screenplay

import (
	"strings"
	"unicode"

	"kinodex/internal/text"
)

// IsCue reports, roughly, whether a line alone could name who speaks next: a
// short line of capitals that is no heading, transition or sentence, with
// whatever extensions in brackets. What stands around it decides in the end.
// White space at either end is ignored. An empty line is no cue.
func IsCue(line string) bool {
	name, extension, bracketed := cutBrackets(strings.TrimSpace(line))
	name = strings.TrimRight(strings.TrimSpace(name), "*^: ")
	if len(extension) > 60 || !capitalName(name) {
		return false
	}
	if IsHeading(name) || IsTransition(line) {
		return false
	}
	if bracketed || !strings.HasSuffix(name, ".") {
		return !strings.ContainsAny(name[len(name)-1:], "!?;,")
	}
	// A stop ends sentences and abbreviations: JR., ESQ., INC.
	last := name[strings.LastIndexByte(name, ' ')+1:]
	return len(last) <= 4 && strings.ContainsRune(name, ' ') || strings.Count(name, ".") > 1
}

// capitalName reports whether s has letters, all of them capitals but for the
// small ones inside McX, DeX and their like, in at most six words and 42 runes.
func capitalName(s string) bool {
	letters, small, words, runes := 0, 0, 1, 0
	for _, r := range s {
		runes++
		switch {
		case unicode.IsUpper(r) || unicode.IsLetter(r) && !unicode.IsLower(r):
			letters++
		case unicode.IsLower(r):
			small++
		case r == ' ':
			words++
		}
	}
	return letters > 0 && letters > 2*small && small <= 3 && words <= 6 && runes <= 42 && runes > 0
}

// IsTransition reports whether a line names a cut: capitals that end in "TO:", or in
// "TO BLACK" behind one word, or in which every word is one that cuts are named with.
// White space at either end is ignored. A line with a small letter, or of more
// than 60 bytes, is none.
func IsTransition(line string) bool {
	line = strings.TrimSpace(line)
	if len(line) > 60 || line == "" || strings.ToUpper(line) != line {
		return false
	}
	if strings.HasSuffix(line, "TO:") || namesCut(line) {
		return true
	}
	line = strings.TrimRight(line, ".: ")
	return strings.Count(line, " ") == 2 && (strings.HasSuffix(line, " TO BLACK") || strings.HasSuffix(line, " TO WHITE")) // whatever the screen does
}

// IsSmallTransition reports whether a line names a cut in small letters: at least two
// words of those that cuts are named with, the first with a capital, and a colon or
// stop behind them: "Cut to:", "Fade to black."
func IsSmallTransition(line string) bool {
	line = strings.TrimSpace(line)
	if len(line) < 7 || len(line) > 40 || line[0] < 'A' || line[0] > 'Z' || strings.IndexByte(":.", line[len(line)-1]) < 0 {
		return false
	}
	return strings.Contains(line, " ") && namesCut(strings.ToUpper(line))
}

// namesCut reports whether a line of capitals has at most six words, all of them of
// cutWords and at least one that alone names a cut; THE END and BACK TO SCENE count too.
func namesCut(line string) bool {
	words, cuts := 0, 0
	for word := range strings.FieldsSeq(line) {
		word = strings.Trim(word, ".,:;-–—…() ")
		if word == "" {
			continue
		}
		role, known := cutWords[word]
		if words++; !known || words > 6 {
			return false
		}
		if role == namesIt || role == namesItPaired && words == 1 {
			cuts++
		}
		if role == namesItPaired && strings.TrimRight(line, ".: ") == word {
			return false
		}
	}
	if cuts > 0 {
		return true
	}
	line = strings.TrimRight(line, ".: ")
	return line == "BACK TO SCENE" || line == "BACK TO PRESENT" || line == "THE END"
}

// cutRole is what a word does in the name of a cut.
type cutRole uint8

const (
	qualifiesIt   cutRole = iota
	namesIt               // by itself
	namesItPaired         // with another word only: IRIS is also somebody's name
)

// cutWords are the words that cuts are named with.
var cutWords = map[string]cutRole{
	"CUT": namesIt, "INTERCUT": namesIt, "DISSOLVE": namesIt, "DISSOLVES": namesIt, "FADE": namesIt, "FADES": namesIt,
	"WIPE": namesIt, "CROSSFADE": namesIt, "CROSS-FADE": namesIt, "FADE-OUT": namesIt, "FADE-IN": namesIt, "BLACKOUT": namesIt, "SMASHCUT": namesIt, "FLASHCUT": namesIt,
	"IRIS": namesItPaired,
	"TO":   qualifiesIt, "IN": qualifiesIt, "OUT": qualifiesIt, "UP": qualifiesIt, "ON": qualifiesIt, "INTO": qualifiesIt, "THROUGH": qualifiesIt,
	"THRU": qualifiesIt, "BACK": qualifiesIt, "WITH": qualifiesIt, "FROM": qualifiesIt, "AND": qualifiesIt, "A": qualifiesIt, "SLOW": qualifiesIt,
	"SLOWLY": qualifiesIt, "QUICK": qualifiesIt, "FAST": qualifiesIt, "RAPID": qualifiesIt, "HARD": qualifiesIt, "SHARP": qualifiesIt,
	"SMASH": qualifiesIt, "MATCH": qualifiesIt, "MATCHED": qualifiesIt, "JUMP": qualifiesIt, "TIME": qualifiesIt, "FLASH": qualifiesIt,
	"SHOCK": qualifiesIt, "SLAM": qualifiesIt, "CROSS": qualifiesIt, "LAP": qualifiesIt, "DIRECT": qualifiesIt, "STRAIGHT": qualifiesIt,
	"LONG": qualifiesIt, "FINAL": qualifiesIt, "CONTINUOUS": qualifiesIt, "BLACK": qualifiesIt, "WHITE": qualifiesIt, "DARKNESS": qualifiesIt,
	"SCENE": qualifiesIt, "PRESENT": qualifiesIt, "PAST": qualifiesIt, "SCREEN": qualifiesIt,
}

// SplitCue takes a cue apart: who speaks, folded, and how, folded. The same
// person is the same name however the cue is dressed: (CONT'D), (V.O.), an
// unclosed bracket, a trailing colon, "JOHN'S VOICE"; and "GUARD 2" is
// "GUARD #2". The name is never empty.
// The extension is empty when the cue has none, or only one that continues a
// speech; several are joined by a space.
func SplitCue(cue string) (name, extension string) {
	cue = strings.Trim(strings.TrimSpace(cue), "@^*_ \t")
	base, inside, _ := cutBrackets(cue)
	base = strings.Trim(text.Fold(base), ` .,:;-"*`)
	var marks []string
	if ext := voiceOf(inside); ext != "" {
		marks = append(marks, ext)
	}
	for {
		shorter, mark, ok := cutBareMark(base)
		if !ok {
			break
		}
		base = shorter
		if mark != "" {
			marks = append(marks, mark)
		}
	}
	base = numbered(base)
	if base == "" {
		base = strings.TrimSpace(text.Fold(cue))
	}
	if base == "" {
		base = "?"
	}
	return base, strings.Join(marks, " ")
}

// cutBrackets divides a cue into what stands outside and inside its brackets. A
// bracket that never closes holds all up to the end; one that never opens ends
// the last word before it that reads as an extension.
// found reports whether the cue has any bracket. Neither part is trimmed.
func cutBrackets(cue string) (outside, inside string, found bool) {
	i := strings.IndexAny(cue, "([")
	if i < 0 {
		if j := strings.IndexAny(cue, ")]"); j >= 0 {
			if k := strings.LastIndexAny(cue[:j], " \t"); k > 0 {
				return cue[:k], cue[k+1 : j], true
			}
			return cue[:j], "", true
		}
		return cue, "", false
	}
	var out, in strings.Builder
	depth := 0
	for _, r := range cue {
		switch r {
		case '(', '[':
			depth++
			in.WriteByte(' ')
		case ')', ']':
			depth = max(0, depth-1)
		default:
			if depth > 0 {
				in.WriteRune(r)
			} else {
				out.WriteRune(r)
			}
		}
	}
	return out.String(), in.String(), true
}

// voiceOf gives the folded extension, its usual marks spelled one way, without
// what only says that the speech goes on.
// The result is empty when nothing else is left.
func voiceOf(inside string) string {
	folded := strings.ReplaceAll(text.Fold(inside), "' d", "'d")
	if folded == "" {
		return ""
	}
	var kept []string
	for word := range strings.FieldsSeq(folded) {
		if mark, known := bareMarks[strings.Trim(word, ",;:/-")]; known {
			if mark != "" {
				kept = append(kept, mark)
			}
		} else if strings.Trim(word, "0123456789") != "" { // "(2)" counts the page breaks
			kept = append(kept, word)
		}
	}
	switch joined := strings.Join(kept, " "); joined {
	case "voice over", "voiceover", "voice-over", "over":
		return "v.o."
	case "off screen", "offscreen", "off-screen", "off":
		return "o.s."
	case "off camera", "offcamera", "off-camera":
		return "o.c."
	case "continuing":
		return ""
	default:
		return joined
	}
}

// bareMarks are the extensions as scripts spell them, with or without brackets,
// a scanner's zeros included. What only continues a speech maps to nothing.
var bareMarks = map[string]string{
	"v.o.": "v.o.", "v.o": "v.o.", "vo": "v.o.", "v/o": "v.o.", "v.0.": "v.o.", "v.0": "v.o.", "vo.": "v.o.",
	"o.s.": "o.s.", "o.s": "o.s.", "os": "o.s.", "o/s": "o.s.", "0.s.": "o.s.", "0.s": "o.s.", "os.": "o.s.",
	"o.c.": "o.c.", "o.c": "o.c.", "oc": "o.c.", "o/c": "o.c.", "0.c.": "o.c.", "oc.": "o.c.",
	"cont'd": "", "cont'd.": "", "contd": "", "contd.": "", "cont": "", "cont.": "", "con't": "", "con't.": "", "con'td": "",
	"continued": "", "cont'": "", "cont'd'": "",
}

// cutBareMark takes one unbracketed extension off the end of a folded name.
// Words that are also names or words of names (OS, VO, OVER) stay.
// ok is false when nothing was taken off, and rest is then the whole name. mark
// is empty for an extension that only continues a speech.
func cutBareMark(name string) (rest, mark string, ok bool) {
	i := strings.LastIndexByte(name, ' ')
	if i < 0 {
		return name, "", false
	}
	last := name[i+1:]
	before := strings.TrimRight(name[:i], " .,:;-")
	if last == "voice" {
		if owner, possessive := strings.CutSuffix(before, "'s"); possessive {
			return owner, "voice", true
		}
		if owner, possessive := strings.CutSuffix(before, "s'"); possessive {
			return owner + "s", "voice", true
		}
		return name, "", false
	}
	if last == "cont" && before == "" {
		return name, "", false
	}
	// The stop at the very end went with the trimming of the name.
	mark, known := bareMarks[last]
	if !known {
		mark, known = bareMarks[last+"."]
	}
	if !known || before == "" {
		return name, "", false
	}
	return before, mark, true
}

// numbered spells the number of one among many in one way: "guard 2", "guard
// no. 2" and "guard # 2" are "guard #2".
// Any other name is returned unchanged.
func numbered(name string) string {
	digits := strings.TrimRight(name, "0123456789")
	if len(digits) == len(name) || digits == "" {
		return name
	}
	number := name[len(digits):]
	who := strings.TrimRight(digits, " ")
	marked := strings.HasSuffix(who, "#")
	who = strings.TrimSpace(strings.TrimSuffix(who, "#"))
	for _, word := range []string{" no.", " no", " number"} {
		if cut, ok := strings.CutSuffix(who, word); ok {
			who, marked = cut, true
		}
	}
	if who == "" || !marked && len(digits) == len(strings.TrimRight(digits, " ")) {
		return name // "r2" and "k-2": no gap, a name of its own
	}
	return who + " #" + number
}
