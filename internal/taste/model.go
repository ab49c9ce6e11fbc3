package taste

import (
	"kinodex/internal/taste/embedding"
	"kinodex/internal/taste/feature"
)

// dims is how many latent themes a plot is described by.
const dims = 96

// model is everything that is known of the films, as arrays: beside the index what rankings need.
// A Builder makes it in memory; Open finds it in the mapped file, where it must not be written
// to. Arrays ending in First are as those of index. quality is from 0 to 1.
type model struct {
	feature.Index

	quality []float32
	flags   []uint8 // see hasContent, …
	oscars  []uint8 // wins in the low half, nominations in the high, 15 at most

	// themes is by film dims numbers, a unit vector times 127, or zeros.
	themes []int8
	// terms are the latent themes of features, plot words and keywords only:
	// feature termFeatures[i] has termThemes[i*dims:], times termScale[i].
	termFeatures []uint32
	termThemes   []int8
	termScale    []float32

	// Similar films, best first, and how similar: 255 is as similar as can be.
	likeFirst  []uint32
	like       []uint32
	likeScores []uint8

	// What was liked together, best first; empty without imported ratings.
	togetherFirst  []uint32
	together       []uint32
	togetherScores []uint8

	vectors *embedding.Table // nil without any

	renown []float32           // by film, while neighbours are computed, as is
	series map[uint32][]uint32 // by film, the others of its series
}

// The flags of a film.
const (
	hasContent    = 1 << iota // film.HasContent
	collaborative             // imported ratings say what it was liked with
)

// theme returns a film's vector of latent themes, of which 127 is 1; all zero when
// nothing is known of its plot.
// The slice is the model's own.
func (m *model) theme(d uint32) []int8 { return m.themes[int(d)*dims : int(d+1)*dims] }
