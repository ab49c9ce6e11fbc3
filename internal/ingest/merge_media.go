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
	s := m.best(g, "based_on", func(s *stated) bool { return len(s.BasedOn) > 0 && !s.joined.inferred() })
	if s == nil {
		return
	}
	for _, w := range s.BasedOn {
		f.BasedOn = append(f.BasedOn, film.Work{ID: w.ID, Title: known(w.Title), Kind: w.Kind, Authors: w.Authors, Source: s.input.source})
	}
}

// videos sets the videos of the best row with an id that has some: by kind, official ones
// first, else in the row's order. Those of unknown kind are the last.
func (m *merger) videos(f *film.Film, g group) {
	s := m.best(g, "videos", func(s *stated) bool { return len(s.Videos) > 0 && !s.joined.inferred() })
	if s == nil {
		return
	}
	for _, v := range s.Videos {
		f.Videos = append(f.Videos, film.Video{
			Site: v.Site, Key: v.Key, Name: known(v.Name), Kind: known(v.Kind), Language: known(v.Language),
			Official: v.Official, PublishedAt: known(v.Published), Source: s.input.source,
		})
	}
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
	s := m.best(g, "images", func(s *stated) bool { return len(s.Images) > 0 && !s.joined.inferred() })
	if s == nil {
		return
	}
	for _, i := range s.Images {
		f.Images = append(f.Images, film.Image{
			Kind: i.Kind, URL: imageServer + "original" + i.Path, Width: positive(i.Width), Height: positive(i.Height),
			Language: known(i.Language), Source: s.input.source,
		})
	}
	slices.SortStableFunc(f.Images, func(a, b film.Image) int {
		return cmp.Compare(slices.Index(film.ImageKinds, a.Kind), slices.Index(film.ImageKinds, b.Kind))
	})
}

// positive returns a number, nil for 0.
func positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
