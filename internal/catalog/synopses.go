package catalog

import (
	"errors"
	"io/fs"
	"path/filepath"

	"kinodex/internal/index"
	"kinodex/internal/pack"
)

// SynopsesFile is the file of the index over what sources tell of films beside the one overview that a
// film has. A catalogue may be without it: descriptions are then compared with overviews alone. The
// texts themselves are not kept.
const SynopsesFile = "synopses.pack"

// Synopses takes what else is told of the film that Add takes next.
func (w *Writer) Synopses(texts []string) { w.told = texts }

// WithoutSynopses has the writer make no index over further synopses, since one that was made is taken over.
func (w *Writer) WithoutSynopses() { w.notes = nil }

// addSynopses adds the next film to the index over further synopses, which begins with the first film
// that has some. What people remember of a film, and its tags, are subjects of it there.
func (w *Writer) addSynopses(doc uint32, noted Note) {
	if w.synopses == nil {
		if len(w.told) == 0 && noted.Remembered == "" {
			return
		}
		w.synopses = index.NewBuilder()
		for d := range doc {
			w.synopses.Add(d, index.Document{})
		}
	}
	w.synopses.Add(doc, index.Document{Prose: w.told, Keywords: append([]string{noted.Remembered}, noted.Tags...)})
	w.told = nil
}

// writeSynopses writes the index over further synopses with the stamp, unless no film has any.
func (w *Writer) writeSynopses(s Stamp) error {
	if w.synopses == nil {
		return nil
	}
	return saveIndex(filepath.Join(w.dir, SynopsesFile), w.synopses, s)
}

// openSynopses opens the index over further synopses, if there is one.
func (c *Catalog) openSynopses(dir string) (err error) {
	if c.synopses, err = c.openIndex(filepath.Join(dir, SynopsesFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// saveIndex writes an index with the stamp of the catalogue.
func saveIndex(path string, b *index.Builder, s Stamp) error {
	return pack.Save(path, func(out *pack.Writer) error {
		if err := b.WriteTo(out); err != nil {
			return err
		}
		return s.Put(out, stampSection, formatVersion)
	})
}

// openIndex opens what saveIndex wrote for the same films.
func (c *Catalog) openIndex(path string) (ix *index.Index, err error) {
	err = c.load(path, pack.Options{}, func(r *pack.Reader) {
		r.Require(readStamp(r) == c.stamp, "the text index is of another build")
		ix = index.Read(r, len(c.ids))
	})
	return ix, err
}
