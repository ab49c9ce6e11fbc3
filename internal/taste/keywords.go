package taste

import (
	"iter"

	"kinodex/internal/taste/feature"
)

// Keywords yields the keywords of all films as records spell them, each with its films in ascending
// order. The slices are the file's own: they must not be changed, nor used after Close.
func (x *Taste) Keywords() iter.Seq2[string, []uint32] {
	return func(yield func(string, []uint32) bool) {
		for f := x.model.Ranges[feature.Keyword]; f < x.model.Ranges[feature.Keyword+1]; f++ {
			films, _ := x.model.With(f)
			if !yield(x.model.Spelling(f), films) {
				return
			}
		}
	}
}
