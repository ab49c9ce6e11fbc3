// Package grow makes more films than there are, to show how cost grows. What it
// makes is synthetic and every report says so.
//
// A multiple of n is the films themselves and n-1 further takes of them. A take of
// a film has a new id, the facts of its original with votes and money shifted, a
// title of as many words drawn from other films' titles, people with the family
// names of others, and an overview of two halves of others'. So words keep their
// frequencies, and a question finds about n times as much.
//
// Vocabulary must grow too, but less: in text, V(films) is near a power below one
// (Heaps). The power is measured on the films themselves, from half of them to all
// of them, and each take coins just as many new words as the power asks for, out
// of rare words, for new words are rare.
//
// Start reading at Films.
package grow

import (
	"hash/fnv"
	"math"
	"strings"

	"kinodex/internal/film"
)

// rare is in how many films a word may occur for new ones to be coined from it.
const rare = 3

// vocabulary is what is known of the words of the films.
type vocabulary struct {
	films map[string]int32 // in how many films a word occurs
	rare  int              // words in at most rare films
	power float64          // V(films) grows as films to this power
}

// learn reads the words of all films.
func learn(films []*film.Film) *vocabulary {
	v := &vocabulary{films: map[string]int32{}}
	half := 0
	seen := map[string]bool{}
	for i, f := range films {
		if i == len(films)/2 {
			half = len(v.films)
		}
		clear(seen)
		words(f, func(w string) {
			if !seen[w] {
				seen[w] = true
				v.films[w]++
			}
		})
	}
	for _, n := range v.films {
		if n <= rare {
			v.rare++
		}
	}
	v.power = math.Log2(float64(len(v.films)) / float64(max(1, half)))
	return v
}

// words gives every word of a film's texts, as often as it occurs.
func words(f *film.Film, yield func(string)) {
	all := func(s string) {
		for w := range strings.FieldsSeq(s) {
			yield(w)
		}
	}
	all(f.Title)
	for i := range f.Cast {
		all(f.Cast[i].Name)
	}
	for _, credits := range f.CrewSummary {
		for _, c := range credits {
			all(c.Name)
		}
	}
	for _, s := range []*string{f.Overview, f.Tagline} {
		if s != nil {
			all(*s)
		}
	}
}

// share is the part of the rare words that the take-th take (from 1) spells
// anew.
func (v *vocabulary) share(take int) float64 {
	k := float64(take)
	wanted := float64(len(v.films)) * (math.Pow(k+1, v.power) - math.Pow(k, v.power))
	return min(1, wanted/float64(max(1, v.rare)))
}

// coin gives the word as a take spells it: rare words, as many as the share says,
// anew, and always the same word the same way.
func (v *vocabulary) coin(w string, take int, share float64) string {
	if n := v.films[w]; n == 0 || n > rare {
		return w
	}
	h := fnv.New64a()
	h.Write([]byte{byte(take)})
	h.Write([]byte(w))
	if float64(mix(h.Sum64())>>11)/(1<<53) >= share {
		return w
	}
	return w + "zk" + string(rune('a'+take%26))
}

// mix spreads the bits of a hash, whose upper ones FNV leaves alike for words
// that are alike.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	return x
}
