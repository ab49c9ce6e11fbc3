package taste

import "kinodex/internal/catalog"

// Sources of similarity (REQ F2-42).
const (
	Content       = "content"
	Collaborative = "collaborative"
)

// Similar returns the films most similar to one, best first, at most limit and MostSimilar,
// and what that rests on: Content, or Collaborative when imported ratings had a say. ok is
// false for a film of which too little is known (film.HasContent). The caller owns the films; who
// filters them asks for MostSimilar, and cuts afterwards.
func (x *Taste) Similar(d catalog.Doc, limit int) (films []catalog.Doc, source string, ok bool) {
	m := x.model
	if m.flags[d]&hasContent == 0 {
		return nil, "", false
	}
	from, to := m.likeFirst[d], m.likeFirst[d+1]
	like := m.like[from:min(to, from+uint32(max(0, limit)))]
	films = make([]catalog.Doc, len(like))
	for i, other := range like {
		films[i] = catalog.Doc(other)
	}
	if m.flags[d]&collaborative != 0 {
		return films, Collaborative, true
	}
	return films, Content, true
}
