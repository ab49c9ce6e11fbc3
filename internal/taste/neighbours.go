package taste

import (
	"context"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// MostSimilar is how many similar films are kept of each film at most.
const MostSimilar = 100

// How much each kind of feature counts between two films, where 1 is what a
// wholly shared director is worth, and how much the rest does. The weights were
// chosen by looking at neighbours of well-known films and by the marks of
// `kinodex evaluate similar`; the prior is small, so that it orders films that
// fit equally well and does not push hits everywhere.
var similarityWeights = weights{
	kinds: [kinds]float32{
		director: 0.6, writer: 0.4, actor: 0.6, keyword: 0.9, genre: 0.5, company: 0.15, country: 0.1, language: 0.15,
		titleWord: 0.6, plotWord: 0.8,
	},
	themes: 0.7, era: 0.25, fame: 0.35, quality: 0.2,
	together: 1.5,
}

// weights say how much each part of a score counts. 0 means that a part does not count.
type weights struct {
	kinds         [kinds]float32
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
	const block = 256
	blocks := (m.films + block - 1) / block
	found := make([][]scored, blocks) // of a block's films, one after the other
	counts := make([]uint8, m.films)
	var next, done atomic.Int64
	var all sync.WaitGroup
	var sentenceBuilder sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			s := newScratch(m)
			for i := next.Add(1) - 1; i < int64(blocks) && ctx.Err() == nil; i = next.Add(1) - 1 {
				for d := uint32(i * block); d < uint32(min((i+1)*block, int64(m.films))); d++ {
					like := m.neighboursOf(d, s)
					counts[d] = uint8(len(like))
					found[i] = append(found[i], like...)
				}
				sentenceBuilder.Lock()
				progress(min(done.Add(block), int64(m.films)), int64(m.films))
				sentenceBuilder.Unlock()
			}
		})
	}
	all.Wait()
	m.likeFirst = make([]uint32, 1, m.films+1)
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
func (m *model) neighboursOf(d uint32, s *scratch) []scored {
	if m.flags[d]&hasContent == 0 {
		return nil
	}
	keep := func(other uint32) bool { return other != d && m.flags[other]&hasContent != 0 }
	return m.rank(m.filmProfile(d), s, m.togetherWith(d, similarityWeights.together), keep, candidatesSimilar, MostSimilar)
}

// filmProfile returns the profile by which films similar to one are found. The caller owns it.
func (m *model) filmProfile(d uint32) *profile {
	w := &similarityWeights
	p := &profile{themes: w.themes, era: w.era, fame: w.fame, quality: w.quality, finders: finderFilms}
	features, shares := m.of(d)
	for i, f := range features {
		p.features = append(p.features, weighed{f, w.kinds[m.kindOf(f)] * float32(shares[i]) / 255})
	}
	for i, x := range m.theme(d) {
		p.theme[i] = float32(x) / 127
	}
	p.years = eraWeights([]int16{m.year[d]}, []float32{1})
	return p
}

// togetherWith returns what was liked together with a film by imported ratings, best first,
// with scores from 0 to weight. It is nil without imported ratings.
func (m *model) togetherWith(d uint32, weight float32) []scored {
	if len(m.togetherFirst) == 0 {
		return nil
	}
	var all []scored
	for i := m.togetherFirst[d]; i < m.togetherFirst[d+1]; i++ {
		all = append(all, scored{m.together[i], weight * float32(m.togetherScores[i]) / 255})
	}
	return all
}
