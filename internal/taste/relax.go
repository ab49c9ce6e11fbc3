package taste

import (
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/taste/prompt"
	"kinodex/internal/text"
)

// UnmetConstraint is a part of the prompt that the last films of an answer do not meet: those from the
// place From on. The films before it do.
type UnmetConstraint struct {
	What string `json:"what" enum:"phrases,themes,unknown,acclaimed,fame,prizes,oscars,rating,votes,runtime,years,languages,set_in,countries,companies,composers,people,genres" doc:"By its name in understood; phrases are themes of several words, of which one is then enough."`
	From int    `json:"from" minimum:"0" doc:"The place in data, from 0, of the first film that it was let go for."`
}

// recommendation is one recommendation in progress. Films are picked in rounds, each with weaker
// constraints than the one before. left gets smaller with each pick; profile is nil until
// films are ranked.
type recommendation struct {
	x       *Taste
	r       *prompt.Reading
	typed   string
	scratch *scratch
	profile *profile
	left    docset.Set // that pass the filters and are not picked
	limit   int
	out     *Picks
}

// pick adds the best of some films, as many as are missing, and takes them from left. It does
// nothing when enough films are picked.
func (p *recommendation) pick(among docset.Set, where candidateScope) {
	missing := p.limit - len(p.out.Films)
	if missing <= 0 || among.Count() == 0 {
		return
	}
	if p.profile == nil {
		p.profile = p.x.promptProfile(p.r)
		p.x.wantMeaning(p.r, p.typed, p.profile)
	}
	wanted := missing
	if len(p.r.Request.NotThemes) > 0 {
		wanted *= spareForThemes
	}
	for _, b := range p.x.model.rankAmong(p.profile, p.scratch, among, where, candidatesPrompt, wanted) {
		if len(p.out.Films) == p.limit {
			break
		}
		p.left.Remove(b.doc)
		if !p.x.tells(b.doc, p.r.Request.NotThemes) {
			p.out.Films = append(p.out.Films, Pick{catalog.Doc(b.doc), p.x.sentence(p.r, b.doc)})
		}
	}
}

// spareForThemes is how many films are ranked for each that is recommended where themes are ruled out.
const spareForThemes = 5

// tells reports whether a film's overview names one of some themes of several words. Of one word films have
// features, which are ruled out before.
func (x *Taste) tells(d uint32, themes []string) bool {
	var overview string
	for _, theme := range themes {
		for _, name := range prompt.NamesOf(theme) {
			if !strings.Contains(name, " ") {
				continue
			}
			if overview == "" {
				f, err := x.films.Film(catalog.Doc(d))
				if err != nil || f.Overview == nil {
					return false
				}
				overview = " " + strings.Join(slices.Collect(text.Tokens(*f.Overview)), " ") + " "
			}
			if strings.Contains(overview, " "+name+" ") {
				return true
			}
		}
	}
	return false
}

// relaxDemands drops constraints of the prompt, one after the other, until there are
// as many films as asked for, and notes which it dropped for which films. What the
// prompt rules out stays out (query relaxation: conjunctive constraints first,
// negative ones never).
//
// Where the wish is all that says which films are meant, it stops when nothing is left of it: the
// best-known films of all answer nothing. filtered is set where filters say so, too.
func (p *recommendation) relaxDemands(d *constraints, filtered bool) {
	var gone []string
	for _, relaxation := range p.relaxations(d) {
		if len(p.out.Films) == p.limit {
			return
		}
		if !relaxation.can {
			continue
		}
		if relaxation.do(); relaxation.what != "" {
			gone = append(gone, relaxation.what)
		}
		if !filtered && len(d.demands) == 0 && len(p.r.Liked)+len(p.r.Moods)+len(p.r.Themes) == 0 {
			return
		}
		before := len(p.out.Films)
		p.pick(p.x.model.satisfying(d, p.left), relaxation.where)
		if len(p.out.Films) == before {
			continue
		}
		for _, what := range gone {
			p.out.Unmet = append(p.out.Unmet, UnmetConstraint{what, before})
		}
		gone = nil
	}
}

// relaxation is one constraint that can be dropped. what is its name in Unmet, "" for one that
// is not told; can says whether the prompt has it.
type relaxation struct {
	what  string
	can   bool
	do    func()
	where candidateScope // where films are looked for then
}

// relaxed are the names of demands in the order in which they are dropped, but for how good and well known a film is,
// which goes before what it is about.
var relaxed = []string{"prizes", "oscars", "rating", "votes", "runtime", "years", "languages", "set_in", "countries", "companies", "composers", "people", "genres"}

// relaxations returns what can be dropped, in the order in which it is dropped.
func (p *recommendation) relaxations(d *constraints) []relaxation {
	o := &p.r.Request
	nothing := func() {}
	inside := scopeOf(p.r) == inside // then a film must have a theme
	relaxations := []relaxation{
		{what: "acclaimed", can: d.has("acclaimed"), do: func() { d.drop("acclaimed") }, where: scopeOf(p.r)},
		{what: "fame", can: d.has("fame"), do: func() { d.drop("fame") }, where: scopeOf(p.r)},
		{what: "phrases", can: inside && p.x.reader.SplitPhrases(p.r), do: func() { p.profile = nil }, where: scopeOf(p.r)},
		{what: "themes", can: inside, do: nothing},
		{what: "unknown", can: o.Empty() && len(o.Unknown) > 0, do: nothing},
	}
	for _, what := range relaxed {
		relaxations = append(relaxations, relaxation{what: what, can: d.has(what), do: func() { d.drop(what) }})
	}
	// The last look is among films of which next to nothing is known, too.
	return append(relaxations, relaxation{can: true, do: nothing, where: anything})
}
