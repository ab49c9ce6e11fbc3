package text

import (
	"bytes"
	"slices"

	"github.com/kljensen/snowball/english"
)

// Stem returns the stem of a folded token by the Snowball stemmer for English. It is for
// prose: names and titles are not stemmed.
func Stem(token string) string {
	for i := range len(token) {
		if c := token[i]; (c < 'a' || 'z' < c) && (c < '0' || '9' < c) {
			return english.Stem(token, false)
		}
	}
	if len(token) <= 2 || english.IsStopWord(token) {
		return token
	}
	if stem, ok := irregular[token]; ok {
		return stem
	}
	return stemASCII(token)
}

// irregular are the words whose stem is not what the rules make of them.
var irregular = map[string]string{
	"skis": "ski", "skies": "sky", "dying": "die", "lying": "lie", "tying": "tie", "idly": "idl", "gently": "gentl",
	"ugly": "ugli", "early": "earli", "only": "onli", "singly": "singl", "sky": "sky", "news": "news", "howe": "howe",
	"atlas": "atlas", "cosmos": "cosmos", "bias": "bias", "andes": "andes", "inning": "inning", "innings": "inning",
	"outing": "outing", "outings": "outing", "canning": "canning", "cannings": "canning", "herring": "herring",
	"herrings": "herring", "earring": "earring", "earrings": "earring", "proceed": "proceed", "proceeds": "proceed",
	"proceeded": "proceed", "proceeding": "proceed", "exceed": "exceed", "exceeds": "exceed", "exceeded": "exceed",
	"exceeding": "exceed", "succeed": "succeed", "succeeds": "succeed", "succeeded": "succeed", "succeeding": "succeed",
}

// stemming is a word that loses its suffixes, step by step: Porter's second stemmer
// (https://snowballstem.org/algorithms/english/stemmer.html) as package english has it, which
// works on runes and takes several times as long. A test compares them.
type stemming struct {
	word []byte // with Y for every y that is a consonant
	// r1 and r2 are where the regions begin that a suffix must lie in: each behind the first
	// consonant after a vowel, r1 in the word and r2 in r1.
	r1, r2 int
}

// replacement is a suffix and what takes its place.
type replacement struct{ suffix, by string }

// The suffixes of a step, of which the first that a word has counts.
var (
	plurals     = []string{"sses", "ied", "ies", "us", "ss", "s"}
	participles = []string{"eedly", "ingly", "edly", "ing", "eed", "ed"}
	doubles     = []string{"bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"}
	endings     = []replacement{
		{"ational", "ate"}, {"fulness", "ful"}, {"iveness", "ive"}, {"ization", "ize"}, {"ousness", "ous"},
		{"biliti", "ble"}, {"lessli", "less"}, {"tional", "tion"}, {"alism", "al"}, {"aliti", "al"}, {"ation", "ate"},
		{"entli", "ent"}, {"fulli", "ful"}, {"iviti", "ive"}, {"ousli", "ous"}, {"anci", "ance"}, {"abli", "able"},
		{"alli", "al"}, {"ator", "ate"}, {"enci", "ence"}, {"izer", "ize"}, {"bli", "ble"}, {"ogi", "og"}, {"li", ""},
	}
	furtherEndings = []replacement{
		{"ational", "ate"}, {"tional", "tion"}, {"alize", "al"}, {"icate", "ic"}, {"ative", ""},
		{"iciti", "ic"}, {"ical", "ic"}, {"ful", ""}, {"ness", ""},
	}
	lastEndings = []string{
		"ement", "ance", "ence", "able", "ible", "ment", "ent", "ant", "ism", "ate", "iti", "ous", "ive", "ize",
		"ion", "al", "er", "ic",
	}
)

// stemASCII returns the stem of three or more lower-case letters and digits by the rules.
func stemASCII(token string) string {
	s := stemming{word: []byte(token)}
	for i, c := range s.word {
		if c == 'y' && (i == 0 || isVowel(s.word[i-1])) {
			s.word[i] = 'Y'
		}
	}
	s.findRegions()
	s.cutPlural()
	s.cutParticiple()
	if n := len(s.word); n > 2 && (s.word[n-1] == 'y' || s.word[n-1] == 'Y') && !isVowel(s.word[n-2]) {
		s.word[n-1] = 'i'
	}
	s.replaceEnding()
	s.replaceFurtherEnding()
	s.cutLastEnding()
	s.cutFinalLetter()
	for i, c := range s.word {
		if c == 'Y' {
			s.word[i] = 'y'
		}
	}
	if string(s.word) == token {
		return token
	}
	return string(s.word)
}

// isVowel reports whether c is a vowel; Y is none.
func isVowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u', 'y':
		return true
	}
	return false
}

// findRegions sets r1 and r2.
func (s *stemming) findRegions() {
	s.r1 = s.region(0)
	for _, prefix := range []string{"gener", "commun", "arsen"} {
		if bytes.HasPrefix(s.word, []byte(prefix)) {
			s.r1 = len(prefix)
		}
	}
	s.r2 = s.region(s.r1)
}

// region returns the place behind the first consonant after a vowel, from a place on.
func (s *stemming) region(from int) int {
	for i := from + 1; i < len(s.word); i++ {
		if isVowel(s.word[i-1]) && !isVowel(s.word[i]) {
			return i + 1
		}
	}
	return len(s.word)
}

// ends reports whether the word ends with a suffix.
func (s *stemming) ends(suffix string) bool {
	at, last := len(s.word)-len(suffix), len(suffix)-1
	return at >= 0 && s.word[at+last] == suffix[last] && string(s.word[at:]) == suffix // most differ in the last letter
}

// first returns the first of the suffixes that the word has; empty when it has none.
func (s *stemming) first(suffixes []string) string {
	for _, suffix := range suffixes {
		if s.ends(suffix) {
			return suffix
		}
	}
	return ""
}

// cut replaces the last n letters.
func (s *stemming) cut(n int, by string) {
	s.word = append(s.word[:len(s.word)-n], by...)
	s.r1, s.r2 = min(s.r1, len(s.word)), min(s.r2, len(s.word))
}

// cutPlural is step 1a.
func (s *stemming) cutPlural() {
	switch s.first(plurals) {
	case "sses":
		s.cut(2, "")
	case "ied", "ies":
		if len(s.word) > 4 {
			s.cut(2, "")
		} else {
			s.cut(1, "")
		}
	case "s":
		if slices.ContainsFunc(s.word[:len(s.word)-2], isVowel) {
			s.cut(1, "")
		}
	}
}

// cutParticiple is step 1b.
func (s *stemming) cutParticiple() {
	suffix := s.first(participles)
	switch suffix {
	case "":
		return
	case "eed", "eedly":
		if len(suffix) <= len(s.word)-s.r1 {
			s.cut(len(suffix), "ee")
		}
		return
	}
	if !slices.ContainsFunc(s.word[:len(s.word)-len(suffix)], isVowel) {
		return
	}
	r1, r2 := s.r1, s.r2
	s.cut(len(suffix), "")
	switch {
	case s.ends("at") || s.ends("bl") || s.ends("iz"):
		s.word = append(s.word, 'e')
	case s.first(doubles) != "":
		s.word = s.word[:len(s.word)-1]
	case s.r1 == len(s.word) && s.shortSyllable(len(s.word)):
		s.word = append(s.word, 'e')
		r1, r2 = len(s.word), len(s.word)
	}
	s.r1, s.r2 = min(r1, len(s.word)), min(r2, len(s.word))
}

// shortSyllable reports whether the first n letters end in a short syllable: a vowel between
// consonants of which the last is not w, x or Y, or a vowel and a consonant and no more.
func (s *stemming) shortSyllable(n int) bool {
	if n == 2 {
		return isVowel(s.word[0]) && !isVowel(s.word[1])
	}
	if n < 2 {
		return false
	}
	switch last := s.word[n-1]; last {
	case 'w', 'x', 'Y':
		return false
	default:
		return !isVowel(last) && isVowel(s.word[n-2]) && !isVowel(s.word[n-3])
	}
}

// ending returns the first of the replacements whose suffix the word has, and whether that lies
// in r1.
func (s *stemming) ending(of []replacement) (r replacement, ok bool) {
	for _, r := range of {
		if s.ends(r.suffix) {
			return r, len(r.suffix) <= len(s.word)-s.r1
		}
	}
	return r, false
}

// replaceEnding is step 2.
func (s *stemming) replaceEnding() {
	r, ok := s.ending(endings)
	if !ok {
		return
	}
	before := len(s.word) - len(r.suffix) - 1
	switch {
	case r.suffix == "li" && (before < 0 || !bytes.ContainsRune([]byte("cdeghkmnrt"), rune(s.word[before]))):
	case r.suffix == "ogi" && (before < 0 || s.word[before] != 'l'):
	default:
		s.cut(len(r.suffix), r.by)
	}
}

// replaceFurtherEnding is step 3.
func (s *stemming) replaceFurtherEnding() {
	r, ok := s.ending(furtherEndings)
	if ok && (r.suffix != "ative" || len(r.suffix) <= len(s.word)-s.r2) {
		s.cut(len(r.suffix), r.by)
	}
}

// cutLastEnding is step 4.
func (s *stemming) cutLastEnding() {
	suffix := s.first(lastEndings)
	if len(suffix) > len(s.word)-s.r2 {
		return
	}
	before := len(s.word) - len(suffix) - 1
	if suffix == "ion" && (before < 0 || s.word[before] != 's' && s.word[before] != 't') {
		return
	}
	s.cut(len(suffix), "")
}

// cutFinalLetter is step 5.
func (s *stemming) cutFinalLetter() {
	last := len(s.word) - 1
	if s.r1 > last {
		return
	}
	switch {
	case s.word[last] == 'e' && (s.r2 <= last || !s.shortSyllable(last)),
		s.r2 <= last && s.ends("ll"):
		s.cut(1, "")
	}
}
