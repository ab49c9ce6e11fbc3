// Package naming knows how titles of films and names of people are written: the forms in
// which two sources or a person and a source write the same one.
//
//   - key.go: TitleKey and NameKey, under which sources are joined and batches looked up
//   - loose.go: LooseKey and TitleForms, under which a title is found that somebody typed,
//     with numerals as digits, without articles, marks and blanks
//   - romanized.go: Romanized, the keys under which a title is found in another script or
//     romanisation
//   - nearest.go: Names, which finds the known name nearest to a misspelt one
//   - filter.go: Filter, which rules out most keys that are not known
//
// All functions are pure and safe for concurrent use. It imports text. Start reading at
// TitleKey and LooseKey.
package naming

import (
	"strings"

	"kinodex/internal/text"
)

// articles are words, folded, that may stand in front of a title or behind it after a comma
// ("Matrix, The").
var articles = map[string]bool{
	"the": true, "a": true, "an": true, "le": true, "la": true, "les": true, "l": true,
	"der": true, "die": true, "das": true, "el": true, "los": true, "las": true, "il": true,
}

// sequels maps the Roman numerals of sequels, folded, to digits.
var sequels = map[string]string{
	"ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9",
}

// TitleKey returns the form in which titles are compared for joins: the folded words without
// an article in front or at the end after a comma, without "and" (sources write "&" as often)
// and with Roman numerals as digits except in front. A title of nothing but such words keeps
// them. It is "" for a title without words.
func TitleKey(title string) string {
	comma := ""
	if head, tail, ok := lastCut(title, ","); ok && articles[text.Fold(strings.TrimSpace(tail))] {
		title, comma = head, tail
	}
	words := text.Words(title)
	kept := words[:0:0]
	for i, w := range words {
		switch {
		case i == 0 && articles[w] && len(words) > 1:
		case w == "and" && i > 0:
		case i > 0 && sequels[w] != "":
			kept = append(kept, sequels[w])
		default:
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		kept = append(words, comma)
	}
	return strings.TrimSpace(strings.Join(kept, " "))
}

// lastCut cuts s around the last sep; found is false, and before all of s, when there is none.
func lastCut(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// NameKey returns the form in which names of people are compared: the folded words without
// generational suffixes and without single letters in the middle, so that "Robert J. Flaherty"
// is "robert flaherty". It is "" for a name without words.
func NameKey(name string) string {
	words := text.Words(name)
	if n := len(words); n > 2 && (words[n-1] == "jr" || words[n-1] == "sr") {
		words = words[:n-1]
	}
	kept := words[:0:0]
	for i, w := range words {
		if len(w) == 1 && i > 0 && i < len(words)-1 {
			continue
		}
		kept = append(kept, w)
	}
	return strings.Join(kept, " ")
}
