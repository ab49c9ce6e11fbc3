package taste

import (
	"net/url"
	"strconv"

	"kinodex/internal/catalog"
	"kinodex/internal/film"
)

// Suggestions answer a wish (REQ R-33). Written as JSON, after Describe, they are
// the answer of the service. Lists are never nil.
type Suggestions struct {
	Films   []Suggestion `json:"recommendations"` // best first
	Profile Profile      `json:"taste_profile"`
	Input   Input        `json:"input"`
}

// Suggestion is one film that may be liked (REQ R-34). What is not known is nil.
type Suggestion struct {
	Doc         catalog.Doc `json:"-"`
	FilmdbID    film.ID     `json:"filmdb_id" pattern:"^tt\\d+$" doc:"The film's id."`
	Title       string      `json:"title"`
	Year        *string     `json:"year" nullable:"true" doc:"Year of release, as text."`
	Genres      []string    `json:"genres"`
	VoteAverage *float64    `json:"vote_average" nullable:"true" minimum:"0" maximum:"10" doc:"The second movie database's user rating."`
	Overview    *string     `json:"overview" nullable:"true" doc:"Synopsis."`
	PosterPath  *string     `json:"poster_path" nullable:"true" doc:"The path of the poster's address."`
	Score       float64     `json:"score" minimum:"0" maximum:"100" doc:"How well it fits, to compare films of one answer."`
	Reasons     []string    `json:"reasons" minItems:"1" doc:"Facts of this film's record and of liked films'."`
	Penalties   []Penalty   `json:"penalties,omitempty" doc:"What it lost for being like disliked films."`
}

// Penalty is what a suggestion lost for being like a disliked film. Factor is above
// 0 and below 1, rounded to two decimals.
type Penalty struct {
	Disliked catalog.Doc `json:"-"`
	FilmdbID film.ID     `json:"filmdb_id" pattern:"^tt\\d+$" doc:"The disliked film."`
	Factor   float64     `json:"factor" minimum:"0" maximum:"1" doc:"What the score was multiplied by."`
}

// Profile is what liked films have in common (REQ R-35), each list with the most
// telling first: at most 5 genres and 10 of each other kind.
type Profile struct {
	Genres    []string `json:"top_genres"`
	Keywords  []string `json:"top_keywords"`
	Directors []string `json:"liked_directors"`
	Actors    []string `json:"liked_actors"`
}

// Input says what became of what was wished (REQ ). Suggest knows
// films, not names, so that Unresolved is for whoever looked the names up to set.
type Input struct {
	Liked      int      `json:"liked_resolved" minimum:"0" doc:"The different liked films that were found."`
	Disliked   int      `json:"disliked_resolved" minimum:"0" doc:"The different disliked films that were found. A film that is both is disliked."`
	Scored     int      `json:"total_scored" minimum:"0" doc:"The films that were candidates."`
	Unresolved []string `json:"unresolved" doc:"The names that are no film's."`
	Effects    []Effect `json:"disliked_effect" doc:"What each disliked film did."`
}

// Effect is how many candidates lost score for being like a disliked film. FilmdbID is set by
// Describe.
type Effect struct {
	Disliked catalog.Doc `json:"-"`
	FilmdbID film.ID     `json:"filmdb_id" pattern:"^tt\\d+$"`
	Lowered  int         `json:"lowered" minimum:"0" doc:"How many candidates lost by it."`
}

// Describe fills in what the records say of the films. Suggest leaves that out, since an
// evaluation asks for thousands of films and reads no more than Doc of each. The error is
// that of the first record that cannot be read.
func (x *Taste) Describe(all *Suggestions) error {
	for i := range all.Films {
		if err := x.describe(&all.Films[i]); err != nil {
			return err
		}
	}
	for i, e := range all.Input.Effects {
		all.Input.Effects[i].FilmdbID = x.films.ID(e.Disliked)
	}
	return nil
}

// suggested are the fields of a suggestion.
const suggested = "title,genres,overview,poster"

// describe fills in one film and the ids of its penalties. A record that cannot be read is an
// error.
func (x *Taste) describe(s *Suggestion) error {
	fields, err := film.List.Project(suggested)
	if err != nil {
		return err
	}
	f, err := x.films.Fields(s.Doc, fields)
	if err != nil {
		return err
	}
	s.FilmdbID, s.Title, s.Genres, s.Overview, s.PosterPath = x.films.ID(s.Doc), f.Title, f.Genres, f.Overview, posterPath(f)
	if year, ok := x.films.Number("year", s.Doc); ok {
		text := strconv.Itoa(int(year))
		s.Year = &text
	}
	if rating, ok := x.films.Number("moviedb_rating", s.Doc); ok {
		s.VoteAverage = &rating
	}
	for i, p := range s.Penalties {
		s.Penalties[i].FilmdbID = x.films.ID(p.Disliked)
	}
	return nil
}

// posterPath returns the path of the poster's address, which may be our own; nil
// when there is none.
func posterPath(f *film.Film) *string {
	if f.Poster.URL == nil {
		return nil
	}
	u, err := url.Parse(*f.Poster.URL)
	if err != nil || u.Path == "" {
		return nil
	}
	return &u.Path
}
