package v1

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
	"kinodex/internal/taste"
)

// suggestBody is what /recommend is sent (SPEC "POST /api/v1/recommend body").
// Popularity is beyond the specification.
type suggestBody struct {
	Liked      []string `json:"liked" minItems:"1" maxItems:"200" doc:"Films that were liked, by id (tt0041959), title, or title and year (The Third Man (1949)). Of several films of a title the one with most votes is meant."`
	Disliked   []string `json:"disliked,omitempty" maxItems:"200" doc:"Films that were not; with liked at most 200. What is like them sinks."`
	Limit      *int     `json:"limit,omitempty" nullable:"true" minimum:"1" maximum:"100" default:"20" doc:"How many films to recommend, at most."`
	Popularity *float64 `json:"popularity,omitempty" nullable:"true" minimum:"-1" maximum:"1" default:"0" doc:"From -1, rather hidden films, to 1, rather famous ones."`
}

// Suggestion is one recommendation of v1 (TRACE R-34).
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

type suggestData struct {
	Recommendations []Suggestion `json:"recommendations"`
	TasteProfile    tasteProfile `json:"taste_profile"`
	Input           suggestInput `json:"input"`
}

type suggestAnswer struct {
	Data suggestData       `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

const suggestExample = `{"data":{"recommendations":[{"filmdb_id":"tt0041959","title":"The Third Man","year":"1949","genres":["Film-Noir","Mystery","Thriller"],` +
	`"vote_average":7.8,"overview":"A writer of pulp novels comes to occupied Vienna and finds that the friend who invited him is dead, or said to be.",` +
	`"poster_path":null,"score":71.4,"reasons":["Directed by Carol Reed, like Odd Man Out"]}],` +
	`"taste_profile":{"top_genres":["Crime"],"top_keywords":["belfast"],"liked_directors":["Carol Reed"],"liked_actors":["James Mason"]},` +
	`"input":{"liked_resolved":1,"disliked_resolved":0,"total_scored":1875,"unresolved":[],"disliked_effect":[]}}}`

func hangSuggest(door wire.Door) {
	wire.Handle(door, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "v1-recommend", Method: http.MethodPost, Path: "/api/v1/recommend",
			Tags: []string{"recommendations"}, Summary: "Recommend films by liked ones",
			Description: "Films that somebody may like who liked some films and disliked others, the best first: none of those, each once, each with reasons that are facts of the records. " +
				"Names that are no film's are left out and told; when no liked one is a film's, that is an error (no_liked_resolved).",
			RequestBody: wire.Takes[suggestBody](door.Doc, true, `{"liked":["tt0039677","Brief Encounter (1945)"],"disliked":["Oliver!"],"limit":5}`),
			Responses:   map[string]*huma.Response{"200": wire.Success[suggestAnswer](door.Doc, "The recommendations.", []byte(suggestExample), "Deprecation", "Link")},
		},
		Need: access.Needs.Suggest, Private: true, Body: wire.JSONBody, Answer: suggest,
	})
}

func suggest(x *wire.Exchange, _ *wire.None) error {
	var body suggestBody
	if err := x.Decode(&body); err != nil {
		return err
	}
	q := app.SuggestQuestion{Liked: body.Liked, Disliked: body.Disliked, Limit: 20}
	if body.Limit != nil {
		q.Limit = *body.Limit
	}
	if body.Popularity != nil {
		q.Popularity = *body.Popularity
	}
	found, err := x.Visit.Suggest(x.Context(), q)
	if err != nil {
		return err
	}
	told, err := tellSuggestions(found)
	if err != nil {
		return err
	}
	data, err := json.Marshal(told)
	if err != nil {
		return err
	}
	b := append(append(x.Body(), `{"data":`...), data...)
	x.Answer(x.AppendSandbox(b))
	return nil
}

func tellSuggestions(found *app.Suggested) (*suggestData, error) {
	p := found.Profile
	data := &suggestData{
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
