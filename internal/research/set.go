package research

import (
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
	scripts []scored // by rank
	byFilm  map[film.ID]int
	floor   measure.Vector

	norms [measure.Count]Norm
	joint *joint
	// lengths are the characters of the scripts that tell them, ascending.
	lengths []float64
	tier    *tierModel // nil when there were too few scripts to train one

	habits []uint16 // of all scripts, by rank; nil in a file without them

	// rows are the scripts as JSON objects, by rank, a comma after each; ends says
	// where each ends, its comma included.
	rows         []byte
	ends         []int
	correlations []byte
	model        []byte // nil without a model
}

// Close ends the mapping.
func (x *Set) Close() error { return x.file.Close() }

// Verify reads every byte and compares it with its checksum.
func (x *Set) Verify() error { return x.file.Verify() }

// Len is how many scripts the set has.
func (x *Set) Len() int { return len(x.scripts) }

// Dropped lists the measured scripts that are not in the set, by film.
func (x *Set) Dropped() []Dropped { return x.about.Dropped }

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

// Page is a page of scripts.
type Page struct {
	Total int // of all pages
	rows  []byte
}

// Scripts gives a page of the scripts of a tier, by rank; of all when tier is
// empty (TRACE S-11). A tier that is none has no scripts.
func (x *Set) Scripts(tier string, offset, limit int) Page {
	first, last := x.places(tier)
	p := Page{Total: last - first}
	first = min(first+offset, last)
	last = min(first+limit, last)
	if first < last {
		p.rows = x.rows[x.endOf(first):x.endOf(last)]
	}
	return p
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

// endOf is where the row before a place ends.
func (x *Set) endOf(place int) int {
	if place == 0 {
		return 0
	}
	return x.ends[place-1]
}

// AppendData appends the page as a JSON array.
func (p Page) AppendData(dst []byte) []byte {
	dst = append(dst, '[')
	if len(p.rows) > 0 {
		dst = append(dst, p.rows[:len(p.rows)-1]...)
	}
	return append(dst, ']')
}

// ByFilm gives the script of a film as a JSON object.
func (x *Set) ByFilm(id film.ID) ([]byte, bool) {
	i, ok := x.byFilm[id]
	if !ok {
		return nil, false
	}
	return x.rows[x.endOf(i) : x.ends[i]-1], true
}

// Correlations gives the correlations as a JSON object (TRACE S-34).
func (x *Set) Correlations() []byte { return x.correlations }

// Model describes the tier model as a JSON object (TRACE S-36). Without one, for
// want of scripts, it is a fault of kind Upstream.
func (x *Set) Model() ([]byte, error) {
	if x.model == nil {
		return nil, errNoModel()
	}
	return x.model, nil
}
