package catalog

import (
	"errors"
	"fmt"
	"path/filepath"

	"kinodex/internal/film"
	"kinodex/internal/index"
	"kinodex/internal/pack"
)

// Open maps the catalogue in dir and checks it.
func Open(dir string) (*Catalog, error) {
	c := &Catalog{}
	if err := c.open(dir); err != nil {
		c.Close()
		return nil, fmt.Errorf("opening the catalogue in %s: %w", dir, err)
	}
	return c, nil
}

func (c *Catalog) open(dir string) error {
	file, err := c.openFile(filepath.Join(dir, columnsFile))
	if err != nil {
		return err
	}
	stamp, err := readStamp(file)
	if err != nil {
		return err
	}
	if err := c.readColumns(&sections{file: file}, int(stamp[1])); err != nil {
		return err
	}
	if stampOf(c.ids) != stamp {
		return damaged("the stamp is not that of the ids")
	}
	for _, v := range film.Views {
		r, err := openRecords(dir, v, stamp)
		if err != nil {
			return err
		}
		c.files, c.records = append(c.files, r.file), append(c.records, r)
	}
	file, err = c.openFile(filepath.Join(dir, textFile))
	if err != nil {
		return err
	}
	if got, err := readStamp(file); err != nil || got != stamp {
		return errors.Join(damaged("the text index is of another build"), err)
	}
	c.text, err = index.Open(file, len(c.ids))
	return err
}

func (c *Catalog) openFile(path string) (*pack.File, error) {
	f, err := pack.Open(path, pack.Options{})
	if err == nil {
		c.files = append(c.files, f)
	}
	return f, err
}

func (c *Catalog) readColumns(s *sections, n int) error {
	c.ids = sized[uint32](s, "ids", n)
	for i := 1; i < len(c.ids); i++ {
		if c.ids[i-1] >= c.ids[i] {
			return damaged("ids do not ascend")
		}
	}
	c.moviedbIDs = s.uint32s("moviedb/ids")
	c.moviedbDocs = below(s, "moviedb/docs", sized[uint32](s, "moviedb/docs", len(c.moviedbIDs)), n)
	c.columns = make([]column, len(film.SortFields))
	for i, field := range film.SortFields {
		x := &c.columns[i]
		x.field, x.ids = field, c.ids
		if field == titleField {
			x.words = readWords(s, "column/"+field, n)
		} else {
			x.values = sized[float64](s, "column/"+field, n)
		}
		if err := s.err(); err != nil {
			return err
		}
		if x.readOrders(s); s.err() != nil {
			return s.err()
		}
	}
	c.year, c.rating = c.column("year"), c.column("filmdb_rating")
	c.score, c.votes = c.column("master_score"), c.column("filmdb_votes")
	for _, a := range []struct {
		name string
		to   *attribute
	}{{"genres", &c.genres}, {"decades", &c.decades}, {"languages", &c.languages}, {"countries", &c.countries}} {
		*a.to = readAttribute(s, a.name, n)
	}
	c.genreKeys = genreKeys(c.genres.values)
	c.poster = sized[uint64](s, "poster", words(n))
	s.need(c.poster.ended(n), "section poster")
	c.posters = c.poster.count()
	c.directors = readNames(s, "directors", n)
	c.actors = readNames(s, "actors", n)
	c.titles = readTitles(s, n)
	return s.err()
}

// Close ends the mappings.
func (c *Catalog) Close() error {
	var errs []error
	for _, f := range c.files {
		errs = append(errs, f.Close())
	}
	c.files = nil
	return errors.Join(errs...)
}

// Verify reads every byte of the catalogue and compares it with its checksum.
func (c *Catalog) Verify() error {
	for _, f := range c.files {
		if err := f.Verify(); err != nil {
			return err
		}
	}
	for _, r := range c.records {
		if err := r.verify(); err != nil {
			return err
		}
	}
	return nil
}
