// Package fts5 is SQLite as a peer: FTS5 for text, b-tree indexes for filters and
// orders, set up as one does who wants it fast.
//
//   - One contentless FTS5 table with a column a field, Porter stems, diacritics
//     folded, its segments merged into one after loading. Column weights are set
//     in the table, so that ordering by rank needs no function call a row.
//   - The facts in a narrow table, one index for each order in each direction; the
//     genres in a table of their own, clustered; the JSON apart, so that
//     no scan drags it along. Filters that are often asked together have an
//     index together, from which they are counted without touching the films; the
//     facts that filters ask of stand beside each genre once more, for the same
//     reason.
//   - ANALYZE after loading; statements prepared once; everything in memory: a
//     page cache and a mapping larger than the file.
//
// Start reading at build, then ask.
package fts5

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite" // the driver

	"kinodex/bench/corpus"
	"kinodex/bench/engine"
)

// Kind is the peer.
var Kind = engine.Kind{Name: "sqlite", Title: "SQLite FTS5", Build: build, Open: open, Version: version}

func version(ctx context.Context) (string, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return "", err
	}
	defer db.Close()
	var library string
	if err := db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&library); err != nil {
		return "", err
	}
	driver, err := engine.ModuleVersion("modernc.org/sqlite")
	return library + " (modernc " + driver + ")", err
}

func connect(dir string, pragmas ...string) (*sql.DB, error) {
	pragmas = append(pragmas, "cache_size(-1048576)", "mmap_size(8589934592)", "temp_store(memory)")
	db, err := sql.Open("sqlite", filepath.Join(dir, "films.db")+"?_pragma="+strings.Join(pragmas, "&_pragma="))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, db.Ping()
}

func build(ctx context.Context, dir string, films iter.Seq2[*corpus.Film, error]) (int64, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	db, err := connect(dir, "page_size(8192)", "journal_mode(off)", "synchronous(off)", "locking_mode(exclusive)")
	if err != nil {
		return 0, err
	}
	if err := load(ctx, db, films); err != nil {
		db.Close()
		return 0, err
	}
	if err := db.Close(); err != nil {
		return 0, err
	}
	return engine.Size(dir)
}

// columns are the columns of film that hold numbers a film can be ordered by.
var columns = strings.Join(corpus.NumberFields, ", ")

const schema = `
CREATE TABLE film (doc INTEGER PRIMARY KEY, id INTEGER NOT NULL, title TEXT NOT NULL,
	decade INTEGER, language TEXT NOT NULL, poster INTEGER NOT NULL, %s);
CREATE TABLE genre (genre TEXT NOT NULL, doc INTEGER NOT NULL, decade INTEGER, language TEXT NOT NULL, poster INTEGER NOT NULL,
	year, filmdb_rating, master_score, filmdb_votes, PRIMARY KEY (genre, doc)) WITHOUT ROWID;
CREATE TABLE record (doc INTEGER PRIMARY KEY, json BLOB NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (title, director, "cast", crew, subjects, prose,
	content = '', tokenize = 'porter unicode61 remove_diacritics 2');
INSERT INTO words (words, rank) VALUES ('rank', 'bm25(10, 6, 4, 2, 4, 1)');`

func load(ctx context.Context, db *sql.DB, films iter.Seq2[*corpus.Film, error]) error {
	if _, err := db.ExecContext(ctx, fmt.Sprintf(schema, columns)); err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	into := map[string]*sql.Stmt{}
	for table, values := range map[string]int{"film": 6 + len(corpus.NumberFields), "genre": 9, "record": 2} {
		if into[table], err = tx.Prepare("INSERT INTO " + table + " VALUES (?" + strings.Repeat(", ?", values-1) + ")"); err != nil {
			return err
		}
	}
	words, err := tx.Prepare(`INSERT INTO words (rowid, title, director, "cast", crew, subjects, prose) VALUES (?, ?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	doc := 0
	for f, err := range films {
		if err != nil {
			return err
		}
		doc++
		row := []any{doc, uint32(f.ID), corpus.TitleKey(f.Film), nil, corpus.LanguageKey(f.Film), corpus.HasPoster(f.Film)}
		if f.Year != nil {
			row[3] = *f.Year / 10 * 10
		}
		for _, v := range corpus.Numbers(f.Film) {
			row = append(row, v)
		}
		if _, err := into["film"].Exec(row...); err != nil {
			return err
		}
		r := f.Ratings
		for _, g := range corpus.GenreKeys(f.Film) {
			if _, err := into["genre"].Exec(g, doc, row[3], row[4], row[5], f.Year, r.Filmdb, r.MasterScore, r.FilmdbVotes); err != nil {
				return err
			}
		}
		if _, err := into["record"].Exec(doc, f.JSON); err != nil {
			return err
		}
		t := corpus.TextsOf(f.Film)
		if _, err := words.Exec(doc, t.Title, t.Director, t.Cast, t.Crew, t.Subjects, t.Prose); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return finish(ctx, db)
}

// finish makes the indexes, merges the text index and gathers statistics.
func finish(ctx context.Context, db *sql.DB) error {
	statements := []string{
		"CREATE INDEX language_score ON film (language, master_score)",
		"CREATE INDEX language_votes ON film (language, filmdb_votes)",
		"CREATE INDEX decade_score ON film (decade, master_score)",
		"CREATE INDEX decade_rating ON film (decade, filmdb_rating)",
		"CREATE INDEX year_votes ON film (year, filmdb_votes)",
		"CREATE INDEX poster_rating ON film (poster, filmdb_rating)",
	}
	for _, field := range append([]string{"title"}, corpus.NumberFields...) {
		statements = append(statements,
			fmt.Sprintf("CREATE INDEX %[1]s_up ON film (%[1]s)", field),
			fmt.Sprintf("CREATE INDEX %[1]s_down ON film (%[1]s DESC)", field))
	}
	statements = append(statements, "INSERT INTO words (words) VALUES ('optimize')", "ANALYZE")
	for _, s := range statements {
		if _, err := db.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}
