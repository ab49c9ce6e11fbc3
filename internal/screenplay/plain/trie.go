package plain

import (
	"math/bits"
	"slices"
	"sync"
)

// trie is the word list as a prefix tree: nodes in breadth-first order, the
// root first. It is read-only once made.
type trie struct{ nodes []trieNode }

// trieNode has one bit in letters for each letter that may follow, by
// letterIndex. Its children stand one after another from nodes[first], in the
// order of their bits, so that the place of a child is a count of bits.
type trieNode struct {
	letters uint32
	first   int32
	cost    int32 // of the word that ends here, 0 when none does
}

// plainTrie builds the trie of the word list, once.
var plainTrie = sync.OnceValue(func() *trie { return newTrie(plainWordsText) })

// trieWord is a word of the list, with its cost.
type trieWord struct {
	word string
	cost int32
}

// newTrie builds the trie of a word list. Words with anything but small
// letters and apostrophes are left out. The time is that of sorting the words.
func newTrie(list string) *trie {
	var words []trieWord
	for word, figures := range wordLines(list) {
		if isTrieWord(word) {
			words = append(words, trieWord{word, int32(figures.cost)})
		}
	}
	// In the order of the alphabet the words below a node are neighbours.
	slices.SortFunc(words, func(a, b trieWord) int { return compareWords(a.word, b.word) })
	t := &trie{nodes: make([]trieNode, 1, 3*len(words)+1)}
	type below struct {
		words []trieWord
		depth int
	}
	todo := []below{{words, 0}} // in step with nodes
	for i := 0; i < len(todo); i++ {
		group, depth := todo[i].words, todo[i].depth
		for len(group) > 0 && len(group[0].word) == depth {
			t.nodes[i].cost = group[0].cost
			group = group[1:]
		}
		t.nodes[i].first = int32(len(t.nodes))
		for len(group) > 0 {
			k, n := letterIndex(group[0].word[depth]), 1
			for n < len(group) && letterIndex(group[n].word[depth]) == k {
				n++
			}
			t.nodes[i].letters |= 1 << k
			t.nodes = append(t.nodes, trieNode{})
			todo = append(todo, below{group[:n], depth + 1})
			group = group[n:]
		}
		todo[i].words = nil
	}
	return t
}

// isTrieWord reports whether a word has nothing but small ASCII letters and
// apostrophes, and at least one of them.
func isTrieWord(word string) bool {
	for i := range len(word) {
		if letterIndex(word[i]) < 0 {
			return false
		}
	}
	return word != ""
}

// compareWords orders words as the children of a node are: the apostrophe before
// the letters, and a word before those that it begins. Both must be trie words.
func compareWords(a, b string) int {
	for i := range min(len(a), len(b)) {
		if d := letterIndex(a[i]) - letterIndex(b[i]); d != 0 {
			return d
		}
	}
	return len(a) - len(b)
}

// child returns the node reached by one more letter, small; -1 when no word
// goes on so, or b is no letter.
func (t *trie) child(node int32, b byte) int32 {
	k := letterIndex(b)
	if k < 0 {
		return -1
	}
	n := &t.nodes[node]
	if n.letters&(1<<k) == 0 {
		return -1
	}
	return n.first + int32(bits.OnesCount32(n.letters&(1<<k-1)))
}

// cost is that of the word that ends at the node, 0 when none does.
func (t *trie) cost(node int32) int32 { return t.nodes[node].cost }

// letterIndex numbers the apostrophe and the letters from 0; -1 for all else.
func letterIndex(b byte) int {
	switch {
	case b >= 'a' && b <= 'z':
		return int(b-'a') + 1
	case b == '\'':
		return 0
	}
	return -1
}
