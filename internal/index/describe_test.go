package index

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// described gives what Describe finds with further prose, the best first.
func described(ix, further *Index, text string) []uint32 {
	var m Matches
	ix.Describe(text, Reading{Further: further}, nil, &m)
	return byScore(&m)
}

// REQ F2-155: a description finds a document by words of its further prose, also by those that no
// document has elsewhere, and more of its words make it better.
func TestDescriptionsReadFurtherProse(t *testing.T) {
	further := make([]Document, len(shelf))
	further[4].Prose = []string{"A gambler in Las Vegas protects his friends with a credit card."}
	further[15].Prose = []string{"A bookseller spills orange juice on an actress."}
	further[9].Prose = []string{"An actress visits a training camp."}
	ix, more := build(t, shelf), build(t, further)
	for text, want := range map[string][]uint32{
		"zzyzx":                  nil,
		"gambler":                {4},
		"gambling, credit cards": {4},
		"actresses, juice":       {15, 9},
		"clown":                  {0},
	} {
		if got := described(ix, more, text); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", text, got, want)
		}
	}
	if got := described(ix, nil, "gambler"); len(got) > 0 {
		t.Errorf("without further prose %v are found", got)
	}
	for _, q := range []string{"gambler", "actress juice", "heat"} {
		var with, without Matches
		ix.Describe(q, Reading{Further: more}, nil, &with) // whose memory the search takes over
		ix.Search(q, &with)
		ix.Search(q, &without)
		if !slices.Equal(with.Docs, without.Docs) || !slices.Equal(with.Scores, without.Scores) {
			t.Errorf("%q: the search finds %v %v, want %v %v", q, with.Docs, with.Scores, without.Docs, without.Scores)
		}
	}
}

// REQ F2-180: a subject of the further prose tells of a document as few words do, and less where the text has many.
func TestSubjectsOfFurtherProseTell(t *testing.T) {
	docs := []Document{{Title: "One", Prose: []string{"A diver finds a wreck at sea."}}, {Title: "Two", Prose: []string{"A diver."}}, {Title: "Three"}}
	further := []Document{{}, {Keywords: []string{"wreck lighthouse storm"}}, {Keywords: []string{"harbour"}}}
	ix, more := build(t, docs), build(t, further)
	for text, want := range map[string]uint32{"diver wreck lighthouse": 1, "a wreck at sea": 0, "harbour": 2} {
		if got := described(ix, more, text); len(got) == 0 || got[0] != want {
			t.Errorf("%q finds %v, want %d first", text, got, want)
		}
	}
	var short, long Matches
	ix.Describe("harbour diver", Reading{Further: more}, nil, &short)
	ix.Describe("harbour diver wreck sea lighthouse storm find anchor rope captain island night fog boat", Reading{Further: more}, nil, &long)
	share := func(m *Matches) float32 {
		i := slices.Index(m.Docs, 2)
		if i < 0 {
			return 0
		}
		return m.Scores[i]
	}
	if share(&long) >= share(&short) || share(&short) == 0 {
		t.Errorf("one of few words is worth %f, one of many %f", share(&short), share(&long))
	}
}

// The words of long further prose tell less, so that who is told of at length does not answer everything.
func TestLongFurtherProseTellsLessAWord(t *testing.T) {
	docs := []Document{{Title: "One"}, {Title: "Two"}, {Title: "Three"}}
	long := "A diver"
	for range 200 {
		long += " and something else again"
	}
	further := []Document{{Prose: []string{long}}, {Prose: []string{"A diver finds a wreck."}}, {}}
	if got := described(build(t, docs), build(t, further), "diver"); len(got) == 0 || got[0] != 1 {
		t.Errorf("found %v, want 1 first", got)
	}
}

// Further prose of another number of documents is left out of account.
func TestFurtherProseOfOtherDocumentsIsNotRead(t *testing.T) {
	ix := build(t, shelf)
	other := build(t, []Document{{Prose: []string{"a gambler"}}})
	if got := described(ix, other, "gambler"); len(got) > 0 {
		t.Errorf("found %v", got)
	}
}

// Postings that no builder writes, in either index, give a wrong answer and no panic.
func TestDescriptionsBearDamagedPostings(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	docs := corpus(200, 100, 5)
	further := make([]Document, len(docs))
	for i := range further {
		further[i].Prose = docs[(i*7)%len(docs)].Prose
	}
	for range 20 {
		a, b := sectionsOf(t, docs), sectionsOf(t, further)
		for _, s := range []*sections{&a, &b} {
			for range 1 + len(s.docs)/20 {
				s.docs[r.IntN(len(s.docs))] = []uint32{0, 7, 199, 200, 1 << 20, math.MaxUint32}[r.IntN(6)]
			}
		}
		ix, more := newIndex(a, len(docs)), newIndex(b, len(docs))
		var m Matches
		for _, d := range docs[:40] {
			ix.Describe(d.Prose[0], Reading{Further: more, Alike: func(string) []string { return []string{"ka", "lo"} }}, []uint32{3}, &m)
			for i, d := range m.Docs {
				if int(d) >= len(docs) || math.IsNaN(float64(m.Scores[i])) {
					t.Fatalf("document %d with a score of %v", d, m.Scores[i])
				}
			}
		}
	}
}
