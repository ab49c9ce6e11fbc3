package index

import (
	"kinodex/internal/docset"
	"kinodex/internal/pack"
)

// formatVersion is the version of the sections. History:
//
//	1  the first
//	2  other titles, marked in the length of a title
const formatVersion = 2

// sections are the index as it lies in the file. Every slice is used where it
// lies; nothing is parsed. read says what must hold of them; whatever it does not
// say is doubted at every use.
type sections struct {
	about []uint32 // format version, documents

	words    dictionary // surface forms, ids in the order of the words
	wordStem []uint32   // the stem of word i, or none
	stems    dictionary
	// The words of stem i are among those from kinFirst[i] to kinLast[i].
	kinFirst, kinLast []uint32

	docs []uint32 // the documents of all lists, ascending in each
	bits []uint8  // where in the document, parallel to docs

	// Lists of more than one document in commonShare are also kept as sets, so
	// that asking whether a document is in the list takes one look. Set i
	// belongs to the list that starts at commonStart[i].
	commonStart []uint32
	commonSets  []uint64 // docset.Words per list
	commonRanks []uint32 // documents before each block of rankBlock words

	typoEnds  []uint32 // bucket i of the typo table is typoWords[typoEnds[i]:typoEnds[i+1]]
	typoWords []uint32

	titleEnds  []uint32 // titles of document i: titleWords[titleEnds[i]:titleEnds[i+1]]
	titleWords []uint32 // per title: its length, with otherMark for other ones, then its words' ids

	gapEnds []uint32 // bucket i of the gap table is gapDocs[gapEnds[i]:gapEnds[i+1]]
	gapDocs []uint32

	nameEnds []uint32 // the title of document i as written: nameText[nameEnds[i]:nameEnds[i+1]]
	nameText []byte

	prior   []float32 // 0 to 1
	lengths []uint8   // lengthClass of the prose
	years   []uint16
}

// read takes the sections from a file of docs documents and checks whether they
// fit together. It looks at lengths and offsets, not at every posting.
func (s *sections) read(r *pack.Reader, docs int) {
	s.about = pack.Column[uint32](r, "index/about", 2)
	if r.Err() != nil || !r.RequireVersion("index", s.about[0], formatVersion) {
		return
	}
	r.Require(uint64(s.about[1]) == uint64(docs), "an index of %d documents, wanted %d", s.about[1], docs)
	s.docs = pack.Column[uint32](r, "index/postings.docs", pack.Any)
	s.bits = pack.Column[uint8](r, "index/postings.bits", len(s.docs))
	r.Require(uint64(len(s.docs)) <= none, "%d postings", len(s.docs))
	s.words.read(r, "index/words", len(s.docs))
	s.wordStem = pack.Column[uint32](r, "index/words.stem", s.words.size())
	s.stems.read(r, "index/stems", len(s.docs))
	s.kinFirst = pack.Column[uint32](r, "index/kin.first", s.stems.size())
	s.kinLast = pack.Column[uint32](r, "index/kin.last", s.stems.size())
	s.commonStart = pack.Column[uint32](r, "index/common.start", pack.Any)
	s.commonSets = pack.Column[uint64](r, "index/common.sets", len(s.commonStart)*docset.Words(docs))
	s.commonRanks = pack.Column[uint32](r, "index/common.ranks", len(s.commonStart)*rankBlocks(docs))
	s.typoWords = pack.Column[uint32](r, "index/typos.words", pack.Any)
	s.typoEnds = readBuckets(r, "index/typos.ends", len(s.typoWords))
	s.titleWords = pack.Column[uint32](r, "index/titles.words", pack.Any)
	s.titleEnds = pack.Starts[uint32](r, "index/titles.ends", docs, len(s.titleWords))
	s.gapDocs = pack.Column[uint32](r, "index/gaps.docs", pack.Any)
	s.gapEnds = readBuckets(r, "index/gaps.ends", len(s.gapDocs))
	s.nameText = pack.Column[byte](r, "index/names.text", pack.Any)
	s.nameEnds = pack.Starts[uint32](r, "index/names.ends", docs, len(s.nameText))
	s.prior = pack.Between[float32](r, "index/prior", docs, 0, 1)
	s.lengths = pack.Column[uint8](r, "index/lengths", docs)
	s.years = pack.Column[uint16](r, "index/years", docs)
}

// readBuckets reads where the buckets of a hash table start: as many as a power
// of two.
func readBuckets(r *pack.Reader, name string, total int) []uint32 {
	v := pack.Starts[uint32](r, name, pack.Any, total)
	r.Require(powerOfTwo(len(v)-1), "section %s has %d buckets", name, len(v)-1)
	return v
}

// read reads what write wrote and checks that every list lies within the postings.
func (d *dictionary) read(r *pack.Reader, name string, postings int) {
	d.start = pack.Column[uint32](r, name+".start", pack.Any)
	d.count = pack.Column[uint32](r, name+".count", d.size())
	d.text = pack.Column[byte](r, name+".text", pack.Any)
	d.ends = pack.Starts[uint32](r, name+".ends", d.size(), len(d.text))
	d.slots = pack.Column[uint32](r, name+".slots", pack.Any)
	r.Require(powerOfTwo(len(d.slots)), "section %s.slots has %d slots", name, len(d.slots))
	r.RequireEach(len(d.count), func(i int) bool {
		return uint64(d.start[i])+uint64(d.count[i]) <= uint64(postings)
	}, "the postings of %s %d", name)
}

// write writes every section, in an order that files keep.
func (s *sections) write(w *pack.Writer) error {
	pack.PutSection(w, "index/about", s.about)
	s.words.write(w, "index/words")
	s.stems.write(w, "index/stems")
	pack.PutSection(w, "index/words.stem", s.wordStem)
	pack.PutSection(w, "index/kin.first", s.kinFirst)
	pack.PutSection(w, "index/kin.last", s.kinLast)
	pack.PutSection(w, "index/postings.docs", s.docs)
	pack.PutSection(w, "index/postings.bits", s.bits)
	pack.PutSection(w, "index/common.start", s.commonStart)
	pack.PutSection(w, "index/common.sets", s.commonSets)
	pack.PutSection(w, "index/common.ranks", s.commonRanks)
	pack.PutSection(w, "index/typos.ends", s.typoEnds)
	pack.PutSection(w, "index/typos.words", s.typoWords)
	pack.PutSection(w, "index/titles.ends", s.titleEnds)
	pack.PutSection(w, "index/titles.words", s.titleWords)
	pack.PutSection(w, "index/gaps.ends", s.gapEnds)
	pack.PutSection(w, "index/gaps.docs", s.gapDocs)
	pack.PutSection(w, "index/names.ends", s.nameEnds)
	pack.PutSection(w, "index/names.text", s.nameText)
	pack.PutSection(w, "index/prior", s.prior)
	pack.PutSection(w, "index/lengths", s.lengths)
	pack.PutSection(w, "index/years", s.years)
	return w.Err()
}

// write writes a dictionary as five sections whose names begin with name.
func (d *dictionary) write(w *pack.Writer, name string) {
	pack.PutSection(w, name+".text", d.text)
	pack.PutSection(w, name+".ends", d.ends)
	pack.PutSection(w, name+".slots", d.slots)
	pack.PutSection(w, name+".start", d.start)
	pack.PutSection(w, name+".count", d.count)
}

// rankBlock is how many words of a set share one entry of commonRanks.
const rankBlock = 8

// rankBlocks returns the number of blocks of a set of so many documents.
func rankBlocks(docs int) int { return (docset.Words(docs) + rankBlock - 1) / rankBlock }

// commonShare: a list with more than one document in so many is common.
const commonShare = 64

// powerOfTwo reports whether n is one: hash tables are masked, not divided.
func powerOfTwo(n int) bool { return n > 0 && n&(n-1) == 0 }
