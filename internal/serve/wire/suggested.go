package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"

	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/taste"
)

// Suggestion is one recommendation from liked films (TRACE R-34).
type Suggestion struct {
	FilmdbID    string    `json:"filmdb_id" pattern:"^tt\\d+$" doc:"The film's id."`
	Title       string    `json:"title"`
	Year        *string   `json:"year" nullable:"true" doc:"Year of release, as text."`
	Genres      []string  `json:"genres"`
	VoteAverage *float64  `json:"vote_average" nullable:"true" minimum:"0" maximum:"10" doc:"The second movie database's user rating."`
	Overview    *string   `json:"overview" nullable:"true" doc:"Synopsis."`
	PosterPath  *string   `json:"poster_path" nullable:"true" doc:"The path of the poster's address."`
	Score       float64   `json:"score" minimum:"0" maximum:"100" doc:"How well it fits, to compare films of one answer."`
	Reasons     []string  `json:"reasons" minItems:"1" doc:"Facts of this film's record and of liked films'."`
	Penalties   []penalty `json:"penalties,omitempty" doc:"What it lost for being like disliked films."`
}

type penalty struct {
	FilmdbID string  `json:"filmdb_id" pattern:"^tt\\d+$" doc:"The disliked film."`
	Factor   float64 `json:"factor" minimum:"0" maximum:"1" doc:"What the score was multiplied by."`
}

// tasteProfile is what the liked films have in common (TRACE R-35).
type tasteProfile struct {
	TopGenres      []string `json:"top_genres"`
	TopKeywords    []string `json:"top_keywords"`
	LikedDirectors []string `json:"liked_directors"`
	LikedActors    []string `json:"liked_actors"`
}

// suggestInput says what became of the names that were sent (TRACE ).
type suggestInput struct {
	LikedResolved    int             `json:"liked_resolved" minimum:"0" doc:"The different liked films that were found."`
	DislikedResolved int             `json:"disliked_resolved" minimum:"0" doc:"The different disliked films that were found. A film that is both is disliked."`
	TotalScored      int             `json:"total_scored" minimum:"0" doc:"The films that were candidates."`
	Unresolved       []string        `json:"unresolved" doc:"The names that are no film's."`
	DislikedEffect   []dislikeEffect `json:"disliked_effect" doc:"What each disliked film did."`
}

type dislikeEffect struct {
	FilmdbID string `json:"filmdb_id" pattern:"^tt\\d+$"`
	Lowered  int    `json:"lowered" minimum:"0" doc:"How many candidates lost by it."`
}

// SuggestData is all that is told of suggestions, by every door (TRACE R-33).
type SuggestData struct {
	Recommendations []Suggestion `json:"recommendations"`
	TasteProfile    tasteProfile `json:"taste_profile"`
	Input           suggestInput `json:"input"`
}

// TellSuggestions tells suggestions.
func TellSuggestions(found *app.Suggested) (*SuggestData, error) {
	p := found.Profile
	data := &SuggestData{
		Recommendations: make([]Suggestion, len(found.Films)),
		TasteProfile:    tasteProfile{p.Genres, p.Keywords, p.Directors, p.Actors},
		Input: suggestInput{
			LikedResolved: len(found.Liked), DislikedResolved: len(found.Disliked), TotalScored: found.Scored,
			Unresolved: append([]string{}, found.Unresolved...), DislikedEffect: []dislikeEffect{},
		},
	}
	for i := range found.Films {
		if err := data.Recommendations[i].tell(found, &found.Films[i]); err != nil {
			return nil, err
		}
	}
	for _, e := range found.Effects {
		data.Input.DislikedEffect = append(data.Input.DislikedEffect, dislikeEffect{found.ID(e.Disliked).String(), e.Lowered})
	}
	return data, nil
}

// The fields of a listed film that are told as they are.
var (
	listedTitle    = slices.Index(film.List.Fields(), "title")
	listedGenres   = slices.Index(film.List.Fields(), "genres")
	listedOverview = slices.Index(film.List.Fields(), "overview")
	listedPoster   = slices.Index(film.List.Fields(), "poster")
)

// tell fills in the suggestion from its record.
func (t *Suggestion) tell(found *app.Suggested, s *taste.Suggestion) error {
	record := found.Record(s.Doc)
	t.FilmdbID, t.Score, t.Reasons, t.PosterPath = found.ID(s.Doc).String(), s.Score, s.Reasons, posterPath(record)
	for field, v := range map[int]any{listedTitle: &t.Title, listedGenres: &t.Genres, listedOverview: &t.Overview} {
		if err := json.Unmarshal(record.Value(field), v); err != nil {
			return fmt.Errorf("record of %s: %w", t.FilmdbID, err)
		}
	}
	if year, ok := found.Number("year", s.Doc); ok {
		said := strconv.Itoa(int(year))
		t.Year = &said
	}
	if rating, ok := found.Number("moviedb_rating", s.Doc); ok {
		t.VoteAverage = &rating
	}
	for _, p := range s.Penalties {
		t.Penalties = append(t.Penalties, penalty{found.ID(p.Disliked).String(), math.Round(100*p.Factor) / 100})
	}
	return nil
}

// posterPath is the path of the poster's address, which may be our own; nil when
// there is none.
func posterPath(record film.Record) *string {
	var poster struct {
		URL *string `json:"url"`
	}
	value := bytes.ReplaceAll(record.Value(listedPoster), []byte{film.BaseMark}, nil)
	if err := json.Unmarshal(value, &poster); err != nil || poster.URL == nil {
		return nil
	}
	u, err := url.Parse(*poster.URL)
	if err != nil || u.Path == "" {
		return nil
	}
	return &u.Path
}
