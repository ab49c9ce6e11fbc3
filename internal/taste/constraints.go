package taste

import (
	"slices"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/docset"
	"kinodex/internal/taste/feature"
	"kinodex/internal/taste/prompt"
)

// The thresholds of what prompts ask for in words. Shares of the master score are of 0 to 1,
// and so is fame.
const (
	wellRated   = 0.65 // of the master score: band B
	fairlyRated = 0.60
	famousFrom  = 0.77 // of fame: about 100,000 votes
	hiddenTo    = 0.64 // of fame: about 14,000 votes
	hiddenFrom  = 0.37 // of fame: about 250 votes; below nobody can say
)

// demand is one thing that a prompt demands of a film. The films that meet it are those of films, or all for nil, of
// which meets holds, unless it is nil.
type demand struct {
	what  string // its name in understood
	value string // which of several genres, people or moods; empty where one of all is enough
	soft  bool   // it only counts beside other demands
	films docset.Set
	meets func(film uint32) bool
	met   docset.Set // those of the films that are compared that meet it
}

// filter leaves of some films those that meet the demand.
func (d *demand) filter(films docset.Set) {
	if d.films != nil {
		films.Intersect(films, d.films)
	}
	if d.meets == nil {
		return
	}
	for i := range films.All() {
		if !d.meets(i) {
			films.Remove(i)
		}
	}
}

// constraints are what a film must meet to be recommended for a prompt. They are hard: a film that fails a demand, or
// is ruled out, is not ranked at all. A new kind of demand is added by demandsOf, and let go of where relaxed names it.
type constraints struct {
	demands     []demand
	notYears    []prompt.Span
	mustNot     []uint32     // features
	notTogether [][][]uint32 // of each, a film does not have a feature of every list
	exclude     []uint32     // films, ascending
	outside     []docset.Set
	known       []feature.Kind // a film that is to lack something of a kind must state that kind at all
}

// has reports whether there is a demand of a name.
func (d *constraints) has(name string) bool {
	return slices.ContainsFunc(d.demands, func(is demand) bool { return is.what == name })
}

// drop removes the demands of some names.
func (d *constraints) drop(names ...string) {
	d.demands = slices.DeleteFunc(d.demands, func(is demand) bool { return slices.Contains(names, is.what) })
}

// anyOf makes of the demands of a name that one of them is enough.
func (d *constraints) anyOf(name string) {
	some := docset.Set(nil)
	for _, is := range d.demands {
		if is.what == name {
			if some == nil {
				some = slices.Clone(is.films)
			}
			some.Union(is.films)
		}
	}
	d.drop(name)
	d.demands = append(d.demands, demand{what: name, films: some})
}

// filmsOf returns the films of the demands of a name, in their order.
func (d *constraints) filmsOf(name string) (all []docset.Set) {
	for _, is := range d.demands {
		if is.what == name {
			all = append(all, is.films)
		}
	}
	return all
}

// constraintsOf returns the constraints of a prompt. Liked films are excluded. The caller
// may change the result, but not the features it holds.
func (x *Taste) constraintsOf(r *prompt.Reading) *constraints {
	d := &constraints{demands: x.demandsOf(r), notYears: r.Request.NotYears}
	for _, s := range r.NotSettings {
		d.outside = append(d.outside, x.model.setIn(s))
	}
	for _, not := range []struct {
		some bool
		kind feature.Kind
	}{{len(r.Request.NotCountries) > 0, feature.Country}, {len(r.Request.NotLanguages) > 0, feature.Language}, {len(r.Request.NotGenres) > 0, feature.Genre},
		{len(r.Request.NotThemes)+len(r.Request.NotSetIn) > 0, feature.PlotWord}, {len(r.NotCompanies) > 0, feature.Company}} {
		if not.some {
			d.known = append(d.known, not.kind)
		}
	}
	d.mustNot = append(x.model.places(feature.Country, r.Request.NotCountries), x.model.places(feature.Language, r.Request.NotLanguages)...)
	d.mustNot = slices.Concat(d.mustNot, r.NotGenres, r.NotPeople, r.NotThemes, r.NotCompanies)
	d.notTogether = r.NotTogether
	if slices.ContainsFunc(r.Request.NotThemes, func(t string) bool { return t == "sequel" || t == "sequels" }) {
		d.outside = append(d.outside, x.setOf(x.films.LaterParts()))
	}
	if x.tellsStory(r) {
		d.mustNot = append(d.mustNot, x.reader.Genre("Documentary")...)
	}
	for _, mood := range r.NotMoods {
		for _, g := range slices.Concat(mood.Unless, mood.Strict) {
			if !x.wantsGenre(r, g) {
				d.mustNot = append(d.mustNot, x.reader.Genre(g)...)
			}
		}
		for _, k := range slices.Concat(mood.Keywords, mood.Tags, mood.NotTags) {
			d.mustNot = append(d.mustNot, x.model.Called(feature.TitleKey(k), feature.Keyword)...)
		}
	}
	for _, t := range r.Themes {
		d.mustNot = append(d.mustNot, x.model.Noted(t.Contrary()...)...)
	}
	d.exclude = append(slices.Clone(r.Liked), r.Disliked...)
	for _, bad := range r.Disliked {
		near := x.model.like[x.model.likeFirst[bad]:x.model.likeFirst[bad+1]]
		d.exclude = append(d.exclude, near[:min(len(near), dislikedNear)]...)
	}
	slices.Sort(d.exclude)
	d.exclude = slices.Compact(d.exclude)
	return d
}

// demandsOf returns what a prompt demands of films: each of several genres, people, places and composers, and one of
// its countries, languages and companies. A figure that is unknown meets no demand for it.
func (x *Taste) demandsOf(r *prompt.Reading) (all []demand) {
	m, o := x.model, &r.Request
	each := func(what string, names []string, lists [][]uint32) {
		for i, any := range lists {
			is := demand{what: what, films: m.havingAny(any)}
			if len(names) == len(lists) {
				is.value = names[i]
			}
			all = append(all, is)
		}
	}
	among := func(what string, is bool, films func() docset.Set) {
		if is {
			all = append(all, demand{what: what, films: films()})
		}
	}
	figure := func(what string, is bool, meets func(film uint32) bool) {
		if is {
			all = append(all, demand{what: what, meets: meets})
		}
	}
	number := func(what, field string, in *prompt.NumberRange) {
		figure(what, in != nil, func(film uint32) bool {
			v, ok := x.films.Number(field, catalog.Doc(film))
			return ok && in.Has(v)
		})
	}
	if !slices.Contains(o.Preferred, "genres") {
		each("genres", o.Genres, alternatives(r.Genres, o.AnyGenre))
	}
	if !slices.Contains(o.Preferred, "people") {
		each("people", o.People, alternatives(r.People, o.AnyPerson))
	}
	figure("years", len(o.Years) > 0, func(film uint32) bool {
		year := int(m.Year[film])
		return year != 0 && slices.ContainsFunc(o.Years, func(s prompt.Span) bool { return s.Has(year) })
	})
	figure("runtime", o.Runtime != nil, func(film uint32) bool { return m.Runtime[film] != 0 && o.Runtime.Has(int(m.Runtime[film])) })
	among("countries", len(o.Countries) > 0, func() docset.Set { return m.havingAny(m.places(feature.Country, o.Countries)) })
	among("languages", len(o.Languages) > 0, func() docset.Set { return m.havingAny(m.places(feature.Language, o.Languages)) })
	for _, films := range r.Composed {
		among("composers", true, func() docset.Set { return x.setOf(films) })
	}
	among("companies", r.Companies != nil, func() docset.Set { return m.havingAny(r.Companies) })
	for _, place := range r.Settings {
		among("set_in", true, func() docset.Set { return m.setIn(place) })
	}
	number("votes", "filmdb_votes", o.Votes)
	number("rating", "filmdb_rating", o.Rating)
	figure("fame", o.Fame == "famous", func(film uint32) bool { return m.Fame[film] >= famousFrom })
	figure("fame", o.Fame == "hidden", func(film uint32) bool {
		return m.Fame[film] >= hiddenFrom && m.Fame[film] <= hiddenTo && m.quality[film] >= fairlyRated
	})
	figure("acclaimed", o.Acclaimed, func(film uint32) bool { return m.quality[film] >= wellRated })
	among("prizes", len(o.Prizes) > 0, func() docset.Set {
		won := docset.New(m.Films)
		for _, prize := range o.Prizes {
			won.AddAll(x.films.PrizeWinners(prize))
		}
		return won
	})
	switch o.Oscars {
	case "won":
		figure("oscars", true, func(film uint32) bool { return m.oscars[film]&15 != 0 })
	case "best_picture":
		among("oscars", true, func() docset.Set { return x.setOf(x.films.BestPictures()) })
	case "nominated":
		figure("oscars", true, func(film uint32) bool { return m.oscars[film] != 0 })
	}
	return all
}

// tellsStory reports whether a prompt asks for how films feel that are about something, which documentaries about
// it seldom do: "a feel good movie about food".
func (x *Taste) tellsStory(r *prompt.Reading) bool {
	return len(r.Themes) > 0 && slices.ContainsFunc(r.Moods, func(m *prompt.Mood) bool { return m.Told }) &&
		len(r.People)+len(r.Liked) == 0 && !r.Conversation && !x.wantsGenre(r, "Documentary")
}

// setOf returns some films as a set.
func (x *Taste) setOf(films []uint32) docset.Set {
	set := docset.New(x.films.Len())
	set.AddAll(films)
	return set
}

// dislikedNear is how many of the films most like a disliked one are not recommended.
const dislikedNear = 10

// alternatives returns lists of which a film has one feature each, as one list when it is enough
// to have one of all.
func alternatives(lists [][]uint32, any bool) [][]uint32 {
	if any && len(lists) > 1 {
		return [][]uint32{slices.Concat(lists...)}
	}
	return slices.Clone(lists)
}

// wantsGenre reports whether a genre is asked for by name or by a mood. Then a mood that is
// ruled out does not rule out the genre: scary without gore is horror all the same.
func (x *Taste) wantsGenre(r *prompt.Reading, g string) bool {
	for _, f := range x.reader.Genre(g) {
		if slices.ContainsFunc(r.Genres, func(any []uint32) bool { return slices.Contains(any, f) }) {
			return true
		}
	}
	return slices.ContainsFunc(r.Moods, func(m *prompt.Mood) bool { return slices.Contains(m.Strict, g) })
}

// places returns the features of some codes of countries or languages, in the order of the
// codes. Codes that no film has are left out; the result is not nil.
func (m *model) places(k feature.Kind, codes []string) []uint32 {
	features := []uint32{}
	for _, code := range codes {
		if f, ok := m.Feature(k, strings.ToLower(code)); ok {
			features = append(features, f)
		}
	}
	return features
}

// setIn returns the films that are set in a place, as far as their records say so: a keyword is
// the place or begins with it, or the words of the plot have all of its words.
func (m *model) setIn(place string) docset.Set {
	films := docset.New(m.Films)
	for i := m.Names.Search(place); i < m.Names.Len(); i++ {
		key := string(m.Names.At(i))
		if key != place && !strings.HasPrefix(key, place+" ") {
			break
		}
		if f := m.NameFeatures[i]; m.KindOf(f) == feature.Keyword {
			docs, _ := m.With(f)
			films.AddAll(docs)
		}
	}
	all := docset.Full(m.Films)
	for _, w := range strings.Fields(place) {
		var stem []uint32
		if f, ok := m.Feature(feature.PlotWord, feature.PlotStem(w)); ok && feature.PlotStem(w) != "" {
			stem = append(stem, f)
		}
		all.Intersect(all, m.havingAny(stem))
	}
	for d := range all.All() {
		films.Add(d)
	}
	return films
}

// havingAny returns the films that have one of some features.
func (m *model) havingAny(features []uint32) docset.Set {
	films := docset.New(m.Films)
	for _, f := range features {
		docs, _ := m.With(f)
		films.AddAll(docs)
	}
	return films
}

// satisfying returns the films of among that meet the constraints, as a new set. It takes
// time linear in the films of the features concerned and in the size of among.
func (m *model) satisfying(d *constraints, among docset.Set) docset.Set {
	allowed := slices.Clone(among)
	for _, is := range d.demands {
		if is.films != nil {
			allowed.Intersect(allowed, is.films)
		}
	}
	for _, f := range d.mustNot {
		docs, _ := m.With(f)
		allowed.RemoveAll(docs)
	}
	for _, lists := range d.notTogether {
		both := slices.Clone(allowed)
		for _, any := range lists {
			both.Intersect(both, m.havingAny(any))
		}
		allowed.Subtract(both)
	}
	for _, films := range d.outside {
		allowed.Subtract(films)
	}
	allowed.RemoveAll(d.exclude)
	figures := func(is demand) bool { return is.meets != nil }
	if len(d.notYears)+len(d.known) == 0 && !slices.ContainsFunc(d.demands, figures) {
		return allowed
	}
	for i := range allowed.All() {
		if !m.satisfies(d, i) {
			allowed.Remove(i)
		}
	}
	return allowed
}

// satisfies reports whether a film's own figures meet the constraints.
func (m *model) satisfies(d *constraints, i uint32) bool {
	for _, is := range d.demands {
		if is.meets != nil && !is.meets(i) {
			return false
		}
	}
	year := int(m.Year[i])
	return !slices.ContainsFunc(d.notYears, func(s prompt.Span) bool { return year == 0 || s.Has(year) }) &&
		!slices.ContainsFunc(d.known, func(k feature.Kind) bool { return len(m.OfKind(i, k)) == 0 })
}
