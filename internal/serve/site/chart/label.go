package chart

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// textSize is the height of all text, in units.
const textSize = 13.0

// lineHeight is the distance between two lines of text.
const lineHeight = 17.0

// textWidth estimates how wide s is drawn, a little generously: no font is known here.
func textWidth(s string) float64 {
	sum := 0.0
	for _, r := range s {
		sum += runeWidth(r)
	}
	return sum * textSize
}

// runeWidth returns the width of a character in ems.
func runeWidth(r rune) float64 {
	switch {
	case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Cf, r):
		return 0
	case strings.ContainsRune("iljtfrI.,:;|!'()[] ", r):
		return 0.34
	case strings.ContainsRune("mwMW@%—…", r):
		return 0.9
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return 1.02
	case r >= 0x1F000:
		return 1.3
	case unicode.IsUpper(r):
		return 0.7
	}
	return 0.6
}

// fit returns s cut with an ellipsis so that it is at most so wide, and whether it was cut.
// Marks stay with the character that they belong to.
func fit(s string, width float64) (string, bool) {
	s = plain(s)
	if textWidth(s) <= width {
		return s, false
	}
	room := width - textWidth("…")
	end := 0
	for i, r := range s {
		w := runeWidth(r) * textSize
		if room -= w; room < 0 && w > 0 {
			break
		}
		end = i + utf8.RuneLen(r)
	}
	return strings.TrimRight(s[:end], " ") + "…", true
}

// wrap breaks s at spaces into at most so many lines of a width; what is left is cut.
func wrap(s string, width float64, lines int) (broken []string, cut bool) {
	words := strings.Fields(plain(s))
	for len(words) > 0 && len(broken) < lines-1 {
		n, line := 1, words[0]
		for n < len(words) && textWidth(line+" "+words[n]) <= width {
			line += " " + words[n]
			n++
		}
		if textWidth(line) > width {
			break
		}
		broken, words = append(broken, line), words[n:]
	}
	if len(words) > 0 {
		last, short := fit(strings.Join(words, " "), width)
		broken, cut = append(broken, last), short
	}
	return broken, cut
}

// plain returns s as one line of valid text, without what XML forbids.
func plain(s string) string {
	clean := true
	for _, r := range s {
		if r == utf8.RuneError || unicode.IsControl(r) || !inXML(r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || !inXML(r):
			return -1
		}
		return r
	}, s))
}

// inXML reports whether a document may hold the character. Controls of the direction of
// text are left out too: what they begin they might not end.
func inXML(r rune) bool {
	if r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
		return false
	}
	return r < 0xFFFE || r > 0xFFFF
}

// isolated returns s between marks that keep right-to-left text from turning what stands
// beside it, if it has any.
func isolated(s string) string {
	for _, r := range s {
		if unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko) {
			return "\u2068" + s + "\u2069"
		}
	}
	return s
}
