package taste

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/intern"
)

// The bounds of which words of plots and titles are compared. A word that fewer than
// leastFilms films have relates no two films. One that more have than commonShare of all
// films, but at least commonLeast films, says too little.
const (
	leastFilms  = 2
	commonShare = 0.08
	commonLeast = 40 // films, however small the catalogue
)

// assemble returns the model of the films that were added, without latent themes and
// neighbours. The builder's entries and titles are released; nothing can be added after.
func (b *Builder) assemble() *model {
	m := &model{index: index{films: len(b.figures)}}
	place := b.order(m)
	b.weigh(m, place)
	m.invert()
	for _, s := range b.figures {
		m.year = append(m.year, s.year)
		m.runtime = append(m.runtime, s.runtime)
		m.fame = append(m.fame, s.fame)
		m.quality = append(m.quality, s.quality)
		flags := uint8(0)
		if s.content {
			flags |= hasContent
		}
		m.flags = append(m.flags, flags)
		m.oscars = append(m.oscars, min(s.oscars, 15)|min(s.nominees, 15)<<4)
	}
	sortTitles(b.titles)
	m.titles.First = []uint32{0}
	for _, t := range b.titles {
		m.titles.Append(t.key)
		m.titleDocs = append(m.titleDocs, t.doc)
	}
	b.titles, b.entries, b.first = nil, nil, nil
	m.listNames()
	return m
}

// absent marks a spelling that is no feature: it is too rare or too common.
const absent = math.MaxUint32

// order numbers the features, kind by kind and in the order of their folded spellings. It
// returns, by kind and number while building, the number of each in the model, or absent.
func (b *Builder) order(m *model) (place [kinds][]uint32) {
	common := uint32(max(commonLeast, int(commonShare*float64(m.films))))
	for k := range kinds {
		v := &b.vocabularies[k]
		numbers := make([]uint32, 0, len(v.films))
		for n := range v.films {
			if k.named() || v.films[n] >= leastFilms && v.films[n] <= common {
				numbers = append(numbers, uint32(n))
			}
		}
		intern.Sort(numbers, v.spellings.At)
		place[k] = slices.Repeat([]uint32{absent}, len(v.films))
		m.keys[k].First, m.shown[k].First = []uint32{0}, []uint32{0}
		for i, n := range numbers {
			place[k][n] = m.ranges[k] + uint32(i)
			m.keys[k].Append(v.spellings.At(n))
			if k.named() {
				m.shown[k].Append(v.shown.At(n))
			}
		}
		m.ranges[k+1] = m.ranges[k] + uint32(len(numbers))
		v.spellings, v.shown = intern.Table{}, intern.List{}
	}
	return place
}

// weigh turns entries into features with TF-IDF weights, normalised to length 1 within each
// kind of each film and written as 1 to 255. The term frequency of plot words is dampened
// to 1 + ln(count).
func (b *Builder) weigh(m *model, place [kinds][]uint32) {
	type weighed struct {
		feature uint32
		kind    kind
		weight  float64
	}
	var row []weighed
	m.first = make([]uint32, 1, m.films+1)
	m.features = make([]uint32, 0, len(b.entries))
	m.weights = make([]uint8, 0, len(b.entries))
	for d := range m.films {
		row = row[:0]
		var norm [kinds]float64
		for _, e := range b.entries[b.first[d]:b.first[d+1]] {
			f := place[e.kind][e.word]
			if f == absent {
				continue
			}
			w := float64(e.weight)
			if e.kind == plotWord {
				w = 1 + math.Log(w)
			}
			w *= rarity(m.films, int(b.vocabularies[e.kind].films[e.word]))
			norm[e.kind] += w * w
			row = append(row, weighed{f, e.kind, w})
		}
		slices.SortFunc(row, func(a, b weighed) int { return cmp.Compare(a.feature, b.feature) })
		for _, x := range row {
			share := 0.0
			if norm[x.kind] > 0 {
				share = x.weight / math.Sqrt(norm[x.kind])
			}
			m.features = append(m.features, x.feature)
			m.weights = append(m.weights, uint8(max(1, math.Round(255*share))))
		}
		m.first = append(m.first, uint32(len(m.features)))
	}
}

// invert fills in the films of each feature, ascending, with the weights they have there. It
// takes linear time.
func (m *model) invert() {
	count := int(m.ranges[kinds])
	m.postFirst = make([]uint32, count+1)
	for _, f := range m.features {
		m.postFirst[f+1]++
	}
	for f := range count {
		m.postFirst[f+1] += m.postFirst[f]
	}
	m.posts = make([]uint32, len(m.features))
	m.postWeights = make([]uint8, len(m.features))
	next := slices.Clone(m.postFirst)
	for d := range m.films {
		for i := m.first[d]; i < m.first[d+1]; i++ {
			f := m.features[i]
			m.posts[next[f]], m.postWeights[next[f]] = uint32(d), m.weights[i]
			next[f]++
		}
	}
}
