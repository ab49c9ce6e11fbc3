package poster

import (
	"encoding/json"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// Near is a film whose poster was read, and how far that is from the one asked
// about.
// Distances have four decimals.
type Near struct {
	Film     film.ID
	Distance float64 // 0 alike to 1; see vision.Reading.Distance
}

// mark is a poster as Nearest compares it.
type mark struct {
	place      int
	descriptor *vision.Descriptor
}

// Nearest gives the n posters nearest to a reading, nearest first, equally
// near ones by film id. All are compared. Those that an older method read are left
// out: their figures do not compare.
// Time is proportional to the posters, well under a microsecond each; the first call decodes
// all readings as well. The result is not nil and holds fewer than n only when there are
// fewer. r need not be of this collection.
func (x *Collection) Nearest(r *vision.Reading, n int) []Near {
	x.nearOnce.Do(x.remember)
	descriptor := r.Descriptor()
	near := make([]Near, 0, n+1)
	for _, m := range x.near {
		d := descriptor.Distance(m.descriptor)
		if len(near) == n && d >= near[n-1].Distance {
			continue
		}
		at, _ := slices.BinarySearchFunc(near, d, func(a Near, d float64) int {
			if a.Distance <= d {
				return -1
			}
			return 1
		})
		near = slices.Insert(near, at, Near{film.ID(x.films[m.place]), d})
		near = near[:min(len(near), n)]
	}
	return near
}

// comparisonPart is the part of a reading that comparing needs; to decode no more
// halves what the first who asks waits for.
type comparisonPart struct {
	Version        string             `json:"version"`
	Composition    vision.Composition `json:"composition"`
	DominantColors []vision.Color     `json:"dominant_colors"`
	Palette        vision.Palette     `json:"palette"`
	EdgeDensity    float64            `json:"edge_density"`
	Text           struct {
		Area float64 `json:"area"`
	} `json:"text"`
	Faces          []vision.Face `json:"faces"`
	PerceptualHash string        `json:"perceptual_hash"`
}

// remember decodes all readings and keeps of them what comparing needs, made
// ready: colours are not read out of their digits again for each comparison.
// One goroutine runs it, the others wait.
func (x *Collection) remember() {
	for i := range x.films {
		var c comparisonPart
		if json.Unmarshal(x.readings.at(i), &c) != nil || c.Version != vision.Version {
			continue // of another method; Verify finds damage
		}
		r := vision.Reading{
			Composition: c.Composition, DominantColors: c.DominantColors, Palette: c.Palette, EdgeDensity: c.EdgeDensity,
			Text: vision.Text{Area: c.Text.Area}, Faces: c.Faces, PerceptualHash: c.PerceptualHash,
		}
		x.near = append(x.near, mark{i, r.Descriptor()})
	}
	x.near = slices.Clip(x.near)
}
