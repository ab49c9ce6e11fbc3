package feature

import (
	"math"

	"kinodex/internal/pack"
	"kinodex/internal/text"
)

// Index is what the films of a catalogue have, as features, and the titles they go by. Its arrays
// are made while a library is built and mapped from a file while it serves, where they must not
// be written to: so they are fields, and whoever reads them reads the mapped bytes. Features are
// numbered kind by kind and, within a kind, by their folded spelling; the features of kind k are
// Ranges[k] <= f < Ranges[k+1]. Arrays named First, or ending so, have one element more than there
// are films or features: what belongs to number i is from First[i] to First[i+1]. Year is 0 when
// unknown, Runtime is in minutes and 0 when unknown, Fame is from 0 to 1.
type Index struct {
	Films int

	Ranges [Kinds + 1]uint32
	Keys   [Kinds]pack.Strings // folded, sorted
	Shown  [Kinds]pack.Strings // as records spell them; empty for kinds that are not named

	// By film, its features ascending and how strongly each is its own, 0 to
	// 255; within a kind the squares of a film's weights add up to about 255².
	First    []uint32
	Features []uint32
	Weights  []uint8
	// The same by feature: its films ascending.
	PostFirst   []uint32
	Posts       []uint32
	PostWeights []uint8

	Year    []int16
	Runtime []uint16
	Fame    []float32
	Newest  int // the year of the newest film that anybody knows

	// Names are the words of names and keywords, sorted, of each the most
	// prominent first; Surnames the last words of well-known names.
	Names           pack.Strings
	NameFeatures    []uint32
	Surnames        pack.Strings
	SurnameFeatures []uint32

	Titles    pack.Strings // sorted; the best known film of each first
	TitleDocs []uint32

	// Tags are what films are noted to have, as TitleKey gives it, sorted, and Tagged the films of each, ascending. They are not of the
	// file: tag i is the feature Ranges[Kinds]+i, which no film lists among its features.
	Tags   []string
	Tagged [][]uint32
	// TagsOf has the features of the tags of a film that has some, ascending.
	TagsOf map[uint32][]uint32
}

// SetTags sets what films are noted to have: tags as TitleKey gives them, sorted, and the films of each, ascending.
func (ix *Index) SetTags(tags []string, films [][]uint32) {
	ix.Tags, ix.Tagged, ix.TagsOf = tags, films, map[uint32][]uint32{}
	for i, all := range films {
		for _, d := range all {
			ix.TagsOf[d] = append(ix.TagsOf[d], ix.Ranges[Kinds]+uint32(i))
		}
	}
}

// KindOf returns the kind of a feature, Kinds for a number that is none.
func (ix *Index) KindOf(f uint32) Kind {
	if tag := int(f) - int(ix.Ranges[Kinds]); tag >= 0 && tag < len(ix.Tags) {
		return Note
	}
	for k := Kind(0); k < Kinds; k++ {
		if f < ix.Ranges[k+1] {
			return k
		}
	}
	return Kinds
}

// IsSubject reports whether a feature says what films are about: a keyword, or a tag of the notes.
func (ix *Index) IsSubject(f uint32) bool {
	k := ix.KindOf(f)
	return k == Keyword || k == Note
}

// Spelling returns a feature as records spell it, and a word as it is compared. It allocates
// a string.
func (ix *Index) Spelling(f uint32) string {
	k := ix.KindOf(f)
	if k == Note {
		return ix.Tags[f-ix.Ranges[Kinds]]
	}
	if !k.Named() {
		return string(ix.Keys[k].At(int(f - ix.Ranges[k])))
	}
	return string(ix.Shown[k].At(int(f - ix.Ranges[k])))
}

// Feature returns the feature of a kind that has a folded spelling, and whether there is one.
// It takes logarithmic time.
func (ix *Index) Feature(k Kind, key string) (uint32, bool) {
	i := ix.Keys[k].Search(key)
	if i == ix.Keys[k].Len() || string(ix.Keys[k].At(i)) != key {
		return 0, false
	}
	return ix.Ranges[k] + uint32(i), true
}

// Of returns a film's features, ascending, and their weights, of which 255 is 1. The slices
// are the index's own and must not be changed.
func (ix *Index) Of(d uint32) ([]uint32, []uint8) {
	from, to := ix.First[d], ix.First[d+1]
	return ix.Features[from:to], ix.Weights[from:to]
}

// OfKind returns the features of one kind of a film, ascending. The slice is the index's own.
func (ix *Index) OfKind(d uint32, k Kind) []uint32 {
	all, _ := ix.Of(d)
	from, to := 0, len(all)
	for from < to && all[from] < ix.Ranges[k] {
		from++
	}
	end := from
	for end < to && all[end] < ix.Ranges[k+1] {
		end++
	}
	return all[from:end]
}

// With returns the films that have a feature, ascending, and its weight in each, of
// which 255 is 1 (an inverted index); no weights for a Note.
// The slices are the index's own and must not be changed.
func (ix *Index) With(f uint32) ([]uint32, []uint8) {
	if f >= ix.Ranges[Kinds] {
		return ix.Tagged[f-ix.Ranges[Kinds]], nil
	}
	from, to := ix.PostFirst[f], ix.PostFirst[f+1]
	return ix.Posts[from:to], ix.PostWeights[from:to]
}

// Rarity returns the inverse document frequency of a feature that so many of the films
// have: ln((films + 1) / (have + 0.5)), which is above 0 unless nearly all have it.
func Rarity(films, have int) float64 { return math.Log(float64(films+1) / (float64(have) + 0.5)) }

// PlotStem returns the form in which a folded word of a plot or a prompt is compared; "" for
// one of fewer than three bytes or one that begins with a digit.
func PlotStem(word string) string {
	if len(word) < 3 || word[0] <= '9' {
		return ""
	}
	return text.Stem(word)
}
