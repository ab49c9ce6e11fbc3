// Package index is an inverted text index over numbered documents: which of
// them have all the words of a query, and how well they answer it. It knows
// documents, not films.
//
// A Builder takes documents and writes sections of a pack file; Read uses those
// sections where they are mapped, without parsing; Search finds. The rules:
//
//   - Words are compared folded (package text). A query word matches a
//     document that has it anywhere, as it is or, in titles, subjects and
//     prose, by the same stem. A word of four digits also matches the year.
//   - All words must match. The documents found are exactly those, never a
//     sample. Only when there are none are words widened: by one edit, the last
//     one also by what may follow it. When there are few, and no title answers
//     the query, the documents join whose title is the query but for one edit.
//   - Words in fields are scored as BM25F does (Robertson, Zaragoza and Taylor
//     2004): field weights are summed, saturated and multiplied by how rare the
//     word is (idf).
//   - Ranking is routed. A query that is a title, or a clear part of one, ranks
//     by how it sits in titles and then by weight; any other query ranks by the
//     fields its words were found in. One scale for both would ruin either.
//
// How it is laid out: sections.go. How it is built: builder.go, assemble.go.
// How a query runs: search.go, then operand.go (the meeting of lists), title.go
// and rank.go (scores), head.go (words that most documents have), widen.go, mend.go and typos.go (mistyped words), hints.go (what they need not read). What was
// found where, for those who show it: places.go.
//
// It imports text, docset and pack. Start reading at Search.
package index

import (
	"sync"

	"kinodex/internal/pack"
)

// Index is an open index. Its methods may be called from several goroutines.
type Index struct {
	sections
	docCount int
	heads    sync.Map  // *head by the number of a common or frequent word
	articles [3]uint32 // the words "the", "a" and "an", which people leave out of titles
	hints    hints
}

// Read takes the index from a file, which must be of docs documents and must
// outlive it. If its sections do not fit together, r fails; what a later query
// finds wrong is left out of its answer, never a panic.
func Read(r *pack.Reader, docs int) *Index {
	var s sections
	if s.read(r, docs); r.Err() != nil {
		return nil
	}
	return newIndex(s, docs)
}

// newIndex returns an index over sections that have been checked.
func newIndex(s sections, docs int) *Index {
	ix := &Index{sections: s, docCount: docs}
	for i, article := range []string{"the", "a", "an"} {
		ix.articles[i] = ix.words.find(article)
	}
	return ix
}

// Title returns the title of a document as it was given to the builder, "" for a number that is
// none.
func (ix *Index) Title(doc uint32) string {
	if int(doc) >= ix.docCount {
		return ""
	}
	return string(ix.nameText[ix.nameEnds[doc]:ix.nameEnds[doc+1]])
}
