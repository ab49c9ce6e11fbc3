package taste

import (
	"cmp"
	"math"
	"slices"

	"kinodex/internal/intern"
	"kinodex/internal/taste/feature"
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
	m := &model{Index: feature.Index{Films: len(b.figures)}}
	place := b.order(m)
	b.weigh(m, place)
	m.invert()
	for _, s := range b.figures {
		m.Year = append(m.Year, s.year)
		m.Runtime = append(m.Runtime, s.runtime)
		m.Fame = append(m.Fame, s.fame)
		m.quality = append(m.quality, s.quality)
		flags := uint8(0)
		if s.content {
			flags |= hasContent
		}
		m.flags = append(m.flags, flags)
		m.oscars = append(m.oscars, min(s.oscars, 15)|min(s.nominees, 15)<<4)
	}
	sortTitles(b.titles)
	m.Titles.First = []uint32{0}
	for _, t := range b.titles {
		m.Titles.Append(t.key)
		m.TitleDocs = append(m.TitleDocs, t.doc)
	}
	b.titles, b.entries, b.first = nil, nil, nil
	m.ListNames()
	return m
}

// absent marks a spelling that is no feature: it is too rare or too common.
const absent = math.MaxUint32

// order numbers the features, kind by kind and in the order of their folded spellings. It
// returns, by kind and number while building, the number of each in the model, or absent.
func (b *Builder) order(m *model) (place [feature.Kinds][]uint32) {
	common := uint32(max(commonLeast, int(commonShare*float64(m.Films))))
	for k := range feature.Kinds {
		v := &b.vocabularies[k]
		numbers := make([]uint32, 0, len(v.films))
		for n := range v.films {
			if k.Named() || v.films[n] >= leastFilms && v.films[n] <= common {
				numbers = append(numbers, uint32(n))
			}
		}
		intern.Sort(numbers, v.spellings.At)
		place[k] = slices.Repeat([]uint32{absent}, len(v.films))
		m.Keys[k].First, m.Shown[k].First = []uint32{0}, []uint32{0}
		for i, n := range numbers {
			place[k][n] = m.Ranges[k] + uint32(i)
			m.Keys[k].Append(v.spellings.At(n))
			if k.Named() {
				m.Shown[k].Append(v.shown.At(n))
			}
		}
		m.Ranges[k+1] = m.Ranges[k] + uint32(len(numbers))
		v.spellings, v.shown = intern.Table{}, intern.List{}
	}
	return place
}

// weigh turns entries into features with TF-IDF weights, normalised to length 1 within each
// kind of each film and written as 1 to 255. The term frequency of plot words is dampened
// to 1 + ln(count).
func (b *Builder) weigh(m *model, place [feature.Kinds][]uint32) {
	type featureWeight struct {
		feature uint32
		kind    feature.Kind
		weight  float64
	}
	var row []featureWeight
	m.First = make([]uint32, 1, m.Films+1)
	m.Features = make([]uint32, 0, len(b.entries))
	m.Weights = make([]uint8, 0, len(b.entries))
	for d := range m.Films {
		row = row[:0]
		var norm [feature.Kinds]float64
		for _, e := range b.entries[b.first[d]:b.first[d+1]] {
			f := place[e.kind][e.word]
			if f == absent {
				continue
			}
			w := float64(e.weight)
			if e.kind == feature.PlotWord {
				w = 1 + math.Log(w)
			}
			w *= feature.Rarity(m.Films, int(b.vocabularies[e.kind].films[e.word]))
			norm[e.kind] += w * w
			row = append(row, featureWeight{f, e.kind, w})
		}
		slices.SortFunc(row, func(a, b featureWeight) int { return cmp.Compare(a.feature, b.feature) })
		for _, x := range row {
			share := 0.0
			if norm[x.kind] > 0 {
				share = x.weight / math.Sqrt(norm[x.kind])
			}
			m.Features = append(m.Features, x.feature)
			m.Weights = append(m.Weights, uint8(max(1, math.Round(255*share))))
		}
		m.First = append(m.First, uint32(len(m.Features)))
	}
}

// invert fills in the films of each feature, ascending, with the weights they have there. It
// takes linear time.
func (m *model) invert() {
	count := int(m.Ranges[feature.Kinds])
	m.PostFirst = make([]uint32, count+1)
	for _, f := range m.Features {
		m.PostFirst[f+1]++
	}
	for f := range count {
		m.PostFirst[f+1] += m.PostFirst[f]
	}
	m.Posts = make([]uint32, len(m.Features))
	m.PostWeights = make([]uint8, len(m.Features))
	next := slices.Clone(m.PostFirst)
	for d := range m.Films {
		for i := m.First[d]; i < m.First[d+1]; i++ {
			f := m.Features[i]
			m.Posts[next[f]], m.PostWeights[next[f]] = uint32(d), m.Weights[i]
			next[f]++
		}
	}
}
