package forecast

import (
	"slices"
	"sync"
)

// Aspects in which a film can be like a project, and how much each counts. An
// aspect of which the project says nothing does not count, and the others count
// more.
const (
	byGenres = iota
	byBudget
	bySynopsis
	byPeople
	byEra
	byOrigin
	aspects
)

// aspectWeights are the shares of the aspects in a similarity, in the order of their
// constants. They sum to 1.
var aspectWeights = [aspects]float64{0.25, 0.20, 0.15, 0.25, 0.05, 0.10}

// seriesBonus is added to the similarity of a film of the same series.
const seriesBonus = 0.20

// What counts beside the similarity for which films are the nearest: that they share the
// director or the lead, are of the franchise or after the work that the project states, and
// that people know them.
const (
	peopleBonus = 0.15
	namedBonus  = 0.40
	knownBonus  = 0.10
	mostKnown   = 1e6 // votes
)

// Parameters of the similarities, chosen like the models' (docs/forecast.md).
const (
	budgetHalf  = 0.7  // ln: a budget twice as large is half alike
	eraHalf     = 12.0 // years
	fullCosine  = 0.35 // a cosine that no two synopses of different stories reach
	aDirector   = 0.60
	aLead       = 0.40 // the actor billed first
	anActor     = 0.20
	aCompany    = 0.10
	aWriter     = 0.15
	neighbours  = 100 // k, whose outcomes are features
	comparables = 20  // of them shown
	byThemes    = 25  // neighbours by synopsis alone
	// neighbourFeatureCount is how many features neighbourFeatures puts.
	neighbourFeatureCount = 12
)

// neighbour is an earlier film and how much it is like the project.
type neighbour struct {
	place      uint32
	similarity float64 // 0 to 1
	rank       float64 // the nearest have the most
	parts      [aspects]float64
	// sameSeries is set for a film of the same series.
	sameSeries bool
}

// neighbourhood is what findNeighbours finds for a project.
type neighbourhood struct {
	near     []neighbour     // by rank, at most neighbours
	pinned   []neighbour     // by place: of those that are pinned
	synopses []synopsisMatch // most alike by synopsis first, at most byThemes
}

// synopsisMatch is a place and its cosine.
type synopsisMatch struct {
	place  uint32
	cosine float32
}

// scratch is the working memory of one search, by place.
type scratch struct {
	cosine, people []float32
	sameSeries     []bool
}

// scratches pools the working memory of searches, which several goroutines may run
// at once.
var scratches = sync.Pool{New: func() any { return new(scratch) }}

// clear makes room for n places, all zero.
func (s *scratch) clear(n int) {
	if cap(s.cosine) < n {
		*s = scratch{make([]float32, n), make([]float32, n), make([]bool, n)}
		return
	}
	s.cosine, s.people, s.sameSeries = s.cosine[:n], s.people[:n], s.sameSeries[:n]
	clear(s.cosine)
	clear(s.people)
	clear(s.sameSeries)
}

// findNeighbours returns the k nearest neighbours of a project among the films before
// it (k is neighbours), by the weighted mean of the similarities of aspects. A project
// with a budget is compared with films whose budget is known. Every film before the
// project is looked at, so that it takes linear time.
func (a *archive) findNeighbours(b *inputs, queryTerms []queryTerm) neighbourhood {
	n := a.before(b.year)
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.clear(n)
	a.synopses.cosines(queryTerms, s.cosine)
	a.markShared(b, s)
	for _, h := range b.excluded {
		if place := a.places[h]; place >= 0 && int(place) < n {
			s.cosine[place] = -1 // excluded
		}
	}
	has := b.has(queryTerms)
	var weights [aspects]float64
	var all float64
	for i, w := range aspectWeights {
		if has[i] {
			weights[i] = w
			all += w
		}
	}
	lnBudget := lnReal(b.budget, b.year)
	var c neighbourhood
	for place := range n {
		if s.cosine[place] < 0 {
			continue
		}
		c.addSynopsis(uint32(place), s.cosine[place])
		d := a.pool[place]
		comparable := (!has[byBudget] || a.lnBudget[place] == a.lnBudget[place]) && !slices.Contains(b.removed, d)
		pinned := slices.Contains(b.pinned, d)
		if !comparable && !pinned {
			continue
		}
		x := neighbour{place: uint32(place), sameSeries: s.sameSeries[place]}
		x.parts[byGenres] = b.genres.jaccard(a.genres[d])
		if has[byBudget] && comparable {
			off := (float64(a.lnBudget[place]) - lnBudget) / budgetHalf
			x.parts[byBudget] = 1 / (1 + off*off)
		}
		x.parts[bySynopsis] = min(1, float64(s.cosine[place])/fullCosine)
		x.parts[byPeople] = min(1, float64(s.people[place]))
		x.parts[byEra] = 1 / (1 + float64(b.year-int(a.year[d]))/eraHalf)
		if has[byOrigin] {
			x.parts[byOrigin] = a.originAlike(b, d)
		}
		x.weigh(&weights, all)
		x.rank = x.similarity + peopleBonus*x.parts[byPeople] + knownBonus*a.known[place]
		if x.sameSeries && len(b.named) > 0 {
			x.rank += namedBonus
		}
		if comparable {
			c.addNeighbour(x)
		}
		if pinned {
			c.pinned = append(c.pinned, x)
		}
	}
	return c
}

// weigh sets the similarity to the mean of the parts by weights, which sum to all, with the bonus of
// a series.
func (x *neighbour) weigh(weights *[aspects]float64, all float64) {
	for i, w := range weights {
		x.similarity += w * x.parts[i]
	}
	x.similarity /= all
	if x.sameSeries {
		x.similarity = min(1, x.similarity+seriesBonus)
	}
}

// originAlike returns how much a film is of the project's countries and languages: half for
// each main one that is the film's main one, too; 1 when the project states only one of
// both and it is.
func (a *archive) originAlike(b *inputs, d uint32) float64 {
	same, of := 0.0, 0.0
	for _, main := range []struct {
		stated []uint16
		film   uint16
	}{{b.countries, a.country[d]}, {b.languages, a.language[d]}} {
		if len(main.stated) > 0 {
			of++
			same += truth(main.stated[0] == main.film)
		}
	}
	return same / max(1, of)
}

// markShared marks the films that share people or a series with the project.
func (a *archive) markShared(b *inputs, s *scratch) {
	mark := func(films []uint32, add float32) {
		for _, d := range films {
			if place := a.places[d]; place >= 0 && int(place) < len(s.people) {
				s.people[place] += add
			}
		}
	}
	for role, keys := range [][]uint64{b.directors, b.cast, b.companies, b.writers} {
		from := [...]*credits{a.directed, a.played, a.made, a.written}[role]
		for i, k := range keys {
			films, _ := from.find(k)
			add := [...]float32{aDirector, anActor, aCompany, aWriter}[role]
			if i == 0 && role == 1 {
				add = aLead
			}
			mark(films, add)
		}
	}
	for _, d := range a.predecessors(b) {
		if place := a.places[d]; place >= 0 && int(place) < len(s.sameSeries) {
			s.sameSeries[place] = true
		}
	}
}

// addNeighbour keeps the neighbour if it is among the nearest; of equal ones the
// earlier place stays (insertion into a sorted list).
func (c *neighbourhood) addNeighbour(x neighbour) {
	n := len(c.near)
	if n == neighbours {
		if x.rank <= c.near[n-1].rank {
			return
		}
		n--
	} else {
		c.near = append(c.near, x)
	}
	for ; n > 0 && c.near[n-1].rank < x.rank; n-- {
		c.near[n] = c.near[n-1]
	}
	c.near[n] = x
}

// addSynopsis keeps the place if its synopsis is among the most similar.
// One with a cosine of 0 or less is left out.
func (c *neighbourhood) addSynopsis(place uint32, cosine float32) {
	if cosine <= 0 {
		return
	}
	n := len(c.synopses)
	if n == byThemes {
		if cosine <= c.synopses[n-1].cosine {
			return
		}
		n--
	} else {
		c.synopses = append(c.synopses, synopsisMatch{})
	}
	for ; n > 0 && c.synopses[n-1].cosine < cosine; n-- {
		c.synopses[n] = c.synopses[n-1]
	}
	c.synopses[n] = synopsisMatch{place, cosine}
}
