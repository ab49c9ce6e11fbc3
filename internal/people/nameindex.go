package people

import (
	"bytes"
	"sort"

	"kinodex/internal/docset"
	"kinodex/internal/intern"
	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// nameIndex finds people by parts of the words of their names. Every word stands
// once in one piece, so that a part is looked for in all of them at once; behind
// each are the people who have it.
// Words ascend in the order of bytes; the people of a word ascend by place.
type nameIndex struct {
	words  pack.Strings // each with a line feed behind it
	first  []uint32
	people []uint32
}

// writeNames writes the index of everyone's names.
func writeNames(w *pack.Writer, all []*profile) {
	var words intern.Table
	var of, who []uint32     // by word of a name: its number, and whose it is
	var count, last []uint32 // by number: how many have it, and the last of them, from 1
	for i, p := range all {
		for word := range text.Tokens(p.name) {
			n := words.Number(word)
			if int(n) == len(count) {
				count, last = append(count, 0), append(last, 0)
			}
			if last[n] != uint32(i+1) {
				of, who = append(of, n), append(who, uint32(i))
				count[n]++
				last[n] = uint32(i + 1)
			}
		}
	}
	order := make([]uint32, words.Len()) // by place: the number
	for i := range order {
		order[i] = uint32(i)
	}
	intern.Sort(order, words.At)
	putWords(w, "words", len(order), func(i int) string { return words.At(order[i]) + "\n" })
	first, next := []uint32{0}, last // by number, where the next of those who have it goes
	total := uint32(0)
	for _, n := range order {
		next[n], total = total, total+count[n]
		first = append(first, total)
	}
	people := make([]uint32, total)
	for i, n := range of {
		people[next[n]] = who[i]
		next[n]++
	}
	pack.PutSection(w, "words/people/first", first)
	pack.PutSection(w, "words/people", people)
}

// readNames checks that words do not overlap, that each ends in a line feed and that every
// number is that of one of the people.
func readNames(r *pack.Reader, people int) nameIndex {
	x := nameIndex{words: readWords(r, "words", pack.Any)}
	x.people = pack.Below[uint32](r, "words/people", pack.Any, people)
	x.first = pack.Starts[uint32](r, "words/people/first", x.words.Len(), len(x.people))
	r.RequireEach(x.words.Len(), func(i int) bool {
		start, end := x.words.First[i], x.words.First[i+1]
		return end > start && x.words.Pool[end-1] == '\n'
	}, "word %d")
	return x
}

// having gives those of n people whose names have a part in one of their words.
// It scans all words, about a millisecond in a large library. part must be folded, and must
// hold no line feed.
func (x *nameIndex) having(part string, n int) docset.Set {
	some := docset.New(n)
	x.visit([]byte(part), func(word int) {
		some.AddAll(x.people[x.first[word]:x.first[word+1]])
	})
	return some
}

// visit tells the words that have the part.
// Each word once, in ascending order.
func (x *nameIndex) visit(part []byte, tell func(word int)) {
	pool, first, word := x.words.Pool, x.words.First, 0
	for at := 0; at < len(pool); {
		i := bytes.Index(pool[at:], part)
		if i < 0 {
			return
		}
		word = holder(first, word, uint32(at+i))
		tell(word)
		word++
		at = int(first[word])
	}
}

// holder finds the word, from one on, that covers a place: mostly one of the next,
// else far away.
func holder(first []uint32, word int, place uint32) int {
	for range 8 {
		if place < first[word+1] {
			return word
		}
		word++
	}
	return word + sort.Search(len(first)-1-word, func(i int) bool { return first[word+i+1] > place })
}
