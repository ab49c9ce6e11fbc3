package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// someWords gives n words of a vocabulary in which few are common and most rare,
// as in language.
func someWords(rng *rand.Rand, n, kinds int) []uint32 {
	words := make([]uint32, n)
	for i := range words {
		words[i] = uint32(float64(kinds) * math.Pow(rng.Float64(), 3))
	}
	return words
}

// plainMATTR counts every window anew.
func plainMATTR(words []uint32) float64 {
	size := min(window, len(words))
	if size == 0 {
		return 0
	}
	sum := 0.0
	for i := 0; i+size <= len(words); i++ {
		seen := map[uint32]bool{}
		for _, w := range words[i : i+size] {
			seen[w] = true
		}
		sum += float64(len(seen)) / float64(size)
	}
	return sum / float64(len(words)-size+1)
}

// plainMTLD follows the definition.
func plainMTLD(words []uint32) float64 {
	one := func(words []uint32) float64 {
		factors, length := 0.0, 0
		seen := map[uint32]bool{}
		for _, w := range words {
			seen[w] = true
			length++
			if len(seen)*25 < 18*length {
				factors++
				length = 0
				clear(seen)
			}
		}
		if length > 0 {
			factors += (1 - float64(len(seen))/float64(length)) / (1 - 0.72)
		}
		if factors == 0 {
			return maxFactorLength
		}
		return min(maxFactorLength, float64(len(words))/factors)
	}
	if len(words) == 0 {
		return 0
	}
	back := slices.Clone(words)
	slices.Reverse(back)
	return (one(words) + one(back)) / 2
}

func diversityOf(words []uint32, kinds int) float64 {
	back := slices.Clone(words)
	slices.Reverse(back)
	r := newFactorScan(kinds)
	return (mtld(len(words), factorize(words, r).factors()) + mtld(len(words), factorize(back, r).factors())) / 2
}

func TestDiversityFollowsTheDefinitions(t *testing.T) { // REQ S-07, S-08
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 3, 10, 499, 500, 501, 1200, 3000} {
		for _, kinds := range []int{1, 2, 30, 900} {
			words := someWords(rng, n, kinds)
			if got, want := mattr(words, kinds), plainMATTR(words); math.Abs(got-want) > 1e-9 {
				t.Errorf("MATTR of %d words of %d kinds: %v, want %v", n, kinds, got, want)
			}
			if got, want := diversityOf(words, kinds), plainMTLD(words); math.Abs(got-want) > 1e-9 {
				t.Errorf("MTLD of %d words of %d kinds: %v, want %v", n, kinds, got, want)
			}
		}
	}
}

func TestAGapInWordsIsReadOver(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		kinds := 1 + rng.IntN(400)
		words := someWords(rng, 1+rng.IntN(2500), kinds)
		from := rng.IntN(len(words) + 1)
		to := from + rng.IntN(len(words)-from+1)
		rest := slices.Concat(words[:from], words[to:])
		r := newFactorScan(kinds)
		got := factorize(words, r).factorsWithout(from, to, r)
		if want := factorize(rest, r).factors(); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%d words of %d kinds without %d to %d: %v runs, want %v", len(words), kinds, from, to, got, want)
		}
	}
}
