package catalog

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"

	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// writeText writes the text index with the stamp.
func (w *Writer) writeText(s Stamp) error {
	return saveIndex(filepath.Join(w.dir, textFile), w.text, s)
}

// writeColumns writes everything but records and text into one file, with the stamp.
func (w *Writer) writeColumns(s Stamp) error {
	return pack.Save(filepath.Join(w.dir, columnsFile), func(out *pack.Writer) error {
		return w.writeColumnSections(out, s)
	})
}

// writeColumnSections writes the sections that Catalog.readColumns reads. Errors of
// out stay in it until out.Err.
func (w *Writer) writeColumnSections(out *pack.Writer, s Stamp) error {
	n := len(w.ids)
	s.Put(out, stampSection, formatVersion)
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
	for _, a := range w.attributes {
		if err := a.write(out, n); err != nil {
			return err
		}
	}
	pack.PutSection(out, "poster", w.poster)
	votes := w.values[slices.Index(film.SortFields, "filmdb_votes")]
	return errors.Join(
		w.directors.write(out, "directors"),
		w.actors.write(out, "actors"),
		w.titles.write(out, "titles", w.years, votes),
		w.otherTitles.write(out, "other_titles", w.years, votes),
		w.sounds.write(out, titleSounds, w.years, votes),
		writeCollections(out, w.collections),
		writeExternals(out, w.externals),
		writeReleases(out, w.releases),
		out.Err(),
	)
}

// writeColumn writes the values of a sort field, or the words of the title, and both
// orders.
func (w *Writer) writeColumn(out *pack.Writer, field string, values []float64) error {
	c := column{field: field, ids: w.ids, values: values}
	name := "column/" + field
	if field != film.TitleField {
		pack.PutSection(out, name, values)
		return c.writeOrders(out)
	}
	for i := range w.words.Len() {
		c.words.Append(w.words.At(uint32(i)))
	}
	putStrings(out, name, w.words.Len(), func(i int) string { return w.words.At(uint32(i)) })
	return c.writeOrders(out)
}
