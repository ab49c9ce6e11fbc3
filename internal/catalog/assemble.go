package catalog

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

func (w *Writer) writeText(s stamp) error {
	out, err := pack.Create(filepath.Join(w.dir, textFile))
	if err != nil {
		return err
	}
	if err := w.text.WriteTo(out); err != nil {
		out.Abort()
		return err
	}
	pack.PutSection(out, stampSection, s[:])
	return out.Close()
}

func (w *Writer) writeColumns(s stamp) error {
	out, err := pack.Create(filepath.Join(w.dir, columnsFile))
	if err != nil {
		return err
	}
	if err := w.writeColumnSections(out, s); err != nil {
		out.Abort()
		return err
	}
	return out.Close()
}

func (w *Writer) writeColumnSections(out *pack.Writer, s stamp) error {
	n := len(w.ids)
	pack.PutSection(out, stampSection, s[:])
	pack.PutSection(out, "ids", w.ids)
	slices.SortStableFunc(w.moviedb, func(a, b moviedbEntry) int { return cmp.Compare(a.id, b.id) })
	ids, docs := make([]uint32, len(w.moviedb)), make([]uint32, len(w.moviedb))
	for i, e := range w.moviedb {
		ids[i], docs[i] = e.id, e.doc
	}
	pack.PutSection(out, "moviedb/ids", ids)
	pack.PutSection(out, "moviedb/docs", docs)
	for i, field := range film.SortFields {
		if err := w.writeColumn(out, field, w.values[i]); err != nil {
			return err
		}
	}
	for _, a := range []*attributeWriter{w.genres, w.decades, w.languages, w.countries} {
		if err := a.write(out, n); err != nil {
			return err
		}
	}
	pack.PutSection(out, "poster", w.poster)
	return errors.Join(
		w.directors.write(out, "directors"),
		w.actors.write(out, "actors"),
		writeTitles(out, w.titles),
		out.Err(),
	)
}

func (w *Writer) writeColumn(out *pack.Writer, field string, values []float64) error {
	c := column{field: field, ids: w.ids, values: values}
	name := "column/" + field
	if field != titleField {
		pack.PutSection(out, name, values)
		return c.writeOrders(out)
	}
	c.words.first = []uint32{0}
	for _, word := range w.words {
		c.words.pool = append(c.words.pool, word...)
		c.words.first = append(c.words.first, uint32(len(c.words.pool)))
	}
	if err := writeWords(out, name, len(w.words), func(i int) string { return w.words[i] }); err != nil {
		return err
	}
	return c.writeOrders(out)
}
