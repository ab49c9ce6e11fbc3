package naming

import (
	"slices"
	"strings"

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
	sounds := romanSounds(text.Fold(text.Romanized(title)))
	return Romanized{sounds, squeezed(strings.Map(func(r rune) rune {
		if strings.ContainsRune("aiuv", r) {
			return -1
		}
		return r
	}, sounds))}
}

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

// glides are an i before another vowel, which some systems leave out, an e that is written ay, and the
// n that is an m before p.
var glides = strings.NewReplacer("ia", "a", "iu", "u", "ai", "i", "np", "mp")

// romanSounds returns the sounds of a folded text in Latin letters, without blanks and marks.
func romanSounds(folded string) string {
	letters := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, folded)
	var b strings.Builder
	for len(letters) > 0 {
		as, n := letters[:1], 1
		for _, s := range written[letters[0]] {
			if strings.HasPrefix(letters, s.spelling) {
				as, n = s.as, len(s.spelling)
				break
			}
		}
		b.WriteString(as)
		letters = letters[n:]
	}
	return squeezed(glides.Replace(squeezed(b.String())))
}

// squeezed returns s with each run of a letter once.
func squeezed(s string) string { return string(slices.Compact([]byte(s))) }

// InLatin reports whether a language, ISO 639-1, is written in Latin letters; so is one that is not
// known.
func InLatin(language string) bool {
	tag, err := tags.Parse(language)
	script, _ := tag.Script()
	return err != nil || script.String() == "Latn" || script.String() == "Zzzz"
}
