package research

import (
	"context"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/screenplay/measure"
)

// Builder joins measured scripts with their films and writes File.
type Builder struct {
	given  []MeasuredScript
	wanted map[film.ID]int // place in given
	joined map[film.ID]scoredScript
	// dropped are the scripts that are not in the set, with the reason.
	dropped []DroppedScript
	before  *TrainedModel // a model to take over; nil for none
}

// DroppedScript is a measured script that is not in the set, and why.
type DroppedScript struct {
	Film   film.ID `json:"filmdb_id"`
	Reason string  `json:"reason"`
}

// NewBuilder starts a builder of a set of measured scripts, in any order. Of two
// scripts of one film the first counts.
func NewBuilder(scripts []MeasuredScript) *Builder {
	b := &Builder{given: scripts, wanted: map[film.ID]int{}, joined: map[film.ID]scoredScript{}}
	for i, s := range scripts {
		if _, twice := b.wanted[s.Film]; twice {
			b.drop(s.Film, "another script of this film is in the set")
			continue
		}
		b.wanted[s.Film] = i
	}
	return b
}

func (b *Builder) drop(id film.ID, reason string) {
	b.dropped = append(b.dropped, DroppedScript{id, reason})
}

// Add takes the next film of the catalogue; it keeps nothing of f but its title
// and figures, and those only if there is a script of it.
func (b *Builder) Add(_ catalog.Doc, f *film.Film) {
	i, ok := b.wanted[f.ID]
	if !ok {
		return
	}
	s := scoredScript{MeasuredScript: b.given[i], title: f.Title, outcomes: outcomesOf(f)}
	if f.Year != nil {
		s.year = *f.Year
	}
	if f.Ratings.FilmdbVotes != nil {
		s.votes = *f.Ratings.FilmdbVotes
	}
	b.joined[f.ID] = s
}

// about is what the file tells of itself.
type about struct {
	Version int `json:"version"`
	// Extractors are the versions of the formulas the scripts were measured by;
	// one, in a set that was measured in one go.
	Extractors []string `json:"extractors"`
	// MeanRating is what points are drawn towards.
	MeanRating float64 `json:"mean_rating"`
	// Edits is on how many edited texts the noise floor rests.
	Edits int `json:"edits"`
	// VoteNoise is how far the same edits move the model's votes; nil without a
	// model or edits, and in older files.
	VoteNoise *voteNoise `json:"vote_noise,omitempty"`
	// StyleFeatures is the version of the list the habits are counted by; 0 in a file
	// without them.
	StyleFeatures int `json:"habits,omitempty"`
	// Series says that the file has the sections of series; older files have none.
	Series  bool            `json:"series,omitempty"`
	Dropped []DroppedScript `json:"dropped"`
}

// fileVersion is the version of the file's layout. History:
//
//	1  the first
const fileVersion = 1

// Write ranks the scripts, trains the model and writes the file at path. Scripts
// whose film was not added or has no user rating are left out, and the file says
// so. The same scripts and films give the same bytes. Progress, which may be nil,
// counts the parts of the training.
func (b *Builder) Write(ctx context.Context, path string, progress func(done, total int64)) error {
	set := b.join()
	a := about{Version: fileVersion, StyleFeatures: measure.StyleFeaturesVersion, Series: true, Dropped: b.dropped}
	a.MeanRating = rank(set)
	for i := range set {
		if !slices.Contains(a.Extractors, set[i].Extractor) {
			a.Extractors = append(a.Extractors, set[i].Extractor)
		}
	}
	slices.Sort(a.Extractors)
	var floor measure.Vector
	floor, a.Edits = floorOf(set)
	model, err := train(ctx, set, b.before, progress)
	if err != nil {
		return fmt.Errorf("train the tier model: %w", err)
	}
	var encoded []byte
	if model != nil {
		encoded, a.VoteNoise = model.Encode(), voteNoiseOf(set, model)
	}
	return pack.Save(path, func(w *pack.Writer) error { return write(w, set, a, floor, encoded) })
}

// join gives the scripts that count and notes those that do not.
func (b *Builder) join() []scoredScript {
	var set []scoredScript
	for i := range b.given {
		id := b.given[i].Film
		if b.wanted[id] != i {
			continue // dropped already
		}
		s, ok := b.joined[id]
		switch {
		case !ok:
			b.drop(id, "its film is not in the catalogue")
		case math.IsNaN(s.outcomes[filmdbRating]):
			b.drop(id, "its film has no user rating")
		case slices.ContainsFunc(s.Features[:], func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }):
			b.drop(id, "a feature is not a number")
		default:
			set = append(set, s)
		}
	}
	slices.SortStableFunc(b.dropped, func(x, y DroppedScript) int { return int(x.Film) - int(y.Film) })
	return set
}

// The sections of the file. Rows are in order of rank.
const (
	sectionAbout       = "about"       // JSON of about
	sectionFilms       = "films"       // uint32: film ids
	sectionFeatures    = "features"    // float64: measure.Count a script
	sectionOutcomes    = "outcomes"    // float64: outcomeCount a script, NaN for unknown
	sectionPoints      = "points"      // float64
	sectionYears       = "years"       // int32, 0 for unknown
	sectionCharacters  = "characters"  // uint32
	sectionDigests     = "digests"     // 32 bytes a script: SHA-256 of its text, zeros for unknown
	sectionTitles      = "titles"      // the titles, one after the other
	sectionTitleEnds   = "title_ends"  // uint32: where each ends
	sectionStyleCounts = "habits"      // uint16: the habits of each script in turn, zeros for unknown; absent in older files
	sectionSeries      = "series"      // JSON of the series of each script in turn, nothing of one without; absent in older files
	sectionSeriesEnds  = "series_ends" // uint32: where each ends
	sectionFloor       = "floor"       // float64: the noise floor of each feature
	sectionModel       = "model"       // the model, as package tiermodel writes it; empty when there is none
)

func write(w *pack.Writer, set []scoredScript, a about, floor measure.Vector, model []byte) error {
	n := len(set)
	films, years, characters, ends := make([]uint32, n), make([]int32, n), make([]uint32, n), make([]uint32, n)
	points := make([]float64, n)
	var features, fared []float64
	var titles, digests []byte
	for i := range set {
		s := &set[i]
		films[i], years[i], characters[i], points[i] = uint32(s.Film), int32(s.year), uint32(s.Characters), s.points
		features, fared = append(features, s.Features[:]...), append(fared, s.outcomes[:]...)
		titles = append(titles, s.title...)
		ends[i] = uint32(len(titles))
		var digest [32]byte
		if b, err := hex.DecodeString(s.SHA256); err == nil && len(b) == len(digest) {
			copy(digest[:], b)
		}
		digests = append(digests, digest[:]...)
	}
	// An error of the writer stays, and is asked for once.
	w.PutJSON(sectionAbout, a)
	pack.PutSection(w, sectionFilms, films)
	pack.PutSection(w, sectionFeatures, features)
	pack.PutSection(w, sectionOutcomes, fared)
	pack.PutSection(w, sectionPoints, points)
	pack.PutSection(w, sectionYears, years)
	pack.PutSection(w, sectionCharacters, characters)
	pack.PutSection(w, sectionDigests, digests)
	pack.PutSection(w, sectionTitles, titles)
	pack.PutSection(w, sectionTitleEnds, ends)
	pack.PutSection(w, sectionStyleCounts, styleCountsOf(set))
	if err := writeSeries(w, set); err != nil {
		return err
	}
	pack.PutSection(w, sectionFloor, floor[:])
	pack.PutSection(w, sectionModel, model)
	return w.Err()
}
