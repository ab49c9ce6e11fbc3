package poster

import (
	"fmt"
	"math"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/stat"
)

// Figures are aggregates over the readings of the current method (REQ
// P-01). A film counts for each of its genres, and for its decade if its year is
// known.
type Figures struct {
	DNA       Genome    `json:"poster_dna" doc:"Palette and layout of posters: of all, by genre, by decade."`
	Deep      Depth     `json:"deep_poster" doc:"How the readings are spread: design, lettering, faces, colour schemes."`
	Batch     Batch     `json:"batch_poster" doc:"What was read, and by which method."`
	Coverage  Coverage  `json:"coverage" doc:"For how many films there is a poster and a reading."`
	Sentiment Sentiment `json:"sentiment" doc:"Mood words and their two numbers: of all, by genre, by decade."`
}

// Genome is the look of posters.
type Genome struct {
	Overall  Strand            `json:"overall"`
	ByGenre  map[string]Strand `json:"by_genre"`
	ByDecade map[string]Strand `json:"by_decade" doc:"By decade of the film, as 1990s."`
}

// Strand is the look of some posters: means of what readings tell, null of none.
// Means have three decimals, Colorfulness one. Colors is never nil.
type Strand struct {
	Count         int      `json:"count" minimum:"0"`
	Brightness    *float64 `json:"brightness" doc:"0 black to 1 white."`
	Contrast      *float64 `json:"contrast" doc:"0 to 1."`
	Saturation    *float64 `json:"saturation" doc:"0 to 1."`
	Colorfulness  *float64 `json:"colorfulness" doc:"0 gray; above 109 extreme."`
	Warmth        *float64 `json:"warmth" doc:"-1 cool to 1 warm."`
	EdgeDensity   *float64 `json:"edge_density" doc:"0 to 1."`
	TextArea      *float64 `json:"text_area" doc:"Share of the picture."`
	NegativeSpace *float64 `json:"negative_space" doc:"Share of the picture."`
	Symmetry      *float64 `json:"symmetry" doc:"0 to 1."`
	Colors        []Hue    `json:"colors" doc:"At most six colour names by their mean share of the picture, largest first."`
}

// Hue is a colour name and its mean share over some posters.
type Hue struct {
	Name  string  `json:"name"`
	Share float64 `json:"share" minimum:"0" maximum:"1"`
}

// Depth is how readings are spread.
type Depth struct {
	Count         int                `json:"count" minimum:"0"`
	DesignQuality *float64           `json:"design_quality" doc:"Mean score, 0 to 100."`
	DesignDist    map[string]int     `json:"design_dist" doc:"Posters by score: 0-10, 10-20 and so on; a score counts for the range it begins."`
	DesignParts   map[string]float64 `json:"design_parts" doc:"Mean score of each part."`
	FocusStrength *float64           `json:"focus_strength" doc:"Mean, 0 to 1."`
	Thirds        *float64           `json:"thirds_alignment" doc:"Mean, 0 to 1."`
	Balance       *float64           `json:"balance" doc:"Mean, 0 to 1."`
	Tone          map[string]int     `json:"tone"`
	Temperature   map[string]int     `json:"temperature"`
	Harmony       map[string]int     `json:"harmony"`
	Grayscale     int                `json:"grayscale" minimum:"0"`
	Faces         map[string]int     `json:"faces" doc:"Posters by how many faces were found: 0, 1, 2, 3+."`
	Lettering     Lettering          `json:"typography"`
}

// Lettering is how the largest lettering looks, over all posters on which some was
// found.
type Lettering struct {
	Count     int            `json:"count" minimum:"0"`
	Weight    map[string]int `json:"weight"`
	Width     map[string]int `json:"width"`
	Placement map[string]int `json:"placement"`
}

// Batch is what was read.
type Batch struct {
	Posters     int            `json:"posters" minimum:"0"`
	ByMethod    map[string]int `json:"by_method" doc:"Posters by the version of the method that read them; the aggregates are of the current one alone."`
	Orientation map[string]int `json:"orientation"`
	MedianWidth *float64       `json:"median_width" doc:"Of the originals, pixels."`
	MedianHigh  *float64       `json:"median_height" doc:"Of the originals, pixels."`
}

// Coverage counts films.
type Coverage struct {
	Films      int                      `json:"films" minimum:"0" doc:"All films."`
	WithPoster int                      `json:"with_poster" minimum:"0" doc:"Those with a poster, as has_poster counts them."`
	Stored     int                      `json:"stored" minimum:"0" doc:"Those of them whose poster the service stores."`
	ThirdParty int                      `json:"third_party" minimum:"0" doc:"Those of them whose poster is at a third party's address."`
	Analyzed   int                      `json:"analyzed" minimum:"0" doc:"Films with a reading."`
	ByGenre    map[string]CoverageGroup `json:"by_genre"`
	ByDecade   map[string]CoverageGroup `json:"by_decade"`
}

// CoverageGroup counts the films of a genre or decade.
type CoverageGroup struct {
	Films      int `json:"films" minimum:"0"`
	WithPoster int `json:"with_poster" minimum:"0"`
	Analyzed   int `json:"analyzed" minimum:"0"`
}

// Sentiment is the mood of posters.
type Sentiment struct {
	Overall  Feeling            `json:"overall"`
	ByGenre  map[string]Feeling `json:"by_genre"`
	ByDecade map[string]Feeling `json:"by_decade"`
}

// Feeling is the mood of some posters.
type Feeling struct {
	Count   int            `json:"count" minimum:"0"`
	Valence *float64       `json:"valence" doc:"Mean, -1 bleak to 1 bright."`
	Energy  *float64       `json:"energy" doc:"Mean, -1 calm to 1 agitated."`
	Words   map[string]int `json:"words" doc:"Posters by mood word."`
}

// complete counts films, which needs the catalogue, and makes what is nil empty.
// The errors are those of counting facets. It may be called once for each Figures.
func (f *Figures) complete(c *catalog.Catalog, stored, analyzed int) error {
	f.fill()
	names := []string{"genres", "decades"}
	var every, shown film.Query
	shown.HasPoster = true
	all, err := c.Facets(&every, names)
	if err != nil {
		return fmt.Errorf("count films: %w", err)
	}
	posters, err := c.Facets(&shown, names)
	if err != nil {
		return fmt.Errorf("count films with a poster: %w", err)
	}
	read := f.Coverage // Analyzed by genre and decade is counted when readings are
	f.Coverage.Films, f.Coverage.Stored, f.Coverage.Analyzed = c.Len(), stored, analyzed
	f.Coverage.WithPoster = 0
	for d := range c.Len() {
		if c.HasPoster(catalog.Doc(d)) {
			f.Coverage.WithPoster++
		}
	}
	f.Coverage.ThirdParty = f.Coverage.WithPoster - stored
	f.Coverage.ByGenre = covered(all["genres"], posters["genres"], read.ByGenre)
	f.Coverage.ByDecade = covered(all["decades"], posters["decades"], read.ByDecade)
	return nil
}

// Genres and decades are those of all films, so every group that has a film is there.
func covered(all, posters []catalog.Count, read map[string]CoverageGroup) map[string]CoverageGroup {
	groups := make(map[string]CoverageGroup, len(all))
	for _, n := range all {
		groups[n.Value] = CoverageGroup{Films: n.Count, Analyzed: read[n.Value].Analyzed}
	}
	for _, n := range posters {
		g := groups[n.Value]
		g.WithPoster = n.Count
		groups[n.Value] = g
	}
	return groups
}

// NewFigures returns those of no readings. No map or list of Figures is nil.
func NewFigures() *Figures {
	f := &Figures{}
	f.fill()
	return f
}

// fill makes what is nil empty.
func (f *Figures) fill() {
	for _, m := range []*map[string]int{
		&f.Deep.DesignDist, &f.Deep.Tone, &f.Deep.Temperature, &f.Deep.Harmony, &f.Deep.Faces,
		&f.Deep.Lettering.Weight, &f.Deep.Lettering.Width, &f.Deep.Lettering.Placement,
		&f.Batch.ByMethod, &f.Batch.Orientation, &f.Sentiment.Overall.Words,
	} {
		*m = object(*m)
	}
	f.Deep.DesignParts = object(f.Deep.DesignParts)
	f.DNA.ByGenre, f.DNA.ByDecade = object(f.DNA.ByGenre), object(f.DNA.ByDecade)
	f.Coverage.ByGenre, f.Coverage.ByDecade = object(f.Coverage.ByGenre), object(f.Coverage.ByDecade)
	f.Sentiment.ByGenre, f.Sentiment.ByDecade = object(f.Sentiment.ByGenre), object(f.Sentiment.ByDecade)
	if f.DNA.Overall.Colors == nil {
		f.DNA.Overall.Colors = []Hue{}
	}
}

// object returns m, or an empty map for nil, so that JSON has {} and not null.
func object[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return m
}

// rounded is a number with at most so many decimals.
func rounded(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale)/scale + 0
}

// median is null of nothing.
func median(all []int) *float64 {
	if len(all) == 0 {
		return nil
	}
	m := stat.Median(all)
	return &m
}
