package plain

import (
	_ "embed"
	"iter"
	"strconv"
	"strings"
	"sync"
)

// plainWordsText holds the commonest words of screenplays, one to a line:
// the word, its cost, and its leaning. The cost is ten times the negative natural
// logarithm of its share of all words; the leaning ten times the logarithm of how
// much likelier it is in dialogue than in action, and is left out when near 0.
// The figures were counted in screenplays whose layout tells dialogue from
// action; TestTrainPlain counts them again.
//
//go:embed words.txt
var plainWordsText string

// wordTable is a hash table, open addressing with linear probing, from the
// FNV-1a hash of a word to its log-odds. Words are not kept, so two words of
// equal hashes are one. It is read-only once made.
type wordTable struct {
	hashes  []uint32
	logOdds []int8
}

// wordSlots is how many slots a wordTable has: a power of two, more than the
// words of the list.
const wordSlots = 1 << 15

// plainWords returns the table of the word list. It is built once, at the
// first call, and is read-only.
var plainWords = sync.OnceValue(func() *wordTable { return newWordTable(plainWordsText) })

func newWordTable(list string) *wordTable {
	t := &wordTable{hashes: make([]uint32, wordSlots), logOdds: make([]int8, wordSlots)}
	for word, figures := range wordLines(list) {
		t.put(hashOf(word), int8(figures.dialogueLogOdds))
	}
	return t
}

func (t *wordTable) put(hash uint32, logOdds int8) {
	for i := hash; ; i++ {
		if slot := i % wordSlots; t.hashes[slot] == 0 || t.hashes[slot] == hash {
			t.hashes[slot], t.logOdds[slot] = hash, logOdds
			return
		}
	}
}

// dialogueLogOdds returns how much likelier the word of that hash is in
// dialogue than in action: ten times the natural logarithm of the ratio, -40
// to 40, and 0 for a word that leans to neither or is not in the list.
func (t *wordTable) dialogueLogOdds(hash uint32) int {
	for i := hash; ; i++ {
		switch slot := i % wordSlots; t.hashes[slot] {
		case hash:
			return int(t.logOdds[slot])
		case 0:
			return 0
		}
	}
}

// contains reports whether head and tail together, in any case, are a word of
// the list.
func (t *wordTable) contains(head []byte, tail string) bool {
	hash := uint32(fnvOffset)
	for _, b := range head {
		hash = (hash ^ uint32(b|0x20)) * fnvPrime
	}
	for i := range len(tail) {
		hash = (hash ^ uint32(tail[i]|0x20)) * fnvPrime
	}
	for i := hash; ; i++ {
		switch slot := i % wordSlots; t.hashes[slot] {
		case hash:
			return true
		case 0:
			return false
		}
	}
}

// wordStats are the figures of one word of the list: cost is ten times the
// negative natural logarithm of its share of all words.
type wordStats struct{ cost, dialogueLogOdds int }

// wordLines yields the words of a list with their figures, in its order. A
// line that cannot be read is left out.
func wordLines(list string) iter.Seq2[string, wordStats] {
	return func(yield func(string, wordStats) bool) {
		for row := range strings.Lines(list) {
			word, rest, _ := strings.Cut(strings.TrimSpace(row), " ")
			first, second, _ := strings.Cut(rest, " ")
			var f wordStats
			var err error
			if f.cost, err = strconv.Atoi(first); err != nil {
				continue
			}
			if second != "" {
				if f.dialogueLogOdds, err = strconv.Atoi(second); err != nil {
					continue
				}
			}
			if !yield(word, f) {
				return
			}
		}
	}
}
