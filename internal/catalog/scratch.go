package catalog

import (
	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/index"
)

// scratch is what answering one question needs and the next can use again.
// Conditions may point into it, so it goes back to the pool only once the
// answer has been copied out.
type scratch struct {
	n          int
	conditions []condition
	ranges     []columnRange
	bits       []docset.Set // taken in order, usedBits of them
	usedBits   int
	lists      [][]uint32
	usedLists  int
	names      []uint32
	docs       []uint32
	scores     []float32
	top        docset.Top
	counts     []int
	matches    index.Matches
	other      index.Matches // of the text as it was read in another way
	lead       []index.ScoredDoc
	stage      film.Match     // what the films that were found have of the words
	as         FoundAs        // as what films have the text
	meansTitle bool           // it is a title
	begun      []string       // its words, where they begin the title of a film that many know; else nil
	titleFit   index.TitleFit // how the text sits at least in the titles of films that are kept: see leastFit
	leading    []uint32       // of which film, where the words are not its title's
	best       uint32         // the best film of a description
	sure       bool           // and whether it is answered alone: see confident
	corrected  string         // the name that was meant, where another was typed; else empty
}

// reset gives all sets and lists back, so that the next question may take them.
func (s *scratch) reset() {
	clear(s.conditions)
	s.conditions, s.ranges, s.usedBits, s.usedLists = s.conditions[:0], s.ranges[:0], 0, 0
}

// takeBits returns a bitset of the catalogue's size with anything in it.
func (s *scratch) takeBits() docset.Set {
	if s.usedBits == len(s.bits) {
		s.bits = append(s.bits, docset.New(s.n))
	}
	s.usedBits++
	return s.bits[s.usedBits-1]
}

// takeList returns an empty list of this question; keepList stores it after it has grown.
func (s *scratch) takeList() []uint32 {
	if s.usedLists == len(s.lists) {
		s.lists = append(s.lists, nil)
	}
	s.usedLists++
	return s.lists[s.usedLists-1][:0]
}

// keepList stores the list that was taken last, after it has grown.
func (s *scratch) keepList(l []uint32) { s.lists[s.usedLists-1] = l }
