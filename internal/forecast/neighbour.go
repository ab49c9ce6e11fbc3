package forecast

import "sync"

// Aspects in which a film can be like a project, and how much each counts. An
// aspect of which the project says nothing does not count, and the others count
// more.
const (
	byGenres = iota
	byBudget
	bySynopsis
	byPeople
	byEra
	aspects
)

var aspectWeights = [aspects]float64{0.30, 0.25, 0.20, 0.15, 0.10}

// sameSeries is what a film of the same series is more alike than the aspects
// say.
const sameSeries = 0.20

// The half-way marks of closeness.
const (
	budgetHalf  = 0.7  // ln: a budget twice as large is half alike
	eraHalf     = 12.0 // years
	fullCosine  = 0.35 // a cosine that no two synopses of different stories reach
	aDirector   = 0.60
	anActor     = 0.25
	aCompany    = 0.15
	neighbours  = 100 // that models learn from
	comparables = 20  // of them shown
	byThemes    = 25  // neighbours by synopsis alone
	// nearTraitCount is how many traits nearTraits puts.
	nearTraitCount = 12
)

// neighbour is an earlier film and how much it is like the project.
type neighbour struct {
	place uint32
	alike float64 // 0 to 1
	parts [aspects]float64
	// kin is set for a film of the same series.
	kin bool
}

// circle is what is found around a project.
type circle struct {
	near   []neighbour // most alike first, at most neighbours
	themes []themed    // most alike by synopsis first, at most byThemes
}

// themed is a place and its cosine.
type themed struct {
	place  uint32
	cosine float32
}

// scratch is the memory of one search.
type scratch struct {
	cosine, people []float32
	kin            []bool
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (s *scratch) clear(n int) {
	if cap(s.cosine) < n {
		*s = scratch{make([]float32, n), make([]float32, n), make([]bool, n)}
		return
	}
	s.cosine, s.people, s.kin = s.cosine[:n], s.people[:n], s.kin[:n]
	clear(s.cosine)
	clear(s.people)
	clear(s.kin)
}

// around finds the films before the project that are most like it. A project
// with a budget is compared with films whose budget is known.
func (a *archive) around(b *brief, thoughts []thought) circle {
	n := a.before(b.year)
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.clear(n)
	a.themes.alike(thoughts, s.cosine)
	a.meet(b, s)
	for _, h := range b.hidden {
		if place := a.places[h]; place >= 0 && int(place) < n {
			s.cosine[place] = -1 // hidden
		}
	}
	has := b.has(thoughts)
	var weights [aspects]float64
	var all float64
	for i, w := range aspectWeights {
		if has[i] {
			weights[i] = w
			all += w
		}
	}
	lnBudget := lnReal(b.budget, b.year)
	var c circle
	for place := range n {
		if s.cosine[place] < 0 {
			continue
		}
		c.theme(uint32(place), s.cosine[place])
		if has[byBudget] && a.lnBudget[place] != a.lnBudget[place] {
			continue
		}
		d := a.pool[place]
		x := neighbour{place: uint32(place), kin: s.kin[place]}
		x.parts[byGenres] = b.genres.alike(a.genres[d])
		if has[byBudget] {
			off := (float64(a.lnBudget[place]) - lnBudget) / budgetHalf
			x.parts[byBudget] = 1 / (1 + off*off)
		}
		x.parts[bySynopsis] = min(1, float64(s.cosine[place])/fullCosine)
		x.parts[byPeople] = min(1, float64(s.people[place]))
		x.parts[byEra] = 1 / (1 + float64(b.year-int(a.year[d]))/eraHalf)
		for i, w := range weights {
			x.alike += w * x.parts[i]
		}
		x.alike /= all
		if x.kin {
			x.alike = min(1, x.alike+sameSeries)
		}
		c.meet(x)
	}
	return c
}

// meet marks the films that share people or a series with the project.
func (a *archive) meet(b *brief, s *scratch) {
	mark := func(films []uint32, add float32) {
		for _, d := range films {
			if place := a.places[d]; place >= 0 && int(place) < len(s.people) {
				s.people[place] += add
			}
		}
	}
	for role, keys := range [][]uint64{b.directors, b.cast, b.companies} {
		from := [...]*credits{a.directed, a.played, a.made}[role]
		for _, k := range keys {
			films, _ := from.find(k)
			mark(films, [...]float32{aDirector, anActor, aCompany}[role])
		}
	}
	for _, d := range a.kin.of(seriesKey(b.heading)) {
		if place := a.places[d]; place >= 0 && int(place) < len(s.kin) {
			s.kin[place] = true
		}
	}
}

// meet keeps the neighbour if it is among the best; of equal ones the earlier
// place stays.
func (c *circle) meet(x neighbour) {
	n := len(c.near)
	if n == neighbours {
		if x.alike <= c.near[n-1].alike {
			return
		}
		n--
	} else {
		c.near = append(c.near, x)
	}
	for ; n > 0 && c.near[n-1].alike < x.alike; n-- {
		c.near[n] = c.near[n-1]
	}
	c.near[n] = x
}

func (c *circle) theme(place uint32, cosine float32) {
	if cosine <= 0 {
		return
	}
	n := len(c.themes)
	if n == byThemes {
		if cosine <= c.themes[n-1].cosine {
			return
		}
		n--
	} else {
		c.themes = append(c.themes, themed{})
	}
	for ; n > 0 && c.themes[n-1].cosine < cosine; n-- {
		c.themes[n] = c.themes[n-1]
	}
	c.themes[n] = themed{place, cosine}
}
