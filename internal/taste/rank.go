package taste

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/taste/feature"
)

// profile is what films are compared with. Weights of features already hold
// how much their kind counts.
// A feature that is to be avoided has a weight below 0. fame and quality may be below 0, too.
type profile struct {
	features []weightedFeature
	theme    [dims]float32 // a unit vector, or zeros
	themes   float32       // how much it counts
	years    *years        // nil when any year is as good as another
	era      float32       // how much it counts
	fame     float32       // how much being well known counts, for films that fit at all
	quality  float32       // how much being well liked counts
	finders  uint32        // how many films may have a feature that finds candidates
	unrated  float32       // how much of a usual bonus a film gets that no imported rating tells of
	// renown is, by film, what all that is alike is multiplied with; nil for 1. It may belong
	// to others and must not be changed.
	renown []float32
	// titlesWithPeople says that words of titles count only with people that are shared.
	titlesWithPeople bool
	bonus            []scoredFilm      // what else speaks for some films, for rankAmong
	similar          []film.Similarity // how near films are to what is wanted by meaning, for rankAmong
	unlike           []film.Similarity // and to what is ruled out
	present          bool              // whether having a feature counts for more than how much of it
}

// shares are what a film's weight of a feature, 0 to 255, counts for, from 0 to 1: itself or,
// when it is enough to have a feature, its square root.
var shares = func() (s struct{ own, present [256]float32 }) {
	for i := range s.own {
		s.own[i] = float32(i) / 255
		s.present[i] = float32(math.Sqrt(float64(i) / 255))
	}
	return s
}()

// shares returns the table that the profile uses. It must not be changed.
func (p *profile) shares() *[256]float32 {
	if p.present {
		return &shares.present
	}
	return &shares.own
}

// weightedFeature is a feature and how much it is wanted; the weight of one that is not wanted is
// below 0.
type weightedFeature struct {
	feature uint32
	weight  float32
}

// scoredFilm is a film and how well it fits. Scores of one ranking can be compared.
type scoredFilm struct {
	doc   uint32
	score float32
}

// byScore compares for sorting: the greater score first, of equal ones the film that comes
// first in the catalogue.
func byScore(a, b scoredFilm) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc))
}

// years are how much films of each year are wanted, from 0 to 1, from firstYear on.
type years [256]float32

// firstYear is the year of the first element of years.
const firstYear = 1850

// at returns how much films of a year are wanted, 0 outside the table.
func (y *years) at(year int16) float32 {
	if i := int(year) - firstYear; i >= 0 && i < len(y) {
		return y[i]
	}
	return 0
}

// eraWidth is the standard deviation, in years, of how far around a liked film's
// year films are of its time.
const eraWidth = 5.0

// eraWeights returns how much films of each year are wanted around some years, by
// weight: a sum of Gaussian kernels of eraWidth, scaled so that the best year has 1.
// It is nil when no year is known.
func eraWeights(at []int16, weights []float32) *years {
	var y years
	top := float32(0)
	for i, year := range at {
		if year == 0 {
			continue
		}
		for j := range y {
			far := float64(firstYear+j-int(year)) / eraWidth
			if far > -4 && far < 4 {
				y[j] += weights[i] * float32(math.Exp(-far*far/2))
				top = max(top, y[j])
			}
		}
	}
	if top == 0 {
		return nil
	}
	for j := range y {
		y[j] /= top
	}
	return &y
}

// scratch is the working memory of a ranking. It may be used for one ranking after the other,
// but not for two at a time.
type scratch struct {
	wants   []float32 // by feature, the profile's; zero between rankings, as are:
	fits    []float32 // by film, how well it fits as far as finders tell
	bonus   []float32 // by film, what else speaks for it
	touched []uint32  // the films whose fits are not zero
	keys    []uint64
	unrated []uint64 // of candidates that no imported rating tells of
	best    []scoredFilm
}

// newScratch returns working memory for films and features of the model.
// It has as many elements as there are features and twice as many as there are films.
func newScratch(m *model) *scratch {
	return &scratch{wants: make([]float32, m.Ranges[feature.Kinds]), fits: make([]float32, m.Films), bonus: make([]float32, m.Films)}
}

// finderFilms is how many films may have a feature that finds candidates for
// films; one that more have decides between candidates.
const finderFilms = 1000

// rank returns the k films that fit the profile best, best first. Candidates are the films
// that share a finder with it and those with a bonus; as many as candidates says, the most
// promising, are compared in full. keep says which may be returned; nil for all. The result
// is valid until the next ranking with s.
func (m *model) rank(p *profile, s *scratch, bonus []scoredFilm, keep func(uint32) bool, candidates, k int) []scoredFilm {
	m.find(p, s, bonus)
	s.keys, s.unrated = s.keys[:0], s.unrated[:0]
	for _, d := range s.touched {
		if keep == nil || keep(d) {
			key := docset.Key(s.fits[d]*p.renownOf(d)+p.prior(m, d), d)
			if p.unrated > 0 && m.flags[d]&collaborative == 0 {
				s.unrated = append(s.unrated, key)
			} else {
				s.keys = append(s.keys, key)
			}
		}
		s.fits[d] = 0
	}
	m.addUnrated(p, s)
	best := m.compare(p, s, candidates, k)
	for _, e := range bonus {
		s.bonus[e.doc] = 0
	}
	for _, key := range s.unrated {
		s.bonus[uint32(key)] = 0
	}
	return best
}

// addUnrated adds the candidates that no imported rating tells of to s.keys. Since nobody knows
// what bonus they would have, each gets the one that is usual among the films that fit about as
// well as the best, times p.unrated.
func (m *model) addUnrated(p *profile, s *scratch) {
	if len(s.unrated) == 0 {
		return
	}
	usual := p.unrated * s.usualBonus()
	for _, key := range s.unrated {
		d := uint32(key)
		s.bonus[d] = usual
		s.keys = append(s.keys, docset.Key(docset.Score(key)+usual, d))
	}
}

// usualBonus returns the mean bonus of the films of s.keys that fit best without it.
func (s *scratch) usualBonus() float32 {
	alike := make([]uint64, len(s.keys))
	for i, key := range s.keys {
		d := uint32(key)
		alike[i] = docset.Key(docset.Score(key)-s.bonus[d], d)
	}
	alike = docset.Smallest(alike, usualOf)
	sum := float32(0)
	for _, key := range alike {
		sum += s.bonus[uint32(key)]
	}
	return sum / float32(max(1, len(alike)))
}

// usualOf is how many films tell what bonus is usual.
const usualOf = 30

// compare returns the best k of the candidates in s.keys, best first, after comparing the most
// promising in full. It sets s.wants back to zero; the result is valid until the next ranking
// with s.
func (m *model) compare(p *profile, s *scratch, candidates, k int) []scoredFilm {
	s.keys = docset.Smallest(s.keys, candidates)
	for i, key := range s.keys {
		d := uint32(key)
		s.keys[i] = docset.Key(m.fit(p, d, s.wants)+s.bonus[d], d)
	}
	for _, x := range p.features {
		s.wants[x.feature] = 0
	}
	s.keys = docset.Smallest(s.keys, k)
	slices.Sort(s.keys)
	s.best = s.best[:0]
	for _, key := range s.keys {
		s.best = append(s.best, scoredFilm{uint32(key), docset.Score(key)})
	}
	return s.best
}

// find fills in s.wants with the profile's weights and s.fits, s.bonus and s.touched with the
// candidates. The caller sets fits and bonus back to zero.
func (m *model) find(p *profile, s *scratch, bonus []scoredFilm) {
	s.touched = s.touched[:0]
	share := p.shares()
	for _, x := range p.features {
		s.wants[x.feature] = x.weight
		if m.PostFirst[x.feature+1]-m.PostFirst[x.feature] > p.finders || x.weight <= 0 {
			continue
		}
		docs, weights := m.With(x.feature)
		for i, d := range docs {
			if s.fits[d] == 0 {
				s.touched = append(s.touched, d)
			}
			s.fits[d] += x.weight * share[weights[i]]
		}
	}
	for _, e := range bonus {
		if s.fits[e.doc] == 0 {
			s.touched = append(s.touched, e.doc)
		}
		s.fits[e.doc] += e.score
		s.bonus[e.doc] += e.score
	}
}

// fit returns how well a film fits a profile: the dot product of weighted features,
// plus the cosine among latent themes, plus the prior. What profiles say of renown and titles
// changes the first two. wants are the profile's weights by feature.
func (m *model) fit(p *profile, d uint32, wants []float32) float32 {
	features, weights := m.Of(d)
	weights = weights[:len(features)]
	share := p.shares()
	people, i := float32(0), 0
	for last := m.Ranges[feature.Keyword]; i < len(features) && features[i] < last; i++ {
		people += wants[features[i]] * share[weights[i]]
	}
	alike := people + p.themeFit(m, d)
	for j, f := range features[i:] {
		alike += wants[f] * share[weights[i+j]]
	}
	title := float32(0)
	if p.titlesWithPeople && (people <= 0 || p.renown != nil) {
		title = m.titleFit(features, weights, wants, share)
		alike -= title
	}
	if people <= 0 {
		title = 0
	}
	return alike*p.renownOf(d) + title + p.prior(m, d)
}

// titleFit returns the part of fit that is of words of titles.
func (m *model) titleFit(features []uint32, weights []uint8, wants []float32, share *[256]float32) (sum float32) {
	i, _ := slices.BinarySearch(features, m.Ranges[feature.TitleWord])
	for ; i < len(features) && features[i] < m.Ranges[feature.PlotWord]; i++ {
		sum += wants[features[i]] * share[weights[i]]
	}
	return sum
}

// renownOf returns what all that is alike is multiplied with, 1 unless the profile says.
func (p *profile) renownOf(d uint32) float32 {
	if p.renown == nil {
		return 1
	}
	return p.renown[d]
}

// prior returns what speaks for a film whatever it is about: how well known and how well
// liked it is, and its year.
func (p *profile) prior(m *model, d uint32) float32 {
	score := p.fame*m.Fame[d] + p.quality*m.quality[d]
	if p.years != nil {
		score += p.era * p.years.at(m.Year[d])
	}
	return score
}

// themeFit returns the weighted cosine between profile and film among the latent
// themes.
func (p *profile) themeFit(m *model, d uint32) float32 {
	if p.themes == 0 {
		return 0
	}
	sum := float32(0)
	for i, x := range m.theme(d) {
		sum += p.theme[i] * float32(x)
	}
	return p.themes * sum / 127
}
