package index

import (
	"encoding/binary"
	"slices"

	"github.com/cespare/xxhash/v2"
)

// A mistyped title can still find something: "notring hill" an actor called
// Notring in a film with a hill. Where a query finds little and no title, mend
// looks whether it is a title but for one edit in one word, and adds the
// documents of those titles, and nothing else. A query of a single word is left
// alone when that word is somewhere as it was typed: it may well be a name.
//
// The gap table makes that a few looks. It holds, under the hash of every title
// with one word left open, the documents of the title.

// fewMatches is the greatest number of documents that counts as little found.
const fewMatches = 100

// maxGap is how many titles may agree but for one word for the table to hold
// them: of thousands called "The …", none is meant.
const maxGap = 64

// hashGap returns the hash of a title in which the word at the place open may be any.
func hashGap(title []uint32, open int) uint64 {
	var buf [256]byte
	b := buf[:0]
	for i, w := range title {
		if i == open {
			w = none
		}
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return xxhash.Sum64(b)
}

// gapTable lists the documents under their titles with a word left open, for
// titles of two words and more, other titles aside. The number of buckets is a power of two.
func gapTable(titleEnds, titleWords []uint32) (ends, docs []uint32) {
	buckets := 1
	for buckets < len(titleWords)/2 {
		buckets *= 2
	}
	each := func(visit func(bucket uint64, doc uint32)) {
		eachTitle(titleEnds, titleWords, func(doc uint32, title []uint32) {
			for open := range title {
				visit(hashGap(title, open)&uint64(buckets-1), doc)
			}
		})
	}
	count := make([]uint32, buckets)
	each(func(bucket uint64, _ uint32) { count[bucket]++ })
	ends = make([]uint32, buckets+1)
	for i, n := range count {
		if n > maxGap {
			n = 0
		}
		ends[i+1] = ends[i] + n
	}
	docs = make([]uint32, ends[buckets])
	free := slices.Clone(ends[:buckets])
	each(func(bucket uint64, doc uint32) {
		if count[bucket] <= maxGap {
			docs[free[bucket]] = doc
			free[bucket]++
		}
	})
	return ends, docs
}

// mend adds to the matches the documents whose title is the query but for one edit in one word,
// with scores above all others. It adds none when the query is not such a title.
func (ix *Index) mend(m *Matches) {
	w := &m.widening
	w.title, w.found = w.title[:0], w.found[:0]
	for _, i := range m.sequence {
		w.title = append(w.title, m.terms[i].word)
	}
	for open, i := range m.sequence {
		typed := m.terms[i].text
		if !ix.leavesGap(w.title, open) || !mistypable(typed) {
			continue
		}
		switch len(w.title) {
		case 1:
			ix.tryNear(m, open, typed, nil)
		case 2:
			other := w.title[1-open]
			if isCommon(int(ix.words.count[other]), ix.docCount) {
				o := ix.operandAt(ix.words.start[other], ix.words.count[other])
				ix.tryNear(m, open, typed, &o)
				continue
			}
			fallthrough
		default:
			letters := lettersOf(typed)
			ix.tryGap(w, hashGap(w.title, open), func(of uint32) bool { return mayBeEdit(letters, of) }, open, typed)
		}
	}
	ix.addMended(m)
}

// tryGap tries the documents of the gap table under the hash of a title with one word left open, if the
// letters of their word are wanted. It reports whether the table has documents there: the table has none
// where too many titles agree.
func (ix *Index) tryGap(w *widening, hash uint64, wanted func(letters uint32) bool, open int, typed string) bool {
	h, bucket := ix.hint(), hash&uint64(len(ix.gapEnds)-2)
	first, end := ix.gapEnds[bucket], ix.gapEnds[bucket+1]
	for at := first; at < end; at++ {
		if h.mayFill(int(at), hash, wanted) {
			ix.try(w, ix.gapDocs[at], open, typed)
		}
	}
	return first < end
}

// leavesGap reports whether a title may have all words but the open one where they are: they are as
// typed, so all of them must be words, and each at this place of some title as long.
func (ix *Index) leavesGap(title []uint32, open int) bool {
	for i, w := range title {
		if i != open && (w == none || !ix.standsAt(w, i, len(title))) {
			return false
		}
	}
	return true
}

// standsAt reports whether a word may stand at a place of a title of so many words, more than one.
func (ix *Index) standsAt(word uint32, place, words int) bool {
	return ix.hint().slots[word]&slot(place, words) != 0
}

// slot returns the bit of a place in titles of so many words: one for each in titles of two to five,
// and of longer ones one for every other place.
func slot(place, words int) uint16 {
	switch words {
	case 2, 3, 4, 5:
		return 1 << (words*(words-1)/2 - 1 + place)
	}
	return 1 << (14 + place%2)
}

// tryNear tries the documents that have in a title one of the words that the open word may be a
// mistyped form of, and in a title the other word of the query, unless there is none.
func (ix *Index) tryNear(m *Matches, open int, typed string, other *operand) {
	w := &m.widening
	w.near = ix.mistyped(typed, w.near[:0])
	for _, near := range w.near {
		if len(w.title) > 1 && !ix.standsAt(near, open, len(w.title)) {
			continue
		}
		if other != nil && ix.words.count[near] > maxGap {
			letters := ix.hint().letters[w.title[1-open]]
			titles := hashGap([]uint32{near, near}, 1-open) // of two words with this one
			if ix.tryGap(w, titles, func(of uint32) bool { return of == letters }, open, typed) {
				continue
			}
		}
		o := ix.operandAt(ix.words.start[near], ix.words.count[near])
		w.tried = w.tried[:0]
		for i, d := range o.docs {
			if o.bits[i]&anyTitle != 0 {
				w.tried = append(w.tried, d)
			}
		}
		if other == nil {
			for _, d := range w.tried {
				ix.try(w, d, open, typed)
			}
			continue
		}
		m.meet(other, w.tried, ix.docCount)
		for _, p := range m.pairs {
			if other.bits[p.at]&anyTitle != 0 {
				ix.try(w, w.tried[p.from], open, typed)
			}
		}
	}
}

// try notes d as found when it has a title that fills the gap.
func (ix *Index) try(w *widening, d uint32, open int, typed string) {
	if int(d) < ix.docCount && ix.fillsGap(d, w.title, open, typed) {
		w.found = append(w.found, d)
	}
}

// addMended adds what was found to the matches, with scores by title, and sets DidYouMean.
func (ix *Index) addMended(m *Matches) {
	found := m.widening.found
	if len(found) == 0 {
		return
	}
	slices.Sort(found)
	best := float32(-1)
	for _, d := range slices.Compact(found) {
		score := wholeScore - editCost + wholePrior*ix.prior[d]
		i, there := slices.BinarySearch(m.Docs, d)
		if !there {
			m.Docs, m.Scores = slices.Insert(m.Docs, i, d), slices.Insert(m.Scores, i, score)
		}
		m.Scores[i] = score
		if score > best {
			best = score
			m.DidYouMean = ix.Title(d)
		}
	}
	m.Fuzzy = true
}

// fillsGap reports whether d has a title, other ones aside, that is like asked but for the open
// word, which is one edit from what was typed.
func (ix *Index) fillsGap(d uint32, asked []uint32, open int, typed string) bool {
	titles := ix.titleWords[ix.titleEnds[d]:ix.titleEnds[d+1]]
	for len(titles) > 0 {
		title, class, rest := cutTitle(titles)
		titles = rest
		if class != otherTitle && len(title) == len(asked) && slices.Equal(title[:open], asked[:open]) && slices.Equal(title[open+1:], asked[open+1:]) &&
			int(title[open]) < ix.words.size() && oneEdit(typed, ix.words.word(title[open])) {
			return true
		}
	}
	return false
}
