-- Films. id is the number in filmdb_id.
CREATE TABLE films (
  id INTEGER PRIMARY KEY,
  filmdb_id TEXT NOT NULL UNIQUE,
  moviedb_id INTEGER,
  title TEXT NOT NULL,
  original_title TEXT,
  year INTEGER,
  release_date TEXT,              -- YYYY-MM-DD
  runtime INTEGER,                -- minutes
  main_genre TEXT,
  director TEXT,
  language TEXT,                  -- ISO 639-1
  overview TEXT,
  tagline TEXT,
  filmdb_rating REAL,             -- 0 to 10
  filmdb_votes INTEGER,
  critics_rating REAL,            -- 0 to 100
  moviedb_rating REAL,            -- 0 to 10
  moviedb_votes INTEGER,
  master_score REAL NOT NULL,     -- 0 to 100
  budget INTEGER,                 -- US dollars
  worldwide_gross INTEGER,        -- US dollars
  roi REAL,
  original_budget INTEGER,        -- in original_budget_currency, not converted
  original_budget_currency TEXT,  -- ISO 4217
  oscar_noms INTEGER,
  oscar_wins INTEGER,
  best_picture TEXT,              -- won or nominated
  collection_id INTEGER,          -- the movie database's
  collection TEXT
);
-- Lists of a film, in its order. position begins at 0.
CREATE TABLE genres (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  genre TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE languages (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  language TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE countries (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  country TEXT NOT NULL,          -- ISO 3166-1 alpha-2
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE keywords (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  keyword TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE "cast" (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  billing INTEGER NOT NULL,       -- place in the billing, from 0
  name TEXT NOT NULL,
  character TEXT,
  moviedb_person_id INTEGER,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE crew (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  department TEXT NOT NULL,
  name TEXT NOT NULL,
  job TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE production_companies (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  moviedb_id INTEGER,
  name TEXT NOT NULL,
  country TEXT,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE watch_providers (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  country TEXT NOT NULL,
  kind TEXT NOT NULL,             -- flatrate, rent or buy
  service TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
-- What films are called elsewhere.
CREATE TABLE titles (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  region TEXT,                    -- ISO 3166-1 alpha-2
  language TEXT,                  -- ISO 639-1
  kind TEXT,
  source TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE releases (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  country TEXT NOT NULL,          -- ISO 3166-1 alpha-2
  date TEXT,                      -- YYYY-MM-DD
  certification TEXT,
  kind TEXT,
  source TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
-- Ids in databases other than those that have a column in films.
CREATE TABLE external_ids (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  database TEXT NOT NULL,         -- wikidata, ...
  id TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
-- Works that films are made after.
CREATE TABLE based_on (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  id TEXT NOT NULL,               -- Wikidata's
  title TEXT,
  kind TEXT,                      -- novel, ...
  authors TEXT,                   -- separated by a comma and a space
  source TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
CREATE TABLE videos (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  site TEXT NOT NULL,
  key TEXT NOT NULL,              -- the site's id of it
  name TEXT,
  kind TEXT,
  language TEXT,                  -- ISO 639-1
  official INTEGER,               -- 0 or 1
  published_at TEXT,              -- RFC 3339, UTC
  source TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
-- Pictures where their source has them.
CREATE TABLE images (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,             -- backdrop, logo or poster
  url TEXT NOT NULL,
  width INTEGER,                  -- pixels
  height INTEGER,
  language TEXT,                  -- ISO 639-1
  source TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
-- What a metric measures, where, when, and who says so.
CREATE TABLE provenance (
  film_id INTEGER NOT NULL REFERENCES films (id),
  position INTEGER NOT NULL,
  metric TEXT NOT NULL,
  metric_type TEXT NOT NULL,
  market TEXT NOT NULL,
  period TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (film_id, position)
) WITHOUT ROWID;
-- What every column of the tables above holds, and on what terms.
CREATE TABLE columns (
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  parquet_column TEXT,            -- its path in the Parquet file
  unit TEXT,
  description TEXT NOT NULL,
  source TEXT NOT NULL,           -- families, as in provenance
  licence TEXT,                   -- their terms
  PRIMARY KEY (table_name, column_name)
) WITHOUT ROWID;
