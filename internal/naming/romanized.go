package naming

import (
	tags "golang.org/x/text/language"

	"kinodex/internal/text"
)

// Romanized are the keys under which a title of one script is found by what somebody types in
// another. Systems of romanisation differ in a few letters (sh and sch, y and j, kh and k, doubled
// vowels, voiced consonants of Korean), and the keys are what is left when these are one.
type Romanized struct {
	// Sounds has consonants in groups, and three vowels.
	Sounds string
	// Consonants is Sounds without vowels, for scripts that do not write them.
	Consonants string
}

// NewRomanized returns the keys of a title in any script; empty ones where it has no letter.
func NewRomanized(title string) Romanized {
	var room [maxSounds]byte
	keys := appendSounds(room[:0], text.Fold(text.Romanized(title)))
	sounds := len(keys)
	for _, c := range keys {
		if isVowelSound(c) || len(keys) > sounds && keys[len(keys)-1] == c {
			continue
		}
		keys = append(keys, c)
	}
	both := string(keys)
	return Romanized{both[:sounds], both[sounds:]}
}

// maxSounds is room for the keys of a title without an allocation.
const maxSounds = 128

// isVowelSound reports whether a letter of Sounds is not in Consonants.
func isVowelSound(c byte) bool { return c == 'a' || c == 'i' || c == 'u' || c == 'v' }

// written are the ways in which systems of romanisation write a sound, the longest first, with the
// letter that stands for it in keys. What is not here stands for itself.
var written = func() (of [128][]sound) {
	for _, s := range []sound{
		{"shch", "s"}, {"tsch", "t"}, {"sch", "s"}, {"tch", "t"}, {"sh", "s"}, {"zh", "s"}, {"ch", "t"}, {"ts", "t"}, {"tz", "t"}, {"th", "t"}, {"dh", "t"},
		{"kh", "k"}, {"gh", "k"}, {"ph", "p"}, {"bh", "p"},
		{"b", "p"}, {"c", "k"}, {"d", "t"}, {"e", "i"}, {"f", "p"}, {"g", "k"}, {"h", ""}, {"j", "i"}, {"o", "u"}, {"q", "k"}, {"w", "v"}, {"x", "s"}, {"y", "i"}, {"z", "s"},
	} {
		of[s.spelling[0]] = append(of[s.spelling[0]], s)
	}
	return of
}()

// glide returns the sounds that stand for a pair of sounds, and whether the pair has such sounds. Some
// systems leave out an i before another vowel, write ay for e, or write n for the m before p.
func glide(a, b byte) (as string, pair bool) {
	switch {
	case a == 'i' && b == 'a':
		return "a", true
	case a == 'i' && b == 'u':
		return "u", true
	case a == 'a' && b == 'i':
		return "i", true
	case a == 'n' && b == 'p':
		return "mp", true
	}
	return "", false
}

// appendSounds appends to b, which is empty, the sounds of a folded text in Latin letters, without
// blanks and marks.
func appendSounds(b []byte, folded string) []byte {
	for i := range len(folded) {
		if c := folded[i]; 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			b = append(b, c)
		}
	}
	// No step lengthens the text, so each step writes into the bytes that it has read.
	n := 0
	write := func(as string) {
		for i := range len(as) {
			if n == 0 || b[n-1] != as[i] {
				b[n] = as[i]
				n++
			}
		}
	}
	for at := 0; at < len(b); {
		as, of := single[b[at]], 1
		for _, s := range written[b[at]] {
			if len(b)-at >= len(s.spelling) && string(b[at:at+len(s.spelling)]) == s.spelling {
				as, of = s.as, len(s.spelling)
				break
			}
		}
		write(as)
		at += of
	}
	b, n = b[:n], 0
	for at := 0; at < len(b); at++ {
		as := single[b[at]]
		if at+1 < len(b) {
			if g, pair := glide(b[at], b[at+1]); pair {
				as = g
				at++
			}
		}
		write(as)
	}
	return b[:n]
}

// single are the characters of ASCII as strings.
var single = func() (of [128]string) {
	for c := range of {
		of[c] = string(rune(c))
	}
	return of
}()

// InLatin reports whether a language, ISO 639-1, is written in Latin letters; so is one that is not
// known.
func InLatin(language string) bool {
	tag, err := tags.Parse(language)
	script, _ := tag.Script()
	return err != nil || script.String() == "Latn" || script.String() == "Zzzz"
}
