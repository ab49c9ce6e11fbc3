package ingest

import (
	"cmp"
	"slices"

	"kinodex/internal/film"
)

// mostVideos bounds the videos of a record.
const mostVideos = 30

// basedOn sets what the film is based on, as the best row with an id that names something does.
func (m *merger) basedOn(f *film.Film, g group) {
	s := m.best(g, "based_on", func(s *statement) bool { return len(s.BasedOn) > 0 && !s.joined.inferred() })
	if s != nil {
		f.BasedOn = s.BasedOn
	}
}

// videos sets the videos of the best row with an id that has some: by kind, official ones
// first, else in the row's order. Those of unknown kind are the last.
func (m *merger) videos(f *film.Film, g group) {
	s := m.best(g, "videos", func(s *statement) bool { return len(s.Videos) > 0 && !s.joined.inferred() })
	if s == nil {
		return
	}
	f.Videos = s.Videos
	place := func(v film.Video) int {
		at := placeOf(film.VideoKinds, v.Kind)
		if at < 0 {
			at = len(film.VideoKinds)
		}
		if at *= 2; v.Official == nil || !*v.Official {
			at++
		}
		return at
	}
	slices.SortStableFunc(f.Videos, func(a, b film.Video) int { return cmp.Compare(place(a), place(b)) })
	f.Videos = f.Videos[:min(len(f.Videos), mostVideos)]
}

// images sets the pictures of the best row with an id that has some, by kind, else in the
// row's order.
func (m *merger) images(f *film.Film, g group) {
	s := m.best(g, "images", func(s *statement) bool { return len(s.Images) > 0 && !s.joined.inferred() })
	if s == nil {
		return
	}
	f.Images = s.Images
	slices.SortStableFunc(f.Images, func(a, b film.Image) int {
		return cmp.Compare(slices.Index(film.ImageKinds, a.Kind), slices.Index(film.ImageKinds, b.Kind))
	})
}
