package production

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"kinodex/internal/text"
)

// word is a word of a paragraph.
type word struct {
	folded     string // without a possessive 's
	capital    bool   // it begins with a capital
	shouted    bool   // it has two letters or more, all capitals
	possessive bool
	start, end int // bytes of the paragraph
	// clause counts commas, semicolons, colons and the like before it, sentence the ends of
	// sentences.
	clause, sentence int
}

// wordsOf divides a paragraph into words: letters, digits, and apostrophes and hyphens between
// them.
func wordsOf(s string) (all []word) {
	clause, sentence := 0, 0
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			switch r {
			case '.', '!', '?', '\n', '…':
				sentence++
				clause++
			case ',', ';', ':', '(', ')', '—', '–':
				clause++
			}
			at += size
			continue
		}
		end := endOfWord(s, at)
		if s[at:end] == "Mr" || s[at:end] == "Mrs" || s[at:end] == "Ms" || s[at:end] == "Dr" || s[at:end] == "St" {
			all = append(all, newWord(s, at, end, clause, sentence))
			if at = end; at < len(s) && s[at] == '.' { // ends no sentence
				at++
			}
			continue
		}
		all = append(all, newWord(s, at, end, clause, sentence))
		at = end
	}
	return all
}

// endOfWord returns where the word that begins at a byte ends.
func endOfWord(s string, at int) int {
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r)
		if !letter {
			if r != '\'' && r != '’' && r != '-' {
				break
			}
			next, _ := utf8.DecodeRuneInString(s[at+size:])
			if !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				break
			}
		}
		at += size
	}
	return at
}

// newWord returns the word from a byte to another.
func newWord(s string, start, end, clause, sentence int) word {
	first, size := utf8.DecodeRuneInString(s[start:])
	w := word{capital: unicode.IsUpper(first), start: start, end: end, clause: clause, sentence: sentence}
	w.shouted = w.capital && size < end-start && strings.ToUpper(s[start:end]) == s[start:end]
	w.folded = text.Fold(s[start:end])
	if owner, owned := strings.CutSuffix(w.folded, "'s"); owned {
		w.folded, w.possessive = owner, true
	}
	return w
}

// before iterates over the words before words[i] that are in its sentence, nearest first, at most
// n.
func before(words []word, i, n int) iter.Seq[word] {
	return func(yield func(word) bool) {
		for k := i - 1; k >= 0 && k >= i-n && words[k].sentence == words[i].sentence; k-- {
			if !yield(words[k]) {
				return
			}
		}
	}
}

// after iterates over the words after words[i] that are in its sentence, at most n.
func after(words []word, i, n int) iter.Seq[word] {
	return func(yield func(word) bool) {
		for k := i + 1; k < len(words) && k <= i+n && words[k].sentence == words[i].sentence; k++ {
			if !yield(words[k]) {
				return
			}
		}
	}
}

// mostWords is how many words before and behind a word its sentence is quoted with.
const mostWords = 40

// sentenceOf returns the sentence of words[i] as it is written.
func sentenceOf(s string, words []word, i int) string {
	from, to := i, i
	for from > 0 && i-from < mostWords && words[from-1].sentence == words[i].sentence {
		from--
	}
	for to+1 < len(words) && to-i < mostWords && words[to+1].sentence == words[i].sentence {
		to++
	}
	end := words[to].end
	for end < len(s) && strings.ContainsRune(".!?\"')", rune(s[end])) {
		end++
	}
	return cut(s[words[from].start:min(end, words[from].start+2000)], 160)
}

// set is a set of words.
type set map[string]bool

// setOf returns the set of the words between blanks.
func setOf(list string) set {
	s := set{}
	for w := range strings.FieldsSeq(list) {
		s[w] = true
	}
	return s
}
