package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// firstCharClassOf returns the class of the first character of a line; it is
// firstOther for an empty line.
func firstCharClassOf(s string) firstCharClass {
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case r == '(' || r == '[':
		return firstBracket
	case r >= '0' && r <= '9':
		return firstDigit
	case r == '"' || r == '\'' || r == '“' || r == '‘' || r == '’':
		return firstQuote
	case r == '-' || r == '.' || r == '…' || r == '–' || r == '—':
		return firstDash
	case unicode.IsUpper(r):
		return firstUpper
	case unicode.IsLetter(r):
		return firstLower
	}
	return firstOther
}

// lastCharClassOf returns the class of the last character of a line. What is in no
// other class is lastLetter.
func lastCharClassOf(s string) lastCharClass {
	r, n := utf8.DecodeLastRuneInString(s)
	if r == '"' || r == '”' || r == '\'' {
		return lastQuote
	}
	switch r {
	case '.':
		if strings.HasSuffix(s[:len(s)-n], ".") {
			return lastEllipsis
		}
		return lastFullStop
	case '…':
		return lastEllipsis
	case '?', '!':
		return lastQuestion
	case ',', ';':
		return lastComma
	case ':':
		return lastColon
	case '-', '–', '—':
		return lastDash
	case ')', ']':
		return lastBracket
	}
	return lastLetter
}

// bracketOf returns how a line that is not empty is bracketed. depth is how
// many round brackets are still open at its end, opened whether it opens any.
func bracketOf(s string, depth int, opened bool) bracket {
	starts := s[0] == '(' || s[0] == '['
	ends := s[len(s)-1] == ')' || s[len(s)-1] == ']'
	switch {
	case starts && ends:
		return wholeBracket
	case starts && depth > 0:
		return opensBracket
	case starts:
		return startsBracket
	case ends && !opened:
		return closesBracket
	}
	return noBracket
}

// cueExtensionOf returns the extension of a line in capitals; noExtension for
// any other line.
func cueExtensionOf(s string, c letterCase) cueExtension {
	if c != allUpper && c != mostlyUpper {
		return noExtension
	}
	i := strings.IndexByte(s, '(')
	if i <= 0 {
		return noExtension
	}
	inside := s[i+1:]
	switch {
	case len(inside) < 2:
		return otherExtension
	case hasPrefixFold(inside, "V.") || hasPrefixFold(inside, "O.") || hasPrefixFold(inside, "VO") || hasPrefixFold(inside, "OS") ||
		hasPrefixFold(inside, "OC") || hasPrefixFold(inside, "O/") || hasPrefixFold(inside, "V/") || hasPrefixFold(inside, "OFF"):
		return offScreen
	case hasPrefixFold(inside, "CON"):
		return contd
	}
	return otherExtension
}

// hasPrefixFold reports whether s begins with a prefix, whatever the case of its
// letters.
func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
