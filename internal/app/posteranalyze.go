package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"

	"kinodex/internal/access"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/llm"
	"kinodex/internal/poster"
	"kinodex/internal/poster/look"
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

// PosterCritique answers it. It is independent of the visit.
type PosterCritique struct {
	Reading *look.Reading
	poster.Critique
	// Comparable are the posters nearest to it, nearest first.
	Comparable []ComparablePoster

	model llm.Model // nil when there is none
	small []byte    // the picture for it
}

// ComparablePoster is a poster that was read and how unlike it is.
type ComparablePoster struct {
	FilmdbID string  `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title    string  `json:"title"`
	Year     *int    `json:"year"`
	Poster   *string `json:"poster_url" nullable:"true" doc:"The film's poster: stored, or at a third party's address, where it may be another artwork than the one that was read; null when neither is known."` // may begin with film.BaseMark
	Distance float64 `json:"distance" minimum:"0" maximum:"1" doc:"0 alike to 1."`
}

// comparables is how many of them are told.
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
	c := &PosterCritique{Reading: reading, Critique: poster.Criticise(reading), Comparable: v.comparable(reading)}
	if c.model = v.app.model; c.model != nil {
		var err error
		if c.small, err = shrunk(img); err != nil {
			return nil, fmt.Errorf("shrink a picture: %w", err)
		}
	}
	return c, nil
}

// comparable are the posters nearest to a reading.
func (v *Visit) comparable(r *look.Reading) []ComparablePoster {
	near := []ComparablePoster{}
	for _, n := range v.library.Posters.Nearest(r, comparables) {
		doc, _ := v.library.Catalog.ByID(n.Film)
		record := v.library.Catalog.Record(doc, film.List)
		c := ComparablePoster{FilmdbID: n.Film.String(), Distance: math.Round(1000*n.Distance) / 1000}
		_ = json.Unmarshal(record.Value(listedTitle), &c.Title) // the writer's own
		_ = json.Unmarshal(record.Value(listedYear), &c.Year)
		_ = json.Unmarshal(film.AppendBased(nil, record.Value(listedPoster), `\u0001`), &c.Poster) // film.BaseMark, escaped
		near = append(near, c)
	}
	return near
}

// pictures is where pictures that were sent are unpacked. The memory they may take
// is bounded, whatever the number of processors.
type pictures struct {
	reader *look.Reader
	memory *pictureMemory
}

func newPictures() *pictures { return &pictures{look.NewReader(), newPictureMemory()} }

// put unpacks a question's picture, once there is memory for it, which clear gives
// back.
func (p *pictures) put(ctx context.Context, q *AnalyzePosterQuestion) (image.Image, error) {
	switch {
	case len(q.Image) == 0:
		return nil, fault.Missing(q.Field, "a picture")
	case len(q.Image) > MostPicture:
		f := fault.New(fault.TooLarge, "%s may hold a picture of at most %d bytes", q.Field, MostPicture)
		f.Param = q.Field
		return nil, f
	}
	bytes := look.Memory(q.Image)
	if err := p.memory.take(ctx, bytes); err != nil {
		return nil, err
	}
	q.held = bytes
	img, _, err := look.Decode(q.Image, q.Type)
	if f := (*fault.Fault)(nil); errors.As(err, &f) && f.Param == "" {
		named := *f
		named.Param = q.Field
		return nil, &named
	}
	return img, err
}

// clear gives back the memory of a question's picture, which must not be used after.
func (p *pictures) clear(q *AnalyzePosterQuestion) {
	p.memory.give(q.held)
	q.held = 0
}
