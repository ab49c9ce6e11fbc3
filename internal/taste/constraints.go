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

// constraints are what a film must meet to be recommended for a prompt. They are hard: a film
// that breaks one is not ranked at all. Of each list of genres and people the film has one
// feature or more, and one of countries, languages and companies unless they are nil; of mustNot none. years and notYears are alternatives: a film is of one of years, if
// there are any, and of none of notYears. fame and quality are from 0 to 1, fame both ends
// included; runtime is in minutes, nil for any.
type constraints struct {
	years, notYears []prompt.Span
	runtime         *prompt.Span
	genres, people  [][]uint32 // features, one of each list
	countries       []uint32   // one of them, if there are any asked for; likewise:
	languages       []uint32
	companies       []uint32
	composed        [][]uint32 // films, ascending: those of each composer
	mustNot         []uint32
	notTogether     [][][]uint32 // of each, a film does not have a feature of every list
	exclude         []uint32     // films, ascending
	within          []docset.Set // films, each of which has them all
	outside         []docset.Set
	known           []feature.Kind // a film that is to lack something of a kind must state that kind at all
	votes, rating   *prompt.NumberRange
	number          func(field string, d uint32) (float64, bool)
	fame            [2]float32
	quality         float32
	oscars          uint8      // 1: nominated, 2: won
	prizes          docset.Set // films that won one of the prizes asked for; nil for any
	best            docset.Set // films that won as Best Picture; nil for any
}

// constraintsOf returns the constraints of a prompt. Liked films are excluded. The caller
// may change the result, but not the features it holds.
func (x *Taste) constraintsOf(r *prompt.Reading) *constraints {
	d := &constraints{years: r.Request.Years, notYears: r.Request.NotYears, runtime: r.Request.Runtime, fame: [2]float32{0, 2}, votes: r.Request.Votes, rating: r.Request.Rating}
	d.number = func(field string, f uint32) (float64, bool) { return x.films.Number(field, catalog.Doc(f)) }
	d.genres, d.people = alternatives(r.Genres, r.Request.AnyGenre), alternatives(r.People, r.Request.AnyPerson)
	if slices.Contains(r.Request.Preferred, "genres") {
		d.genres = nil
	}
	if slices.Contains(r.Request.Preferred, "people") {
		d.people = nil
	}
	for _, s := range r.Settings {
		d.within = append(d.within, x.model.setIn(s))
	}
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
	if len(r.Request.Countries) > 0 {
		d.countries = x.model.places(feature.Country, r.Request.Countries)
	}
	if len(r.Request.Languages) > 0 {
		d.languages = x.model.places(feature.Language, r.Request.Languages)
	}
	d.companies, d.composed = r.Companies, r.Composed
	d.mustNot = append(x.model.places(feature.Country, r.Request.NotCountries), x.model.places(feature.Language, r.Request.NotLanguages)...)
	d.mustNot = slices.Concat(d.mustNot, r.NotGenres, r.NotPeople, r.NotThemes, r.NotCompanies)
	d.notTogether = r.NotTogether
	if slices.ContainsFunc(r.Request.NotThemes, func(t string) bool { return t == "sequel" || t == "sequels" }) {
		d.outside = append(d.outside, x.laterParts())
	}
	if x.tellsStory(r) {
		d.mustNot = append(d.mustNot, x.reader.Genre("Documentary")...)
	}
	for _, mood := range r.NotMoods {
		for _, g := range mood.Unless {
			if !x.wantsGenre(r, g) {
				d.mustNot = append(d.mustNot, x.reader.Genre(g)...)
			}
		}
		for _, g := range mood.Strict {
			if !x.wantsGenre(r, g) {
				d.mustNot = append(d.mustNot, x.reader.Genre(g)...)
			}
		}
		for _, k := range mood.Keywords {
			d.mustNot = append(d.mustNot, x.model.Called(feature.TitleKey(k), feature.Keyword)...)
		}
	}
	d.exclude = append(slices.Clone(r.Liked), r.Disliked...)
	for _, bad := range r.Disliked {
		near := x.model.like[x.model.likeFirst[bad]:x.model.likeFirst[bad+1]]
		d.exclude = append(d.exclude, near[:min(len(near), dislikedNear)]...)
	}
	slices.Sort(d.exclude)
	d.exclude = slices.Compact(d.exclude)
	if r.Request.Acclaimed {
		d.quality = wellRated
	}
	switch r.Request.Fame {
	case "famous":
		d.fame[0] = famousFrom
	case "hidden":
		d.fame = [2]float32{hiddenFrom, hiddenTo}
		d.quality = max(d.quality, fairlyRated)
	}
	x.addAwards(r, d)
	return d
}

// addAwards adds to the constraints what a prompt says of prizes.
func (x *Taste) addAwards(r *prompt.Reading, d *constraints) {
	if len(r.Request.Prizes) > 0 {
		d.prizes = docset.New(x.films.Len())
		for _, prize := range r.Request.Prizes {
			d.prizes.AddAll(x.films.PrizeWinners(prize))
		}
	}
	switch r.Request.Oscars {
	case "won":
		d.oscars = 2
	case "best_picture":
		d.oscars, d.best = 2, x.bestPictures()
	case "nominated":
		d.oscars = 1
	}
}

// tellsStory reports whether a prompt asks for how films feel that are about something, which documentaries about
// it seldom do: "a feel good movie about food".
func (x *Taste) tellsStory(r *prompt.Reading) bool {
	return len(r.Themes) > 0 && slices.ContainsFunc(r.Moods, func(m *prompt.Mood) bool { return m.Told }) &&
		len(r.People)+len(r.Liked) == 0 && !r.Conversation && !x.wantsGenre(r, "Documentary")
}

// laterParts returns the films of all collections but the first of each.
func (x *Taste) laterParts() docset.Set {
	films := docset.New(x.films.Len())
	films.AddAll(x.films.LaterParts())
	return films
}

// bestPictures returns the films that won the Academy Award for Best Picture.
func (x *Taste) bestPictures() docset.Set {
	films := docset.New(x.films.Len())
	films.AddAll(x.films.BestPictures())
	return films
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

// figure reports whether a figure of a film is known and in a range.
func (d *constraints) figure(field string, i uint32, in *prompt.NumberRange) bool {
	v, ok := d.number(field, i)
	return ok && in.Has(v)
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
	must := slices.Concat(d.genres, d.people)
	for _, places := range [][]uint32{d.countries, d.languages, d.companies} {
		if places != nil {
			must = append(must, places)
		}
	}
	for _, any := range must {
		allowed.Intersect(allowed, m.havingAny(any))
	}
	for _, films := range d.composed {
		of := docset.New(m.Films)
		of.AddAll(films)
		allowed.Intersect(allowed, of)
	}
	if d.prizes != nil {
		allowed.Intersect(allowed, d.prizes)
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
	for _, films := range d.within {
		allowed.Intersect(allowed, films)
	}
	for _, films := range d.outside {
		for f := range films.All() {
			allowed.Remove(f)
		}
	}
	allowed.RemoveAll(d.exclude)
	for i := range allowed.All() {
		if !m.satisfies(d, i) {
			allowed.Remove(i)
		}
	}
	return allowed
}

// satisfies reports whether a film's figures meet the constraints. A year or runtime that is
// unknown meets no constraint on it. Features are not looked at.
func (m *model) satisfies(d *constraints, i uint32) bool {
	year, fame := int(m.Year[i]), m.Fame[i]
	switch {
	case len(d.years) > 0 && (year == 0 || !slices.ContainsFunc(d.years, func(s prompt.Span) bool { return s.Has(year) })),
		slices.ContainsFunc(d.notYears, func(s prompt.Span) bool { return year == 0 || s.Has(year) }),
		d.runtime != nil && (m.Runtime[i] == 0 || !d.runtime.Has(int(m.Runtime[i]))),
		fame < d.fame[0] || fame > d.fame[1],
		m.quality[i] < d.quality,
		d.oscars == 2 && m.oscars[i]&15 == 0,
		d.oscars == 1 && m.oscars[i] == 0,
		d.oscars == 2 && d.best != nil && !d.best.Has(i),
		d.votes != nil && !d.figure("filmdb_votes", i, d.votes),
		d.rating != nil && !d.figure("filmdb_rating", i, d.rating):
		return false
	}
	return !slices.ContainsFunc(d.known, func(k feature.Kind) bool { return len(m.OfKind(i, k)) == 0 })
}
