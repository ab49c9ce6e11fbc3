package text

import (
	"cmp"
	"slices"
	"strings"
)

// Nearest returns those of the known words that somebody who wrote word may have
// meant, at most n, the likeliest first: those that begin with it or with which
// it begins, those that hold it, and those that differ in a few letters. Words
// are compared as they are; fold them first where that matters.
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

// farness is how far a known word is from the one written, -1 when it is not near.
func farness(word, known string) int {
	if len(word) < 2 || len(word) > 64 || len(known) > 64 {
		return -1
	}
	d := distance(word, known)
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

// distance returns how many letters must be inserted, deleted, replaced or
// swapped with their neighbour to make one word of the other (the restricted
// Damerau-Levenshtein distance, over bytes).
func distance(a, b string) int {
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
