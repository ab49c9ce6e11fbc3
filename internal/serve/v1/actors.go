package v1

import (
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/people"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// actorsParams are the filters and the page of a list of actors (REQ AC-05). Integers out of
// range are clamped, and meta has the values used (REQ F1-26). A nil MinPopularity is no
// condition; one outside 0 to 100 is compared as sent. HasStyle is true or false, in any
// case; false is no condition (REQ AC-06).
type actorsParams struct {
	Q             string   `query:"q" maxLength:"500" doc:"Words, or parts of words, of the name, in any order and case, with or without accents." example:"niro"`
	Genre         string   `query:"genre" maxLength:"100" doc:"Part of the name of the genre of most of their films, any case." example:"crime"`
	HasStyle      string   `query:"has_style" enum:"true,false" doc:"true keeps only those of whom there is a style guide; false keeps everyone."`
	MinPopularity *float64 `query:"min_popularity" minimum:"0" maximum:"100" beyond:"accept" doc:"The least popularity." example:"20"`
	Offset        int      `query:"offset" minimum:"0" maximum:"1000000000" default:"0" beyond:"clamp" doc:"How many actors to skip."`
	Limit         int      `query:"limit" minimum:"1" maximum:"200" default:"50" beyond:"clamp" doc:"How many actors to answer with; out of range, the nearest bound. meta.limit says which was used."`
}

// actorParams name one actor, by any of three kinds of id. All of them lead to the same
// record (REQ AC-08).
type actorParams struct {
	ID string `path:"id" doc:"A number of the movie database, an id of the name database (nm and digits), or the name's slug (lower case, hyphens)." example:"buster-keaton"`
}

// actorsAnswer is a page of actors, the most popular first (REQ AC-07). Data is never nil: a
// page beyond the last actor is empty.
type actorsAnswer struct {
	Data []people.Actor `json:"data"`
	Meta filmsMeta      `json:"meta"`
}

// actorAnswer is one actor with filmography and style (REQ AC-10, AC-11). Meta is nil outside
// the sandbox.
type actorAnswer struct {
	Data people.ActorDetail `json:"data"`
	Meta *wire.SandboxMeta  `json:"meta,omitempty"`
}

// actorExample has the members of an actor that lists and details share, without the braces
// around them.
const actorExample = `"id":"buster-keaton","moviedb_id":8635,"namedb_id":"nm0000036","name":"Buster Keaton",` +
	`"headshot_url":null,"popularity":12.41,"visual_description":"slim, upright, still in the face and quick everywhere else",` +
	`"biography":"Active 1917-1966. Plays men who answer catastrophe with arithmetic.",` +
	`"career_stats":{"film_count":71,"avg_rating":6.81,"avg_master_score":58.02,"total_gross":4370245,"top_genre":"Comedy","first_year":1920,"last_year":1966},"has_style":true`

// actorMoreExample has the members that only the detail has, and the closing brace of style.
const actorMoreExample = `"filmography":[{"filmdb_id":"tt0017925","title":"The General","year":1926,"character":"Johnnie Gray","filmdb_rating":8.2}],` +
	`"style":{"techniques":["The long shot that proves it"],"specifications":{"register":"grave","physicality":"slim, upright, still in the face and quick everywhere else",` +
	`"voice":"seldom needed","range":"slapstick, melodrama played straight","parts":"suitors, heirs, engineers"}}`

// registerActors adds GET /actors and GET /actors/{id}. Each costs one request.
func registerActors(api wire.API) {
	wire.Handle(api, wire.Route[actorsParams]{
		Operation: huma.Operation{
			OperationID: "listActors", Method: http.MethodGet, Path: "/api/v1/actors",
			Tags: []string{"actors"}, Summary: "List actors",
			Description: "Everyone in the cast of a film, the most popular first, of equals in order of id. Popularity is worked out from the films: " +
				"their votes, the place in the billing and how long ago they were made; it runs from 0 to 100, which is the most popular of the library.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[actorsAnswer](api.Doc, "A page of actors.",
					[]byte(`{"data":[{`+actorExample+`}],"meta":{"total":1,"offset":0,"limit":50}}`), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.People,
		Tables: true,
		Answer: actors,
	})
	wire.Handle(api, wire.Route[actorParams]{
		Operation: huma.Operation{
			OperationID: "getActor", Method: http.MethodGet, Path: "/api/v1/actors/{id}",
			Tags: []string{"actors"}, Summary: "Get an actor",
			Description: "One actor with all films, the newest first, and, where there is a style guide, its techniques and specifications. All ids lead to the same record.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[actorAnswer](api.Doc, "The actor.",
					[]byte(`{"data":{`+actorExample+`,`+actorMoreExample+`}}`), "Deprecation", "Link"),
			},
		},
		Need:   access.Needs.People,
		Answer: oneActor,
	})
}

// actors answers GET /actors with a page of actors. A page that the response cache has is
// charged, but not searched for again.
func actors(x *wire.Exchange, p *actorsParams) error {
	found, answered, err := wire.Untagged(x, x.Visit.Actors(app.ActorsQuestion{
		Query:    people.Query{Name: p.Q, Genre: p.Genre, MinPopularity: p.MinPopularity},
		HasStyle: strings.EqualFold(p.HasStyle, "true"), Offset: p.Offset, Limit: p.Limit,
	}))
	if answered || err != nil {
		return err
	}
	if x.CSV() {
		return wire.AnswerRows(x, found.Page, wire.ByOffset(found.Total, found.Offset, len(found.Page)))
	}
	return x.AnswerJSON(actorsAnswer{found.Page, pageMeta(x, found.Total, found.Offset, found.Limit)})
}

// oneActor answers GET /actors/{id}. An id that nobody has is 404 actor_not_found, and is
// charged like an answer (REQ Q-08).
func oneActor(x *wire.Exchange, p *actorParams) error {
	found, answered, err := wire.Untagged(x, x.Visit.Actor(p.ID))
	if answered || err != nil {
		return err
	}
	return x.AnswerJSON(actorAnswer{*found, x.SandboxMeta()})
}
