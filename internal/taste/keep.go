package taste

import (
	"slices"

	"kinodex/internal/pack"
)

// Learned are the nearest neighbours of a file's films, which the file of the same films may
// take over: finding them is most of what it costs to write one.
type Learned struct {
	first  []uint32
	like   []uint32
	scores []uint8
}

// Learned returns the file's neighbours. They may be used after Close.
func (x *Taste) Learned() *Learned {
	m := x.model
	return &Learned{slices.Clone(m.likeFirst), slices.Clone(m.like), slices.Clone(m.likeScores)}
}

// TakeOver has Write use neighbours that were found before, which must be those of the same
// films. It does not when there are likes, or when the films are not as many. l may be nil.
func (b *Builder) TakeOver(l *Learned) { b.before = l }

// takeOver puts the neighbours that were found before into the model, if they fit.
func (b *Builder) takeOver(m *model) bool {
	l := b.before
	if l == nil || b.ratings != nil || len(l.first) != m.films+1 {
		return false
	}
	m.likeFirst, m.like, m.likeScores = l.first, l.like, l.scores
	return true
}

// The sections of Learned are those of the file.
const sectionNeighbours = "like"

// Write writes sections for ReadLearned; errors stay in w.
func (l *Learned) Write(w *pack.Writer) {
	putNeighbours(w, sectionNeighbours, l.first, l.like, l.scores)
}

// ReadLearned reads what Learned.Write wrote. Errors stay in r.
func ReadLearned(r *pack.Reader) *Learned {
	films := max(0, len(pack.Column[uint32](r, sectionNeighbours+"/first", pack.Any))-1)
	l := &Learned{}
	l.like, l.scores, l.first = readNeighbours(r, sectionNeighbours, films)
	return l
}
