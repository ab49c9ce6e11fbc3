package encoder

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	// blank stands for a space in pieces, and before the first word.
	blank = '\u2581'
	// unknown is the piece of characters that no piece has.
	unknown = 0
	// unknownCost is what a character costs that no piece has: more than any piece.
	unknownCost = 20
	// maxTextBytes is how much of a text is read. MaxTokens of the longest pieces take half of
	// it, so that only a text full of unknown characters could tell.
	maxTextBytes = 1 << 14
)

// vocabulary has the pieces that words are made of. It segments a text into those whose scores
// have the highest sum: a unigram language model (Kudo 2018).
type vocabulary struct {
	pieces []Piece // by number
	// sorted has the numbers of the pieces that a text may be made of, in the order of their
	// bytes, and starts the place of the first that begins with a byte.
	sorted []int32
	starts [257]int32
}

func (p Piece) check() error {
	switch {
	case p.Text == "":
		return errors.New("is empty")
	case len(p.Text) > maxPieceBytes:
		return fmt.Errorf("has %d bytes, more than %d", len(p.Text), maxPieceBytes)
	case !utf8.ValidString(p.Text):
		return errors.New("is not UTF-8")
	case !isFinite(p.Score):
		return errNotFinite
	}
	return nil
}

// newVocabulary sorts the pieces. Of pieces with the same text it uses the last, as the model's
// own program does.
func newVocabulary(pieces []Piece) vocabulary {
	v := vocabulary{pieces: pieces}
	for i := controlPieces; i < len(pieces); i++ {
		v.sorted = append(v.sorted, int32(i))
	}
	slices.SortFunc(v.sorted, func(a, b int32) int {
		return cmp.Or(strings.Compare(pieces[a].Text, pieces[b].Text), cmp.Compare(b, a))
	})
	v.sorted = slices.CompactFunc(v.sorted, func(a, b int32) bool { return pieces[a].Text == pieces[b].Text })
	for c := range v.starts {
		v.starts[c] = int32(sort.Search(len(v.sorted), func(i int) bool { return int(v.at(i)[0]) >= c }))
	}
	return v
}

// at returns the text of the piece at a place of the sorted ones.
func (v *vocabulary) at(place int) string { return v.pieces[v.sorted[place]].Text }

// prefixes calls found with every piece that text begins with, the shortest first.
func (v *vocabulary) prefixes(text string, found func(piece int32)) {
	lo, hi := int(v.starts[text[0]]), int(v.starts[int(text[0])+1])
	for depth := 1; lo < hi; depth++ {
		if len(v.at(lo)) == depth { // the shortest of those that begin alike is the first
			found(v.sorted[lo])
			lo++
		}
		if depth == len(text) {
			return
		}
		next := text[depth]
		first := lo + sort.Search(hi-lo, func(i int) bool { return v.at(lo + i)[depth] >= next })
		hi = first + sort.Search(hi-first, func(i int) bool { return v.at(first + i)[depth] > next })
		lo = first
	}
}

// step is the best way to a place in a text: the sum of the scores of its pieces, the last of
// them, and where that begins.
type step struct {
	score float64
	from  int32
	piece int32
}

// tokens finds the best segmentation with the Viterbi algorithm. Scores are float32 and their
// sums float64, so that sums are exact: a tie is one whatever stands before it, and the shorter
// last piece wins.
func (v *vocabulary) tokens(text string) []int32 {
	text = normalise(text)
	steps := make([]step, len(text)+1)
	for i := range steps[1:] {
		steps[i+1].score = math.Inf(-1)
	}
	for i, r := range text {
		size := utf8.RuneLen(r)
		known := false
		reach := func(end int, score float64, piece int32) {
			if sum := steps[i].score + score; sum >= steps[end].score {
				steps[end] = step{score: sum, from: int32(i), piece: piece}
			}
		}
		v.prefixes(text[i:], func(piece int32) {
			p := &v.pieces[piece]
			known = known || len(p.Text) == size
			reach(i+len(p.Text), float64(p.Score), piece)
		})
		if !known {
			reach(i+size, -unknownCost, unknown)
		}
	}
	return clip(path(steps))
}

// path walks the steps back from the end of the text. Unknown characters in a row are one
// token.
func path(steps []step) []int32 {
	var tokens []int32
	for i := int32(len(steps) - 1); i > 0; i = steps[i].from {
		piece := steps[i].piece
		if piece != unknown || len(tokens) == 0 || tokens[len(tokens)-1] != unknown {
			tokens = append(tokens, piece)
		}
	}
	slices.Reverse(tokens)
	return tokens
}

func clip(tokens []int32) []int32 {
	return tokens[:min(len(tokens), MaxTokens):min(len(tokens), MaxTokens)]
}

// normalise returns a text as pieces are written: in the normal form NFKC, a blank for every
// space and one before the first word. Line ends and tabs count as spaces, and what is no UTF-8
// becomes U+FFFD.
func normalise(text string) string {
	if len(text) > maxTextBytes {
		end := maxTextBytes
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end]
	}
	return string(blank) + strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return blank
		}
		return r
	}, norm.NFKC.String(text))
}
