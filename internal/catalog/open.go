package catalog

import (
	"errors"
	"fmt"
	"path/filepath"

	"kinodex/internal/docset"
	"kinodex/internal/film"
	"kinodex/internal/pack"
)

// Open maps the catalogue in dir and checks it, but for the bytes of records, which Verify
// checks. Files of different builds are an error. The caller closes the catalogue.
func Open(dir string) (*Catalog, error) {
	c := &Catalog{}
	if err := c.open(dir); err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("opening the catalogue in %s: %w", dir, err)
	}
	return c, nil
}

// open opens the files of the catalogue. After an error some may be open: Close closes them.
func (c *Catalog) open(dir string) error {
	err := c.load(filepath.Join(dir, columnsFile), pack.Options{}, func(r *pack.Reader) {
		if c.stamp = readStamp(r); r.Err() == nil {
			c.readColumns(r, int(c.stamp.films))
		}
		r.Require(stampOf(c.ids) == c.stamp, "the stamp is not that of the ids")
	})
	for _, v := range film.Views {
		if err == nil {
			err = c.openRecords(dir, v)
		}
	}
	if err != nil {
		return err
	}
	if err := c.openCompressed(dir); err != nil {
		return err
	}
	if c.text, err = c.openIndex(filepath.Join(dir, textFile)); err != nil {
		return err
	}
	return c.openSynopses(dir)
}

// load opens a file of the catalogue, which Close closes.
func (c *Catalog) load(path string, o pack.Options, read func(*pack.Reader)) error {
	f, err := pack.Load(path, o, read)
	if err == nil {
		c.files = append(c.files, f)
	}
	return err
}

// Stamp says which films the catalogue has, for the files that are built beside
// it.
func (c *Catalog) Stamp() Stamp { return c.stamp }

// readColumns reads what Writer.writeColumnSections wrote for n films. Errors stay in r.
func (c *Catalog) readColumns(r *pack.Reader, n int) {
	c.ids = pack.Column[uint32](r, "ids", n)
	for i := 1; i < len(c.ids); i++ {
		r.Require(c.ids[i-1] < c.ids[i], "ids do not ascend")
	}
	c.moviedbIDs = pack.Column[uint32](r, "moviedb/ids", pack.Any)
	c.moviedbDocs = pack.Below[uint32](r, "moviedb/docs", len(c.moviedbIDs), n)
	c.columns = make([]column, len(film.SortFields))
	for i, field := range film.SortFields {
		x := &c.columns[i]
		x.field, x.ids = field, c.ids
		if name := "column/" + field; field == film.TitleField {
			x.words = readStrings(r, name, n)
		} else {
			x.values = pack.Column[float64](r, name, n)
		}
		if r.Err() != nil {
			return
		}
		x.readOrders(r)
	}
	c.year, c.rating = c.column("year"), c.column("filmdb_rating")
	c.released = c.column(film.ReleaseField)
	c.score, c.votes = c.column("master_score"), c.column("filmdb_votes")
	for _, v := range film.Vocabularies {
		c.attributes = append(c.attributes, readAttribute(r, v.Name, n))
	}
	c.genres = c.attribute("genres")
	c.genreKeys = genreKeys(c.genres.values)
	c.poster = pack.Column[uint64](r, "poster", docset.Words(n))
	r.Require(c.poster.Fits(n), "section poster")
	c.posters = c.poster.Count()
	c.directors = readNames(r, "directors", n)
	c.actors = readNames(r, "actors", n)
	c.titles, c.otherTitles = readTitles(r, "titles", n), readTitles(r, "other_titles", n)
	c.sounds = readSounds(r, n)
	c.collections = readCollections(r, n)
	c.externals = readExternals(r, n)
	c.releases = readReleases(r, n)
}

// Close ends the mappings and returns all errors. No other method may run then or be called
// after it, but Close itself may.
func (c *Catalog) Close() error {
	var errs []error
	for _, f := range c.files {
		errs = append(errs, f.Close())
	}
	c.files = nil
	return errors.Join(errs...)
}

// Verify reads every byte of the catalogue and returns the first error: a checksum that does not
// match, or a record whose fields are not in order.
func (c *Catalog) Verify() error {
	for _, f := range c.files {
		if err := f.Verify(); err != nil {
			return err
		}
	}
	for _, r := range c.records {
		if err := errors.Join(r.verify(), r.verifyCompressed()); err != nil {
			return err
		}
	}
	return nil
}
