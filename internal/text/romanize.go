package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

// afterLatin is the first character behind the letters of Latin script that have a block.
const afterLatin = 0x250

// IsLatin reports whether all letters of s are of Latin script.
func IsLatin(s string) bool {
	for _, r := range s {
		if r >= afterLatin && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return false
		}
	}
	return true
}

// IsASCII reports whether s has no other characters than those of ASCII.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// caron are the letters that scientific romanisation of Cyrillic has where others have two.
var caron = map[rune]string{'č': "ch", 'Č': "ch", 'š': "sh", 'Š': "sh", 'ž': "zh", 'Ž': "zh"}

// Romanized returns s with the letters of other scripts as somebody writes them who types Latin
// ones: Cyrillic and Greek as they sound, Chinese as Pinyin without tones, kana and Korean in
// syllables, Arabic and Hebrew without the vowels that nobody writes. Characters of Japanese are
// read as Chinese, since what they sound like is not in them. What is Latin already stays as it is.
func Romanized(s string) string {
	if IsASCII(s) {
		return s
	}
	var b []byte
	last := rune(0)
	for _, r := range norm.NFC.String(s) {
		switch {
		case caron[r] != "":
			b = append(b, caron[r]...)
		case r < afterLatin:
			b = append(b, string(r)...)
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			b = appendKana(b, r)
		case unicode.Is(unicode.Hangul, r): // the library writes c for what everybody else writes ch
			b = append(b, strings.ReplaceAll(unidecode.Unidecode(string(r)), "c", "ch")...)
		case unicode.ToLower(r) == 'υ' || unicode.ToLower(r) == 'ύ':
			b = append(b, upsilon(last))
		case r == '़': // a mark that makes another letter of the one before, of Hindi
			b = dotted(b)
		default:
			b = append(b, unidecode.Unidecode(string(r))...)
		}
		last = unicode.ToLower(r)
	}
	return string(b)
}

// appendKana appends a kana: a small one changes the syllable before, and marks of length and of
// doubled consonants say nothing that is written in any one way.
func appendKana(b []byte, r rune) []byte {
	const hiragana = 0x60 // how far katakana is behind it
	if r >= 'ァ' && r <= 'ヶ' {
		r -= hiragana
	}
	switch r {
	case 'っ', 'ー':
		return b
	case 'じ':
		return append(b, "ji"...)
	case 'ふ':
		return append(b, "fu"...)
	case 'ゃ', 'ゅ', 'ょ', 'ぁ', 'ぃ', 'ぅ', 'ぇ', 'ぉ': // shi and ya are sha, ki and ya kya, fu and a fa
		sound := unidecode.Unidecode(string(r))
		if n := len(b); n > 0 && strings.IndexByte("aiueo", b[n-1]) >= 0 {
			b = b[:n-1]
		}
		if n := len(b); len(sound) > 1 && n > 0 && strings.IndexByte("hj", b[n-1]) >= 0 {
			sound = sound[1:]
		}
		return append(b, sound...)
	}
	return append(b, unidecode.Unidecode(string(r))...)
}

// upsilon returns what the Greek letter is after another.
func upsilon(before rune) byte {
	switch before {
	case 'ο':
		return 'u'
	case 'α', 'ε':
		return 'v'
	}
	return 'y'
}

// dotted returns b with the consonant at its end as the dot below makes it.
func dotted(b []byte) []byte {
	for _, pair := range [][2]string{{"ph", "f"}, {"j", "z"}, {"ddh", "r"}, {"dd", "r"}} {
		if rest, ok := strings.CutSuffix(string(b), pair[0]); ok {
			return append([]byte(rest), pair[1]...)
		}
	}
	return b
}

// LeavesOutVowels reports whether s has letters of a script in which vowels are left out, or
// that Romanized does not give all vowels of: Arabic, Hebrew, Thai and the scripts of India.
func LeavesOutVowels(s string) bool {
	for _, r := range s {
		if r >= 0x590 && r < 0x1100 && unicode.IsLetter(r) && !unicode.Is(unicode.Georgian, r) {
			return true
		}
	}
	return false
}
