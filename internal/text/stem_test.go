package text

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kljensen/snowball/english"
)

// Stem is the library's stemmer, for words of every suffix that it knows, one behind the other, and
// for any other token.
func TestStemIsSnowballs(t *testing.T) {
	same := func(token string) {
		t.Helper()
		if got, want := Stem(token), english.Stem(token, false); got != want {
			t.Fatalf("the stem of %q is %q, want %q", token, got, want)
		}
	}
	suffixes := append([]string{
		"", "s", "e", "y", "ly", "l", "ll", "logi", "logy", "at", "bl", "iz", "ying", "ied", "ity", "ency", "ancy",
	}, lastEndings...)
	for _, list := range [][]string{plurals, participles, doubles} {
		suffixes = append(suffixes, list...)
	}
	for _, list := range [][]replacement{endings, furtherEndings} {
		for _, r := range list {
			suffixes = append(suffixes, r.suffix, r.by)
		}
	}
	for _, root := range []string{
		"", "a", "y", "t", "ca", "be", "sk", "sky", "tay", "hop", "box", "snow", "play", "yes", "gener", "commun", "arsen",
		"relat", "crepuscul", "xylo", "eucharist", "bias", "s2", "1999",
	} {
		for _, first := range suffixes {
			for _, second := range suffixes {
				same(root + first + second)
			}
		}
	}
	for word := range irregular {
		same(word)
		same(word + "s")
		same("un" + word)
	}
	for _, token := range []string{"because", "élan", "дети", "boy's", "Running", "李", "0", "9s"} {
		same(token)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		var b strings.Builder
		for range r.IntN(9) {
			b.WriteByte("aeioyylltsdngrbcwxe3"[r.IntN(20)])
		}
		same(b.String())
	}
}

// BenchmarkStem stems words with a suffix and without.
func BenchmarkStem(b *testing.B) {
	for b.Loop() {
		for _, w := range []string{"hanks", "detectives", "scorsese", "investigation", "kurosawa", "running"} {
			Stem(w)
		}
	}
}
