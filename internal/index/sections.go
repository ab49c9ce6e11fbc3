package index

import (
	"errors"
	"fmt"

	"kinodex/internal/pack"
)

// formatVersion is the version of the sections. History:
//
//	1  the first
const formatVersion = 1

// ErrDamaged is in the chain of every error about sections that do not fit
// together.
var ErrDamaged = errors.New("damaged index")

// sections are the index as it lies in the file. Every slice is used where it
// lies; nothing is parsed. check says what must hold of them; whatever it does
// not say is doubted at every use.
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
	commonSets  []uint64 // setWords per list
	commonRanks []uint32 // documents before each block of rankBlock words

	typoEnds  []uint32 // bucket i of the typo table is typoWords[typoEnds[i]:typoEnds[i+1]]
	typoWords []uint32

	titleEnds  []uint32 // titles of document i: titleWords[titleEnds[i]:titleEnds[i+1]]
	titleWords []uint32 // per title: its length, then its words' ids

	gapEnds []uint32 // bucket i of the gap table is gapDocs[gapEnds[i]:gapEnds[i+1]]
	gapDocs []uint32

	nameEnds []uint32 // the title of document i as written: nameText[nameEnds[i]:nameEnds[i+1]]
	nameText []byte

	prior   []float32 // 0 to 1
	lengths []uint8   // lengthClass of the prose
	years   []uint16
}

// visit calls number or octets for every section, by its name in the file.
func (s *sections) visit(v interface {
	u8(name string, at *[]uint8)
	u16(name string, at *[]uint16)
	u32(name string, at *[]uint32)
	u64(name string, at *[]uint64)
	f32(name string, at *[]float32)
}) {
	v.u32("index/about", &s.about)
	for _, d := range []struct {
		name string
		dict *dictionary
	}{{"index/words", &s.words}, {"index/stems", &s.stems}} {
		v.u8(d.name+".text", &d.dict.text)
		v.u32(d.name+".ends", &d.dict.ends)
		v.u32(d.name+".slots", &d.dict.slots)
		v.u32(d.name+".start", &d.dict.start)
		v.u32(d.name+".count", &d.dict.count)
	}
	v.u32("index/words.stem", &s.wordStem)
	v.u32("index/kin.first", &s.kinFirst)
	v.u32("index/kin.last", &s.kinLast)
	v.u32("index/postings.docs", &s.docs)
	v.u8("index/postings.bits", &s.bits)
	v.u32("index/common.start", &s.commonStart)
	v.u64("index/common.sets", &s.commonSets)
	v.u32("index/common.ranks", &s.commonRanks)
	v.u32("index/typos.ends", &s.typoEnds)
	v.u32("index/typos.words", &s.typoWords)
	v.u32("index/titles.ends", &s.titleEnds)
	v.u32("index/titles.words", &s.titleWords)
	v.u32("index/gaps.ends", &s.gapEnds)
	v.u32("index/gaps.docs", &s.gapDocs)
	v.u32("index/names.ends", &s.nameEnds)
	v.u8("index/names.text", &s.nameText)
	v.f32("index/prior", &s.prior)
	v.u8("index/lengths", &s.lengths)
	v.u16("index/years", &s.years)
}

// writer puts sections into a file.
type writer struct {
	to  *pack.Writer
	err error
}

func put[T pack.Number](w *writer, name string, values []T) {
	if w.err == nil {
		w.err = pack.PutSection(w.to, name, values)
	}
}

func (w *writer) u8(name string, at *[]uint8)    { put(w, name, *at) }
func (w *writer) u16(name string, at *[]uint16)  { put(w, name, *at) }
func (w *writer) u32(name string, at *[]uint32)  { put(w, name, *at) }
func (w *writer) u64(name string, at *[]uint64)  { put(w, name, *at) }
func (w *writer) f32(name string, at *[]float32) { put(w, name, *at) }

// reader gets sections from a file.
type reader struct {
	from *pack.File
	err  error
}

func get[T pack.Number](r *reader, name string, at *[]T) {
	if r.err == nil {
		*at, r.err = pack.Numbers[T](r.from, name)
	}
}

func (r *reader) u8(name string, at *[]uint8)    { get(r, name, at) }
func (r *reader) u16(name string, at *[]uint16)  { get(r, name, at) }
func (r *reader) u32(name string, at *[]uint32)  { get(r, name, at) }
func (r *reader) u64(name string, at *[]uint64)  { get(r, name, at) }
func (r *reader) f32(name string, at *[]float32) { get(r, name, at) }

// setWords is how many words of 64 bits the set of a common list has.
func setWords(docs int) int { return (docs + 63) / 64 }

// rankBlock is how many words of a set share one entry of commonRanks.
const rankBlock = 8

func rankBlocks(docs int) int { return (setWords(docs) + rankBlock - 1) / rankBlock }

// commonShare: a list with more than one document in so many is common.
const commonShare = 64

// check says whether the sections fit together and hold docs documents. It
// looks at lengths and offsets, not at every posting.
func (s *sections) check(docs int) error {
	bad := func(what string) error { return fmt.Errorf("%w: %s", ErrDamaged, what) }
	switch {
	case len(s.about) != 2:
		return bad("about")
	case s.about[0] != formatVersion:
		return fmt.Errorf("index format %d, this program reads format %d", s.about[0], formatVersion)
	case docs < 0 || uint64(s.about[1]) != uint64(docs):
		return bad(fmt.Sprintf("of %d documents, wanted %d", s.about[1], docs))
	case len(s.docs) != len(s.bits) || uint64(len(s.docs)) > none:
		return bad("postings")
	case !s.words.check(len(s.docs)) || len(s.wordStem) != s.words.size():
		return bad("words")
	case !s.stems.check(len(s.docs)) || len(s.kinFirst) != s.stems.size() || len(s.kinLast) != s.stems.size():
		return bad("stems")
	case len(s.commonSets) != len(s.commonStart)*setWords(docs),
		len(s.commonRanks) != len(s.commonStart)*rankBlocks(docs):
		return bad("common words")
	case !powerOfTwo(len(s.typoEnds)-1) || !ascending(s.typoEnds, len(s.typoWords)):
		return bad("typos")
	case len(s.titleEnds) != docs+1 || !ascending(s.titleEnds, len(s.titleWords)):
		return bad("titles")
	case !powerOfTwo(len(s.gapEnds)-1) || !ascending(s.gapEnds, len(s.gapDocs)):
		return bad("gaps")
	case len(s.nameEnds) != docs+1 || !ascending(s.nameEnds, len(s.nameText)):
		return bad("names")
	case len(s.prior) != docs || len(s.lengths) != docs || len(s.years) != docs:
		return bad("columns")
	}
	for _, p := range s.prior {
		if !(p >= 0 && p <= 1) { // nor NaN, which would upset every order
			return bad("weights")
		}
	}
	return nil
}

func (d *dictionary) check(postings int) bool {
	if len(d.ends) != d.size()+1 || len(d.count) != d.size() || !ascending(d.ends, len(d.text)) {
		return false
	}
	if !powerOfTwo(len(d.slots)) {
		return false
	}
	for i, start := range d.start {
		if uint64(start)+uint64(d.count[i]) > uint64(postings) {
			return false
		}
	}
	return true
}

func powerOfTwo(n int) bool { return n > 0 && n&(n-1) == 0 }

// ascending reports whether ends starts at 0, never falls and finishes at last.
func ascending(ends []uint32, last int) bool {
	if len(ends) == 0 || ends[0] != 0 || uint64(ends[len(ends)-1]) != uint64(last) {
		return false
	}
	for i := 1; i < len(ends); i++ {
		if ends[i] < ends[i-1] {
			return false
		}
	}
	return true
}
