package app

import (
	"context"
	"slices"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/poster"
)

// MaxPosters is how many posters one page may have.
const MaxPosters = 200

// PosterAnalysis is what was read of a film's poster, to be written before its
// visit is closed.
type PosterAnalysis struct {
	record   film.Record
	analysis []byte
}

// PosterAnalysis asks for the reading of a film's poster (REQ P-08). An id that no
// film has is a fault of kind FilmNotFound, a film whose poster was not read one
// of kind NoPosterAnalysis.
func (v *Visit) PosterAnalysis(id string) Prepared[*PosterAnalysis] {
	return Prepared[*PosterAnalysis]{
		visit: v, need: access.Needs.PosterAnalysis, check: nothingToCheck,
		find: func(ctx context.Context) (*PosterAnalysis, error) { return v.findPosterAnalysis(ctx, id) },
	}
}

func (v *Visit) findPosterAnalysis(ctx context.Context, id string) (*PosterAnalysis, error) {
	_, found, err := v.lookUp(id, film.List)
	if err != nil {
		return nil, err
	}
	i, ok := v.library.Posters.Find(found.ID)
	if !ok {
		return nil, fault.New(fault.NoPosterAnalysis, "no poster of this film was read, so there is no analysis of it")
	}
	return &PosterAnalysis{found.record, v.library.Posters.At(i).Analysis}, v.carries(ctx, 1)
}

// AppendData appends it as a JSON object.
func (p *PosterAnalysis) AppendData(dst []byte) []byte {
	dst = append(appendFilm(dst, p.record), `,"analysis":`...)
	return append(append(dst, p.analysis...), '}')
}

// PosterStats gives the aggregates of all readings as a JSON object, to be written
// before the visit is closed (REQ P-01).
func (v *Visit) PosterStats(ctx context.Context) ([]byte, error) {
	if err := v.enter(ctx, access.Needs.Posters, nothingToCheck); err != nil {
		return nil, err
	}
	return v.library.Posters.Figures(), nil
}

// PostersQuestion asks for a page of the posters that were read, by film id.
type PostersQuestion struct {
	ID            string // of the one film that is wanted; empty for all
	Offset, Limit int
}

// Posters is a page of posters, to be written before its visit is closed.
type Posters struct {
	Total, Offset, Limit int

	first, last int // places
	posters     *poster.Collection
	catalog     *catalog.Catalog
}

// Posters gives a page of the posters that were read (REQ P-02). An id that no
// film has, or one whose poster was not read, has none.
func (v *Visit) Posters(ctx context.Context, q PostersQuestion) (*Posters, error) {
	if err := v.enter(ctx, access.Needs.Posters, q.check); err != nil {
		return nil, err
	}
	p := &Posters{Offset: q.Offset, Limit: q.Limit, posters: v.library.Posters, catalog: v.library.Catalog}
	first, end := 0, p.posters.Len()
	if q.ID != "" {
		id, _ := film.ParseID(q.ID)
		i, ok := p.posters.Find(id)
		first, end = i, i
		if ok {
			end++
		}
	}
	p.Total = end - first
	p.first = min(first+q.Offset, end)
	p.last = min(p.first+q.Limit, end)
	return p, v.carries(ctx, p.last-p.first)
}

func (q *PostersQuestion) check() error {
	return checkPage(q.Limit, MaxPosters, q.Offset)
}

// AppendData appends the page as a JSON array, with base where the address of the
// service goes.
func (p *Posters) AppendData(dst []byte, base string) []byte {
	dst = append(dst, '[')
	for i := p.first; i < p.last; i++ {
		if i > p.first {
			dst = append(dst, ',')
		}
		one := p.posters.At(i)
		doc, _ := p.catalog.ByID(one.Film) // Open checked that it is there
		record := p.catalog.Record(doc, film.List)
		dst = append(appendFilm(dst, record), `,"poster_url":`...)
		dst = film.AppendBased(dst, record.Value(listedPoster), base)
		dst = append(append(append(dst, `,"analysis":`...), one.Analysis...), '}')
	}
	return append(dst, ']')
}

// The fields of a listed film that an answer about its poster begins with.
var (
	listedID    = slices.Index(film.List.Fields(), "filmdb_id")
	listedTitle = slices.Index(film.List.Fields(), "title")
	listedYear  = slices.Index(film.List.Fields(), "year")
	// listedPoster is in the bucket, at a third party's address, or null.
	listedPoster = slices.Index(film.List.Fields(), "poster_full_url")
)

// appendFilm begins an object: which film, and that is all.
func appendFilm(dst []byte, r film.Record) []byte {
	dst = append(append(dst, `{"filmdb_id":`...), r.Value(listedID)...)
	dst = append(append(dst, `,"title":`...), r.Value(listedTitle)...)
	return append(append(dst, `,"year":`...), r.Value(listedYear)...)
}
