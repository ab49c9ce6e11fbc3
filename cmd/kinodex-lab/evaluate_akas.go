package main

import (
	"context"
	"fmt"
	"iter"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/ingest/source"
)

// readAkas returns what files say that the films of a catalogue are called elsewhere. Files
// that list no such titles are an error, when all are such.
func readAkas(ctx context.Context, path string, of *catalog.Catalog) (map[film.ID][]film.Title, error) {
	files, err := source.Discover([]string{path})
	if err != nil {
		return nil, err
	}
	akas := map[film.ID][]film.Title{}
	for _, f := range files {
		err := f.Read(ctx, func(c *source.Claim) error {
			if _, known := of.ByID(c.ID); !known {
				return nil
			}
			for _, t := range c.Titles {
				akas[c.ID] = append(akas[c.ID], film.Title{Title: t.Title, Source: c.Origin.Source})
			}
			return nil
		}, nil, nil)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", f.Name, err)
		}
	}
	if len(akas) == 0 {
		return nil, fmt.Errorf("%s has no titles of films in the library; --akas needs a table such as title.akas.tsv.gz", path)
	}
	return akas, nil
}

// calledElsewhere yields films with the titles of akas in place of their own other titles.
func calledElsewhere(films iter.Seq[*film.Film], akas map[film.ID][]film.Title) iter.Seq[*film.Film] {
	return func(yield func(*film.Film) bool) {
		for f := range films {
			f.Titles = akas[f.ID]
			if !yield(f) {
				return
			}
		}
	}
}
