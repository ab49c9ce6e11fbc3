package forecast

import (
	"slices"
	"strings"

	"kinodex/internal/text"
)

// predecessors returns the films of the project's series, by document: its sequels and the
// namesakes of the franchise and of the work it is based on. Of the latter only films whose
// gross is known.
func (a *archive) predecessors(b *inputs) []uint32 {
	all := slices.Clone(a.sequels(b.titleParts))
	for _, name := range b.named {
		all = append(all, a.namesakes(readTitle(name))...)
	}
	if len(b.named) > 0 {
		slices.Sort(all)
		all = slices.Compact(all)
	}
	return slices.DeleteFunc(all, func(d uint32) bool { return !a.isEarlier(b, d) })
}

// sequels returns the films whose title has the head of another, by document. The list must
// not be changed.
func (a *archive) sequels(title titleParts) []uint32 { return a.seriesIndex().of(seriesKey(title)) }

// namesakes returns the films that have the head of a franchise's or a work's name in their
// title, in words that follow one another, or as its head, by document.
func (a *archive) namesakes(name titleParts) []uint32 {
	return slices.Concat(a.phraseIndex.of(seriesKey(name)), a.sequels(name))
}

// longestPhrase is how many words of a title a franchise may have.
const longestPhrase = 5

// phrases returns the digests of every run of words of a title, up to longestPhrase.
func phrases(title string) []uint64 {
	words := text.Words(title)
	var all []uint64
	for i := range words {
		for n := 1; n <= longestPhrase && i+n <= len(words); n++ {
			if key := keyOf(strings.Join(words[i:i+n], " ")); !slices.Contains(all, key) {
				all = append(all, key)
			}
		}
	}
	return all
}

// titleParts are what a title tells of the series a film may belong to.
type titleParts struct {
	// head is the folded part that films of a series have in common, "" when the
	// title is too general to tell.
	head string
	// number is the film's number in the series if the title gives one, else 0.
	number int
	// parted is whether the title has a part after a colon, a dash or "and the".
	parted bool
}

// romanNumbers are the Roman numerals up to 13, by value.
var romanNumbers = []string{"", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii"}

// countWords are words that may stand before the number of a film in its series.
var countWords = []string{"part", "chapter", "episode", "volume", "vol", "no", "book", "movie"}

// articles are leading articles, folded, which do not tell series apart.
var articles = []string{"the", "a", "an", "le", "la", "les", "der", "die", "das", "el", "los", "il"}

// readTitle splits a title into what a series shares and what is the film's
// own: "The Brass Key 2", "Brass Key: Rust" and "Brass Key and the Locksmith"
// all have the head "brass key".
func readTitle(title string) titleParts {
	var h titleParts
	head := title
	for _, mark := range []string{":", " - ", " – ", " — "} {
		if before, after, ok := strings.Cut(head, mark); ok && strings.TrimSpace(before) != "" && strings.TrimSpace(after) != "" {
			head, h.parted = before, true
		}
	}
	words := text.Words(head)
	if !h.parted {
		words, h.parted = beforeAndThe(words)
	}
	words, h.number = dropNumber(words)
	if len(words) > 1 && slices.Contains(articles, words[0]) {
		words = words[1:]
	}
	h.head = strings.Join(words, " ")
	if len(h.head) < 3 {
		h.head = ""
	}
	return h
}

// beforeAndThe returns the words before "and the", and whether there are any and some
// after it.
func beforeAndThe(words []string) ([]string, bool) {
	for i := 1; i+2 < len(words); i++ {
		if words[i] == "and" && words[i+1] == "the" {
			return words[:i], true
		}
	}
	return words, false
}

// dropNumber takes "2", "ii", "part two", "chapter 4" off the end of a title's words
// and returns the number, 0 when there is none.
func dropNumber(words []string) ([]string, int) {
	n := len(words)
	if n < 2 {
		return words, 0
	}
	number := numberOf(words[n-1])
	if number == 0 {
		return words, 0
	}
	words = words[:n-1]
	if n := len(words); n > 1 && slices.Contains(countWords, words[n-1]) {
		words = words[:n-1]
	}
	return words, number
}

// numberOf returns 2 to 13 of digits, Roman numerals or words, as titles have them; 0
// for anything else. "i" and "1" are no sequel's.
func numberOf(word string) int {
	if i := slices.Index([]string{"", "", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"}, word); i > 1 {
		return i
	}
	if i := slices.Index(romanNumbers, word); i > 1 {
		return i
	}
	if i := slices.Index([]string{"", "", "two", "three", "four", "five", "six"}, word); i > 1 {
		return i
	}
	return 0
}
