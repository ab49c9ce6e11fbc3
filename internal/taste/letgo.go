package taste

import (
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
)

// LetGo is a part of the prompt that films do not answer: those from a place of the
// answer on.
type LetGo struct {
	What string `json:"what" enum:"phrases,themes,unknown,acclaimed,fame,oscars,runtime,years,languages,countries,people,genres" doc:"By its name in understood; phrases are themes of several words, of which one is then enough."`
	From int    `json:"from" minimum:"0" doc:"The place in data, from 0, of the first film that it was let go for."`
}

// picking is recommending, one round after another.
type picking struct {
	x       *Taste
	r       *reading
	scratch *scratch
	profile *profile
	left    docset.Set // that pass the filters and are not picked
	limit   int
	out     *Picks
}

// pick adds the best of some films, as many as are missing.
func (p *picking) pick(among docset.Set, where reach) {
	missing := p.limit - len(p.out.Films)
	if missing <= 0 || among.Count() == 0 {
		return
	}
	if p.profile == nil {
		p.profile = p.r.profile()
	}
	for _, b := range p.x.model.rankAmong(p.profile, p.scratch, among, where, candidatesPrompt, missing) {
		p.out.Films = append(p.out.Films, Pick{catalog.Doc(b.doc), p.x.sentence(p.r, b.doc)})
		p.left.Remove(b.doc)
	}
}

// letGo gives up, one after the other, what the prompt demands, until there are as
// many films as asked for, and tells what it gave up for which. What the prompt
// rules out stays out.
func (p *picking) letGo(d *demand) {
	var gone []string
	for _, step := range p.steps(d) {
		if len(p.out.Films) == p.limit {
			return
		}
		if !step.can {
			continue
		}
		if step.do(); step.what != "" {
			gone = append(gone, step.what)
		}
		before := len(p.out.Films)
		p.pick(p.x.model.meeting(d, p.left), step.where)
		if len(p.out.Films) == before {
			continue
		}
		for _, what := range gone {
			p.out.LetGo = append(p.out.LetGo, LetGo{what, before})
		}
		gone = nil
	}
}

// step is one thing that can be given up.
type step struct {
	what  string
	can   bool
	do    func()
	where reach // where films are looked for then
}

func (p *picking) steps(d *demand) []step {
	o := &p.r.out
	without := func(features [][]uint32) func() {
		return func() {
			d.must = slices.DeleteFunc(d.must, func(any []uint32) bool {
				return slices.ContainsFunc(features, func(f []uint32) bool { return slices.Equal(f, any) })
			})
		}
	}
	given := func(what string) bool { return slices.Contains(o.Relaxed, what) } // up already
	places := func(k kind, codes []string) func() { return without([][]uint32{p.r.m.places(k, codes)}) }
	nothing := func() {}
	inside := p.r.reach() == inside // then a film must have a theme
	steps := []step{
		{what: "phrases", can: inside && p.r.splitPhrases(), do: func() { p.profile = nil }, where: p.r.reach()},
		{what: "themes", can: inside, do: nothing},
		{what: "unknown", can: p.r.asksNothing() && len(o.Unknown) > 0, do: nothing},
		{what: "acclaimed", can: o.Acclaimed && !given("acclaimed"), do: func() { d.quality = 0 }},
		{what: "fame", can: o.Fame != "" && !given("fame"), do: func() { d.fame, d.quality = [2]float32{0, 2}, 0 }},
		{what: "oscars", can: d.oscars > 0, do: func() { d.oscars = 0 }},
		{what: "runtime", can: d.runtime != nil, do: func() { d.runtime = nil }},
		{what: "years", can: len(d.years) > 0, do: func() { d.years = nil }},
		{what: "languages", can: len(o.Languages) > 0, do: places(language, o.Languages)},
		{what: "countries", can: len(o.Countries) > 0, do: places(country, o.Countries)},
		{what: "people", can: len(p.r.people) > 0, do: without(p.r.people)},
		{what: "genres", can: len(p.r.genres) > 0, do: func() { d.must = nil }},
	}
	// The last look is among films of which next to nothing is known, too.
	return append(steps, step{can: true, do: nothing, where: anything})
}
