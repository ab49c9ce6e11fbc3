package app

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/llm"
	"kinodex/internal/poster"
	"kinodex/internal/poster/vision"
)

// MostPicture is how many bytes a picture that is analysed may have (REQ L-08,
// P-07).
const MostPicture = 10 << 20

// AnalyzePosterQuestion asks what a picture shows, as a poster. The picture is
// read and forgotten: nothing of it is stored or logged.
type AnalyzePosterQuestion struct {
	// Field is what the interface calls the picture, for faults.
	Field string
	Image []byte
	// Type is what the sender calls it: image/jpeg, image/png or image/webp.
	Type string

	held int64 // bytes taken to unpack it
}

// PosterCritique is what is said of a picture (REQ P-05, P-06). Its lists are never
// nil. Addresses in it are good until the visit is closed.
type PosterCritique struct {
	Analysis    string               `json:"analysis" doc:"The reading in sentences, made by rules; no language model read the picture."`
	Prose       *PosterProse         `json:"prose" nullable:"true" doc:"What a language model says of the picture; null when the service has none, or when it failed, which warnings tell. Everything else in the answer is made without it."`
	Composition vision.Composition   `json:"composition"`
	Genres      []vision.GenreSignal `json:"genre_signals" doc:"Those of the reading; empty when the model does not beat its baseline, which reading.genre_note tells."`
	Marketing   poster.Marketing     `json:"marketing_effectiveness"`
	Design      float64              `json:"design_quality_score" minimum:"0" maximum:"100"`
	Comparable  []ComparablePoster   `json:"comparable_posters" doc:"The posters nearest to it of all that were read, nearest first."`
	Suggestions []poster.Suggestion  `json:"improvement_suggestions" doc:"By stated rules, what falls shortest first."`
	Reading     *vision.Reading      `json:"reading" doc:"Everything that was measured, as poster-analysis tells it of a film's poster."`
	Warnings    []string             `json:"warnings" doc:"Why there is no prose though the service has a language model; else empty."`

	model llm.Model // nil when there is none
	small []byte    // the picture for it
}

// ComparablePoster is a poster that was read and how unlike it is.
type ComparablePoster struct {
	FilmdbID film.ID           `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title    string            `json:"title"`
	Year     *int              `json:"year"`
	Poster   film.Raw[*string] `json:"poster_url" nullable:"true" doc:"The film's poster: stored, or at a third party's address, where it may be another artwork than the one that was read; null when neither is known."`
	Distance float64           `json:"distance" minimum:"0" maximum:"1" doc:"0 alike to 1."` // three decimals
}

// CritiqueOf returns what follows from a reading by rules alone.
func CritiqueOf(r *vision.Reading, near []ComparablePoster) *PosterCritique {
	said := poster.Criticise(r)
	c := &PosterCritique{
		Analysis: said.Text, Composition: r.Composition, Genres: r.GenreSignals, Marketing: said.Marketing,
		Design: r.DesignQuality.Score, Comparable: near, Suggestions: said.Suggestions, Reading: r, Warnings: []string{},
	}
	if c.Genres == nil {
		c.Genres = []vision.GenreSignal{}
	}
	return c
}

// comparables is how many near posters an answer has at most.
const comparables = 5

// AnalyzePoster reads a picture as all posters were read, and says what
// follows (REQ P-03 to P-07). No language model has a part in it: see
// PosterCritique.Describe.
func (v *Visit) AnalyzePoster(ctx context.Context, q AnalyzePosterQuestion) (*PosterCritique, error) {
	pictures := v.app.pictures
	var img image.Image
	defer func() { img = nil; pictures.clear(&q) }()
	if err := v.enter(ctx, access.Needs.PosterAnalyze, func() (err error) { img, err = pictures.put(ctx, &q); return err }); err != nil {
		return nil, err
	}
	reading := pictures.reader.Read(img)
	if err := v.interrupted(ctx); err != nil {
		return nil, err
	}
	c := CritiqueOf(reading, v.comparable(reading))
	if c.model = v.app.model; c.model != nil {
		var err error
		if c.small, err = shrunk(img); err != nil {
			return nil, fmt.Errorf("shrink a picture: %w", err)
		}
	}
	return c, nil
}

// comparable are the posters nearest to a reading.
func (v *Visit) comparable(r *vision.Reading) []ComparablePoster {
	near := []ComparablePoster{}
	for _, n := range v.library.Posters.Nearest(r, comparables) {
		doc, _ := v.library.Catalog.ByID(n.Film)
		record := v.library.Catalog.Record(doc, film.List)
		near = append(near, ComparablePoster{
			FilmdbID: n.Film, Title: record.Text(listedTitle), Year: record.Int(listedYear),
			Poster: record.Value(listedPoster), Distance: math.Round(1000*n.Distance) / 1000,
		})
	}
	return near
}

// pictures is where pictures that were sent are unpacked. The memory they may take
// is bounded, whatever the number of processors.
type pictures struct {
	reader *vision.Reader
	memory *pictureMemory
}

func newPictures() *pictures { return &pictures{vision.NewReader(), newPictureMemory()} }

// put decodes a question's picture once there is memory for it. clear must be called
// afterwards, also after an error. Faults name the question's field.
func (p *pictures) put(ctx context.Context, q *AnalyzePosterQuestion) (image.Image, error) {
	switch {
	case len(q.Image) == 0:
		return nil, fault.Missing(q.Field, "a picture")
	case len(q.Image) > MostPicture:
		f := fault.New(fault.TooLarge, "%s may hold a picture of at most %d bytes", q.Field, MostPicture)
		f.Param = q.Field
		return nil, f
	}
	bytes := vision.Memory(q.Image)
	if err := p.memory.take(ctx, bytes); err != nil {
		return nil, err
	}
	q.held = bytes
	img, _, err := vision.Decode(q.Image, q.Type)
	if f := (*fault.Fault)(nil); errors.As(err, &f) && f.Param == "" {
		named := *f
		named.Param = q.Field
		return nil, &named
	}
	return img, err
}

// clear releases the memory of a question's picture, which must not be used afterwards.
// Clearing again does nothing.
func (p *pictures) clear(q *AnalyzePosterQuestion) {
	p.memory.give(q.held)
	q.held = 0
}
