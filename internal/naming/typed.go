package naming

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/text"
)

// How much less likely a title or name is meant by what is typed so far, in the logarithm of votes, by
// how the words that were typed stand in it. Between the first words and a part of the first lies a factor of
// six in votes: "heat" is the film before anybody called Heath who is not six times as well known. Between words
// anywhere and a part of the first lies a factor of two: "dead" is Deadpool before a lesser film that has "dead"
// inside. Chosen on the development half of package eval/suggestions.
const (
	BeginsWith = 0.7 // its first words are the typed ones
	HasWords   = 1.8 // all words are its own, anywhere
	IsBegun    = 2.5 // its first words, the last of which is not typed to its end, or the second of two
	IsInside   = 3.2 // so inside it: "last cru" in the last crusade
	HasParts   = 3.7 // each word begins one of its own
	HasElse    = 6.0 // parts within words, or words of the record
	Nothing    = 99  // nothing of it is typed

	isLoose  = 0.3 // numerals, articles inside and abbreviations are typed otherwise
	isAdded  = 1.5 // an article is typed in front that it does not have
	isJoined = 0.5 // blanks are: "pulpfic"
	isSpelt  = 0.6 // letters sound alike
	isEdited = 2.5 // for each letter that is wrong
)

// leastJoined is how many letters without blanks must be typed for blanks to be elsewhere, and
// leastMisspelt for a letter to be wrong.
const (
	leastJoined   = 4
	leastMisspelt = 5
	twoMisspelt   = 9 // for two
)

// Typed is what somebody typed so far of a title or name.
type Typed struct {
	Called
	partly []string // loose but for the last word, which may become another one; nil where that is the same
}

// Called is a title or name that may be meant.
type Called struct {
	words, loose         []string
	letters, looseJoined string // without blanks and articles in front
	sound                string // of letters
	first                uint64 // set of the first letters of its words; of what is typed, of the first word
	start                uint64 // set of the first letters of letters and looseJoined
	article              bool   // whether an article is in front
	plain                bool   // whether loose is words
}

// NewTyped reads a text of which the last word may not be typed to its end.
func NewTyped(typed string) *Typed {
	t := &Typed{Called: NewCalled(typed)}
	if last := len(t.words) - 1; last > 0 {
		t.partly = append(loosely(t.words[:last]), t.words[last])
		if slices.Equal(t.partly, t.loose) {
			t.partly = nil
		}
	}
	t.first = 0
	for _, words := range [][]string{t.words, t.loose, t.partly} {
		if len(words) > 0 {
			t.first |= initial(words[0])
		}
	}
	return t
}

// NewCalled reads a title or name.
func NewCalled(name string) Called {
	words := text.Words(name)
	bare := withoutArticle(words)
	c := Called{words: words, loose: loosely(words), article: len(bare) < len(words)}
	if c.plain = slices.Equal(c.loose, words); c.plain {
		c.loose = words // there are many, and most are plain
	}
	if c.letters, c.looseJoined = strings.Join(bare, ""), strings.Join(c.loose, ""); c.looseJoined == c.letters {
		c.looseJoined = c.letters
	}
	if c.sound = Sound(c.letters); c.sound == c.letters {
		c.sound = c.letters
	}
	for _, of := range [][]string{c.words, c.loose} {
		for _, w := range of {
			c.first |= initial(w)
		}
	}
	c.start = initial(c.letters) | initial(c.looseJoined)
	return c
}

// loosely returns LooseWords with letters that stand side by side as one word ("L.A." is "la") and ordinals
// apart from cardinals.
func loosely(words []string) []string {
	var joined []string
	for i := 0; i < len(words); {
		end := i + 1
		for len(words[i]) == 1 && end < len(words) && len(words[end]) == 1 {
			end++
		}
		word := strings.Join(words[i:end], "")
		if n, ok := Numeral(word, false); ok && word[0] > '9' && strings.HasSuffix(word, "th") {
			word = strconv.Itoa(n) + "ths"
		} else if ok && strings.HasSuffix(word, "th") {
			word += "s"
		}
		joined = append(joined, word)
		i = end
	}
	return LooseWords(joined)
}

// initial returns the set of the first byte of a word.
func initial(word string) uint64 {
	if word == "" {
		return 0
	}
	return 1 << (word[0] % 64)
}

// withoutArticle returns the words without an English article in front of others.
func withoutArticle(words []string) []string {
	if len(words) > 1 && (words[0] == "the" || words[0] == "a" || words[0] == "an") {
		return words[1:]
	}
	return words
}

// Unlike returns how much less likely a name is meant than one that was typed whole, in the logarithm of
// votes: 0 when it is that but for an article in front, Nothing when nothing of it is typed.
func (t *Typed) Unlike(c *Called) float64 {
	least := float64(Nothing)
	if t.first&c.first != 0 {
		least = unlikeWhole(t.words, c.words)
		if c.article {
			least = min(least, unlikeWhole(t.words, c.words[1:]))
		}
		if !t.plain || !c.plain {
			least = min(least, t.looselyUnlike(c))
		}
	}
	if t.start&c.start == 0 || len(t.letters) < leastJoined || least <= IsBegun {
		return least
	}
	return min(least, t.joined(c), t.misspelt(c))
}

// looselyUnlike is Unlike for numerals, articles and abbreviations that are typed otherwise.
func (t *Typed) looselyUnlike(c *Called) float64 {
	least := unlikeWhole(t.loose, c.loose)
	if t.partly != nil {
		least = min(least, unlikeWhole(t.partly, c.loose))
	}
	if t.article && !c.article {
		least += isAdded
	}
	return isLoose + least
}

// joined is Unlike for blanks that are elsewhere.
func (t *Typed) joined(c *Called) float64 {
	switch {
	case t.letters == c.letters, t.looseJoined == c.looseJoined:
		return isJoined
	case endsWord(t.letters, withoutArticle(c.words)), endsWord(t.looseJoined, c.loose):
		return BeginsWith + isJoined
	case strings.HasPrefix(c.letters, t.letters), len(t.looseJoined) >= leastJoined && strings.HasPrefix(c.looseJoined, t.looseJoined):
		return IsBegun + isJoined
	}
	return Nothing
}

// endsWord reports whether letters are the first words of a name, joined.
func endsWord(letters string, name []string) bool {
	for _, w := range name {
		rest, ok := strings.CutPrefix(letters, w)
		if !ok || rest == "" {
			return ok
		}
		letters = rest
	}
	return false
}

// misspelt is Unlike for wrong letters.
func (t *Typed) misspelt(c *Called) float64 {
	n := len(t.letters)
	if n < leastMisspelt {
		return Nothing
	}
	if strings.HasPrefix(c.sound, t.sound) {
		return IsBegun + isSpelt
	}
	most := 1
	if n >= twoMisspelt {
		most = 2
	}
	edits := min(begunEdits(t.letters, c.letters, most), begunEdits(t.sound, c.sound, most))
	if edits > most {
		return Nothing
	}
	return IsBegun + isEdited*float64(edits)
}

// maxBegun is of how many letters of what is typed mistakes are looked for.
const maxBegun = 40

// begunEdits returns how many letters of what is typed are wrong, missing, too many or swapped, for it to
// begin a name; more than most when that is more.
func begunEdits(typed, name string, most int) int {
	typed = typed[:min(len(typed), maxBegun)]
	name = name[:min(len(name), len(typed)+most)]
	var rows [3][maxBegun + 8]int
	before, above, row := &rows[0], &rows[1], &rows[2]
	for j := range len(name) + 1 {
		above[j] = j
	}
	for i := 1; i <= len(typed); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(name); j++ {
			d := above[j-1]
			if typed[i-1] != name[j-1] {
				d = min(d, above[j], row[j-1]) + 1
				if i > 1 && j > 1 && typed[i-1] == name[j-2] && typed[i-2] == name[j-1] {
					d = min(d, before[j-2]+1)
				}
			}
			row[j] = d
			least = min(least, d)
		}
		if least > most {
			return least
		}
		before, above, row = above, row, before
	}
	return slices.Min(above[:len(name)+1])
}

// unlikeWhole is Unlike for words that are written as the name has them.
func unlikeWhole(typed, name []string) float64 {
	last := len(typed) - 1
	switch {
	case last < 0:
		return Nothing
	case slices.Equal(typed, name):
		return 0
	case len(name) > last && slices.Equal(typed, name[:last+1]):
		return BeginsWith
	case !slices.ContainsFunc(typed, func(w string) bool { return !slices.Contains(name, w) }):
		return HasWords
	case len(name) > last && slices.Equal(typed[:last], name[:last]) && strings.HasPrefix(name[last], typed[last]),
		last == 0 && len(name) == 2 && strings.HasPrefix(name[1], typed[0]): // as a surname
		return IsBegun
	case inside(typed, name):
		return IsInside
	case HasBegun(name, typed):
		return HasParts
	}
	return Nothing
}

// inside reports whether the typed words stand one behind the other in a name, the last not to its end.
func inside(typed, name []string) bool {
	last := len(typed) - 1
	for from := range max(0, len(name)-last) {
		if slices.Equal(typed[:last], name[from:from+last]) && strings.HasPrefix(name[from+last], typed[last]) {
			return true
		}
	}
	return false
}

// HasBegun reports whether each word begins one of those of a name.
func HasBegun(name, words []string) bool {
	for _, w := range words {
		if !slices.ContainsFunc(name, func(of string) bool { return strings.HasPrefix(of, w) }) {
			return false
		}
	}
	return true
}
