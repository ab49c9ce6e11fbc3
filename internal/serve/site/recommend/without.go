package recommend

import (
	"slices"
	"strings"

	"kinodex/internal/taste/prompt"
)

// The bounds of what is tried to take one wish out of a sentence.
const (
	longestSplit = 60 // words of the sentence
	longestWish  = 5  // words that one wish is said in
)

// without returns, for each wish of a sentence, the sentence without the words that say it: the
// fewest words in a row without which everything else is understood as before. A wish that no
// such words say, and those of a long sentence, have none. understand says how a sentence is
// understood.
func without(prompt string, all []wish, understand func(string) *prompt.Request) map[wish]string {
	words := strings.Fields(prompt)
	rest := map[wish]string{}
	if len(words) > longestSplit {
		return rest
	}
	for length := 1; length <= min(longestWish, len(words)-1); length++ {
		for from := 0; from+length <= len(words) && len(rest) < len(all); from++ {
			shorter := strings.Join(slices.Concat(words[:from], words[from+length:]), " ")
			lost, ok := missing(all, wishes(understand(shorter)))
			if _, known := rest[lost]; ok && !known {
				rest[lost] = shorter
			}
		}
	}
	return rest
}

// missing returns the one wish that is not among others; false unless it is the only one and
// there is no new one.
func missing(all, others []wish) (lost wish, ok bool) {
	if len(others) != len(all)-1 {
		return lost, false
	}
	for _, w := range all {
		if slices.Contains(others, w) {
			continue
		}
		if ok {
			return lost, false
		}
		lost, ok = w, true
	}
	return lost, ok
}
