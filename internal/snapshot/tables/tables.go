// Package tables writes the catalogue as files that analysts open: Parquet, for DuckDB,
// pandas, Polars and Spark, and SQLite, for Datasette and everything that speaks SQL.
//
// Both hold every film in the detail view with the same names and nulls as the
// interface, but for two differences: groups such as ratings are columns of the film
// (filmdb_rating, budget), and objects with free keys are lists (crew has department,
// name and job). The same catalogue gives the same bytes. The package imports catalog
// and film. Start reading at columns.md, from which rows.go and schema.sql are generated;
// docs/bulk.md describes the tables.
package tables

//go:generate go run ./tablegen

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Rows counts the rows of a file by table; the nested lists of Parquet count as tables.
type Rows map[string]int64

// Tell is called with the number of films written so far. It may be nil.
type Tell func(done, total int64)

// mainGenre returns the first genre of a film.
func mainGenre(f *film.Film) *string {
	if len(f.Genres) == 0 {
		return nil
	}
	return &f.Genres[0]
}

// crewRows lists the crew of a film, by department.
func crewRows(f *film.Film) (rows []CrewRow) {
	for _, department := range film.Departments {
		for _, c := range f.CrewSummary[department] {
			rows = append(rows, CrewRow{department, c.Name, c.Job})
		}
	}
	return rows
}

// watchRows lists who shows a film, by country and then kind.
func watchRows(f *film.Film) (rows []WatchProvidersRow) {
	for _, country := range slices.Sorted(maps.Keys(f.WatchProviders)) {
		w := f.WatchProviders[country]
		for _, kind := range []struct {
			name     string
			services []string
		}{{"flatrate", w.Flatrate}, {"rent", w.Rent}, {"buy", w.Buy}} {
			for _, service := range kind.services {
				rows = append(rows, WatchProvidersRow{country, kind.name, service})
			}
		}
	}
	return rows
}

// provenanceRows lists the provenance of a film by metric.
func provenanceRows(f *film.Film) (rows []ProvenanceRow) {
	for _, metric := range slices.Sorted(maps.Keys(f.Provenance)) {
		p := f.Provenance[metric]
		rows = append(rows, ProvenanceRow{metric, p.MetricType, p.Market, p.Period, p.Source})
	}
	return rows
}

// stated returns a text, nil for "".
func stated(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// joined returns texts with a comma and a space between them, nil for none.
func joined(texts []string) *string { return stated(strings.Join(texts, ", ")) }

// days returns a date as the number of days since 1970-01-01, as Parquet's DATE; nil for
// none.
func days(date *string) *int32 {
	if date == nil {
		return nil
	}
	at, err := time.Parse(time.DateOnly, *date)
	if err != nil {
		return nil
	}
	n := int32(at.Unix() / (24 * 60 * 60))
	return &n
}

func narrowed(n *int) *int32 {
	if n == nil {
		return nil
	}
	v := int32(*n)
	return &v
}

func widened(n *int) *int64 {
	if n == nil {
		return nil
	}
	v := int64(*n)
	return &v
}

// each calls write with the id and the row of every film, in the order of docs.
func each(ctx context.Context, c *catalog.Catalog, docs []catalog.Doc, tell Tell, write func(film.ID, *Row) error) (Rows, error) {
	rows := Rows{}
	for i, d := range docs {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if tell != nil {
				tell(int64(i), int64(len(docs)))
			}
		}
		f, err := c.Film(d)
		if err != nil {
			return nil, err
		}
		r := rowOf(f)
		rows.count(&r)
		if err := write(f.ID, &r); err != nil {
			return nil, fmt.Errorf("write %s: %w", f.ID, err)
		}
	}
	if tell != nil {
		tell(int64(len(docs)), int64(len(docs)))
	}
	return rows, nil
}

// byID returns the films of a catalogue in order of id, which is that of documents.
func byID(c *catalog.Catalog) []catalog.Doc {
	docs := make([]catalog.Doc, c.Len())
	for i := range docs {
		docs[i] = catalog.Doc(i)
	}
	return docs
}

// byDecadeAndGenre returns the films by decade, main genre, year and id; what is unknown
// comes last. Row groups then hold few years and mostly one genre, and a reader that
// asks for a year or a main genre skips the others by their statistics.
func byDecadeAndGenre(c *catalog.Catalog) []catalog.Doc {
	type key struct {
		year  int
		genre string
	}
	keys := make([]key, c.Len())
	genres := slices.Index(film.Flat.Fields(), "genres")
	for i := range keys {
		year, ok := c.Number("year", catalog.Doc(i))
		if !ok {
			year = 1e6
		}
		main, _, _ := strings.Cut(c.Record(catalog.Doc(i), film.Flat).Text(genres), ", ")
		keys[i] = key{int(year), main}
	}
	docs := byID(c)
	slices.SortStableFunc(docs, func(a, b catalog.Doc) int {
		x, y := keys[a], keys[b]
		return cmp.Or(cmp.Compare(x.year/10, y.year/10), cmp.Compare(x.genre, y.genre), cmp.Compare(x.year, y.year))
	})
	return docs
}
