package naming

import (
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/text"
)

// numbers maps numerals in words, cardinal and ordinal, to digits. Roman ones are read by
// Numeral.
var numbers = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
	"eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
	"tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
}

// roman maps the Roman numerals of sequels to numbers. A single letter is one only where
// no other word can be meant: see Numeral.
var roman = map[string]int{
	"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10,
	"xi": 11, "xii": 12, "xiii": 13, "xiv": 14, "xv": 15,
}

// counters are words that say what a number behind them counts.
var counters = map[string]bool{
	"part": true, "pt": true, "chapter": true, "ch": true, "episode": true, "ep": true, "volume": true, "vol": true, "number": true,
}

// short maps words to their usual abbreviations, which are written in their place.
var short = map[string]string{
	"doctor": "dr", "drive": "dr", "mister": "mr", "missus": "mrs", "misses": "mrs", "saint": "st", "street": "st",
	"versus": "v", "vs": "v", "mount": "mt", "fort": "ft", "junior": "jr", "senior": "sr", "you": "u", "captain": "capt",
	"sergeant": "sgt", "professor": "prof", "okay": "ok",
}

// Numeral returns the number that a folded word of a title is: digits, with or without the
// ending of an ordinal ("5th"), a Roman numeral from ii on, or a number in words. A Roman
// numeral of one letter is one only if alone is set.
func Numeral(word string, alone bool) (int, bool) {
	if word == "" {
		return 0, false
	}
	if word[0] < '0' || word[0] > '9' {
		n, ok := numbers[word]
		if !ok && (word[0] == 'i' || word[0] == 'v' || word[0] == 'x') && (alone || len(word) > 1) {
			n, ok = roman[word]
		}
		return n, ok
	}
	digits := word
	for _, ending := range []string{"st", "nd", "rd", "th"} {
		digits = strings.TrimSuffix(digits, ending)
	}
	if len(digits) > 6 {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}

// Numerals returns the ways in which a number from 1 to 15 is written in titles: digits, Roman,
// and in words; others in digits alone.
func Numerals(n int) []string {
	all := []string{strconv.Itoa(n)}
	for _, of := range []map[string]int{roman, numbers} {
		var found []string
		for word, value := range of {
			if value == n {
				found = append(found, word)
			}
		}
		slices.Sort(found)
		all = append(all, found...)
	}
	return all
}

// LooseWords returns the words of a title as LooseKey joins them: without articles and
// "and", numerals as digits without what they count ("Part II" is "2"), and abbreviations
// for the words they stand for. A title of nothing but such words keeps them.
func LooseWords(words []string) []string {
	kept := make([]string, 0, len(words))
	for i, w := range words {
		last := i == len(words)-1
		counted := i > 0 && counters[words[i-1]]
		if n, ok := Numeral(w, i > 0 && (last || counted)); ok {
			kept = append(kept, strconv.Itoa(n))
			continue
		}
		if i > 0 && !last && counters[w] {
			if _, ok := Numeral(words[i+1], true); ok {
				continue
			}
		}
		switch {
		case w == "the" || w == "and" || w == "an" || w == "a" && !spelled(words, i):
		case short[w] != "":
			kept = append(kept, short[w])
		default:
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return words
	}
	return kept
}

// spelled reports whether the letter at i stands beside another letter, as in "M*A*S*H".
func spelled(words []string, i int) bool {
	return i > 0 && len(words[i-1]) == 1 || i+1 < len(words) && len(words[i+1]) == 1
}

// LooseKey returns the form in which a title that somebody typed is compared with the
// forms of a known one: LooseWords without blanks between them, so that "Spider-Man",
// "spider man" and "spiderman" are one.
func LooseKey(words []string) string { return strings.Join(LooseWords(words), "") }

// TitleForms returns the loose keys under which people look for a title, each once: the
// whole; what stands before a colon, a dash or "or:"; the title through a number in it
// ("John Wick: Chapter 3" of a longer one); and its beginning with the number at its end
// ("Rambo 2" of "Rambo: First Blood Part II").
func TitleForms(title string) []string {
	folded := text.Fold(title)
	forms := make([]string, 0, 4)
	add := func(words []string) {
		if key := LooseKey(words); key != "" && !contains(forms, key) {
			forms = append(forms, key)
		}
	}
	words := text.Words(folded)
	add(words)
	head := text.Words(Head(folded))
	if len(head) < len(words) {
		add(head)
	}
	last := len(words) - 1
	for i := 1; i < last; i++ {
		if _, ok := Numeral(words[i], counters[words[i-1]]); ok {
			add(words[:i+1])
			break
		}
	}
	if last > len(head) {
		if _, ok := Numeral(words[last], true); ok {
			add(append(head[:len(head):len(head)], words[last]))
		}
	}
	return forms
}

// Head returns what stands in a folded title before a colon, a dash between blanks or
// " or: "; all of it when there is none of these.
func Head(folded string) string {
	for i := range len(folded) {
		switch {
		case folded[i] == ':' && i > 0:
			return strings.TrimSuffix(folded[:i], " or")
		case strings.HasPrefix(folded[i:], " - ") && i > 0:
			return folded[:i]
		}
	}
	return folded
}

// Initials returns the first letters of the words, with and without the words that an
// abbreviation may leave out: articles and "and". Words are folded; the results are distinct
// and have at least least letters.
func Initials(words []string, least int) (all []string) {
	add := func(keep func(i int) bool) {
		var b strings.Builder
		for i, w := range words {
			if keep(i) {
				for _, r := range w {
					b.WriteRune(r)
					break
				}
			}
		}
		if s := b.String(); len(s) >= least && !contains(all, s) {
			all = append(all, s)
		}
	}
	article := func(i int) bool { return words[i] == "the" || words[i] == "a" || words[i] == "an" }
	add(func(int) bool { return true })
	add(func(i int) bool { return i > 0 || !article(i) })
	add(func(i int) bool { return !article(i) && words[i] != "and" })
	return all
}

func contains(list []string, s string) bool {
	for _, t := range list {
		if s == t {
			return true
		}
	}
	return false
}
