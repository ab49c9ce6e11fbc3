package taste

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"kinodex/internal/taste/feature"
)

// MostSimilar is how many similar films are kept of each film at most.
const MostSimilar = 100

// How much each kind of feature counts between two films, where 1 is what a
// wholly shared director is worth, and how much the rest does. The weights were
// chosen by the marks of `kinodex-lab evaluate similar` that ratings have no part in,
// and by what the development half of its people liked together. What is alike is multiplied
// with the renown of the other film, since a likeness to a film that nobody
// knows is of little use, and more often chance.
var similarityWeights = weights{
	kinds: [feature.Kinds]float32{
		feature.Director: 0.6, feature.Writer: 0.4, feature.Actor: 0.6, feature.Keyword: 0.9, feature.Genre: 0.35, feature.Company: 0.15, feature.Country: 0.1, feature.Language: 0.2,
		feature.TitleWord: 0.8, feature.PlotWord: 0.8,
	},
	themes: 0.6, era: 0.4, fame: 0.35, quality: 0.35,
	together: 1.5,
}

// The renown of a film is (renownBase + its fame) to the power of renownPower.
const (
	renownBase  = 0.3
	renownPower = 1.5
)

// sameSeries is what belonging to one series counts for, by the numbers of titles.
const sameSeries = 0.8

// The director of a film that everybody knows says less of what is like it than that of a
// film that few know: from a fame of directorFrom on (about 9,000 votes) the weight of the
// director falls, to directorLeast of it at a fame of 1.
const (
	directorFrom  = 0.6
	directorLeast = 0.1
)

// weights say how much each part of a score counts. 0 means that a part does not count.
type weights struct {
	kinds         [feature.Kinds]float32
	themes, era   float32
	fame, quality float32
	together      float32 // what was liked together, of imported ratings
}

// fullSimilarity is the score that is written as 255; greater ones are, too, and those below
// 0 as 0.
const fullSimilarity = 4.0

// candidatesSimilar is how many films are compared in full with each film.
const candidatesSimilar = 400

// findNeighbours computes the nearest neighbours of every film with content, at most
// MostSimilar of each, exactly among candidatesSimilar candidates. It runs on every processor,
// with the same result on any number. progress is told films done and all, one call at a
// time, from several goroutines. When ctx ends its error is returned, and the model is
// incomplete.
func (m *model) findNeighbours(ctx context.Context, progress func(done, total int64)) error {
	m.renown, m.series = m.renownOfAll(), m.seriesOfAll()
	const block = 256
	blocks := (m.Films + block - 1) / block
	found := make([][]scoredFilm, blocks) // of a block's films, one after the other
	counts := make([]uint8, m.Films)
	var next, done atomic.Int64
	var all sync.WaitGroup
	var telling sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			s := newScratch(m)
			for i := next.Add(1) - 1; i < int64(blocks) && ctx.Err() == nil; i = next.Add(1) - 1 {
				for d := uint32(i * block); d < uint32(min((i+1)*block, int64(m.Films))); d++ {
					like := m.neighboursOf(d, s)
					counts[d] = uint8(len(like))
					found[i] = append(found[i], like...)
				}
				telling.Lock()
				progress(min(done.Add(block), int64(m.Films)), int64(m.Films))
				telling.Unlock()
			}
		})
	}
	all.Wait()
	m.likeFirst = make([]uint32, 1, m.Films+1)
	for _, n := range counts {
		m.likeFirst = append(m.likeFirst, m.likeFirst[len(m.likeFirst)-1]+uint32(n))
	}
	for i := range found {
		for _, x := range found[i] {
			m.like = append(m.like, x.doc)
			m.likeScores = append(m.likeScores, uint8(math.Round(255*float64(max(0, min(1, x.score/fullSimilarity))))))
		}
		found[i] = nil
	}
	return ctx.Err()
}

// neighboursOf returns the films most similar to one, best first; none for a film
// without content. The result is good until the next ranking with s.
func (m *model) neighboursOf(d uint32, s *scratch) []scoredFilm {
	if m.flags[d]&hasContent == 0 {
		return nil
	}
	keep := func(other uint32) bool { return other != d && m.flags[other]&hasContent != 0 }
	p := m.filmProfile(d)
	p.renown = m.renown
	bonus := m.togetherWith(d, similarityWeights.together)
	for _, other := range m.series[d] {
		bonus = append(bonus, scoredFilm{other, sameSeries})
	}
	if lacking := fewKeywords - len(m.OfKind(d, feature.Keyword)); lacking > 0 {
		near := m.rank(p, s, bonus, keep, candidatesFeedback, feedbackFilms)
		m.expand(p, near, float32(lacking)/fewKeywords)
	}
	return m.rank(p, s, bonus, keep, candidatesSimilar, MostSimilar)
}

// renownOfAll returns the renown of every film.
func (m *model) renownOfAll() []float32 {
	all := make([]float32, m.Films)
	for d, fame := range m.Fame {
		all[d] = float32(math.Pow(renownBase+float64(fame), renownPower))
	}
	return all
}

// A film with fewer than fewKeywords keywords takes keywords and themes from the films most
// like it, as a query takes words from the first documents it finds (pseudo-relevance feedback:
// Manning, Raghavan, Schütze, "Introduction to Information Retrieval", 2008, section 9.1.6).
// A film without any takes feedbackShare of what a film with keywords has of its own.
const (
	fewKeywords        = 5
	feedbackFilms      = 15
	feedbackKeywords   = 10
	candidatesFeedback = 100
	feedbackShare      = 0.5
)

// expand adds to the profile of a film what the films near it have in common: the keywords
// most of them have, and their mean place among the latent themes. lacking, from 0 to 1, is
// how few keywords the film has itself. near is not changed.
func (m *model) expand(p *profile, near []scoredFilm, lacking float32) {
	sums := map[uint32]float32{}
	var order []uint32
	var themes [dims]float32
	described := 0
	for _, n := range near {
		features, weights := m.Of(n.doc)
		has := false
		for i, f := range features {
			if m.KindOf(f) != feature.Keyword {
				continue
			}
			if sums[f] == 0 {
				order = append(order, f)
			}
			sums[f] += float32(weights[i]) / 255
			has = true
		}
		if has {
			described++
		}
		for i, t := range m.theme(n.doc) {
			themes[i] += float32(t) / 127
		}
	}
	if described == 0 {
		return
	}
	share := feedbackShare * lacking
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
	for _, f := range order[:min(len(order), feedbackKeywords)] {
		if !slices.ContainsFunc(p.features, func(x weightedFeature) bool { return x.feature == f }) {
			p.features = append(p.features, weightedFeature{f, share * similarityWeights.kinds[feature.Keyword] * sums[f] / float32(described)})
		}
	}
	unit(&themes)
	for i := range p.theme {
		p.theme[i] += share * themes[i]
	}
	unit(&p.theme)
}

// filmProfile returns the profile by which films similar to one are found. The caller owns it.
func (m *model) filmProfile(d uint32) *profile {
	w := &similarityWeights
	p := &profile{themes: w.themes, era: w.era, fame: w.fame, quality: w.quality, finders: finderFilms}
	p.titlesWithPeople = true
	own := w.kinds
	own[feature.Director] *= 1 - (1-directorLeast)*max(0, (m.Fame[d]-directorFrom)/(1-directorFrom))
	features, shares := m.Of(d)
	for i, f := range features {
		p.features = append(p.features, weightedFeature{f, own[m.KindOf(f)] * float32(shares[i]) / 255})
	}
	for i, x := range m.theme(d) {
		p.theme[i] = float32(x) / 127
	}
	p.years = eraWeights([]int16{m.Year[d]}, []float32{1})
	return p
}

// togetherWith returns what was liked together with a film by imported ratings, best first,
// with scores from 0 to weight. It is nil without imported ratings.
func (m *model) togetherWith(d uint32, weight float32) []scoredFilm {
	if len(m.togetherFirst) == 0 {
		return nil
	}
	var all []scoredFilm
	for i := m.togetherFirst[d]; i < m.togetherFirst[d+1]; i++ {
		all = append(all, scoredFilm{m.together[i], weight * float32(m.togetherScores[i]) / 255})
	}
	return all
}
