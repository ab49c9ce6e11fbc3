// Package postgres is PostgreSQL as a peer: tsvector with GIN for text, GIN over
// arrays for genres, b-tree indexes for orders, set up as one does who wants it
// fast.
//
//   - The search configuration folds diacritics and stems, and has no stop list,
//     for films are called "It" and "The Who".
//   - The facts in a narrow table, one index for each order in each direction with
//     nulls where the answer wants them, and one for filters that are often asked
//     together, so that they are counted from the index; the vectors and the JSON
//     apart.
//   - COPY, then the indexes, then VACUUM and ANALYZE; statements prepared; a
//     question's count and page go to the server in one round trip over a Unix
//     socket; buffers larger than the data; no JIT, which costs more than it gives
//     for answers this short.
//
// The server is started beforehand (run.sh does); KINODEX_BENCH_POSTGRES is its
// connection string. Start reading at build, then ask.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"

	"kinodex/bench/corpus"
	"kinodex/bench/engine"
)

// Kind is the peer.
var Kind = engine.Kind{Name: "postgres", Title: "PostgreSQL", Elsewhere: true, Build: build, Open: open, Version: version}

// Address names the environment variable with the connection string.
const Address = "KINODEX_BENCH_POSTGRES"

func connect(ctx context.Context) (*pgx.Conn, error) {
	address := os.Getenv(Address)
	if address == "" {
		return nil, errors.New(Address + " is not set: it is the connection string of a server of its own")
	}
	return pgx.Connect(ctx, address)
}

func version(ctx context.Context) (string, error) {
	db, err := connect(ctx)
	if err != nil {
		return "", err
	}
	defer db.Close(ctx)
	var v string
	err = db.QueryRow(ctx, "SELECT split_part(current_setting('server_version'), ' ', 1)").Scan(&v)
	return v, err
}

var numberColumns = strings.Join(corpus.NumberFields, " double precision, ") + " double precision"

const schema = `
DROP TABLE IF EXISTS film, words, record, incoming;
DROP TEXT SEARCH CONFIGURATION IF EXISTS films;
DROP TEXT SEARCH CONFIGURATION IF EXISTS names;
DROP TEXT SEARCH DICTIONARY IF EXISTS stems;
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE TEXT SEARCH DICTIONARY stems (template = snowball, language = english);
CREATE TEXT SEARCH CONFIGURATION films (copy = english);
ALTER TEXT SEARCH CONFIGURATION films ALTER MAPPING FOR asciihword, asciiword, hword, hword_asciipart, hword_part, word WITH unaccent, stems;
CREATE TEXT SEARCH CONFIGURATION names (copy = simple);
ALTER TEXT SEARCH CONFIGURATION names ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;
CREATE TABLE film (doc integer, id integer NOT NULL, title text COLLATE "C" NOT NULL,
	decade smallint, language text NOT NULL, poster boolean NOT NULL, genres text[] NOT NULL, %s);
CREATE TABLE record (doc integer, json bytea NOT NULL);
CREATE UNLOGGED TABLE incoming (doc integer, title text, director text, "cast" text, crew text, subjects text, prose text);
CREATE TABLE words (doc integer, everything tsvector NOT NULL, director tsvector NOT NULL, "cast" tsvector NOT NULL);`

func build(ctx context.Context, _ string, films iter.Seq2[*corpus.Film, error]) (int64, error) {
	db, err := connect(ctx)
	if err != nil {
		return 0, err
	}
	defer db.Close(ctx)
	if _, err := db.Exec(ctx, fmt.Sprintf(schema, numberColumns)); err != nil {
		return 0, err
	}
	if err := load(ctx, db, films); err != nil {
		return 0, err
	}
	if err := finish(ctx, db); err != nil {
		return 0, err
	}
	var size int64
	err = db.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&size)
	return size, err
}

// atOnce is how many films go into the three tables in turn.
const atOnce = 5000

func load(ctx context.Context, db *pgx.Conn, films iter.Seq2[*corpus.Film, error]) error {
	var facts, records, texts [][]any
	flush := func() error {
		for _, t := range []struct {
			table   string
			columns []string
			rows    *[][]any
		}{
			{"film", append([]string{"doc", "id", "title", "decade", "language", "poster", "genres"}, corpus.NumberFields...), &facts},
			{"record", []string{"doc", "json"}, &records},
			{"incoming", []string{"doc", "title", "director", "cast", "crew", "subjects", "prose"}, &texts},
		} {
			if _, err := db.CopyFrom(ctx, pgx.Identifier{t.table}, t.columns, pgx.CopyFromRows(*t.rows)); err != nil {
				return fmt.Errorf("copy into %s: %w", t.table, err)
			}
			*t.rows = (*t.rows)[:0]
		}
		return nil
	}
	doc := int32(0)
	for f, err := range films {
		if err != nil {
			return err
		}
		doc++
		row := []any{doc, int32(f.ID), corpus.TitleKey(f.Film), nil, corpus.LanguageKey(f.Film),
			corpus.HasPoster(f.Film), corpus.GenreKeys(f.Film)}
		if f.Year != nil {
			row[3] = int16(*f.Year / 10 * 10)
		}
		for _, v := range corpus.Numbers(f.Film) {
			row = append(row, v)
		}
		facts = append(facts, row)
		records = append(records, []any{doc, f.JSON})
		t := corpus.TextsOf(f.Film)
		texts = append(texts, []any{doc, t.Title, t.Director, t.Cast, t.Crew, t.Subjects, t.Prose})
		if len(facts) == atOnce {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

const vectors = `
INSERT INTO words SELECT doc,
	setweight(to_tsvector('films', title), 'A') || setweight(to_tsvector('films', director || '; ' || subjects), 'B') ||
	setweight(to_tsvector('films', "cast" || '; ' || crew), 'C') || setweight(to_tsvector('films', prose), 'D'),
	to_tsvector('names', director), to_tsvector('names', "cast")
FROM incoming ORDER BY doc`

// finish computes the vectors, makes the indexes and gathers statistics.
func finish(ctx context.Context, db *pgx.Conn) error {
	statements := []string{
		vectors, "DROP TABLE incoming",
		"ALTER TABLE film ADD PRIMARY KEY (doc)",
		"ALTER TABLE record ADD PRIMARY KEY (doc)",
		"ALTER TABLE words ADD PRIMARY KEY (doc)",
		"CREATE INDEX ON words USING gin (everything)",
		"CREATE INDEX ON words USING gin (director)",
		`CREATE INDEX ON words USING gin ("cast")`,
		"CREATE INDEX ON film USING gin (genres)",
		"CREATE INDEX ON film (language, master_score)",
		"CREATE INDEX ON film (language, filmdb_votes)",
		"CREATE INDEX ON film (decade, master_score)",
		"CREATE INDEX ON film (decade, filmdb_rating)",
		"CREATE INDEX ON film (year, filmdb_votes)",
		"CREATE INDEX ON film (filmdb_rating) WHERE poster",
	}
	for _, field := range append([]string{"title"}, corpus.NumberFields...) {
		statements = append(statements,
			fmt.Sprintf("CREATE INDEX ON film (%s NULLS LAST, doc)", field),
			fmt.Sprintf("CREATE INDEX ON film (%s DESC NULLS LAST, doc)", field))
	}
	for _, s := range append(statements, "VACUUM (ANALYZE) film", "VACUUM (ANALYZE) words", "VACUUM (ANALYZE) record", "CHECKPOINT") {
		if _, err := db.Exec(ctx, s); err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
	}
	return nil
}
