package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// lookAt looks at a cleaned line.
func lookAt(s string, words *wordTable) look {
	k := look{name: -1}
	c := letterCount{words: words, look: &k}
	for i := 0; i < len(s); {
		if byteKindOf(s[i]) >= aLetter {
			if end := c.word(s, i); end > i {
				i = end
				continue
			}
		}
		switch s[i] {
		case '(':
			c.depth++
			c.opened = true
		case ')':
			c.depth = max(0, c.depth-1)
		case '?':
			k.question = true
		case '!':
			k.exclaims = true
		}
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		c.extra += n - 1
		i += n
	}
	k.length = uint16(min(len(s)-c.extra, 65535))
	k.words = uint8(min(c.count, 255))
	k.talk = int16(max(-999, min(999, c.talk)))
	k.begins, k.ends = beginningOf(s), endingOf(s)
	k.bracket = bracketOf(s, c.depth, c.opened)
	k.capitals = c.capitals(s, k.begins)
	k.voice = voiceIn(s, k.capitals)
	k.cut = (k.capitals == allCapitals || k.capitals == mostlyCapitals) && screenplay.IsTransition(s) && !hasPrefixFold(s, "the end")
	k.setting = k.headingOf(s)
	return k
}

// letterCount is what a look at a line adds up.
type letterCount struct {
	words                  *wordTable
	look                   *look
	count, talk, proper    int
	upper, lower           int
	outerUpper, outerLower int // outside brackets
	depth                  int
	opened                 bool
	extra                  int // bytes beyond the first of a character
}

// byteKind is what a byte may be part of.
type byteKind uint8

const (
	noWord byteKind = iota
	anApostrophe
	aLetter // and all above it: the kinds a word may begin with
	aCapital
	aDigit
	aHighByte
)

func byteKindOf(b byte) byteKind {
	switch {
	case b-'a' < 26:
		return aLetter
	case b-'A' < 26:
		return aCapital
	case b-'0' < 10:
		return aDigit
	case b == '\'':
		return anApostrophe
	case b >= utf8.RuneSelf:
		return aHighByte
	}
	return noWord
}

// word reads the word at i and gives its end, i when none begins there.
func (c *letterCount) word(s string, i int) (end int) {
	from := i
	hash := uint32(hashSeed)
	upper, lower := 0, 0
	for i < len(s) {
		b := s[i]
		kind := byteKindOf(b)
		switch kind {
		case aLetter:
			lower++
		case aCapital:
			upper++
			b |= 0x20
		case anApostrophe:
			c.look.elided = true
		case aHighByte:
			r, n := utf8.DecodeRuneInString(s[i:])
			switch {
			case unicode.IsUpper(r):
				upper++
				b = byte(unicode.ToLower(r))
			case unicode.IsLetter(r):
				lower++
				b = byte(r)
			case (r == '’' || r == '‘') && i > from:
				c.look.elided = true
				b = '\''
			default:
				kind = noWord
			}
			if kind != noWord {
				i += n - 1
				c.extra += n - 1
			}
		}
		if kind == noWord {
			break
		}
		hash = (hash ^ uint32(b)) * hashPrime
		i++
	}
	if i == from {
		return i
	}
	c.upper += upper
	c.lower += lower
	if c.depth == 0 {
		c.outerUpper += upper
		c.outerLower += lower
	}
	c.meet(s[from:i], hash, upper, lower)
	return i
}

// meet notes a word.
func (c *letterCount) meet(word string, hash uint32, upper, lower int) {
	k := c.look
	c.count++
	c.talk += c.words.talk(hash)
	switch {
	case c.count == 1:
		k.first = uint8(min(len(word), 255))
		k.starts = hash
		k.opener = openerOf(word)
	case c.count == 2 && lower > 2 && upper == 0 && word[len(word)-1] == 's':
		k.verb = true
	}
	if upper > 0 && lower > 0 && c.proper < len(k.proper) {
		k.proper[c.proper] = hash
		c.proper++
	}
	if len(word) <= 6 && isAddress(word) {
		k.address = true
	}
}

// capitals tells how the line uses them. Small letters in brackets behind
// capitals do not count: "MARY (laughing)".
func (c *letterCount) capitals(s string, begins beginning) capitals {
	switch {
	case c.outerUpper > 0 && c.outerLower == 0 && c.lower > 0 && s[len(s)-1] == ')':
		return allCapitals
	case c.upper == 0 && c.lower == 0:
		return noLetters
	case c.lower == 0:
		return allCapitals
	case c.lower <= 2 && c.upper >= 2 && c.upper > 2*c.lower && strings.Contains(s, "Mc"):
		return allCapitals
	case c.upper > 2*c.lower:
		return mostlyCapitals
	case begins == withSmall:
		return startsSmall
	}
	return startsCapital
}

const (
	hashSeed  = 2166136261
	hashPrime = 16777619
)
