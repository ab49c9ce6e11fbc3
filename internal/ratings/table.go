package ratings

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"kinodex/internal/film"
)

// layout says which columns of a table are read, by their names in lower case: of each kind
// the first that the table has.
type layout struct {
	source                   string
	id, moviedb, title, year []string
	original, rating, date   []string
	kind                     []string
	scale                    float64 // 0 when the ratings tell it
	isList                   bool    // rows without a rating say nothing of being seen
	liked                    bool
}

// layoutOf returns the layout of a table by its header, whose names are in lower case; false when
// it is none that is known.
func layoutOf(name string, header []string) (layout, bool) {
	has := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(header, n) })
	}
	name = strings.ToLower(strings.ReplaceAll(name, `\`, "/"))
	listed := strings.Contains(path.Base(name), "watchlist")
	switch {
	case has("const"):
		return layout{
			source: imdb, id: []string{"const"}, title: []string{"title"}, original: []string{"original title"}, year: []string{"year"},
			rating: []string{"your rating", "you rated"}, date: []string{"date rated"}, kind: []string{"title type"},
			scale: topScale, isList: listed || has("position"),
		}, true
	case has("name") && has("year", "letterboxd uri"):
		return layout{
			source: letterboxd, title: []string{"name"}, year: []string{"year"}, rating: []string{"rating"}, date: []string{"date"},
			scale: stars, isList: listed || has("position"), liked: strings.HasSuffix(name, "likes/films.csv"),
		}, true
	case has("trakt_id"):
		return layout{
			source: trakt, id: []string{"imdb_id"}, moviedb: []string{"tmdb_id"}, title: []string{"title"}, year: []string{"year"},
			rating: []string{"rating"}, date: []string{"rated_at", "watched_at", "last_watched_at"}, kind: []string{"type"},
			scale: topScale, isList: listed || has("listed_at", "collected_at"), liked: strings.Contains(path.Base(name), "favorites"),
		}, true
	case has("title", "imdbid", "imdb_id") && has("rating", "rating10"):
		l := layout{
			source: anyTable, id: []string{"imdbid", "imdb_id"}, moviedb: []string{"tmdbid", "tmdb_id"}, title: []string{"title"}, year: []string{"year"},
			rating: []string{"rating10", "rating"}, date: []string{"rated_at", "watched_at", "watcheddate", "date"}, kind: []string{"type"},
			isList: listed || has("position", "listed_at", "collected_at"),
		}
		if has("rating10") {
			l.scale = topScale
		}
		return l, true
	}
	return layout{}, false
}

// preamble is how many rows may stand before a table's header, as in lists of Letterboxd.
const preamble = 10

// table adds the rows of a table with a header.
func (c *collection) table(name, s string) error {
	in := csv.NewReader(strings.NewReader(s))
	in.Comma, in.LazyQuotes, in.FieldsPerRecord, in.ReuseRecord = separator(s), true, -1, true
	var first []string
	var l layout
	var columns []string
	for known := false; !known; {
		row, err := in.Read()
		if errors.Is(err, io.EOF) || len(first) > preamble {
			return &NotAnExport{describe(first)}
		}
		if err != nil {
			return fmt.Errorf("the table cannot be read: %w", err)
		}
		columns = columns[:0]
		for _, cell := range row {
			columns = append(columns, strings.ToLower(strings.TrimSpace(cell)))
		}
		first = append(first, strings.Join(row, ", "))
		l, known = layoutOf(name, columns)
	}
	c.from(l.source)
	return c.tableRows(in, s, &l, columns)
}

// from notes where the export comes from: where its first file does.
func (c *collection) from(source string) {
	if c.out.Source == "" {
		c.out.Source = source
	}
}

// tableRows adds the rows that follow a header. A last row that ends before its line does, and
// has fewer cells than there are columns, is left out: the file was cut.
func (c *collection) tableRows(in *csv.Reader, s string, l *layout, columns []string) error {
	whole := strings.HasSuffix(s, "\n")
	for {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the table cannot be read: %w", err)
		}
		if err := c.count(); err != nil {
			return err
		}
		if !whole && in.InputOffset() == int64(len(s)) && len(row) < len(columns) {
			c.out.CutShort = true
			continue
		}
		c.tableRow(row, l, columns)
	}
}

// tableRow adds or counts one row of a table.
func (c *collection) tableRow(row []string, l *layout, columns []string) {
	at := func(names []string) string {
		for _, n := range names {
			if i := slices.Index(columns, n); i >= 0 && i < len(row) {
				return strings.TrimSpace(row[i])
			}
		}
		return ""
	}
	r := SeenFilm{Title: strings.Clone(at(l.title)), OriginalTitle: strings.Clone(at(l.original)), Year: yearOf(at(l.year)), Liked: l.liked, date: dateOf(at(l.date))}
	id := at(l.id)
	if id != "" && id[0] >= '0' && id[0] <= '9' {
		id = "tt" + id
	}
	known, isFilm := film.ParseID(id)
	if isFilm {
		r.ID = known.String()
	}
	if n, err := strconv.ParseUint(at(l.moviedb), 10, 31); err == nil {
		r.MoviedbID = int(n)
	}
	m := mark{scale: l.scale}
	if s := at(l.rating); s != "" {
		var err error
		m.given = true
		if m.value, err = strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64); err != nil {
			m.value = -1
		}
	}
	switch {
	case !isFilmKind(at(l.kind)) || l.source == imdb && id != "" && !isFilm:
		c.out.LeftOut++
	case l.isList && !l.liked && (!m.given || m.value == 0):
		c.out.Listed++
	default:
		c.add(r, m)
	}
}

// isFilmKind reports whether the kind of a row, as IMDb and Trakt name it, is a film's: not a
// series, season, episode, game, podcast or music video. An empty kind is a film's.
func isFilmKind(kind string) bool {
	kind = strings.ToLower(strings.ReplaceAll(kind, " ", ""))
	return !slices.ContainsFunc([]string{"series", "episode", "season", "show", "game", "podcast", "musicvideo", "person"},
		func(part string) bool { return strings.Contains(kind, part) })
}

// separator returns what stands between the cells of a table: of comma, semicolon and tab what
// the first line has most of.
func separator(s string) rune {
	line, _, _ := strings.Cut(s, "\n")
	best, most := ',', strings.Count(line, ",")
	for _, r := range ";\t" {
		if n := strings.Count(line, string(r)); n > most {
			best, most = r, n
		}
	}
	return best
}

// yearOf returns the year that a text begins with (1995, 1995.0, 2012–2019), or 0.
func yearOf(s string) int {
	if len(s) < 4 || len(s) > 4 && s[4] >= '0' && s[4] <= '9' {
		return 0
	}
	year, err := strconv.Atoi(s[:4])
	if err != nil || year < oldest || year > newest {
		return 0
	}
	return year
}

// dateOf returns a date or time that begins as 2006-01-02, of which later ones compare as
// greater, and nothing for any other form.
func dateOf(s string) string {
	if len(s) < 10 || s[4] != '-' || s[7] != '-' || yearOf(s[:4]) == 0 {
		return ""
	}
	return strings.Clone(s)
}
