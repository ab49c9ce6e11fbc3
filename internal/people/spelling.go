package people

import (
	"math"
	"strings"

	"kinodex/internal/naming"
	"kinodex/internal/text"
)

// spelledPeople is how many people, the most popular, are known well enough that a name may be
// taken for theirs although it is misspelt.
const spelledPeople = 20_000

// spelling returns the index of their names, made when it is first needed.
func (p *Collection) spelling() *naming.Names {
	p.spellingOnce.Do(func() {
		n := min(p.Len(), spelledPeople)
		keys, refs, worths := make([]string, n), make([]uint32, n), make([]float64, n)
		for who := range n {
			keys[who], refs[who] = strings.Join(text.Words(p.names.Text(who)), ""), uint32(who)
			worths[who] = float64(p.popularity[who])
		}
		p.spelled = naming.NewNames(keys, refs, worths)
	})
	return p.spelled
}

// meant returns whom the words of a misspelt name probably mean, below end: somebody who is more
// popular than any who were found by the words as they are, though each edit counts as half the
// popularity. found is in falling popularity.
func (p *Collection) meant(words []string, found []uint32, end uint32) (best uint32, ok bool) {
	key := strings.Join(words, "")
	most := naming.Edits(len(key))
	if most == 0 {
		return 0, false
	}
	worth := 0.0
	if len(found) > 0 {
		worth = float64(p.popularity[found[0]])
	}
	edited := func(popularity, edits float64) float64 { return popularity / math.Exp2(edits) }
	least := worth
	enough := func(popularity float64, edits int) bool { return edited(popularity, float64(edits)) > least }
	for _, n := range p.spelling().Near(key, most, enough) {
		if w := edited(float64(p.popularity[n.Ref]), n.Distance); w > worth && n.Ref < end {
			best, worth, ok = n.Ref, w, true
		}
	}
	return best, ok
}
