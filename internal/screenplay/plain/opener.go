package plain

// opener is the kind of word a line begins with.
type opener uint8

const (
	someWord opener = iota
	thirdPerson
	speechWord
	article
	cameraWord
	cutWord
	timeWord
	placeWord
	joiningWord
	openerKinds
)

// openerOf tells the kind of a line's first word.
func openerOf(word string) opener {
	var low [12]byte
	if len(word) > len(low) {
		return someWord
	}
	for i := range len(word) {
		low[i] = word[i]
		if word[i] >= 'A' && word[i] <= 'Z' {
			low[i] |= 0x20
		}
	}
	switch string(low[:len(word)]) {
	case "he", "she", "they", "it", "we", "his", "her", "their", "its":
		return thirdPerson
	case "i", "i'm", "i'll", "i've", "i'd", "you", "you're", "your", "my", "we're", "let's", "yes", "no", "yeah", "well", "oh", "okay",
		"what", "why", "how", "who", "where", "do", "don't", "please", "thanks", "that's", "it's", "hey", "can", "did", "is", "are",
		"that", "this", "when", "if", "maybe", "sure", "look", "listen", "come", "get", "just", "not", "never":
		return speechWord
	case "the", "a", "an", "another", "two", "three", "some", "all", "both", "each":
		return article
	case "angle", "close", "closer", "insert", "series", "montage", "intercut", "pov", "shot", "view", "reverse", "wide", "full", "med",
		"medium", "camera", "pan", "tracking", "super", "extreme", "ms", "ls", "cu", "mcu", "tight", "pull", "dolly", "title", "two-shot":
		return cameraWord
	case "cut", "fade", "dissolve", "smash", "wipe", "match", "jump", "end":
		return cutWord
	case "later", "continuous", "moments", "meanwhile", "same", "resume":
		return timeWord
	case "in", "at", "on", "from", "as", "with", "behind", "into", "over", "then", "suddenly", "inside", "outside", "through", "across",
		"under", "back", "now", "around":
		return placeWord
	case "and", "but", "so", "or", "because", "than", "to", "of", "for":
		return joiningWord
	}
	return someWord
}

// isAddress reports words that somebody says to somebody.
func isAddress(word string) bool {
	if len(word) > 6 {
		return false
	}
	switch word {
	case "I", "I'm", "I'll", "I've", "I'd", "you", "You", "your", "Your", "you're", "You're", "me", "my", "My", "You'll", "you'll",
		"I’m", "I’ll", "mine", "yours", "let's", "Let's", "don't", "Don't":
		return true
	}
	return false
}
