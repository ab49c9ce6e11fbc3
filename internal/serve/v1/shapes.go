package v1

import (
	"encoding/json"

	"kinodex/internal/film"
	"kinodex/internal/serve/wire"
)

// Film describes v1's film (REQ F1-01 to F1-05). The bytes
// are written by the flat view of package film; a test holds the two together.
type Film struct {
	FilmdbID       string   `json:"filmdb_id" pattern:"^tt\\d+$" doc:"The film's id."`
	Title          string   `json:"title,omitempty"`
	Year           *int     `json:"year,omitempty" nullable:"true"`
	Genres         *string  `json:"genres,omitempty" nullable:"true" doc:"Genres, separated by a comma and a space."`
	Director       *string  `json:"director,omitempty" nullable:"true" doc:"Everyone who directed, separated by a comma and a space."`
	FilmdbRating   *float64 `json:"filmdb_rating,omitempty" nullable:"true" minimum:"0" maximum:"10" doc:"User rating."`
	CriticScore    *float64 `json:"critic_score,omitempty" nullable:"true" minimum:"0" maximum:"100" doc:"Critic percentage."`
	MoviedbRating  *float64 `json:"moviedb_rating,omitempty" nullable:"true" minimum:"0" maximum:"10" doc:"The second database's user rating."`
	MasterScore    float64  `json:"master_score,omitempty" minimum:"0" maximum:"100" doc:"Composite score."`
	Budget         *int64   `json:"budget,omitempty" nullable:"true" doc:"US dollars."`
	WorldwideGross *int64   `json:"worldwide_gross,omitempty" nullable:"true" doc:"US dollars."`
	ROI            *float64 `json:"roi,omitempty" nullable:"true" doc:"(worldwide_gross - budget) / budget."`
	OscarNoms      *int     `json:"oscar_noms,omitempty" nullable:"true" minimum:"0"`
	OscarWins      *int     `json:"oscar_wins,omitempty" nullable:"true" minimum:"0"`
	Language       *string  `json:"language,omitempty" nullable:"true" doc:"Original language, ISO 639-1."`
	Runtime        *int     `json:"runtime,omitempty" nullable:"true" doc:"Minutes."`
	Overview       *string  `json:"overview,omitempty" nullable:"true" doc:"Synopsis."`
	Tagline        *string  `json:"tagline,omitempty" nullable:"true"`
	Keywords       []string `json:"keywords,omitempty"`
	Cast           []string `json:"cast,omitempty" doc:"Names, in billing order."`
	Crew           []string `json:"crew,omitempty" doc:"Name (job)."`
}

// filmsMeta is v1's pagination (REQ G-19).
type filmsMeta struct {
	Total   int      `json:"total" minimum:"0" doc:"All matches."`
	Offset  int      `json:"offset" minimum:"0" doc:"The offset used."`
	Limit   int      `json:"limit" minimum:"1" maximum:"200" doc:"The limit used."`
	Ignored []string `json:"ignored,omitempty" doc:"Names of parameters that were sent and that this path does not have."`
	Sandbox bool     `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

type filmsAnswer struct {
	Data []Film    `json:"data"`
	Meta filmsMeta `json:"meta"`
}

type filmAnswer struct {
	Data Film              `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

func example() json.RawMessage {
	b, _ := film.Flat.Append(nil, nil, wire.ExampleFilm())
	return b
}

func filmsExample() []byte {
	b, _ := json.Marshal(map[string]any{
		"data": []json.RawMessage{example()},
		"meta": filmsMeta{Total: 1, Offset: 0, Limit: 50},
	})
	return b
}

func filmExample() []byte {
	b, _ := json.Marshal(map[string]any{"data": example()})
	return b
}
