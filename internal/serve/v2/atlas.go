package v2

import (
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/atlas"
	"kinodex/internal/serve/wire"
)

// atlasParams are those of REQ AT-01 to AT-03. What is out of range is
// refused.
type atlasParams struct {
	Band      string   `query:"band" enum:"S,A,B,C,D,E,all" default:"all" doc:"Only films of this band of the master score: S from 85, A from 75, B from 65, C from 55, D from 45, E below."`
	DecadeMin *float64 `query:"decade_min" minimum:"0" maximum:"9999" doc:"The first decade, by any of its years. With a decade, films of no known year are left out." example:"1970"`
	DecadeMax *float64 `query:"decade_max" minimum:"0" maximum:"9999" doc:"The last decade, by any of its years." example:"1990"`
	Top       int      `query:"top" alias:"limit" minimum:"1" maximum:"200" default:"100" doc:"How many films to list for each country."`
}

// World describes the films of the world (REQ AT-04, AT-06). The bytes are
// written by package atlas; a test holds the two together.
type World struct {
	Totals     WorldTotals   `json:"totals"`
	Coverage   WorldCoverage `json:"coverage"`
	Disclaimer string        `json:"disclaimer" doc:"What the figures are and are not."`
	Countries  []Country     `json:"countries" doc:"Countries that have films, the most films first, then by code."`
}

// WorldTotals are films in all countries and in none.
type WorldTotals struct {
	Films     int `json:"films" minimum:"0" doc:"All films asked for."`
	Countries int `json:"countries" minimum:"0"`
	Verified  int `json:"verified" minimum:"0" doc:"Films whose country a source states."`
	Inferred  int `json:"inferred" minimum:"0" doc:"Films whose country follows from companies or language."`
	Unmapped  int `json:"unmapped" minimum:"0" doc:"Films of which neither tells."`
}

// WorldCoverage is the same as parts of a hundred.
type WorldCoverage struct {
	Verified *float64 `json:"verified_pct" nullable:"true" minimum:"0" maximum:"100" doc:"Null when there are no films; so are the others."`
	Inferred *float64 `json:"inferred_pct" nullable:"true" minimum:"0" maximum:"100"`
	Unmapped *float64 `json:"unmapped_pct" nullable:"true" minimum:"0" maximum:"100"`
}

// Country is a country's films. A film counts for the first country listed.
type Country struct {
	Code     string        `json:"code" pattern:"^[A-Z]{2}$" doc:"ISO 3166-1 alpha-2; a country that no longer exists keeps its own."`
	Name     string        `json:"name"`
	Films    int           `json:"film_count" minimum:"1"`
	Verified int           `json:"verified_count" minimum:"0"`
	Inferred int           `json:"inferred_count" minimum:"0"`
	Share    float64       `json:"verified_share" minimum:"0" maximum:"1"`
	Score    float64       `json:"avg_master_score" minimum:"0" maximum:"100"`
	Top      []CountryFilm `json:"top_films" doc:"The best by master score."`
}

// CountryFilm is a film in a country's list.
type CountryFilm struct {
	FilmdbID string  `json:"filmdb_id" pattern:"^tt\\d+$"`
	Title    string  `json:"title"`
	Year     *int    `json:"year" nullable:"true"`
	Score    float64 `json:"master_score" minimum:"0" maximum:"100"`
	Poster   *string `json:"poster_mini_url" nullable:"true"`
}

type atlasMeta struct {
	Band      string `json:"band" enum:"S,A,B,C,D,E,all"`
	DecadeMin *int   `json:"decade_min" nullable:"true" doc:"The first year of the first decade; null when not asked for."`
	DecadeMax *int   `json:"decade_max" nullable:"true" doc:"The first year of the last decade; null when not asked for."`
	Top       int    `json:"top" minimum:"1" maximum:"200"`
	Sandbox   bool   `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

type atlasAnswer struct {
	Data World     `json:"data"`
	Meta atlasMeta `json:"meta"`
}

const atlasExample = `{"data":{"totals":{"films":1,"countries":1,"verified":1,"inferred":0,"unmapped":0},` +
	`"coverage":{"verified_pct":100,"inferred_pct":0,"unmapped_pct":0},"disclaimer":"` + atlas.Disclaimer + `",` +
	`"countries":[{"code":"GB","name":"United Kingdom","film_count":1,"verified_count":1,"inferred_count":0,"verified_share":1,"avg_master_score":88.4,` +
	`"top_films":[{"filmdb_id":"tt0041959","title":"The Third Man","year":1949,"master_score":88.4,"poster_mini_url":null}]}]},` +
	`"meta":{"band":"S","decade_min":1940,"decade_max":1940,"top":100}}`

func registerAtlas(api wire.API) {
	wire.Handle(api, wire.Route[atlasParams]{
		Operation: huma.Operation{
			OperationID: "atlas", Method: http.MethodGet, Path: "/api/v2/atlas",
			Tags: []string{"statistics"}, Summary: "The films of the world",
			Description: "Films by country of origin, with how it is known, and each country's best. Every film counts once, for the first country listed. Needs the Producer plan.",
			Responses: map[string]*huma.Response{
				"200": wire.Success[atlasAnswer](api.Doc, "The world, or the part of it asked for.", []byte(atlasExample), "ETag", "Last-Modified"),
				"304": wire.Unchanged(),
			},
		},
		Need:   access.Needs.Atlas,
		Answer: world,
	})
}

func world(x *wire.Exchange, p *atlasParams) error {
	q := atlas.Question{Band: p.Band, DecadeMin: p.DecadeMin, DecadeMax: p.DecadeMax, Top: p.Top}
	found, answered, err := wire.Cached(x, x.Visit.Atlas(q))
	if answered || err != nil {
		return err
	}
	b := append(x.Body(), `{"data":`...)
	b = found.AppendData(b, x.Base())
	b = append(append(append(b, `,"meta":{"band":"`...), found.Question.Band...), '"')
	b = appendYear(append(b, `,"decade_min":`...), found.Question.DecadeMin)
	b = appendYear(append(b, `,"decade_max":`...), found.Question.DecadeMax)
	b = strconv.AppendInt(append(b, `,"top":`...), int64(found.Question.Top), 10)
	if x.Visit.Bill().Sandbox {
		b = append(b, `,"sandbox":true`...)
	}
	x.Answer(append(b, `}}`...))
	return nil
}

func appendYear(b []byte, year *float64) []byte {
	if year == nil {
		return append(b, `null`...)
	}
	return strconv.AppendInt(b, int64(*year), 10)
}
