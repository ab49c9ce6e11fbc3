package mcp

import (
	"context"
	"reflect"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/atlas"
	"kinodex/internal/catalog"
	"kinodex/internal/film"
	"kinodex/internal/serve/encode"
	"kinodex/internal/serve/wire"
	"kinodex/internal/taste"
)

// rowFields are the fields of a film in a list (REQ M-19).
const rowFields = "filmdb_id,title,year,genres,director,ratings.filmdb,ratings.filmdb_votes,ratings.master_score"

// filmRow describes a film with rowFields. Rows are copied from the library.
type filmRow struct {
	ID       film.ID  `json:"filmdb_id"`
	Title    string   `json:"title"`
	Year     *int     `json:"year"`
	Genres   []string `json:"genres"`
	Director *string  `json:"director"`
	Ratings  struct {
		Filmdb      *float64 `json:"filmdb"`
		FilmdbVotes *int     `json:"filmdb_votes"`
		MasterScore float64  `json:"master_score"`
	} `json:"ratings"`
}

// filmRows is the answer of search_films.
type filmRows struct {
	Data []filmRow `json:"data"`
	Meta filmsMeta `json:"meta"`
}

// filmsMeta is the meta of search_films (REQ M-19). Count is the number of films in the
// answer, Total of all matches. NextCursor is nil on the last page. Truncated is true when
// fewer films than asked for are here, because they would not fit; NextCursor goes on after
// them.
type filmsMeta struct {
	Count         int                    `json:"count"`
	NextCursor    *string                `json:"next_cursor"`
	Total         int                    `json:"total"`
	DidYouMean    string                 `json:"did_you_mean,omitempty"`
	Match         film.Match             `json:"match,omitempty"`
	MatchNote     string                 `json:"match_note,omitempty"`
	Hint          string                 `json:"hint,omitempty"`
	UnknownGenres []catalog.UnknownGenre `json:"unknown_genres,omitempty"`
	Truncated     bool                   `json:"truncated,omitempty"`
	Sandbox       bool                   `json:"sandbox,omitempty"`
}

// similarRows is the answer of get_similar_films.
type similarRows struct {
	Data []filmRow   `json:"data"`
	Meta similarMeta `json:"meta"`
}

// similarMeta is the meta of get_similar_films. Count is at most Requested.
type similarMeta struct {
	Source    string `json:"source"`
	Count     int    `json:"count"`
	Requested int    `json:"requested_limit"`
	Sandbox   bool   `json:"sandbox,omitempty"`
}

// wholeFilm is the answer of get_film. CastTotal counts the whole cast, of which the first
// are here.
type wholeFilm struct {
	film.Film
	CastTotal int `json:"cast_total"`
}

// filmID describes an argument that is a film's id.
const filmID = "A film's id, such as tt0041959."

// filmTools returns the tools about films.
func filmTools() []tool {
	return []tool{
		{
			name: "search_films", title: "Search films",
			about: "Find films by words, genre, period, people, language or least rating, sorted by any figure. Every condition narrows; without any: all, by master score. " +
				"meta.total counts all matches, cursor goes on.",
			takes: []argument{
				text("query", film.MaxText, "Words of title, overview, cast, crew or keywords."),
				word("match", []string{"all", "any", "auto"}, "auto: all words, else most."),
				text("genre", film.MaxText, "Drama,Crime: all must match. Of an unknown one, meta.unknown_genres tells the nearest."),
				text("decade", 10, "A decade, as 1990s or 1990."),
				whole("year_min", "First year of release."),
				whole("year_max", "Last year of release."),
				number("min_rating", 0, 10, "The least user rating, 0 to 10."),
				number("min_score", 0, 100, "The least master score, 0 to 100."),
				text("director", film.MaxText, "Part of a director's name."),
				text("actor", film.MaxText, "Part of a name in the cast."),
				text("language", 10, "Original language, ISO 639-1: en."),
				text("sort", 60, film.DescribeSort(film.V1SortFields, "query")),
				integer("limit", 1, 100, "How many films.").or(20),
				text("cursor", 2000, "meta.next_cursor of the answer before; same conditions and sort."),
			},
			need: access.Needs.Films, output: reflect.TypeFor[filmRows](), answer: searchFilms,
		},
		{
			name: "get_film", title: "Get a film",
			about: "All about one film, by its id: ratings, box office and return, awards, the first 15 of the cast (part cast has all), crew by department, keywords, poster, companies, where to watch, and where each figure comes from.",
			takes: []argument{text("id", 100, filmID).needed(), partArgument, offsetArgument},
			need:  access.Needs.Film, output: reflect.TypeFor[wholeFilm](), answer: getFilm,
		},
		{
			name: "get_similar_films", title: "Find similar films",
			about: "The films most like one film, the most similar first. For films that fit several likes and dislikes use recommend_films.",
			takes: []argument{
				text("id", 100, filmID).needed(),
				integer("limit", 1, 50, "How many films, at most.").or(10),
			},
			need: access.Needs.Similar, output: reflect.TypeFor[similarRows](), answer: getSimilar,
		},
		{
			name: "get_poster_analysis", title: "Read a film's poster",
			about: "What computer vision reads in a film's poster: design quality, mood, composition, colours, genre signals, era, typography. NOT_FOUND when none was read.",
			takes: []argument{text("id", 100, filmID).needed()},
			need:  access.Needs.PosterAnalysis, rest: "GET /api/v2/films/{id}/poster-analysis gives all of it.", output: reflect.TypeFor[app.PosterAnalysis](), answer: getPosterAnalysis,
		},
		{
			name: "recommend_films", title: "Recommend films",
			about: "Films for somebody who liked some films and disliked others, the best first, with reasons that are facts of the records. input.unresolved lists names that are no film's.",
			takes: []argument{
				texts("liked", app.MaxNamed, "Ids, titles, or titles with a year: The Third Man (1949).").needed(),
				texts("disliked", app.MaxNamed, "Films that were not. What is like them sinks."),
				integer("limit", 1, 50, "How many films, at most.").or(10),
			},
			need: access.Needs.Suggest, rest: "Ask with a smaller limit, or with fewer disliked films.", output: reflect.TypeFor[taste.Suggestions](), answer: recommendFilms,
		},
		{
			name: "get_catalog_stats", title: "Get catalogue statistics",
			about: "Figures of the whole catalogue: films by genre (all genres there are), decade, year, language and budget; how ratings and scores spread; best directors, best pictures, returns by decade.",
			need:  access.Needs.Stats, rest: "GET /api/v1/stats gives all of it.", output: reflect.TypeFor[atlas.Statistics](), answer: getStats,
		},
	}
}

// searchFilms answers search_films. A page of more than some answerBytes bytes is cut to
// fewer films, one at least, at no further cost, with a cursor that goes on after them.
func searchFilms(ctx context.Context, c *call, dst []byte) ([]byte, error) {
	q, err := c.filmsQuestion()
	if err != nil {
		return nil, err
	}
	found, err := c.visit.Films(q).Answer(ctx)
	if err != nil {
		return nil, renamed(err, map[string]string{"q": "query"})
	}
	start, cut := len(dst), false
	for {
		dst = found.AppendData(append(dst[:start], `{"data":`...), c.base)
		size := len(dst) - start
		if size <= answerBytes-500 || found.Len() == 1 {
			break
		}
		// Rows of unusual length: fewer of them, with a cursor that goes on there.
		fewer := max(1, found.Len()*(answerBytes-500)/size-1)
		if found, err = c.visit.First(found, fewer); err != nil {
			return nil, err
		}
		cut = true
	}
	meta := filmsMeta{
		Count: found.Len(), NextCursor: found.NextCursor, Total: found.Total, DidYouMean: found.DidYouMean, Match: found.Match, MatchNote: found.Match.Note(),
		UnknownGenres: found.UnknownGenres, Truncated: cut, Sandbox: c.visit.Bill().Sandbox,
	}
	if found.Total == 0 {
		meta.Hint = "No film meets all conditions. Leave some out; get_catalog_stats tells what there is."
	}
	return endRows(dst, meta)
}

// filmsQuestion returns the arguments as the question that v2 asks, so that both find the
// same and their cursors are the same (REQ M-19). A decade or a sort that cannot be read is a
// fault.
func (c *call) filmsQuestion() (q app.FilmsQuestion, err error) {
	q = app.FilmsQuestion{
		Query: film.Query{
			Text: c.text("query"), Match: film.Match(c.text("match")), Genres: film.ParseGenres(c.text("genre")),
			YearMin: c.number("year_min"), YearMax: c.number("year_max"),
			MinRating: c.number("min_rating"), MinScore: c.number("min_score"),
			Director: c.text("director"), Actor: c.text("actor"), Language: c.text("language"),
		},
		Page: film.Page{Limit: c.integer("limit")}, Cursor: c.text("cursor"),
		View: film.List, Fields: rowFields,
	}
	if q.Query.Decade, err = wire.Decade(c.text("decade")); err != nil {
		return q, err
	}
	q.Query.Sort, err = film.ParseSort(c.text("sort"), film.V1SortFields)
	return q, err
}

// endRows ends an answer with its meta. dst has its data, {"data":[…], already.
func endRows(dst []byte, meta any) ([]byte, error) {
	dst, err := encode.Append(append(dst, `,"meta":`...), meta, "")
	return append(dst, '}'), err
}

// appendSandbox appends to a meta that the answer comes from the sandbox, if it does (REQ
//
func (c *call) appendSandbox(b []byte) []byte {
	if c.visit.Bill().Sandbox {
		b = append(b, `,"sandbox":true`...)
	}
	return b
}
