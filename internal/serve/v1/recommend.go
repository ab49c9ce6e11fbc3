package v1

import (
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/ratings"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// suggestBody is the body of /recommend (REQ ). Liked alone is required, and
// with Ratings not even that. A nil Limit stands for 20, a nil Popularity for 0. Popularity,
// Ratings and Exclude are beyond the published interface.
type suggestBody struct {
	app.Opinions
	Limit      *int     `json:"limit,omitempty" nullable:"true" minimum:"1" maximum:"100" default:"20" doc:"How many films to recommend, at most."`
	Popularity *float64 `json:"popularity,omitempty" nullable:"true" minimum:"-1" maximum:"1" default:"0" doc:"From -1, rather hidden films, to 1, rather famous ones."`

	Ratings []ratings.SeenFilm `json:"ratings,omitempty" maxItems:"10000" doc:"Films that were seen, the newest rating first, each at most once: the best of what was rated at one's own mean or above counts as liked, and none is recommended. With ratings, liked may be left out."`
	Exclude []string           `json:"exclude,omitempty" maxItems:"10000" doc:"Further films not to recommend, named as the liked ones are."`
}

// TransformSchema says that the body has liked or ratings, or both.
func (suggestBody) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.AnyOf = []*huma.Schema{{Required: []string{"liked"}}, {Required: []string{"ratings"}}}
	return s
}

// suggestAnswer is the answer of /recommend (REQ R-33). Meta is nil outside the sandbox.
type suggestAnswer struct {
	Data *app.Suggestions  `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

const suggestExample = `{"data":{"recommendations":[{"filmdb_id":"tt0041959","title":"The Third Man","year":"1949","genres":["Film-Noir","Mystery","Thriller"],` +
	`"vote_average":7.8,"overview":"A writer of pulp novels comes to occupied Vienna and finds that the friend who invited him is dead, or said to be.",` +
	`"poster_path":null,"score":71.4,"reasons":["Directed by Carol Reed, like Odd Man Out"]}],` +
	`"taste_profile":{"top_genres":["Crime"],"top_keywords":["belfast"],"liked_directors":["Carol Reed"],"liked_actors":["James Mason"]},` +
	`"input":{"liked_resolved":1,"disliked_resolved":0,"total_scored":1875,"unresolved":[],"disliked_effect":[]}}}`

// registerSuggest adds POST /recommend. It costs one request. No cache keeps an answer.
func registerSuggest(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "recommendByTaste", Method: http.MethodPost, Path: "/api/v1/recommend",
			Tags: []string{"recommendations"}, Summary: "Recommend films by liked ones",
			Description: "Films that somebody may like who liked some films and disliked others, the best first: none of those, each once, each with reasons that are facts of the records. " +
				"Names that are no film's are left out and told; when no liked one is a film's, that is an error (no_liked_resolved). " +
				"Ratings of films that were seen may stand in the place of liked ones, or beside them; data.ratings then tells what was matched and what was not.",
			RequestBody: openapi.Takes[suggestBody](api.Doc, true, `{"liked":["tt0039677","Brief Encounter (1945)"],"disliked":["Oliver!"],"limit":5}`),
			Responses:   map[string]*huma.Response{"200": openapi.Success[suggestAnswer](api.Doc, "The recommendations.", []byte(suggestExample), "Deprecation", "Link")},
		},
		Need: access.Needs.Suggest, Private: true, Body: wire.JSONBody, Answer: suggest,
	})
}

// suggest answers POST /recommend with films for somebody who liked some films, the best
// first (REQ R-37). When none of the liked names is a film's, or all such films are disliked
// as well, it is 400 no_liked_resolved and costs nothing (REQ R-38).
func suggest(x *wire.Exchange, _ *wire.None) error {
	var body suggestBody
	if err := x.Decode(&body); err != nil {
		return err
	}
	q := app.SuggestQuestion{Opinions: body.Opinions, Ratings: body.Ratings, Exclude: body.Exclude, Limit: 20}
	if body.Limit != nil {
		q.Limit = *body.Limit
	}
	if body.Popularity != nil {
		q.Popularity = *body.Popularity
	}
	found, err := x.Visit.Suggest(x.Context(), q)
	if err != nil {
		return whereaboutsOfPrompt(x, err)
	}
	return x.AnswerJSON(suggestAnswer{found, x.SandboxMeta()})
}

// whereaboutsOfPrompt adds to what is wrong with a body that names no liked film, and has a
// prompt, where prompts are read.
func whereaboutsOfPrompt(x *wire.Exchange, err error) error {
	var sent struct {
		Prompt any `json:"prompt"`
	}
	wrong := (*fault.Fault)(nil)
	if !errors.As(err, &wrong) || wrong.Param != "liked" || x.Decode(&sent) != nil || sent.Prompt == nil {
		return err
	}
	f := *wrong
	f.Message += "; a prompt is read by POST /api/v2/recommend"
	return &f
}
