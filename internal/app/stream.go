package app

import (
	"context"
	"fmt"

	"kinodex/internal/access"
	"kinodex/internal/catalog"
	"kinodex/internal/deflate"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// StreamQuestion asks for the whole catalogue.
type StreamQuestion struct {
	HasPoster bool   // only films that have a poster
	Fields    string // of the list view, comma-separated; empty for all

	projection *film.Projection
}

// Stream is the whole catalogue, to be sent before its visit is closed.
type Stream struct {
	catalog  *catalog.Catalog
	question *StreamQuestion
}

// The first buffer of a stream is small, so that its reader sees films at once;
// the others are of a size that keeps the cost of sending low.
const (
	firstBuffer  = 8 << 10
	streamBuffer = 128 << 10
)

// Stream asks to open the catalogue for sending: every film, in the list view, by
// ascending id, at the price of one request (REQ SN-03, SN-05).
func (v *Visit) Stream(q StreamQuestion) Prepared[*Stream] {
	return Prepared[*Stream]{
		visit: v, need: access.Needs.Stream, check: q.check,
		find: func(context.Context) (*Stream, error) { return &Stream{v.library.Catalog, &q}, nil },
	}
}

// check reads the fields into the projection.
func (q *StreamQuestion) check() (err error) {
	q.projection, err = film.List.Project(q.Fields)
	return err
}

// Send calls flush with buffers of whole lines, one JSON object and a line feed
// for each film, until the last film, the first error of flush, or the end of
// ctx. A buffer is good until flush returns. Base goes where the address of the
// service does. It gives the number of films sent.
func (s *Stream) Send(ctx context.Context, base string, flush func([]byte) error) (films int, err error) {
	return s.send(ctx, base, func(catalog.Doc, int) error { return nil }, flush)
}

// Joins reports whether SendGzip can be called: whether the library has the films compressed.
func (s *Stream) Joins() bool {
	return s.question.projection == nil && s.catalog.Coder(film.List) != nil
}

// SendGzip is Send in gzip's format, joined of the films as the library has them compressed. What was
// flushed can be read before the rest has come.
func (s *Stream) SendGzip(ctx context.Context, base string, flush func([]byte) error) (films int, err error) {
	z := streams.Get().(*deflate.Stream)
	defer streams.Put(z)
	z.Begin(nil, s.catalog.Coder(film.List), base)
	films, err = s.send(ctx, base, func(d catalog.Doc, length int) error {
		if n, ok := z.Coded(s.catalog.Compressed(d, film.List)); !ok || n != length {
			return fmt.Errorf("%w: compressed film %v", pack.ErrDamaged, s.catalog.ID(d))
		}
		z.Text(lineFeed)
		return nil
	}, func(lines []byte) error { return flush(z.Flush(lines)) })
	if err != nil {
		return films, err
	}
	return films, flush(z.End(nil))
}

var lineFeed = []byte{'\n'}

// send is Send. It calls add with each film before its line is flushed, and how many bytes the film
// has.
func (s *Stream) send(ctx context.Context, base string, add func(catalog.Doc, int) error, flush func([]byte) error) (films int, err error) {
	buf := make([]byte, 0, streamBuffer+streamBuffer/4)
	full := firstBuffer
	for d := range catalog.Doc(s.catalog.Len()) {
		if s.question.HasPoster && !s.catalog.HasPoster(d) {
			continue
		}
		before := len(buf)
		buf = s.catalog.Record(d, film.List).AppendTo(buf, s.question.projection, base)
		if err := add(d, len(buf)-before); err != nil {
			return films, err
		}
		buf = append(buf, '\n')
		films++
		if len(buf) < full {
			continue
		}
		if err := ctx.Err(); err != nil {
			return films, err
		}
		if err := flush(buf); err != nil {
			return films, err
		}
		buf, full = buf[:0], streamBuffer
	}
	if err := ctx.Err(); err != nil || len(buf) == 0 {
		return films, err
	}
	return films, flush(buf)
}
