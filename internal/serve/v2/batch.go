package v2

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/film"
	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/wire"
)

// batchBody is the body of /films/batch. Films is nil when it was left out; an empty Mode
// stands for list, empty Fields for all fields.
type batchBody struct {
	Films  []filmReference `json:"films" minItems:"1" maxItems:"100" doc:"The films wanted, named in any of the four ways, mixed as you like."`
	Mode   string          `json:"mode,omitempty" enum:"list,detail" default:"list" doc:"Which view of the films."`
	Fields names           `json:"fields,omitempty" doc:"The fields wanted: a list of names, or names separated by commas, as in the list of films."`
	Localized
}

// filmReference is one item of a batch as it was sent; the answer repeats it byte for byte.
type filmReference json.RawMessage

// UnmarshalJSON copies the item and never fails: a fault must say which item it is about.
func (w *filmReference) UnmarshalJSON(b []byte) error {
	*w = bytes.Clone(b)
	return nil
}

// Encoded returns the item as it was sent: the answer repeats it byte for byte.
func (w filmReference) Encoded() []byte { return w }

// Schema describes the four ways of naming a film, under a name of its own.
func (filmReference) Schema(r huma.Registry) *huma.Schema {
	const name = "FilmReference"
	if r.Map()[name] == nil {
		r.Map()[name] = referenceSchema()
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// referenceSchema returns the schema of the four ways.
func referenceSchema() *huma.Schema {
	one, least := 1, 1.0
	title := &huma.Schema{Type: huma.TypeString, MinLength: &one}
	id := &huma.Schema{Type: huma.TypeString, Description: "A film's id: tt and digits.", Examples: []any{"tt0041959"}}
	number := &huma.Schema{Type: huma.TypeInteger, Minimum: &least, Description: "The second movie database's id.", Examples: []any{1092}}
	object := func(doc string, required []string, properties map[string]*huma.Schema) *huma.Schema {
		return &huma.Schema{Type: huma.TypeObject, Description: doc, Required: required, Properties: properties}
	}
	return &huma.Schema{Description: "A film, named in one of four ways.", AnyOf: []*huma.Schema{
		{Type: huma.TypeString, Description: "What names it: " + app.ReferenceForm + ".", Examples: []any{"tt0041959"}},
		object("By id.", []string{"filmdb_id"}, map[string]*huma.Schema{"filmdb_id": id}),
		object("By the second movie database's id.", []string{"moviedb_id"}, map[string]*huma.Schema{"moviedb_id": number}),
		object("By title and year; of namesakes the one with most votes.", []string{"title", "year"},
			map[string]*huma.Schema{"title": title, "year": {Type: huma.TypeInteger, Minimum: &least}}),
	}}
}

// read returns which film an item names: a string is a reference, as in ids, an object has one of the three
// forms. Keys that an object does not have are zero in the result. An item of another type is
// an error, which the caller turns into a fault of films[i].
func (w filmReference) read() (app.FilmReference, error) {
	var id string
	if json.Unmarshal(w, &id) == nil {
		return app.FilmReference{ID: id}, nil
	}
	var named *struct {
		ID        string `json:"filmdb_id"`
		MoviedbID int    `json:"moviedb_id"`
		Title     string `json:"title"`
		Year      int    `json:"year"`
	}
	if err := json.Unmarshal(w, &named); err != nil || named == nil {
		return app.FilmReference{}, fmt.Errorf("names no film: %w", err)
	}
	return app.FilmReference{ID: named.ID, MoviedbID: named.MoviedbID, Title: named.Title, Year: named.Year}, nil
}

// question returns the body as a question to the application. A missing list of films, an
// unknown mode and an item that names no film are faults of films, mode and films[i]; i
// counts from 0. It reads at most one item more than a batch may have, so that the
// application can refuse such a batch.
func (b *batchBody) question() (q app.BatchQuestion, err error) {
	if b.Films == nil {
		return q, fault.Missing("films", fmt.Sprintf("a list of 1 to %d films", app.MaxBatch))
	}
	q.Fields = string(b.Fields)
	switch b.Mode {
	case "", "list":
		q.View = film.List
	case "detail":
		q.View = film.Detail
	default:
		return q, fault.Param("mode", "one of list, detail")
	}
	for i, w := range b.Films[:min(len(b.Films), app.MaxBatch+1)] {
		item, err := w.read()
		if err != nil {
			return q, app.BadItem(i)
		}
		q.Films = append(q.Films, item)
	}
	return q, nil
}

// registerBatch adds POST /films/batch. A batch costs one request, however many films it
// names.
func registerBatch(api wire.API) {
	wire.Handle(api, wire.Route[wire.None]{
		Operation: huma.Operation{
			OperationID: "lookUpFilms", Method: http.MethodPost, Path: "/api/v2/films/batch",
			Tags: []string{"films"}, Summary: "Get many films",
			Description: "Up to 100 films for the price of one request, in the order asked for. A film that does not exist says so in its place.",
			RequestBody: openapi.Takes[batchBody](api.Doc, true,
				`{"films":["tt0041959",{"moviedb_id":1092},{"title":"The Third Man","year":1949}],"fields":"title,year"}`),
			Responses: map[string]*huma.Response{
				"200": openapi.Success[batchAnswer](api.Doc, "What was found for each item, in order.", batchExample()),
			},
		},
		Need:   access.Needs.Batch,
		Body:   wire.JSONBody,
		Answer: batch,
	})
}

// batch answers each item with {"query":…,"film":…,"error":…}, in the order asked for. query
// repeats the item byte for byte. A film that does not exist is an error in its place, and
// the status is 200.
func batch(x *wire.Exchange, _ *wire.None) error {
	var body batchBody
	if err := x.Decode(&body); err != nil {
		return err
	}
	q, err := body.question()
	if err != nil {
		return err
	}
	l, err := body.locale()
	if err != nil {
		return err
	}
	found, err := x.Visit.Batch(x.Context(), q)
	if err != nil {
		return err
	}
	found.Localize(l)
	answer := batchAnswer{make([]batchItem, found.Requested), batchMeta{found.Requested, found.Found, x.Visit.Bill().Sandbox}}
	for i := range answer.Data {
		item := &answer.Data[i]
		item.Query = body.Films[i]
		var absent *fault.Fault
		if item.Film, absent = found.Film(i); absent != nil {
			item.Error = &itemError{absent.Kind, absent.Message}
		}
	}
	return x.AnswerJSON(answer)
}
