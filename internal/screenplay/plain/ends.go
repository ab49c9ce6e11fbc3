package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

func beginningOf(s string) beginning {
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case r == '(' || r == '[':
		return withBracket
	case r >= '0' && r <= '9':
		return withDigit
	case r == '"' || r == '\'' || r == '“' || r == '‘' || r == '’':
		return withQuote
	case r == '-' || r == '.' || r == '…' || r == '–' || r == '—':
		return withDash
	case unicode.IsUpper(r):
		return withCapital
	case unicode.IsLetter(r):
		return withSmall
	}
	return withOther
}

func endingOf(s string) ending {
	r, n := utf8.DecodeLastRuneInString(s)
	if r == '"' || r == '”' || r == '\'' {
		return inQuote
	}
	switch r {
	case '.':
		if strings.HasSuffix(s[:len(s)-n], ".") {
			return inEllipsis
		}
		return inStop
	case '…':
		return inEllipsis
	case '?', '!':
		return inQuestion
	case ',', ';':
		return inComma
	case ':':
		return inColon
	case '-', '–', '—':
		return inDash
	case ')', ']':
		return inBracket
	}
	return inLetter
}

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

func voiceIn(s string, c capitals) voice {
	if c != allCapitals && c != mostlyCapitals {
		return noVoice
	}
	i := strings.IndexByte(s, '(')
	if i <= 0 {
		return noVoice
	}
	inside := s[i+1:]
	switch {
	case len(inside) < 2:
		return otherVoice
	case hasPrefixFold(inside, "V.") || hasPrefixFold(inside, "O.") || hasPrefixFold(inside, "VO") || hasPrefixFold(inside, "OS") ||
		hasPrefixFold(inside, "OC") || hasPrefixFold(inside, "O/") || hasPrefixFold(inside, "V/") || hasPrefixFold(inside, "OFF"):
		return offVoice
	case hasPrefixFold(inside, "CON"):
		return continued
	}
	return otherVoice
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
