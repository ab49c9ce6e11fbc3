CREATE INDEX films_year ON films (year);
CREATE INDEX films_votes ON films (filmdb_votes);
CREATE INDEX films_moviedb ON films (moviedb_id);
CREATE INDEX genres_genre ON genres (genre);
CREATE INDEX countries_country ON countries (country);
CREATE INDEX keywords_keyword ON keywords (keyword);
CREATE INDEX films_collection ON films (collection_id);
CREATE INDEX titles_title ON titles (title);
CREATE INDEX releases_certification ON releases (country, certification);
CREATE INDEX external_ids_id ON external_ids (database, id);
CREATE INDEX based_on_id ON based_on (id);
CREATE INDEX cast_name ON "cast" (name);
CREATE INDEX crew_name ON crew (name);
-- Words of titles, overviews and taglines: films_text MATCH 'heist'; rowid is films.id.
CREATE VIRTUAL TABLE films_text USING fts5 (
  title, original_title, overview, tagline,
  content = 'films', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO films_text (films_text) VALUES ('rebuild');
INSERT INTO films_text (films_text) VALUES ('optimize');
ANALYZE;
