package poster

import (
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/poster/look"
)

// Near is a stored poster and how far it is from the one asked about.
type Near struct {
	Film     film.ID
	Picture  Picture
	Distance float64 // 0 alike to 1; see look.Reading.Distance
}

// mark is a poster as Nearest compares it.
type mark struct {
	place   int
	reading *look.Reading
}

// Nearest gives the n stored posters nearest to a reading, nearest first, equally
// near ones by film id. All are compared. Those that an older method read are left
// out: their figures do not compare.
func (x *Collection) Nearest(r *look.Reading, n int) []Near {
	x.nearOnce.Do(x.remember)
	near := make([]Near, 0, n+1)
	for _, m := range x.near {
		d := r.Distance(m.reading)
		if len(near) == n && d >= near[n-1].Distance {
			continue
		}
		at, _ := slices.BinarySearchFunc(near, d, func(a Near, d float64) int {
			if a.Distance <= d {
				return -1
			}
			return 1
		})
		near = slices.Insert(near, at, Near{film.ID(x.films[m.place]), Picture(x.pictures[m.place]), d})
		near = near[:min(len(near), n)]
	}
	return near
}

// remember decodes all readings and keeps of them what comparing needs.
func (x *Collection) remember() {
	for i := range x.films {
		r, err := decode(x.readings.at(i))
		if r == nil || err != nil {
			continue // of another method; Verify finds damage
		}
		r.Mood.Because, r.DesignQuality.Parts, r.Text.Blocks, r.GenreNote = nil, nil, nil, ""
		x.near = append(x.near, mark{i, r})
	}
	x.near = slices.Clip(x.near)
}
