package v2

import (
	"encoding/json"

	"kinodex/internal/catalog"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
	"kinodex/internal/taste/prompt"
)

// Film describes the canonical film in list mode: without the keys that only the detail has
// (REQ F2-13). Answers copy records; they hold no value of this type.
type Film struct{ film.Film }

// FilmDetail is the canonical film in detail mode (REQ F2-09, F2-12).
type FilmDetail struct{ film.Film }

// listFilm describes a film in list mode whose fields the client may have chosen: the film, or
// the part of it that was asked for (REQ F2-30).
type listFilm struct{}

// batchFilm describes a film of a batch: in either mode, whole or in part, or null.
type batchFilm struct{}

// filmsMeta is v2's pagination (REQ G-19), and what else there is to say about a page.
// NextCursor is nil exactly when HasMore is false (REQ F2-34). Total is the same on all pages
// of one library. What has omitempty is left out when there is nothing to say.
type filmsMeta struct {
	Total         int                    `json:"total" minimum:"0" doc:"All matches."`
	Limit         int                    `json:"limit" minimum:"0" maximum:"500" doc:"The limit used."`
	Offset        int                    `json:"offset" minimum:"0" doc:"Matches before this page."`
	NextCursor    *string                `json:"next_cursor" doc:"Pass it as cursor for the next page; null on the last."`
	HasMore       bool                   `json:"has_more" doc:"Whether there is a next page."`
	Sandbox       bool                   `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
	DidYouMean    string                 `json:"did_you_mean,omitempty" doc:"The title of the first film, when only a typo led to it, or the name that was meant."`
	Match         film.Match             `json:"match,omitempty" enum:"most,any" doc:"What the films have of the words of q, when that is not all of them."`
	MatchNote     string                 `json:"match_note,omitempty" doc:"The same in a sentence."`
	Understood    *prompt.Request        `json:"understood,omitempty" doc:"What q asks for beside words, where it is a wish and no title."`
	UnknownGenres []catalog.UnknownGenre `json:"unknown_genres,omitempty" doc:"The genres asked for that no film has, with those they may have been."`
	UnknownIDs    *[]string              `json:"unknown_ids,omitempty" doc:"The ids asked for that no film has, as they were sent; there when ids was."`
	Facets        catalog.Facets         `json:"facets,omitempty" doc:"By name of the facet, the values of the matches, the most frequent first."`
}

// filmsAnswer is a page of films in the list view.
type filmsAnswer struct {
	Data []listFilm `json:"data"`
	Meta filmsMeta  `json:"meta"`
}

// filmAnswer is one film in the detail view. Explain is nil unless a figure was to be
// explained, Meta is nil outside the sandbox.
type filmAnswer struct {
	Data    film.Raw[FilmDetail] `json:"data"`
	Explain *explanation         `json:"explain,omitempty" doc:"How a figure comes about, when explain asks for it."`
	Meta    *wire.SandboxMeta    `json:"meta,omitempty"`
}

// batchItem is what was found for one item of a batch. Of Film and Error one is null. A film
// has the keys of the detail when the mode is detail.
type batchItem struct {
	Query filmReference       `json:"query"`
	Film  film.Raw[batchFilm] `json:"film"`
	Error *itemError          `json:"error" nullable:"true"`
}

// itemError says why an item of a batch has no film.
type itemError struct {
	Code    fault.Kind `json:"code" enum:"film_not_found"`
	Message string     `json:"message"`
}

// batchAnswer has one element for each item, in the order of the items.
type batchAnswer struct {
	Data []batchItem `json:"data"`
	Meta batchMeta   `json:"meta"`
}

// batchMeta counts the items, and those of them for which a film was found.
type batchMeta struct {
	Requested int  `json:"requested" minimum:"1" maximum:"100"`
	Found     int  `json:"found" minimum:"0" maximum:"100"`
	Sandbox   bool `json:"sandbox,omitempty" doc:"True when the answer comes from the sandbox."`
}

// example returns the example film in a view.
func example(v film.View) json.RawMessage {
	encoded, _ := v.Append(nil, nil, openapi.ExampleFilm())
	return encoded
}

// exampleLine returns one line of the stream, without its newline.
func exampleLine() []byte { return example(film.List) }

// filmsExample returns a page with one film.
func filmsExample() []byte {
	b, _ := json.Marshal(map[string]any{
		"data": []json.RawMessage{example(film.List)},
		"meta": filmsMeta{Total: 1, Limit: 50},
	})
	return b
}

// randomExample returns a film that was chosen.
func randomExample() []byte {
	b, _ := json.Marshal(map[string]any{"data": example(film.Detail), "meta": randomMeta{Total: 412, Seed: "2026-03-14"}})
	return b
}

// filmExample returns one film.
func filmExample() []byte {
	b, _ := json.Marshal(map[string]any{"data": example(film.Detail)})
	return b
}

// batchExample returns a batch of a film that exists and one that does not.
func batchExample() []byte {
	b, _ := json.Marshal(map[string]any{
		"data": []map[string]any{
			{"query": "tt0041959", "film": map[string]any{"filmdb_id": "tt0041959", "title": "The Third Man", "year": 1949}, "error": nil},
			{"query": map[string]any{"moviedb_id": 999999999}, "film": nil,
				"error": itemError{fault.FilmNotFound, "no film has this id"}},
		},
		"meta": batchMeta{Requested: 2, Found: 1},
	})
	return b
}
