package search

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// minTypo is how many letters a word must have to be mistyped.
const minTypo = 5

// typo returns the title of film i with one edit in one word of minTypo letters or
// more. It is "" if no word is so long, if the result is a title of some film, or if
// another film that outshines this one is one edit away from it.
func (c *collection) typo(i int, r *rand.Rand) string {
	title := strings.Fields(c.films[i].titles[0])
	var long []int
	for at, w := range title {
		if letters(w) >= minTypo {
			long = append(long, at)
		}
	}
	if len(long) == 0 {
		return ""
	}
	at := long[r.IntN(len(long))]
	title[at] = mistype(title[at], r)
	question := strings.Join(title, " ")
	if len(c.titled[question]) > 0 || c.outshone(i, c.oneEditAway(question)) {
		return ""
	}
	return question
}

// letters returns how many letters a word has, or 0 if it has anything else.
func letters(w string) int {
	n := 0
	for _, r := range w {
		if !unicode.IsLetter(r) {
			return 0
		}
		n++
	}
	return n
}

// mistype returns the word with one edit: a letter inserted, deleted or replaced, or
// two neighbours swapped. The result always differs from word.
func mistype(word string, r *rand.Rand) string {
	w := []rune(word)
	for {
		letter := rune('a' + r.IntN(26))
		i := r.IntN(len(w))
		var to []rune
		switch r.IntN(4) {
		case 0:
			to = append(append(append(to, w[:i]...), letter), w[i:]...)
		case 1:
			to = append(append(to, w[:i]...), w[i+1:]...)
		case 2:
			to = append(to, w...)
			to[i] = letter
		default:
			to = append(to, w...)
			j := min(i+1, len(w)-1)
			to[i], to[j] = to[j], to[i]
		}
		if string(to) != word {
			return string(to)
		}
	}
}

// oneEditAway returns the films, in order, with a title that differs from the
// question by one edit in one word.
func (c *collection) oneEditAway(question string) []int {
	var films []int
	asked := strings.Fields(question)
	for i := range c.films {
		for _, t := range c.films[i].titles {
			if d := len(t) - len(question); t == "" || d > 8 || d < -8 || strings.Count(t, " ") != len(asked)-1 {
				continue
			}
			if nearlyEqual(asked, strings.Fields(t)) {
				films = append(films, i)
				break
			}
		}
	}
	return films
}

// nearlyEqual reports whether two titles differ in exactly one word, by one edit. a
// and b must have equally many words.
func nearlyEqual(a, b []string) bool {
	differing := -1
	for i := range a {
		if a[i] != b[i] {
			if differing >= 0 {
				return false
			}
			differing = i
		}
	}
	return differing >= 0 && oneEdit([]rune(a[differing]), []rune(b[differing]))
}

// oneEdit reports whether one edit makes b from a: an insertion, a deletion, a
// replacement, or a swap of neighbours.
func oneEdit(a, b []rune) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) == len(b)+1:
		return string(a[i+1:]) == string(b[i:])
	case len(a) != len(b) || i == len(a):
		return false
	case string(a[i+1:]) == string(b[i+1:]):
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && string(a[i+2:]) == string(b[i+2:])
}
