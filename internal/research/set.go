package research

import (
	"cmp"
	"slices"
	"strings"

	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// Set is the open research set. It never changes and may be asked from several
// goroutines; what it gives must not be changed, nor read after Close.
type Set struct {
	file    *pack.File
	about   about
	scripts []scoredScript // by rank
	byFilm  map[film.ID]int
	floor   measure.Vector

	norms  [measure.Count]Norm
	spread Spread
	// together are the correlations of each two features.
	together [measure.Count][measure.Count]float64
	domain   *referenceDomain
	// lengths are the characters of the scripts that tell them, ascending.
	lengths []float64
	tier    *tierModel // nil when there were too few scripts to train one

	styleCounts []uint16 // of all scripts, by rank; nil in a file without them

	series     []byte // JSON of all scripts' series, by rank; nil in a file without them
	seriesEnds []uint32

	rows         []Script // by rank
	correlations *Correlations
	model        *ModelCard // nil without a model
}

// Close ends the mapping.
func (x *Set) Close() error { return x.file.Close() }

// Verify reads every byte and compares it with its checksum.
func (x *Set) Verify() error { return x.file.Verify() }

// Len is how many scripts the set has.
func (x *Set) Len() int { return len(x.scripts) }

// Dropped lists the measured scripts that are not in the set, by film.
func (x *Set) Dropped() []DroppedScript { return x.about.Dropped }

// Features gives the features of a film's script.
func (x *Set) Features(id film.ID) (measure.Vector, bool) {
	i, ok := x.byFilm[id]
	if !ok {
		return measure.Vector{}, false
	}
	return x.scripts[i].Features, true
}

// Norms are how the features are spread over the set, in the order of a Vector.
func (x *Set) Norms() [measure.Count]Norm { return x.norms }

// Scripts returns a page of the scripts of a tier, by rank, and how many scripts
// all its pages have; of all tiers when tier is empty (REQ S-11). A tier that is
// none has no scripts. The page is never nil.
func (x *Set) Scripts(tier string, offset, limit int) (page []Script, total int) {
	first, last := x.places(tier)
	total = last - first
	first = min(first+offset, last)
	return x.rows[first:min(first+limit, last):last], total
}

// ScriptsBy is Scripts in order of a feature, named by its place in a Vector; scripts that
// have as much of it stay in order of rank.
func (x *Set) ScriptsBy(tier string, feature int, descending bool, offset, limit int) (page []Script, total int) {
	first, last := x.places(tier)
	page = slices.Clone(x.rows[first:last])
	slices.SortStableFunc(page, func(a, b Script) int {
		order := cmp.Compare(*a.Features.At(feature), *b.Features.At(feature))
		if descending {
			return -order
		}
		return order
	})
	total = len(page)
	offset = min(offset, total)
	return page[offset:min(offset+limit, total)], total
}

// places are where the scripts of a tier stand: tiers are runs of ranks.
func (x *Set) places(tier string) (first, last int) {
	if tier == "" {
		return 0, len(x.scripts)
	}
	want := strings.Index(Tiers, tier)
	for first < len(x.scripts) && x.scripts[first].tier != want {
		first++
	}
	for last = first; last < len(x.scripts) && x.scripts[last].tier == want; last++ {
	}
	return first, last
}

// ByFilm returns the script of a film.
func (x *Set) ByFilm(id film.ID) (*Script, bool) {
	i, ok := x.byFilm[id]
	if !ok {
		return nil, false
	}
	return &x.rows[i], true
}

// Correlations returns how features go with outcomes (REQ S-34).
func (x *Set) Correlations() *Correlations { return x.correlations }

// Model describes the tier model (REQ S-36). Without one, for want of scripts, it
// is a fault of kind Upstream.
func (x *Set) Model() (*ModelCard, error) {
	if x.model == nil {
		return nil, errNoModel()
	}
	return x.model, nil
}
