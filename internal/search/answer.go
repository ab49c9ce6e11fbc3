package search

import (
	"bytes"
	"strconv"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Kind is what a row tells of.
type Kind string

// The kinds (REQ R-08).
const (
	FilmRow     Kind = "film"
	ScriptRow   Kind = "script"
	SynopsisRow Kind = "synopsis"
)

// Row is one thing that was found.
type Row struct {
	Kind Kind
	Doc  catalog.Doc
	// Field is where the words were found, and Snippet the text there: plain, at
	// most SnippetLength characters (REQ ).
	Field   Field
	Snippet string
	// Score is the relevance beside the best row's, from 0 to 1 with two decimals
	// (REQ R-11; see publish).
	Score float64

	// Unlike is how much less likely the film is meant by a text that is being typed, in the logarithm
	// of votes; naming.HasElse for one that it is not the beginning of.
	Unlike float64

	relevance float32
}

// Answer is what was found, to be written before the library it is of is closed.
type Answer struct {
	// Type is the type that was asked for.
	Type Type
	// Total counts all rows there are, of which Rows are the best.
	Total int
	Rows  []Row
	// DidYouMean is the title of the first row, when only a typo led to it, or the name
	// that was meant; else empty (REQ R-13).
	DidYouMean string
	// Match is what the films have of the words: film.MatchAll, or film.MatchMost where
	// few have all.
	Match film.Match
	// As is as what the films have the text.
	As catalog.FoundAs

	search *Search
}

// Result is a row with the film that it is about, as the interface shows it (REQ R-06).
type Result struct {
	Type    Kind       `json:"type" enum:"film,script,synopsis"`
	Title   string     `json:"title"`
	Year    *string    `json:"year" nullable:"true" doc:"Year of release, as text."`
	Field   string     `json:"match_field" enum:"title,overview,keywords,genres,cast,crew" doc:"The field with most of the words."`
	Snippet string     `json:"match_snippet" maxLength:"160" doc:"The text there, plain, around the first of the words."`
	Score   float64    `json:"score" minimum:"0" maximum:"1" doc:"Relevance beside the first result's. Equal ones are ordered by votes, then by id."`
	Data    ResultData `json:"data"`
}

// ResultData is what a result tells of its film. Genres is never nil.
type ResultData struct {
	FilmdbID    film.ID  `json:"filmdb_id" pattern:"^tt\\d+$" doc:"The film's id."`
	MoviedbID   *int     `json:"moviedb_id" nullable:"true" doc:"The second movie database's id."`
	Genres      []string `json:"genres"`
	Overview    *string  `json:"overview" nullable:"true"`
	VoteAverage *float64 `json:"vote_average" nullable:"true" minimum:"0" maximum:"10" doc:"The second movie database's user rating."`
}

// Results returns the rows with their films, in order, never nil. They are copies, good after
// the library is closed.
func (a *Answer) Results() []Result {
	results := make([]Result, len(a.Rows))
	for i := range a.Rows {
		results[i] = a.Rows[i].result(a.search.films)
	}
	return results
}

func (r *Row) result(films *catalog.Catalog) Result {
	f := readFilm(films, r.Doc)
	shown := Result{
		Type: r.Kind, Title: string(f.text(titleField)), Field: r.Field.String(), Snippet: r.Snippet, Score: r.Score,
		Data: ResultData{FilmdbID: films.ID(r.Doc), Genres: []string{}},
	}
	if year := f.value(yearField); isNumber(year) {
		text := string(year)
		shown.Year = &text
	}
	for genre := range listed(f, genresField) {
		shown.Data.Genres = append(shown.Data.Genres, string(genre.text))
	}
	if overview := f.value(overviewField); len(overview) > 0 && overview[0] == '"' {
		text := string(f.text(overviewField))
		shown.Data.Overview = &text
		if bytes.Contains(f.value(sourcesField), fromWikipedia) {
			if whole, err := films.Film(r.Doc); err == nil {
				shown.Data.Overview = whole.AttributedOverview()
			}
		}
	}
	if id, err := strconv.Atoi(string(member(f.value(externalField), "moviedb_id"))); err == nil {
		shown.Data.MoviedbID = &id
	}
	if rating, err := strconv.ParseFloat(string(member(f.value(ratingsField), "moviedb")), 64); err == nil {
		shown.Data.VoteAverage = &rating
	}
	return shown
}
