package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/screenplay"
)

// surfaceOf returns the surface of a cleaned line, without candidate, which is
// -1. It goes over the line once and allocates nothing. An empty line is not
// allowed.
func surfaceOf(s string, words *wordTable) surface {
	k := surface{candidate: -1}
	c := surfaceScan{words: words, surface: &k}
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
			k.exclamation = true
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
	k.words = uint8(min(c.wordCount, 255))
	k.dialogueLogOdds = int16(max(-999, min(999, c.dialogueLogOdds)))
	k.firstChar, k.lastChar = firstCharClassOf(s), lastCharClassOf(s)
	k.bracket = bracketOf(s, c.depth, c.opened)
	k.letterCase = c.letterCaseOf(s, k.firstChar)
	k.extension = cueExtensionOf(s, k.letterCase)
	k.transition = (k.letterCase == allUpper || k.letterCase == mostlyUpper) && screenplay.IsTransition(s) && !hasPrefixFold(s, "the end")
	if k.words >= 2 && k.words <= 6 && k.letterCase == initialUpper && k.firstWordClass == transitionWord && screenplay.IsSmallTransition(s) {
		k.transition, k.letterCase = true, allUpper
	}
	k.heading = k.headingOf(s)
	return k
}

// surfaceScan is the state of one pass over a line: the counts from which its
// surface is made.
type surfaceScan struct {
	words                                   *wordTable
	surface                                 *surface
	wordCount, dialogueLogOdds, properNouns int
	upper, lower                            int
	outerUpper, outerLower                  int // outside brackets
	depth                                   int
	opened                                  bool
	extra                                   int // bytes beyond the first of a character
}

// byteKind is what a byte may be part of. The kinds from aLetter up may begin
// a word.
type byteKind uint8

const (
	noWord byteKind = iota
	anApostrophe
	aLetter // and all above it: the kinds a word may begin with
	aCapital
	aDigit
	aHighByte
)

// byteKindOf returns the kind of a byte of UTF-8. Every byte of a character beyond
// ASCII is aHighByte.
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
func (c *surfaceScan) word(s string, i int) (end int) {
	from := i
	hash := uint32(fnvOffset)
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
			c.surface.contraction = true
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
				c.surface.contraction = true
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
		hash = (hash ^ uint32(b)) * fnvPrime
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
	c.addWord(s[from:i], hash, upper, lower)
	return i
}

// addWord counts a word of the line: how many capitals and small letters it
// has, and its hash in lower case.
func (c *surfaceScan) addWord(word string, hash uint32, upper, lower int) {
	k := c.surface
	c.wordCount++
	c.dialogueLogOdds += c.words.dialogueLogOdds(hash)
	switch {
	case c.wordCount == 1:
		k.firstWordLength = uint8(min(len(word), 255))
		k.firstWordHash = hash
		k.firstWordClass = wordClassOf(word)
	case c.wordCount == 2 && lower > 2 && upper == 0 && word[len(word)-1] == 's':
		k.thirdPersonVerb = true
	}
	if upper > 0 && lower > 0 && c.properNouns < len(k.properNouns) {
		k.properNouns[c.properNouns] = hash
		c.properNouns++
	}
	if len(word) <= 6 && isDirectAddress(word) {
		k.directAddress = true
	}
}

// letterCaseOf returns how the line uses capitals. Small letters in brackets
// behind capitals do not count: "MARY (laughing)" is allUpper, and so is a
// name with "Mc".
func (c *surfaceScan) letterCaseOf(s string, begins firstCharClass) letterCase {
	switch {
	case c.outerUpper > 0 && c.outerLower == 0 && c.lower > 0 && s[len(s)-1] == ')':
		return allUpper
	case c.upper == 0 && c.lower == 0:
		return noLetters
	case c.lower == 0:
		return allUpper
	case c.lower <= 2 && c.upper >= 2 && c.upper > 2*c.lower && strings.Contains(s, "Mc"):
		return allUpper
	case c.upper > 2*c.lower:
		return mostlyUpper
	case begins == firstLower:
		return initialLower
	}
	return initialUpper
}

// The parameters of FNV-1a of 32 bits (Fowler, Noll and Vo). Words are hashed
// in lower case, so that a word table and a document agree without a string.
const (
	fnvOffset = 2166136261
	fnvPrime  = 16777619
)
