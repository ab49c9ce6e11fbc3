package vision

import (
	"cmp"
	"math"
	"slices"
)

// The palette: k-means in OKLab over the picture's colours. Pixels are first
// gathered into cells of 5 bits a channel; a cell weighs the square root of its
// pixels, so that a small vivid title is not lost beside a large sky. Clusters
// are begun greedily (each at the cell that is heaviest by weight times squared
// distance to those before), which needs no chance at all. Of the clusters
// those are reported that are large and unlike the others reported.
const (
	paletteClusters       = 14
	paletteIterations     = 14
	paletteColors         = 6     // colours told
	paletteMergeDistance  = 0.08  // distance below which two clusters are one colour
	paletteAssignDistance = 0.20  // distance up to which a pixel belongs to a told colour
	paletteMinShare       = 0.005 // share below which a colour is not told
	// paletteMinGain is the least that a colour must add: the square root of its
	// share times its distance to the nearest chosen before.
	paletteMinGain = 0.016
)

// colorBin is a bin of the colour histogram, or a cluster of them.
// Of a bin, at is the mean colour of its pixels and weight the root of their number.
type colorBin struct {
	at     lab
	pixels float64
	weight float64
}

// histogram gathers the pixels into cells, in the order of their colours.
// At most 32,768 bins, those without pixels left out.
func (c *canvas) histogram() []colorBin {
	type sums struct {
		l, a, b float64
		n       int
	}
	cells := make([]sums, 1<<15)
	for i, v := range c.lab {
		k := &cells[int(c.rgb[3*i]>>3)<<10|int(c.rgb[3*i+1]>>3)<<5|int(c.rgb[3*i+2]>>3)]
		k.l, k.a, k.b, k.n = k.l+float64(v.l), k.a+float64(v.a), k.b+float64(v.b), k.n+1
	}
	var out []colorBin
	for _, k := range cells {
		if k.n > 0 {
			n := float64(k.n)
			out = append(out, colorBin{lab{float32(k.l / n), float32(k.a / n), float32(k.b / n)}, n, math.Sqrt(n)})
		}
	}
	return out
}

// initialCenters picks the first centres, at most k, deterministically (farthest-point
// initialisation by weight).
func initialCenters(all []colorBin, k int) []lab {
	far := make([]float32, len(all))
	for i := range far {
		far[i] = 1
	}
	var centers []lab
	for range min(k, len(all)) {
		best := 0
		for i := range all {
			if float64(far[i])*all[i].weight > float64(far[best])*all[best].weight {
				best = i
			}
		}
		if far[best] == 0 {
			break
		}
		centers = append(centers, all[best].at)
		for i := range all {
			far[i] = min(far[i], all[i].at.squaredDistance(all[best].at))
		}
	}
	return centers
}

// kMeans is Lloyd's algorithm: it moves the centres to the means of what is nearest to them, and gives
// each with the pixels nearest to it.
// Centres are moved in place, for at most paletteIterations rounds or until none moves.
// Time grows with bins times centres. The result has one entry a centre; those nearest to
// nothing have 0 pixels.
func kMeans(all []colorBin, centers []lab) []colorBin {
	var out []colorBin
	for range paletteIterations {
		type sums struct{ l, a, b, weight, pixels float64 }
		gathered := make([]sums, len(centers))
		for i := range all {
			v := &all[i]
			best, least := 0, float32(math.MaxFloat32)
			for j := range centers {
				if d := centers[j].squaredDistance(v.at); d < least {
					best, least = j, d
				}
			}
			g := &gathered[best]
			g.l, g.a, g.b = g.l+v.weight*float64(v.at.l), g.a+v.weight*float64(v.at.a), g.b+v.weight*float64(v.at.b)
			g.weight, g.pixels = g.weight+v.weight, g.pixels+v.pixels
		}
		out = out[:0]
		moved := false
		for j, g := range gathered {
			if g.weight > 0 {
				mean := lab{float32(g.l / g.weight), float32(g.a / g.weight), float32(g.b / g.weight)}
				moved = moved || mean.squaredDistance(centers[j]) > 1e-8
				centers[j] = mean
			}
			out = append(out, colorBin{centers[j], g.pixels, g.weight})
		}
		if !moved {
			break
		}
	}
	return out
}

// mergeAlike joins the two nearest clusters as long as they look alike.
// It is agglomerative: the pair nearest by ΔE first, and the mean by pixels takes the place
// of both. It changes all.
func mergeAlike(all []colorBin) []colorBin {
	for {
		a, b, least := -1, -1, float32(paletteMergeDistance*paletteMergeDistance)
		for i := range all {
			for j := i + 1; j < len(all); j++ {
				if d := all[i].at.squaredDistance(all[j].at); d < least {
					a, b, least = i, j, d
				}
			}
		}
		if a < 0 {
			return all
		}
		p, q := all[a], all[b]
		n := float32(q.pixels / (p.pixels + q.pixels))
		if p.pixels+q.pixels == 0 {
			n = 0
		}
		all[a] = colorBin{lab{p.at.l + n*(q.at.l-p.at.l), p.at.a + n*(q.at.a-p.at.a), p.at.b + n*(q.at.b-p.at.b)},
			p.pixels + q.pixels, p.weight + q.weight}
		all = slices.Delete(all, b, b+1)
	}
}

// selectDominant picks the clusters to report: the largest first, then each time the
// one that adds most, by the square root of its share times its distance to
// the nearest chosen.
// At most paletteColors, each with a share of paletteMinShare or more; nil of none. total
// is the number of pixels.
func selectDominant(found []colorBin, total float64) []colorBin {
	var told []colorBin
	for len(told) < paletteColors {
		best, most := -1, paletteMinGain
		for i, f := range found {
			share := f.pixels / total
			if share < paletteMinShare {
				continue
			}
			near := float32(1)
			for _, t := range told {
				near = min(near, t.at.squaredDistance(f.at))
			}
			if adds := math.Sqrt(share * float64(near)); adds > most {
				best, most = i, adds
			}
		}
		if best < 0 {
			break
		}
		told = append(told, found[best])
	}
	return told
}

// dominant gives the picture's main colours, largest share first. A colour's
// share is that of the pixels nearest to it, but for those unlike any.
// Never nil. Ties keep the order of selection, so that the result is the same everywhere.
func (s *colorTables) dominant(c *canvas) []Color {
	cells, total := c.histogram(), float64(c.w*c.h)
	told := selectDominant(mergeAlike(kMeans(cells, initialCenters(cells, paletteClusters))), total)
	for i := range told {
		told[i].pixels = 0
	}
	for i := range cells {
		best, least := -1, float32(paletteAssignDistance*paletteAssignDistance)
		for j := range told {
			if d := told[j].at.squaredDistance(cells[i].at); d < least {
				best, least = j, d
			}
		}
		if best >= 0 {
			told[best].pixels += cells[i].pixels
		}
	}
	slices.SortStableFunc(told, func(a, b colorBin) int { return cmp.Compare(b.pixels, a.pixels) })
	out := []Color{}
	for _, t := range told {
		// Rounded down, so that shares never sum to more than 1.
		out = append(out, Color{Hex: t.at.hex(), Name: s.name(t.at), Share: math.Floor(t.pixels/total*1e4) / 1e4})
	}
	return out
}
