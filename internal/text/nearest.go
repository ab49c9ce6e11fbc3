package text

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns at most n of the known words that word may have been meant for, the
// likeliest first: those one or a few letters away, those that begin with it or with
// which it begins, those that contain it or that it contains, and those that differ in
// up to a third of the letters. Equally likely words keep their order. Words are compared as they are: fold them first where case
// matters. The result is never nil. It takes time proportional to the length of known.
func Nearest(word string, known []string, n int) []string {
	type near struct {
		word string
		far  int
	}
	var found []near
	for _, k := range known {
		if far := farness(word, k); far >= 0 {
			found = append(found, near{k, far})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	words := make([]string, 0, min(n, len(found)))
	for _, f := range found[:min(n, len(found))] {
		words = append(words, f.word)
	}
	return words
}

// farness returns how unlikely it is that word was meant to be known: 0 for the same
// word, and -1 when it is out of the question. Words of more than 64 bytes are.
func farness(word, known string) int {
	if len(word) < 2 || len(word) > 64 || len(known) > 64 {
		return -1
	}
	d := Distance(word, known, max(len(word), len(known)))
	switch {
	case d <= max(1, min(len(word), len(known))/4):
		return d
	case len(word) < 3 || len(known) < 3:
		return -1
	case strings.HasPrefix(known, word) || strings.HasPrefix(word, known):
		return 10
	case strings.Contains(known, word) || strings.Contains(word, known):
		return 20
	case d <= min(len(word), len(known))/3:
		return 30 + d
	}
	return -1
}

// Distance returns the restricted Damerau-Levenshtein distance (optimal string alignment) of
// two words, over bytes: how many letters must be inserted, deleted, replaced or swapped with
// their neighbour to make one word of the other; or most+1 when it is more than most. It takes
// time proportional to the length of one where the other has at most 64 bytes, else to the
// product of both.
func Distance(a, b string, most int) int {
	if max(len(a)-len(b), len(b)-len(a)) > most {
		return most + 1
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	d := 0
	switch {
	case len(a) == 0:
		d = len(b)
	case len(a) <= 64:
		d = distanceInWord(a, b)
	default:
		d = distanceByRows(a, b)
	}
	return min(d, most+1)
}

// distanceInWord returns the distance of two words of which a has 1 to 64 bytes: the rows of
// distanceByRows as bits of their differences (Hyyrö 2003).
func distanceInWord(a, b string) int {
	var at [256]uint64 // by byte, its places in a
	for i := range len(a) {
		at[a[i]] |= 1 << i
	}
	more, less := ^uint64(0), uint64(0) // where a row grows and falls from one place to the next
	same, before := uint64(0), uint64(0)
	last := uint64(1) << (len(a) - 1)
	d := len(a)
	for i := range len(b) {
		here := at[b[i]]
		swapped := (^same & here) << 1 & before
		same = ((here & more) + more) ^ more | here | less | swapped
		up, down := less|^(same|more), same&more
		if up&last != 0 {
			d++
		}
		if down&last != 0 {
			d--
		}
		up, down = up<<1|1, down<<1
		more, less, before = down|^(same|up), same&up, here
	}
	return d
}

// distanceByRows returns the distance of two words row by row.
func distanceByRows(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			d := last[j]
			if a[i] != b[j] {
				d = 1 + min(d, last[j+1], row[j])
				if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
					d = min(d, before[j-1]+1)
				}
			}
			row[j+1] = d
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
