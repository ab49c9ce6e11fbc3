package vision

import (
	"math"
	"math/bits"
	"strconv"
)

// The parts of a distance between posters.
const (
	hashPart    = 0.25
	palettePart = 0.45
	layoutPart  = 0.30
)

// Descriptor is what a reading is compared by, made ready: comparing one poster
// with many takes well under a microsecond each.
// It never changes, and goroutines may share it.
type Descriptor struct {
	hash    uint64
	hashed  bool
	colors  []lab
	shares  []float64
	thirds  []float64
	measure [8]float64 // of layout, each over the largest difference that is usual
}

// Descriptor makes the reading ready to be compared. It needs nothing but what
// is on the wire, so that stored readings can be compared.
func (a *Reading) Descriptor() *Descriptor {
	l := &Descriptor{thirds: a.Composition.Thirds}
	hash, err := strconv.ParseUint(a.PerceptualHash, 16, 64)
	l.hash, l.hashed = hash, err == nil && len(a.PerceptualHash) == 16
	for _, c := range a.DominantColors {
		l.colors = append(l.colors, labOfHex(c.Hex))
		l.shares = append(l.shares, c.Share)
	}
	c := &a.Composition
	l.measure = [...]float64{
		c.Symmetry, c.NegativeSpace, c.FocusStrength, a.EdgeDensity / 0.3, a.Text.Area / 0.3,
		faceArea(a.Faces) / 0.3, a.Palette.Brightness / 0.6, a.Palette.Contrast,
	}
	return l
}

// Distance is how unlike two posters look, from 0 (alike) to 1: a weighted mean
// of the share of differing hash bits (twice it, as unrelated pictures differ
// in half of them), the distance of their palettes and that of their layouts.
// It is symmetric.
// Compare with many by way of Descriptor, which parses hashes and colours once.
func (a *Reading) Distance(b *Reading) float64 { return a.Descriptor().Distance(b.Descriptor()) }

// Distance is Reading.Distance.
func (l *Descriptor) Distance(o *Descriptor) float64 {
	return round(hashPart*min(2*l.Hash(o), 1)+palettePart*l.Palette(o)+layoutPart*l.layout(o), 4)
}

// Hash is the share of hash bits that differ; 1/2, as of unrelated pictures,
// when one has no hash.
func (l *Descriptor) Hash(o *Descriptor) float64 {
	if !l.hashed || !o.hashed {
		return 0.5
	}
	return float64(bits.OnesCount64(l.hash^o.hash)) / 64
}

// Palette is how far, as ΔE OK2, the colours of one palette must be moved to
// become the other's: each colour goes to the nearest of the other, by its
// share, the mean of both ways. 0.45 and more is 1.
// This is a weighted, symmetric Chamfer distance. From 0 to 1; two palettes without
// colours are alike, and one without is as far as can be from one with some.
func (l *Descriptor) Palette(o *Descriptor) float64 {
	if len(l.colors) == 0 || len(o.colors) == 0 {
		if len(l.colors) == len(o.colors) {
			return 0
		}
		return 1
	}
	return min((l.nearestDistance(o)+o.nearestDistance(l))/2/0.45, 1)
}

// nearestDistance is the mean distance of l's colours to the nearest of o's, by share.
// It is not symmetric. o must have a colour.
func (l *Descriptor) nearestDistance(o *Descriptor) float64 {
	sum, weight := 0.0, 0.0
	for i, from := range l.colors {
		least := float32(math.MaxFloat32)
		for _, to := range o.colors {
			least = min(least, from.squaredDistance(to))
		}
		sum += l.shares[i] * math.Sqrt(float64(least))
		weight += l.shares[i]
	}
	if weight <= 0 {
		return 0
	}
	return sum / weight
}

// layout is the mean difference of what lays out a poster. Where the weight
// lies among the thirds counts twice, as it says most.
func (l *Descriptor) layout(o *Descriptor) float64 {
	thirds := 0.0
	for i := range min(len(l.thirds), len(o.thirds)) {
		thirds += math.Abs(l.thirds[i]-o.thirds[i]) / 2
	}
	sum := 2 * min(thirds, 1)
	for i, m := range l.measure {
		sum += min(math.Abs(m-o.measure[i]), 1)
	}
	return sum / float64(2+len(l.measure))
}

// faceArea is the share of the picture that faces take.
func faceArea(faces []Face) float64 {
	sum := 0.0
	for _, f := range faces {
		sum += f.W * f.H
	}
	return min(sum, 1)
}
