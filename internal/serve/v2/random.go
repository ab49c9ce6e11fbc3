package v2

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// randomParams are the conditions of the list of films, and the seed of the choice.
type randomParams struct {
	Q     string     `query:"q" alias:"title,name,search,query,text,keyword,keywords" maxLength:"500" doc:"Words that must all occur in title, overview, cast, crew or keywords." example:"vienna noir"`
	Match film.Match `query:"match" enum:"all,any,auto" default:"all" doc:"How many of the words of q a film must have, as in the list of films."`
	film.Filters
	Seed   string `query:"seed" maxLength:"100" doc:"Makes the choice: the same seed and filters give the same film until the library changes. Another film each time when omitted." example:"2026-03-14"`
	Fields string `query:"fields" example:"@card,@money"`
	Localized
}

// Describe returns the description of fields, which lists the sets of them.
func (randomParams) Describe() map[string]string {
	return map[string]string{"fields": film.DescribeFields()}
}

// randomMeta says what the film was chosen from and how to choose it again.
type randomMeta struct {
	Total   int    `json:"total" minimum:"1" doc:"The films it was chosen from: all matches."`
	Seed    string `json:"seed" doc:"Send it with the same filters to get this film again."`
	Sandbox bool   `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// randomAnswer is one film in the detail view, or a part of it.
type randomAnswer struct {
	Data film.Raw[foundFilm] `json:"data"`
	Meta randomMeta          `json:"meta"`
}

// registerRandom adds GET /films/random. No cache may keep its answers.
func registerRandom(api wire.API) {
	wire.Handle(api, wire.Route[randomParams]{
		Operation: huma.Operation{
			OperationID: "getRandomFilm", Method: http.MethodGet, Path: "/api/v2/films/random",
			Tags: []string{"films"}, Summary: "Get a film by chance",
			Description: "One of the films that match all conditions, each as likely as any other, in detail mode. 404 when none matches. No cache keeps the answer.",
			Responses: map[string]*huma.Response{
				"200": openapi.Success[randomAnswer](api.Doc, "The film, in detail mode.", randomExample()),
				"404": {Ref: "#/components/responses/NotFound"},
			},
		},
		Need:    access.Needs.Film,
		Private: true,
		Answer:  random,
	})
}

// random answers with a film by chance. When none matches that is 404 film_not_found, which is
// charged (REQ F2-64).
func random(x *wire.Exchange, p *randomParams) error {
	l, err := p.locale()
	if err != nil {
		return err
	}
	query := film.Query{Text: p.Q, Match: p.Match, Filters: p.Filters}
	found, err := wire.Asked(x, x.Visit.Random(app.RandomQuestion{Query: query, Seed: p.Seed, Fields: p.Fields}))
	if err != nil {
		return err
	}
	found.Localize(l)
	meta := randomMeta{found.Total, found.Seed, x.Visit.Bill().Sandbox}
	return x.AnswerJSON(randomAnswer{app.Encoded[foundFilm](&found.Records)[0], meta})
}
