package taste

import (
	"slices"

	"kinodex/internal/pack"
	"kinodex/internal/taste/embedding"
)

// TrainedModel has the latent themes, the nearest neighbours and the vectors of a file's films, which the file of
// the same films may take over: finding them is most of what it costs to write one.
type TrainedModel struct {
	themes     []int8
	termThemes []int8
	termScale  []float32

	first  []uint32
	like   []uint32
	scores []uint8

	vectors *embedding.Table
}

// Learned returns what the file learned. It may be used after Close.
func (x *Taste) Learned() *TrainedModel {
	m := x.model
	return &TrainedModel{
		slices.Clone(m.themes), slices.Clone(m.termThemes), slices.Clone(m.termScale),
		slices.Clone(m.likeFirst), slices.Clone(m.like), slices.Clone(m.likeScores),
		m.vectors.Clone(),
	}
}

// TakeOver has Write use what was learned before, which must be of the same films. It does not
// when the films or terms are not as many, and finds neighbours anew when there are likes. l may
// be nil.
func (b *Builder) TakeOver(l *TrainedModel) {
	if b.before = l; l != nil {
		b.vectors.TakeOver(l.vectors)
	}
}

// takeOverThemes puts the latent themes that were learned before into the model, if they fit.
func (b *Builder) takeOverThemes(m *model) bool {
	l := b.before
	if l == nil || len(l.themes) != m.Films*dims {
		return false
	}
	m.listTerms()
	if len(l.termScale) != len(m.termFeatures) {
		return false
	}
	m.themes, m.termThemes, m.termScale = l.themes, l.termThemes, l.termScale
	return true
}

// takeOverNeighbours puts the neighbours that were found before into the model, if they fit.
func (b *Builder) takeOverNeighbours(m *model) bool {
	l := b.before
	if l == nil || b.ratings != nil || len(l.first) != m.Films+1 {
		return false
	}
	m.likeFirst, m.like, m.likeScores = l.first, l.like, l.scores
	return true
}

// The sections of a TrainedModel are those of the file.
const (
	sectionThemes     = "films/themes"
	sectionTermThemes = "terms/themes"
	sectionTermScale  = "terms/scale"
	sectionNeighbours = "like"
)

// Write writes sections for ReadLearned; errors stay in w.
func (l *TrainedModel) Write(w *pack.Writer) {
	pack.PutSection(w, sectionThemes, l.themes)
	pack.PutSection(w, sectionTermThemes, l.termThemes)
	pack.PutSection(w, sectionTermScale, l.termScale)
	putNeighbours(w, sectionNeighbours, l.first, l.like, l.scores)
	l.vectors.Write(w)
}

// ReadLearned reads what TrainedModel.Write wrote. Errors stay in r.
func ReadLearned(r *pack.Reader) *TrainedModel {
	films := max(0, len(pack.Column[uint32](r, sectionNeighbours+"/first", pack.Any))-1)
	l := &TrainedModel{themes: pack.Column[int8](r, sectionThemes, films*dims), termScale: readTermScale(r, pack.Any)}
	l.termThemes = pack.Column[int8](r, sectionTermThemes, len(l.termScale)*dims)
	l.like, l.scores, l.first = readNeighbours(r, sectionNeighbours, films)
	l.vectors = embedding.Read(r, films)
	return l
}
