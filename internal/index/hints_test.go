package index

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// mistype makes one or two edits to a word of a query.
func mistype(r *rand.Rand, query string) string {
	b := []rune(query)
	for range 1 + r.IntN(2) {
		at, letter := r.IntN(len(b)), rune('a'+r.IntN(26))
		switch r.IntN(4) {
		case 0:
			b[at] = letter
		case 1:
			b = slices.Insert(b, at, letter)
		case 2:
			b[at], b[(at+1)%len(b)] = b[(at+1)%len(b)], b[at]
		default:
			if len(b) > 1 {
				b = slices.Delete(b, at, at+1)
			}
		}
	}
	return string(b)
}

// REQ R-13: with hints and without, a search finds the same, and they do not tell words apart that
// are one edit from one another.
func TestHintsLeaveNothingOut(t *testing.T) {
	docs := append(slices.Clone(shelf), corpus(600, 150, 9)...)
	ix, bare := build(t, docs), build(t, docs)
	if ix.hint().gaps == nil {
		t.Fatal("a sound file has no hints of its gaps")
	}
	bare.hint().gaps = nil
	for i := range bare.hints.slots {
		bare.hints.slots[i] = ^uint16(0)
	}
	r := rand.New(rand.NewPCG(5, 7))
	mended := 0
	for range 6000 {
		query := mistype(r, docs[r.IntN(len(docs))].Title)
		var with, without Matches
		ix.Search(query, &with)
		bare.Search(query, &without)
		if !slices.Equal(with.Docs, without.Docs) || !slices.Equal(with.Scores, without.Scores) || with.DidYouMean != without.DidYouMean {
			t.Fatalf("%q finds %v, without hints %v", query, with.Docs, without.Docs)
		}
		if with.DidYouMean != "" {
			mended++
		}
	}
	if mended < 500 {
		t.Errorf("only %d titles were mended", mended)
	}
	for range 300 {
		word := mistype(r, string(ix.words.word(uint32(r.IntN(ix.words.size())))))
		var want []uint32
		for id := range uint32(ix.words.size()) {
			if mistypable(word) && mistypable(string(ix.words.word(id))) && oneEdit(word, ix.words.word(id)) {
				want = append(want, id)
			}
		}
		got := slices.DeleteFunc(ix.mistyped(word, nil), func(id uint32) bool { return !mistypable(string(ix.words.word(id))) })
		if !slices.Equal(got, want) {
			t.Fatalf("%q is one edit from %v, want %v", word, got, want)
		}
	}
}

func TestWordsOneEditApartMayBeSo(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	letters := []rune("abcdeéжя七öüz")
	for range 20_000 {
		word := make([]rune, 1+r.IntN(12))
		for i := range word {
			word[i] = letters[r.IntN(len(letters))]
		}
		other := mistype(r, string(word))
		if oneEdit(string(word), []byte(other)) && !mayBeEdit(lettersOf(string(word)), lettersOf(other)) {
			t.Fatalf("%q and %q are one edit apart", string(word), other)
		}
	}
	if mayBeEdit(lettersOf("house"), lettersOf("mouth")) {
		t.Error("house and mouth differ in two letters each")
	}
}

// A file whose gaps are not those of its titles is read without hints of them.
func TestGapsOfOtherTitlesHaveNoHints(t *testing.T) {
	docs := corpus(100, 60, 4)
	moved := build(t, docs)
	moved.gapDocs = slices.Clone(moved.gapDocs)
	slices.Reverse(moved.gapDocs)
	endless := build(t, docs)
	endless.titleEnds = slices.Repeat([]uint32{0}, len(endless.titleEnds))
	endless.titleEnds[len(docs)] = uint32(len(endless.titleWords))
	endless.titleWords = slices.Repeat(endless.titleWords, 100)
	endless.titleWords[0], endless.titleEnds[len(docs)] = uint32(len(endless.titleWords)), uint32(len(endless.titleWords))
	for name, ix := range map[string]*Index{"moved": moved, "one endless title": endless} {
		if ix.hint().gaps != nil {
			t.Errorf("%s: there are hints", name)
		}
	}
}
