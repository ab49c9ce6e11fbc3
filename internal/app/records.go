package app

import (
	"encoding/json"
	"fmt"
	"sync"

	"kinodex/internal/catalog"
	"kinodex/internal/deflate"
	"kinodex/internal/film"
)

// Records are films as the library holds them, in one view and reduced to some of its fields,
// in the order of an answer. They lie in mapped memory: they must be written or decoded
// before their visit is closed.
type Records struct {
	catalog *catalog.Catalog
	docs    []catalog.Doc
	view    film.View
	fields  *film.Projection // nil for all
	locale  film.Locale      // whose titles they have; zero for their own
}

// Len returns how many films there are.
func (r *Records) Len() int { return len(r.docs) }

// ID returns the id of the i-th film, from 0 to Len()-1.
func (r *Records) ID(i int) film.ID { return r.catalog.ID(r.docs[i]) }

// Localize gives the films the titles of a locale, where they have them (REQ F2-148).
func (r *Records) Localize(l film.Locale) { r.locale = l }

// record returns a film in the view, with the title of the locale.
func (r *Records) record(d catalog.Doc) film.Record {
	record := r.catalog.Record(d, r.view)
	if r.locale == (film.Locale{}) {
		return record
	}
	return record.Localized(r.locale, r.catalog.Record(d, film.Detail))
}

// AppendData appends the films to dst as a JSON array, each as the bytes it was built with.
// base goes where the address of the service does; it has no trailing slash and nothing that
// JSON would escape.
func (r *Records) AppendData(dst []byte, base string) []byte {
	dst = append(dst, '[')
	for i, d := range r.docs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = r.record(d).AppendTo(dst, r.fields, base)
	}
	return append(dst, ']')
}

// streams are kept, since each has room for where every phrase of a coder stood.
var streams = sync.Pool{New: func() any { return new(deflate.Stream) }}

// AppendGzip appends an answer to dst in gzip's format, with the films as the library has them
// compressed. body is the answer, and from is where AppendData began in it, with the same base. ok
// is false when the library does not have them compressed, or damaged, and when most of the answer
// is something else, which is not compressed; dst is then worth nothing.
func (r *Records) AppendGzip(dst, body []byte, from int, base string) (all []byte, ok bool) {
	coder := r.catalog.Coder(r.view)
	if coder == nil || r.fields != nil || r.locale != (film.Locale{}) {
		return nil, false
	}
	s := streams.Get().(*deflate.Stream)
	defer streams.Put(s)
	s.Begin(dst, coder, base)
	s.Text(body[:from+1])
	at := from + 1
	for i, d := range r.docs {
		if i > 0 {
			s.Text(comma)
			at++
		}
		n, ok := s.Coded(r.catalog.Compressed(d, r.view))
		if at += n; !ok || at >= len(body) {
			return nil, false
		}
	}
	if body[at] != ']' || 2*(at-from) < len(body) {
		return nil, false
	}
	s.Text(body[at:])
	return s.End(body), true
}

var comma = []byte{','}

// JoinsFilms reports whether the library has films in a view, with the named fields, compressed, so
// that Records.AppendGzip is cheap.
func (v *Visit) JoinsFilms(view film.View, fields string) bool {
	return fields == "" && v.library.Catalog.Coder(view) != nil
}

// Values decodes the films. Fields that are left out are nil or zero. base is as in
// AppendData.
func (r *Records) Values(base string) ([]*film.Film, error) {
	films := make([]*film.Film, len(r.docs))
	all := make([]film.Film, len(r.docs))
	var room []byte
	for i, d := range r.docs {
		room = r.record(d).AppendTo(room[:0], r.fields, base)
		if err := json.Unmarshal(room, &all[i]); err != nil {
			return nil, fmt.Errorf("decode a film: %w", err)
		}
		films[i] = &all[i]
	}
	return films, nil
}

// Part returns the films from one place to before another, which must be from 0 to Len, with
// the named fields of a view, separated by commas; empty for all. An unknown field is a fault
// of the parameter fields.
func (r *Records) Part(view film.View, fields string, from, to int) (*Records, error) {
	projection, err := view.Project(fields)
	if err != nil {
		return nil, err
	}
	return &Records{r.catalog, r.docs[from:to], view, projection, r.locale}, nil
}

// listed returns films in the list view, with the named fields, comma-separated.
func listed(films *catalog.Catalog, docs []catalog.Doc, fields string) (*Records, error) {
	return (&Records{catalog: films, docs: docs}).Part(film.List, fields, 0, len(docs))
}

// Columns returns the columns of the films as a table.
func (r *Records) Columns() []film.Column { return r.view.Columns(r.fields) }

// Row returns the values of the i-th film, from 0 to Len()-1, in JSON and in the order of
// columns, which are those of Columns. base is as in AppendData.
func (r *Records) Row(i int, columns []film.Column, base string) ([]json.RawMessage, error) {
	return film.Row(r.record(r.docs[i]).AppendTo(nil, r.fields, base), columns)
}

// encoded returns the JSON of the i-th film, from 0 to Len()-1.
func (r *Records) encoded(i int) []byte { return r.record(r.docs[i]).Encoded(r.fields) }

// Encoded returns films as members of an answer, to be copied when it is written. T is the
// type that describes a film of the view and fields at hand.
func Encoded[T any](r *Records) []film.Raw[T] {
	all := make([]film.Raw[T], r.Len())
	for i := range all {
		all[i] = r.encoded(i)
	}
	return all
}
