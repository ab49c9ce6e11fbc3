package tables

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	_ "modernc.org/sqlite" // the driver

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

//go:embed schema.sql
var schema string

//go:embed indexes.sql
var indexes string

// applicationID marks the file as a catalogue of Kinodex (SQLite's PRAGMA
// application_id): "KDEX".
const applicationID = 0x4b444558

// WriteSQLite writes the films of a catalogue to a new SQLite database at path: a table of
// films, one for each list of theirs, with foreign keys, columns, which describes the columns
// of these, and films_text, a full-text index (FTS5). A file that is there is an error. When it fails, what it wrote means nothing.
func WriteSQLite(ctx context.Context, path string, c *catalog.Catalog, tell Tell) (rows Rows, err error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("%s is there already", path)
	}
	// The file is written once and means nothing before its end, so it needs no journal.
	query := url.Values{"_pragma": {"journal_mode(off)", "synchronous(off)", "cache_size(-65536)", "temp_store(memory)", fmt.Sprintf("application_id(%d)", applicationID), "user_version(1)"}}
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}).String())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	if err := describe(ctx, tx); err != nil {
		return nil, err
	}
	if rows, err = insertFilms(ctx, tx, c, tell); err != nil {
		return nil, err
	}
	if err := tx.Commit(); err != nil {
		return nil, err
	}
	_, err = db.ExecContext(ctx, indexes)
	return rows, err
}

// describe fills the table of columns.
func describe(ctx context.Context, tx *sql.Tx) error {
	for _, c := range Columns() {
		if _, err := tx.ExecContext(ctx, insertion("columns", 7, 1), c.Table, c.Name, stated(c.Path), stated(c.Unit), c.Doc, c.Source, stated(c.Licence)); err != nil {
			return err
		}
	}
	return nil
}

// insertFilms fills the tables and counts their rows.
func insertFilms(ctx context.Context, tx *sql.Tx, c *catalog.Catalog, tell Tell) (Rows, error) {
	b := &batches{tx: tx, tables: map[string]*batch{}, rows: Rows{}}
	put := func(table string, values ...any) error { return b.put(ctx, table, values...) }
	_, err := each(ctx, c, byID(c), tell, func(id film.ID, r *Row) error {
		if err := put("films", int64(id), r.FilmdbID, r.MoviedbID, r.Title, r.OriginalTitle, r.Year, dateOf(r.ReleaseDate), r.Runtime,
			r.MainGenre, r.Director, r.Language, r.Overview, r.Tagline,
			r.FilmdbRating, r.FilmdbVotes, r.CriticsRating, r.MoviedbRating, r.MoviedbVotes, r.MasterScore,
			r.Budget, r.WorldwideGross, r.ROI, r.OriginalBudget, r.OriginalCurrency, r.OscarNoms, r.OscarWins, r.BestPicture, r.CollectionID, r.Collection); err != nil {
			return err
		}
		return putLists(int64(id), r, put)
	})
	if err != nil {
		return nil, err
	}
	return b.rows, b.finish(ctx)
}

// putLists puts the lists of a film, each into its table, with positions from 0.
func putLists(id int64, r *Row, put func(table string, values ...any) error) error {
	for _, list := range []struct {
		table  string
		values []string
	}{{"genres", r.Genres}, {"languages", r.Languages}, {"countries", r.Countries}, {"keywords", r.Keywords}} {
		for i, v := range list.values {
			if err := put(list.table, id, i, v); err != nil {
				return err
			}
		}
	}
	for i, x := range r.Cast {
		if err := put("cast", id, i, x.Order, x.Name, x.Character, x.MoviedbPersonID); err != nil {
			return err
		}
	}
	for i, x := range r.Crew {
		if err := put("crew", id, i, x.Department, x.Name, x.Job); err != nil {
			return err
		}
	}
	for i, x := range r.Companies {
		if err := put("production_companies", id, i, x.MoviedbID, x.Name, x.Country); err != nil {
			return err
		}
	}
	for i, x := range r.Watch {
		if err := put("watch_providers", id, i, x.Country, x.Kind, x.Service); err != nil {
			return err
		}
	}
	for i, x := range r.Titles {
		if err := put("titles", id, i, x.Title, x.Region, x.Language, x.Kind, x.Source); err != nil {
			return err
		}
	}
	for i, x := range r.Releases {
		if err := put("releases", id, i, x.Country, x.Date, x.Certification, x.Kind, x.Source); err != nil {
			return err
		}
	}
	for i, x := range r.OtherIDs {
		if err := put("external_ids", id, i, x.Database, x.ID, x.Source); err != nil {
			return err
		}
	}
	for i, x := range r.BasedOn {
		if err := put("based_on", id, i, x.ID, x.Title, x.Kind, x.Authors, x.Source); err != nil {
			return err
		}
	}
	for i, x := range r.Videos {
		if err := put("videos", id, i, x.Site, x.Key, x.Name, x.Kind, x.Language, x.Official, x.PublishedAt, x.Source); err != nil {
			return err
		}
	}
	for i, x := range r.Images {
		if err := put("images", id, i, x.Kind, x.URL, x.Width, x.Height, x.Language, x.Source); err != nil {
			return err
		}
	}
	for i, x := range r.Provenance {
		if err := put("provenance", id, i, x.Metric, x.MetricType, x.Market, x.Period, x.Source); err != nil {
			return err
		}
	}
	return nil
}

// dateOf returns days since 1970-01-01 as a date, YYYY-MM-DD.
func dateOf(days *int32) *string {
	if days == nil {
		return nil
	}
	s := time.Unix(int64(*days)*24*60*60, 0).UTC().Format(time.DateOnly)
	return &s
}
