package plain

// wordClass is the class of a line's first word: whether it usually begins
// action, dialogue, a shot or a transition. The classes are closed lists of
// English words.
type wordClass uint8

const (
	otherWord wordClass = iota
	thirdPersonPronoun
	dialogueWord
	determiner
	cameraWord
	transitionWord
	timeWord
	prepositionWord
	conjunctionWord
	wordClassCount
)

// wordClassOf returns the class of a word in any case.
// A word of more than 12 bytes is an otherWord.
func wordClassOf(word string) wordClass {
	var low [12]byte
	if len(word) > len(low) {
		return otherWord
	}
	for i := range len(word) {
		low[i] = word[i]
		if word[i] >= 'A' && word[i] <= 'Z' {
			low[i] |= 0x20
		}
	}
	switch string(low[:len(word)]) {
	case "he", "she", "they", "it", "we", "his", "her", "their", "its":
		return thirdPersonPronoun
	case "i", "i'm", "i'll", "i've", "i'd", "you", "you're", "your", "my", "we're", "let's", "yes", "no", "yeah", "well", "oh", "okay",
		"what", "why", "how", "who", "where", "do", "don't", "please", "thanks", "that's", "it's", "hey", "can", "did", "is", "are",
		"that", "this", "when", "if", "maybe", "sure", "look", "listen", "come", "get", "just", "not", "never":
		return dialogueWord
	case "the", "a", "an", "another", "two", "three", "some", "all", "both", "each":
		return determiner
	case "angle", "close", "closer", "insert", "series", "montage", "intercut", "pov", "shot", "view", "reverse", "wide", "full", "med",
		"medium", "camera", "pan", "tracking", "super", "extreme", "ms", "ls", "cu", "mcu", "tight", "pull", "dolly", "title", "two-shot":
		return cameraWord
	case "cut", "fade", "dissolve", "smash", "wipe", "match", "jump", "end":
		return transitionWord
	case "later", "continuous", "moments", "meanwhile", "same", "resume":
		return timeWord
	case "in", "at", "on", "from", "as", "with", "behind", "into", "over", "then", "suddenly", "inside", "outside", "through", "across",
		"under", "back", "now", "around":
		return prepositionWord
	case "and", "but", "so", "or", "because", "than", "to", "of", "for":
		return conjunctionWord
	}
	return otherWord
}

// isDirectAddress reports whether a word is one that somebody says to
// somebody: a pronoun of the first or second person, "let's" or "don't".
func isDirectAddress(word string) bool {
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
