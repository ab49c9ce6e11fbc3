package plain

import (
	"strings"

	"kinodex/internal/screenplay"
)

// markArtifacts gives the role of an artifact to the lines that belong to the
// page and not to the script: page numbers, running heads, CONTINUED,
// separators, watermarks, and one of each two lines in a document that has
// every line twice. Their public name is furniture.
func (p *document) markArtifacts() {
	doubled, pageNumber := p.isDoubled(), 0
	for i := range p.lines {
		l := &p.lines[i]
		if doubled && i > 0 && l.text == p.lines[i-1].text && p.lines[i-1].role == scriptLine {
			l.role = artifactLine
			continue
		}
		if isArtifact(l.text) {
			l.role = artifactLine
			continue
		}
		if isPageNumber(l.text) {
			if n := leadingNumber(l.text); n == pageNumber+1 || !p.mayBeSpokenNumber(i) {
				l.role, pageNumber = artifactLine, n
			}
		}
	}
	p.markRunningHeads()
}

// isDoubled reports whether nine of ten lines of a document of at least 8
// stand there twice in a row.
func (p *document) isDoubled() bool {
	if len(p.lines) < 8 {
		return false
	}
	pairs := 0
	for i := 0; i+1 < len(p.lines); i++ {
		if p.lines[i].text == p.lines[i+1].text {
			pairs++
			i++
		}
	}
	return pairs*2*10 >= len(p.lines)*9
}

// mayBeSpokenNumber reports whether a number may be dialogue: a line of capitals stands
// right above it, at another column or none at all.
func (p *document) mayBeSpokenNumber(i int) bool {
	if i == 0 || p.lines[i].blanks > 0 {
		return false
	}
	above := p.lines[i-1].text
	return screenplay.IsCue(above) && !isArtifact(above) && (p.lines[i].indent < p.lines[i-1].indent || p.lines[i].indent == 0)
}

// isArtifact reports whether a line belongs to the page whatever stands around
// it. s must not be empty.
func isArtifact(s string) bool {
	if len(s) > 120 {
		return false
	}
	switch c := s[0]; {
	case isASCIILetter(c), c >= '0' && c <= '9', c == '(', c == '[', c == '{':
		return isContinued(s) || isOmitted(s) || isWatermark(s)
	}
	return isSeparator(s) || isContinued(s) || isWatermark(s)
}

// isSeparator reports lines without letters or digits that no writer means as an
// ellipsis or a shout; a page number may stand at the end of a long one.
// s must not be empty.
func isSeparator(s string) bool {
	if rest := strings.TrimLeft(s, string(s[0])); len(s)-len(rest) >= 10 && isPageNumber(strings.TrimSpace(rest)) {
		return true
	}
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= 0x80 && r != '•' && r != '·' && r != '—' && r != '–' && r != '■' && r != '|':
			return false
		case r == '?' || r == '!':
			return false
		}
	}
	return strings.Trim(s, ". …") != ""
}

// isContinued reports CONTINUED and (MORE) with whatever numbers around them,
// and (CONT'D) on a line of its own; in capitals also as scanners misread it.
// It has at most 48 bytes.
func isContinued(s string) bool {
	if len(s) > 48 {
		return false
	}
	var letters [14]byte
	n := 0
	small, round := false, false
	for i := range len(s) {
		b := s[i]
		switch {
		case isASCIILetter(b):
			if letterOfNumber(s, i) {
				continue
			}
			small = small || b >= 'a'
			if n == len(letters) {
				return false
			}
			letters[n] = b &^ 0x20
			n++
		case b == '(' || b == ')' || b == '[' || b == ']' || b == '{' || b == '}':
			round = true
		case b >= '0' && b <= '9', strings.IndexByte(" :.,-*'’\xe2\x80\x99#", b) >= 0:
		default:
			return false
		}
	}
	word := string(letters[:n])
	numbered := hasDigit(s)
	if !small && strings.Contains(word, "CONTINUED") && numbered {
		return true // "12A CONTINUED: 12A", "A12 CONTINUED"
	}
	switch word {
	case "CONTINUED", "CONTD", "CONT":
		return !small || round || numbered || s[len(s)-1] == ':' || len(word) < 9 && s[len(s)-1] == '.'
	case "CONTINUES", "CONTINUE":
		return !small
	case "MORE":
		return round || !small && n == len(s) || s[0] == '-' && s[len(s)-1] == '-'
	case "CONTINUEDCONT", "MORECONTINUED":
		return true
	}
	return !small && (round || numbered) && nearContinued(word) && !plainWords().contains(nil, word)
}

// letterOfNumber reports whether s[i] is the letter of a scene number: "12a", "A12".
func letterOfNumber(s string, i int) bool {
	alone := (i == 0 || !isASCIILetter(s[i-1])) && !letterAt(s, i+1)
	return alone && (i > 0 && isDigit(s[i-1]) || i+1 < len(s) && isDigit(s[i+1]))
}

// nearContinued reports whether a word differs from CONTINUED by one or two letters
// that a scanner took for others, or lost.
func nearContinued(word string) bool {
	const continued = "CONTINUED"
	if len(word) < len(continued)-1 || len(word) > len(continued) || word[:2] != "CO" {
		return false
	}
	wrong, j := 0, 0
	for i := range len(continued) {
		switch {
		case j < len(word) && word[j] == continued[i]:
			j++
		case len(word) < len(continued) && j == i:
			wrong++ // the letter that was lost
		default:
			wrong++
			j++
		}
	}
	return wrong <= 2
}

// isOmitted reports scenes that were taken out: "12 OMITTED 12", "12-14 OMIT".
func isOmitted(s string) bool {
	if len(s) > 40 || !strings.Contains(s, "OMIT") && !strings.Contains(s, "mitted") {
		return false
	}
	for word := range strings.FieldsSeq(s) {
		word = strings.Trim(strings.ToUpper(word), "()[]*:,.-&")
		switch bare := strings.Trim(word, "0123456789"); {
		case word == "", bare == "OMITTED", word == "OMIT", word == "SCENE", word == "SCENES", word == "AND", word == "THRU", word == "TO",
			word == "THROUGH", screenplay.IsSceneNumber(word):
		default:
			return false
		}
	}
	return true
}

// isWatermark reports whether a line is what a site, a converter or a
// publisher leaves on pages: an address, a copyright sign, "Converted to PDF".
func isWatermark(s string) bool {
	if len(s) < 8 || len(s) >= 90 {
		return false
	}
	for i := range len(s) {
		switch s[i] {
		case '.':
			if rest := s[i:]; len(rest) > 3 && (hasPrefixFold(rest, ".com") && !letterAt(s, i+4) || hasPrefixFold(rest, ".org") && !letterAt(s, i+4) ||
				hasPrefixFold(rest, ".net/")) || i >= 3 && strings.EqualFold(s[i-3:i], "www") {
				return true
			}
		case ':':
			if strings.HasPrefix(s[i:], "://") {
				return true
			}
		case "©"[0]:
			if strings.HasPrefix(s[i:], "©") {
				return true
			}
		}
	}
	switch s[0] | 0x20 {
	case 'c', 's', 'f':
		return hasPrefixFold(s, "Converted to PDF") || hasPrefixFold(s, "Screenplay from ") || hasPrefixFold(s, "Script provided by") ||
			hasPrefixFold(s, "For educational purposes only")
	}
	return false
}

// letterAt reports whether s[i] is an ASCII letter; it is false past the end of s.
func letterAt(s string, i int) bool { return i < len(s) && isASCIILetter(s[i]) }

// isPageNumber reports a number of one to three digits with what may stand
// around it: "12.", "- 12 -", "Page 12", "12A".
// It has at most 14 bytes.
func isPageNumber(s string) bool {
	if len(s) > 14 {
		return false
	}
	s = strings.Trim(s, " .-–—*()[]#|")
	if rest, ok := cutFold(s, "page"); ok {
		s = strings.Trim(rest, " .:#")
	} else if rest, ok := cutFold(s, "pg"); ok {
		s = strings.Trim(rest, " .:#")
	}
	digits := 0
	for digits < len(s) && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	rest := s[digits:]
	return digits >= 1 && digits <= 3 && (rest == "" || len(rest) == 1 && isASCIILetter(rest[0]))
}

// cutFold takes a prefix off s, whatever the case of its letters. It returns s and
// false when s does not begin with it.
func cutFold(s, prefix string) (string, bool) {
	if hasPrefixFold(s, prefix) {
		return s[len(prefix):], true
	}
	return s, false
}
