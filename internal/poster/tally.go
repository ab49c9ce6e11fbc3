package poster

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"kinodex/internal/film"
	"kinodex/internal/poster/vision"
)

// tally adds readings up to Figures. The zero tally is empty.
type tally struct {
	all             sums
	genres, decades map[string]*sums

	methods               map[string]int
	widths, heights       []int
	orientation           map[string]int
	tone, warmth, harmony map[string]int
	faces                 map[string]int
	design                map[string]int
	parts                 map[string]*mean
	grayscale, lettered   int
	weight, width, place  map[string]int
	quality               mean
	focus, thirds, even   mean
	readGenre, readDecade map[string]CoverageGroup
}

// mean adds numbers up.
// The zero mean is that of nothing.
type mean struct {
	sum float64
	n   int
}

// add adds a number, which must be finite.
func (m *mean) add(v float64) { m.sum, m.n = m.sum+v, m.n+1 }

// of is null of nothing.
func (m mean) of(decimals int) *float64 {
	if m.n == 0 {
		return nil
	}
	v := rounded(m.sum/float64(m.n), decimals)
	return &v
}

// sums are those of a Strand and a Feeling.
type sums struct {
	count                                      int
	brightness, contrast, saturation, colorful mean
	warmth, edges, text, calm, symmetry        mean
	valence, energy                            mean
	colors                                     map[string]float64
	words                                      map[string]int
}

// add counts a film's reading; nil for one that another method made.
// It keeps nothing of f or r but strings. Floats are summed in the order of the films, so
// the same order gives the same bytes.
func (t *tally) add(f *film.Film, method string, r *vision.Reading) {
	bump(&t.methods, method)
	decade := ""
	if f.Year != nil {
		decade = strconv.Itoa(*f.Year/10*10) + "s"
	}
	genres := slices.Clone(f.Genres)
	slices.Sort(genres)
	genres = slices.Compact(genres)
	for _, g := range genres {
		bumpRead(&t.readGenre, g)
	}
	if decade != "" {
		bumpRead(&t.readDecade, decade)
	}
	if r == nil {
		return
	}
	t.all.add(r)
	for _, g := range genres {
		group(&t.genres, g).add(r)
	}
	if decade != "" {
		group(&t.decades, decade).add(r)
	}
	t.spread(r)
}

// spread counts one reading for Depth, Lettering and Batch.
func (t *tally) spread(r *vision.Reading) {
	t.widths, t.heights = append(t.widths, r.Size.Width), append(t.heights, r.Size.Height)
	bump(&t.orientation, r.Size.Orientation)
	bump(&t.tone, r.Palette.Tone)
	bump(&t.warmth, r.Palette.Temperature)
	bump(&t.harmony, r.Palette.Harmony)
	bump(&t.faces, [...]string{"0", "1", "2", "3+"}[min(len(r.Faces), 3)])
	ten := max(0, min(9, int(r.DesignQuality.Score/10)))
	bump(&t.design, strconv.Itoa(10*ten)+"-"+strconv.Itoa(10*ten+10))
	if r.Palette.Grayscale {
		t.grayscale++
	}
	if l := r.Typography; l != nil {
		t.lettered++
		bump(&t.weight, l.Weight)
		bump(&t.width, l.Width)
		bump(&t.place, l.Placement)
	}
	t.quality.add(r.DesignQuality.Score)
	for _, p := range r.DesignQuality.Parts {
		if t.parts == nil {
			t.parts = map[string]*mean{}
		}
		if t.parts[p.Name] == nil {
			t.parts[p.Name] = &mean{}
		}
		t.parts[p.Name].add(p.Score)
	}
	t.focus.add(r.Composition.FocusStrength)
	t.thirds.add(r.Composition.ThirdsAlignment)
	t.even.add(r.Composition.Balance)
}

// add counts a reading of the current method.
func (s *sums) add(r *vision.Reading) {
	s.count++
	s.brightness.add(r.Palette.Brightness)
	s.contrast.add(r.Palette.Contrast)
	s.saturation.add(r.Palette.Saturation)
	s.colorful.add(r.Palette.Colorfulness)
	s.warmth.add(r.Palette.Warmth)
	s.edges.add(r.EdgeDensity)
	s.text.add(r.Text.Area)
	s.calm.add(r.Composition.NegativeSpace)
	s.symmetry.add(r.Composition.Symmetry)
	s.valence.add(r.Mood.Valence)
	s.energy.add(r.Mood.Energy)
	for _, c := range r.DominantColors {
		if s.colors == nil {
			s.colors = map[string]float64{}
		}
		s.colors[c.Name] += c.Share
	}
	for _, w := range r.Mood.Words {
		bump(&s.words, w)
	}
}

// bump adds one to a key, and makes the map when there is none.
func bump(m *map[string]int, key string) {
	if *m == nil {
		*m = map[string]int{}
	}
	(*m)[key]++
}

// bumpRead counts one analysed film of a genre or decade.
func bumpRead(m *map[string]CoverageGroup, key string) {
	if *m == nil {
		*m = map[string]CoverageGroup{}
	}
	g := (*m)[key]
	g.Analyzed++
	(*m)[key] = g
}

// group returns the sums of a key, new ones the first time.
func group(m *map[string]*sums, key string) *sums {
	if *m == nil {
		*m = map[string]*sums{}
	}
	if (*m)[key] == nil {
		(*m)[key] = &sums{}
	}
	return (*m)[key]
}

// figures are what was added up, but for what only the catalogue knows.
func (t *tally) figures() *Figures {
	f := &Figures{
		DNA:       Genome{t.all.strand(), each(t.genres, (*sums).strand), each(t.decades, (*sums).strand)},
		Sentiment: Sentiment{t.all.feeling(), each(t.genres, (*sums).feeling), each(t.decades, (*sums).feeling)},
		Coverage:  Coverage{ByGenre: t.readGenre, ByDecade: t.readDecade},
		Deep: Depth{
			Count: t.all.count, DesignQuality: t.quality.of(1), DesignDist: t.design, DesignParts: map[string]float64{},
			FocusStrength: t.focus.of(3), Thirds: t.thirds.of(3), Balance: t.even.of(3),
			Tone: t.tone, Temperature: t.warmth, Harmony: t.harmony, Grayscale: t.grayscale, Faces: t.faces,
			Lettering: Lettering{t.lettered, t.weight, t.width, t.place},
		},
		Batch: Batch{ByMethod: t.methods, Orientation: t.orientation, MedianWidth: median(t.widths), MedianHigh: median(t.heights)},
	}
	for _, n := range t.methods {
		f.Batch.Posters += n
	}
	for name, m := range t.parts {
		f.Deep.DesignParts[name] = *m.of(1)
	}
	return f
}

// each returns what every group's sums come to, by key; never nil.
func each[V any](groups map[string]*sums, tell func(*sums) V) map[string]V {
	told := make(map[string]V, len(groups))
	for name, s := range groups {
		told[name] = tell(s)
	}
	return told
}

// mostColors is how many colours a Strand names.
const mostColors = 6

// strand returns the means: colours by share and then by name, at most mostColors.
func (s *sums) strand() Strand {
	told := Strand{
		Count: s.count, Brightness: s.brightness.of(3), Contrast: s.contrast.of(3), Saturation: s.saturation.of(3),
		Colorfulness: s.colorful.of(1), Warmth: s.warmth.of(3), EdgeDensity: s.edges.of(3), TextArea: s.text.of(3),
		NegativeSpace: s.calm.of(3), Symmetry: s.symmetry.of(3), Colors: []Hue{},
	}
	for _, name := range slices.Sorted(maps.Keys(s.colors)) {
		told.Colors = append(told.Colors, Hue{name, rounded(s.colors[name]/float64(s.count), 3)})
	}
	slices.SortStableFunc(told.Colors, func(a, b Hue) int { return cmp.Compare(b.Share, a.Share) })
	told.Colors = told.Colors[:min(len(told.Colors), mostColors)]
	return told
}

// feeling returns the mood of the posters; Words is never nil.
func (s *sums) feeling() Feeling {
	return Feeling{Count: s.count, Valence: s.valence.of(3), Energy: s.energy.of(3), Words: object(s.words)}
}
