package poster

import (
	"context"
	"encoding/json"
	"strings"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/pack"
	"kinodex/internal/poster/vision"
)

// Builder dresses films in the addresses of their stored posters and writes File.
// It is for one goroutine: first Dress, then Add for every film, then Write.
type Builder struct {
	stored  *StoredPosters
	posters []row
	// before are the addresses that films had, by film, of those that were dressed.
	before map[film.ID]addresses
	tally  tally
	err    error
}

// row is a poster whose film is in the catalogue.
// Rows are in order of film id.
type row struct {
	film   film.ID
	poster storedPoster
	before addresses
}

// addresses are a film's poster before it was dressed: where a third party has it,
// if one does. A generation that has lost the stored poster goes back to them
// (REQ F2-06).
type addresses struct {
	Poster film.Poster `json:"poster"`
	Full   *string     `json:"full"`
	Mini   *string     `json:"mini"`
}

// NewBuilder starts a builder of the posters that are stored; nil for none.
func NewBuilder(s *StoredPosters) *Builder {
	return &Builder{stored: s, before: map[film.ID]addresses{}}
}

// Dress gives the film with the addresses of its stored poster and a link to its
// reading. One whose reading is carried keeps its addresses and gets the link; one
// without a reading is as it is, without a link (REQ F2-05, F2-06, F2-11). It does
// not change f.
// Films may be dressed in any order, by one goroutine; each must be added once afterwards
// or its former addresses stay in memory.
func (b *Builder) Dress(f *film.Film) *film.Film {
	dressed := *f
	dressed.Links.PosterAnalysis = nil
	if b.stored == nil {
		return &dressed
	}
	p, ok := b.stored.posters[f.ID]
	if !ok {
		return &dressed
	}
	b.before[f.ID] = addresses{f.Poster, f.PosterFull, f.PosterMini}
	analysis := string(film.BaseMark) + "/api/v2/films/" + f.ID.String() + "/poster-analysis"
	dressed.Links.PosterAnalysis = &analysis
	if p.picture != 0 {
		full, mini, source := p.picture.Address(Full), p.picture.Address(Mini), Storage
		dressed.Poster = film.Poster{URL: &full, Source: &source}
		dressed.PosterFull, dressed.PosterMini = &full, &mini
	}
	return &dressed
}

// Add takes the next film of the catalogue, dressed.
// Films come in the catalogue's order, which is that of ids. An error, of a reading that
// cannot be decoded, is kept for Write.
func (b *Builder) Add(_ catalog.Doc, f *film.Film) {
	if b.stored == nil || b.err != nil {
		return
	}
	p, ok := b.stored.posters[f.ID]
	if !ok {
		return
	}
	reading := p.reading
	if reading == nil {
		var err error
		if reading, err = decode(p.analysis); err != nil {
			b.err = err
			return
		}
	}
	version := vision.Version
	if reading == nil {
		version = versionOf(p.analysis)
	}
	b.tally.add(f, version, reading)
	before := b.before[f.ID]
	before.Poster = film.Poster{URL: clone(before.Poster.URL), Source: clone(before.Poster.Source)}
	before.Full, before.Mini = clone(before.Full), clone(before.Mini)
	b.posters = append(b.posters, row{f.ID, p, before})
	delete(b.before, f.ID)
}

// clone keeps nothing of what s is a part of.
func clone(s *string) *string {
	if s == nil {
		return nil
	}
	c := strings.Clone(*s)
	return &c
}

// fileVersion is the version of the file's layout. History:
//
//	1  the first
//	2  a picture of 0 is none: its reading is carried
const fileVersion = 2

// The sections of the file. Posters are in order of film id.
const (
	sectionAbout       = "about"        // uint32: fileVersion, posters
	sectionFilms       = "films"        // uint32: film ids
	sectionPictures    = "pictures"     // uint64, 0 for none
	sectionReadings    = "readings"     // JSON, one after the other
	sectionReadingEnds = "reading_ends" // uint64: where each ends
	sectionBefore      = "before"       // JSON of addresses, one after the other
	sectionBeforeEnds  = "before_ends"  // uint64: where each ends
	sectionFigures     = "figures"      // JSON of Figures, without coverage
)

// Write writes the file at path, or none when no film has a reading. The
// same posters and films give the same bytes. Progress may be nil.
func (b *Builder) Write(ctx context.Context, path string, progress func(done, total int64)) error {
	if b.err != nil {
		return b.err
	}
	if len(b.posters) == 0 {
		return nil
	}
	if err := pack.Save(path, func(w *pack.Writer) error { return b.write(ctx, w) }); err != nil {
		return err
	}
	if progress != nil {
		progress(1, 1)
	}
	return nil
}

// Sections are checksummed by the writer; their order is free.
func (b *Builder) write(ctx context.Context, w *pack.Writer) error {
	n := len(b.posters)
	films, pictures := make([]uint32, n), make([]uint64, n)
	ends, beforeEnds := make([]uint64, n), make([]uint64, n)
	w.Section(sectionReadings)
	for i := range b.posters {
		p := &b.posters[i]
		films[i], pictures[i] = uint32(p.film), uint64(p.poster.picture)
		w.Write(p.poster.analysis)
		ends[i] = w.Len()
	}
	w.Section(sectionBefore)
	for i := range b.posters {
		text, err := json.Marshal(b.posters[i].before)
		if err != nil {
			return err
		}
		w.Write(text)
		beforeEnds[i] = w.Len()
	}
	w.PutJSON(sectionFigures, b.tally.figures())
	pack.PutSection(w, sectionAbout, []uint32{fileVersion, uint32(n)})
	pack.PutSection(w, sectionFilms, films)
	pack.PutSection(w, sectionPictures, pictures)
	pack.PutSection(w, sectionReadingEnds, ends)
	pack.PutSection(w, sectionBeforeEnds, beforeEnds)
	if err := ctx.Err(); err != nil {
		return err
	}
	return w.Err() // an error of the writer stays
}
