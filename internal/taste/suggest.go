package taste

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/taste/feature"
)

// How much each kind of feature counts for what somebody may like, and how much
// the rest does. Chosen on the development half of the people of `kinodex-lab
// evaluate recommend`; docs/cards/recommend.md tells what they are worth on the
// other half. Only these dozen numbers were chosen so: nothing else is learned
// from those people.
var suggestionWeights = weights{
	kinds: [feature.Kinds]float32{
		feature.Director: 0.4, feature.Writer: 0.4, feature.Actor: 1.3, feature.Keyword: 1, feature.Genre: 0.4, feature.Company: 0.12, feature.Country: 0.06, feature.Language: 0.2,
		feature.TitleWord: 0.6, feature.PlotWord: 0.45,
	},
	themes: 0.4, era: 0.65, fame: 2.5, quality: 0.7,
	together: 2.5,
}

// sharing says how much of a feature is left to each of many liked films: the weights
// of n films are summed and divided by n to this power, so that what several of them
// share counts for more than what one has.
const sharing = 0.9

// dialFame is what the dial adds to the weight of being well known, or takes from it: fully
// turned down, it counts against a film.
const dialFame = 3.5

// candidatesSuggest is how many films are compared in full with the likes, and
// finderSuggest how many films may have a feature that finds them: what a film
// shares with likes only in features that more have does not make it a
// candidate.
const (
	candidatesSuggest = 600
	finderSuggest     = 200
)

// What the weights are multiplied with when imported ratings have a say. These favour well-known
// and well-liked films by themselves, so that being so counts for less.
const (
	ratedFame    = 0.6
	ratedQuality = 0.45
	ratedThemes  = 1.75
	ratedEra     = 1.4
	// unratedShare is how much of the usual bonus a film gets that imported ratings do not tell
	// of: so much that such films have about the share of the first ten that they have of what
	// people like next.
	unratedShare = 1.7
)

// rated makes the profile one for a ranking in which imported ratings have a say.
func (p *profile) rated() {
	p.fame *= ratedFame
	p.quality *= ratedQuality
	p.themes *= ratedThemes
	p.era *= ratedEra
	p.unrated = unratedShare
}

// Wish is what somebody liked and disliked. The same wish gives the same suggestions
// from the same file.
type Wish struct {
	Liked, Disliked []catalog.Doc
	// Popularity turns the weight of being well known, from -1 (rather hidden
	// films) over 0 to 1 (rather famous ones).
	Popularity float64
	Limit      int
	// Among says which films may be suggested; nil for all.
	Among func(catalog.Doc) bool
}

// Suggest returns films that somebody who liked some and disliked others may like: none of
// those, each once, best first, at most Limit. What the records say of them is left to
// Describe. It may be called from several goroutines, in which Among may then be called, too.
func (x *Taste) Suggest(w Wish) *Suggestions {
	m := x.model
	s := x.borrow()
	defer x.giveBack(s)
	liked, disliked := distinct(w.Liked), distinct(w.Disliked)
	known := append(slices.Clone(liked), disliked...)
	slices.Sort(known)
	keep := func(d uint32) bool {
		_, is := slices.BinarySearch(known, d)
		return !is && (w.Among == nil || w.Among(catalog.Doc(d)))
	}
	p := m.taste(liked, ones(len(liked)), w.Popularity)
	together := m.togetherWithAll(liked)
	if len(together) > 0 {
		p.rated()
	} else {
		together = m.mostLike(liked, ones(len(liked)))
	}
	// A disliked film lowers only its neighbours, so that many films more than
	// wanted are enough to fill their places.
	wanted := w.Limit + MostSimilar*len(disliked)
	best := m.rank(p, s, together, keep, max(candidatesSuggest, wanted), wanted)
	out := &Suggestions{
		Profile: m.profileOf(liked),
		Input:   Input{Liked: len(liked), Disliked: len(disliked), Scored: len(s.touched), Unresolved: []string{}},
	}
	out.Films, out.Input.Effects = m.demote(best, disliked)
	out.Films = out.Films[:min(len(out.Films), w.Limit)]
	for i := range out.Films {
		out.Films[i].Reasons = x.reasons(uint32(out.Films[i].Doc), liked)
	}
	return out
}

// distinct returns films as numbers, each once, ascending. docs is not changed.
func distinct(docs []catalog.Doc) []uint32 {
	all := make([]uint32, len(docs))
	for i, d := range docs {
		all[i] = uint32(d)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// taste returns the profile of what was liked: nearly the mean (sharing tells how
// nearly) of the films' features and latent themes, weighted by counts. That is Rocchio's
// relevance feedback without negative examples (Manning, Raghavan, Schütze, "Introduction
// to Information Retrieval", 2008, section 9.1).
func (m *model) taste(liked []uint32, counts []float32, popularity float64) *profile {
	w := &suggestionWeights
	dial := float32(max(-1, min(1, popularity)))
	p := &profile{themes: w.themes, era: w.era, fame: w.fame + dialFame*dial, quality: w.quality + max(0, -dial), finders: finderSuggest}
	p.titlesWithPeople = true
	share := shareOf(counts, sharing)
	sums := map[uint32]float32{}
	var years []int16
	for n, d := range liked {
		features, weights := m.Of(d)
		for i, f := range features {
			if _, met := sums[f]; !met {
				p.features = append(p.features, weightedFeature{feature: f})
			}
			sums[f] += counts[n] * float32(weights[i]) / 255
		}
		for i, t := range m.theme(d) {
			p.theme[i] += counts[n] * float32(t)
		}
		years = append(years, m.Year[d])
	}
	for i, f := range p.features {
		p.features[i].weight = sums[f.feature] * share * w.kinds[m.KindOf(f.feature)]
	}
	unit(&p.theme)
	p.years = eraWeights(years, counts)
	return p
}

// unit scales a vector to length 1, in place; a zero vector stays zero.
func unit(v *[dims]float32) {
	sum := 0.0
	for _, t := range v {
		sum += float64(t) * float64(t)
	}
	if sum == 0 {
		return
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
}

// togetherWithAll returns what was liked together with any of some films, by imported
// ratings, the best of them counting for as much as liking.together.
func (m *model) togetherWithAll(liked []uint32) []scoredFilm {
	if len(m.togetherFirst) == 0 {
		return nil
	}
	sums := map[uint32]float32{}
	for _, d := range liked {
		for _, x := range m.togetherWith(d, 1) {
			sums[x.doc] += x.score
		}
	}
	all := make([]scoredFilm, 0, len(sums))
	best := float32(0)
	for d, sum := range sums {
		all = append(all, scoredFilm{d, sum})
		best = max(best, sum)
	}
	for i := range all {
		all[i].score *= suggestionWeights.together / best
	}
	slices.SortFunc(all, byScore)
	return all
}

// What being most similar to liked films adds: for each like, to the nearOf films that are most
// similar to it, their similarity times nearWeight, divided by the number of likes to the power of
// nearSharing. It is worth most where there are few likes. Chosen on the development half of the
// people of `kinodex-lab evaluate recommend`, as suggestionWeights.
const (
	nearWeight  = 0.5
	nearOf      = 50
	nearSharing = 1.2
)

// mostLike returns what is added for the films that are most similar to some liked ones, best
// first; counts tells how much each like counts.
func (m *model) mostLike(liked []uint32, counts []float32) []scoredFilm {
	share := nearWeight * shareOf(counts, nearSharing)
	sums := map[uint32]float32{}
	for n, d := range liked {
		from, to := m.likeFirst[d], m.likeFirst[d+1]
		for i := from; i < min(to, from+nearOf); i++ {
			sums[m.like[i]] += share * counts[n] * float32(m.likeScores[i]) / 255
		}
	}
	all := make([]scoredFilm, 0, len(sums))
	for d, sum := range sums {
		all = append(all, scoredFilm{d, sum})
	}
	slices.SortFunc(all, byScore)
	return all
}

// ones returns how much each of n likes counts when all count the same.
func ones(n int) []float32 { return slices.Repeat([]float32{1}, n) }

// shareOf returns the sum of what likes count, at least 1, to the power of -power.
func shareOf(counts []float32, power float64) float32 {
	total := float32(0)
	for _, c := range counts {
		total += c
	}
	return float32(math.Pow(float64(max(1, total)), -power))
}

// demotion is what the most similar film of a disliked one loses of its score; the
// others of its neighbours lose the less the further down they are.
const demotion = 0.8

// halfScore is the fit that gives a score of 50: about that of a well-known film that shares
// nothing with the likes.
const halfScore = 2.25

// demote lowers the scores of films that are similar to disliked ones, orders again,
// and returns what each disliked film did. Scores are put on a scale from 0 to 100 by
// the logistic function and rounded to two decimals.
func (m *model) demote(best []scoredFilm, disliked []uint32) ([]Suggestion, []Effect) {
	all := make([]Suggestion, len(best))
	place := make(map[uint32]int, len(best))
	for i, b := range best {
		all[i] = Suggestion{Doc: catalog.Doc(b.doc), Score: 100 / (1 + math.Exp(halfScore-float64(b.score)))}
		place[b.doc] = i
	}
	effects := make([]Effect, len(disliked))
	for i, bad := range disliked {
		effects[i].Disliked = catalog.Doc(bad)
		like := m.like[m.likeFirst[bad]:m.likeFirst[bad+1]]
		for rank, d := range like {
			at, is := place[d]
			if !is {
				continue
			}
			factor := 1 - demotion*float64(MostSimilar-rank)/MostSimilar
			all[at].Score *= factor
			all[at].Penalties = append(all[at].Penalties, Penalty{Disliked: catalog.Doc(bad), Factor: math.Round(100*factor) / 100})
			effects[i].Lowered++
		}
	}
	slices.SortFunc(all, func(a, b Suggestion) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Doc, b.Doc))
	})
	for i := range all {
		all[i].Score = math.Round(100*all[i].Score) / 100
	}
	return all, effects
}
