package plain

// cueCandidates are the lines of capitals of a document that may be character
// cues, by text. A candidate is known by its place in list.
type cueCandidates struct {
	byText map[string]int32
	list   []cueCandidate
}

// cueCandidate is a text that may be a cue, with how often it occurs.
type cueCandidate struct {
	text  string
	lines int32 // how many lines carry it
	cues  int32 // how many of them were labelled cues so far
}

// id returns the candidate of a text, a new one the first time, and counts one
// more line of it.
func (n *cueCandidates) id(text string) int32 {
	id, known := n.byText[text]
	if !known {
		id = int32(len(n.list))
		n.byText[text] = id
		n.list = append(n.list, cueCandidate{text: text})
	}
	n.list[id].lines++
	return id
}

// wordSet is a set of words by the FNV-1a hash of their lower case.
type wordSet map[uint32]struct{}

// wordsOfNames returns the words of three letters and more of the names that
// pass, without words that many names share ("man", "voice").
// The set is never nil. Words are in lower case before they are hashed.
func (n *cueCandidates) wordsOfNames(pass func(cueCandidate) bool) wordSet {
	who := wordSet{}
	for _, one := range n.list {
		if !pass(one) {
			continue
		}
		hash, letters := uint32(fnvOffset), 0
		for i := 0; i <= len(one.text); i++ {
			var b byte
			if i < len(one.text) {
				b = one.text[i]
			}
			if b >= 'A' && b <= 'Z' {
				b |= 0x20
			}
			if b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '\'' && letters > 0 {
				hash = (hash ^ uint32(b)) * fnvPrime
				letters++
				continue
			}
			if letters >= 3 {
				who[hash] = struct{}{}
			}
			hash, letters = fnvOffset, 0
		}
	}
	for _, word := range [...]string{"the", "man", "woman", "and", "voice", "girl", "boy", "other", "all", "old", "young", "cut"} {
		delete(who, hashOf(word))
	}
	return who
}

// hashOf hashes a word of small ASCII letters as surfaceScan.word does.
func hashOf(word string) uint32 {
	hash := uint32(fnvOffset)
	for i := range len(word) {
		hash = (hash ^ uint32(word[i])) * fnvPrime
	}
	return hash
}
