package forecast

import (
	"slices"
	"strings"

	"kinodex/internal/text"
)

// wordsKey returns the digest of the words of a name or title; 0 when it has none.
func wordsKey(s string) uint64 {
	if key := text.Key(s); key != "" {
		return keyOf(key)
	}
	return 0
}

// digests returns the digests of the first most names that have words, each once.
// They keep the order of the names.
func digests(names []string, most int) []uint64 {
	var keys []uint64
	for _, name := range names {
		if k := wordsKey(name); k != 0 && !slices.Contains(keys, k) && len(keys) < most {
			keys = append(keys, k)
		}
	}
	return keys
}

// directorNames splits a director field, which joins names by ", ".
// Empty names are left out; it is nil when none is left.
func directorNames(field string) []string {
	var names []string
	for name := range strings.SplitSeq(field, ",") {
		if name = strings.TrimSpace(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// wordCount returns how many words a text has.
func wordCount(s string) int {
	n := 0
	for range text.Tokens(s) {
		n++
	}
	return n
}
