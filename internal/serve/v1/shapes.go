package v1

import (
	"encoding/json"

	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// Film describes v1's film (REQ F1-01). With fields it has only those asked for and filmdb_id
// (REQ F1-22). Answers copy records; they hold no value of this type.
type Film struct{ film.FlatFilm }

// filmsMeta is v1's pagination (REQ G-19). Total counts the matches on all pages (REQ F1-28).
// Sandbox is left out outside the sandbox (REQ A-13).
type filmsMeta struct {
	Total   int      `json:"total" minimum:"0" doc:"All matches."`
	Offset  int      `json:"offset" minimum:"0" doc:"The offset used."`
	Limit   int      `json:"limit" minimum:"1" maximum:"200" doc:"The limit used."`
	Ignored []string `json:"ignored,omitempty" doc:"Names of parameters that were sent and that this path does not have."`
	Sandbox bool     `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// filmsAnswer is a page of films.
type filmsAnswer struct {
	Data []Film    `json:"data"`
	Meta filmsMeta `json:"meta"`
}

// filmAnswer is one film.
type filmAnswer struct {
	Data film.Raw[Film]    `json:"data"`
	Meta *wire.SandboxMeta `json:"meta,omitempty"`
}

// example returns the example film in the flat view, as a JSON object.
func example() json.RawMessage {
	b, _ := film.Flat.Append(nil, nil, openapi.ExampleFilm())
	return b
}

// filmsExample returns the example answer of GET /films, a page with one film.
func filmsExample() []byte {
	b, _ := json.Marshal(map[string]any{
		"data": []json.RawMessage{example()},
		"meta": filmsMeta{Total: 1, Offset: 0, Limit: 50},
	})
	return b
}

// filmExample returns the example answer of GET /films/{id}.
func filmExample() []byte {
	b, _ := json.Marshal(map[string]any{"data": example()})
	return b
}
