package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/serve/openapi"
	"kinodex/internal/serve/schema"
	"kinodex/internal/serve/wire"
)

// info heads the description. Its version is that of the description, not of
// the service (REQ G-02, V-02).
var info = &huma.Info{
	Title:   "Kinodex",
	Version: "2.0.0",
	Description: "Films, all of them queryable.\n\n" +
		"Send your key in `X-API-Key`. Every error has the same envelope, whatever went wrong; `/docs/errors` lists its codes. " +
		"Budgets are per account and UTC day; a malformed request, a 304 and an error of ours cost nothing. " +
		"Where an `Idempotency-Key` is taken, the same request sent again within 24 hours gets the same answer and costs nothing. " +
		"A listed parameter that is malformed or given twice is an error that names it and what it may be. " +
		"One that is not listed is an error in version 2 (`unknown_parameter`) and ignored in version 1, whose lists name it in `meta.ignored`; " +
		"names that begin with `_` or `utm_` are ignored by both.",
}

// servedForAnyone is how long a public description may be kept.
var servedForAnyone = []string{"public, max-age=300"}

// completion returns a function that returns the description with what is derived from all of
// it. It derives when it is first called, since most processes are never asked, and everything
// must be described by then. Goroutines may call it at once.
func completion(doc *huma.OpenAPI) func() *huma.OpenAPI {
	return sync.OnceValue(func() *huma.OpenAPI {
		schema.Tidy(doc.Components.Schemas)
		schema.Exemplify(doc, openapi.Members())
		return doc
	})
}

// registerDescription describes the service as a whole and serves the description at
// /openapi.json, for everyone and for free (REQ G-03). complete returns it when everything is
// described. It is encoded for the first who asks.
func (s *service) registerDescription(doc *huma.OpenAPI, complete func() *huma.OpenAPI) {
	s.describeOperations(doc)
	doc.Servers = []*huma.Server{{URL: orHere(s.front.BaseURL)}}
	doc.Tags = []*huma.Tag{
		{Name: "films", Description: "The catalogue, version 2."},
		{Name: "search", Description: "Films, screenplays and synopses in one search."},
		{Name: "recommendations", Description: "Films for a taste or a wish in words."},
		{Name: "forecast", Description: "What a project may bring."},
		{Name: "screenplays", Description: "Measured screenplays, the model that grades them, and analysis of new ones."},
		{Name: "writers' room", Description: "Work on a screenplay, by a language model or by measurements alone."},
		{Name: "posters", Description: "What posters show."},
		{Name: "actors", Description: "Actors and their careers."},
		{Name: "styles", Description: "Craft guides of writers, directors and cinematographers."},
		{Name: "statistics", Description: "Counts and figures of the whole catalogue."},
		{Name: "bulk", Description: "The catalogue as a file, and what changed since."},
		{Name: "v1", Description: "The catalogue, version 1; deprecated."},
		{Name: "account", Description: "The caller, and keys of its own."},
		{Name: "admin", Description: "The keys of all accounts, and the audit log; for keys with the admin scope."},
		{Name: "service", Description: "The service itself."},
	}
	encoded := sync.OnceValues(func() ([]byte, error) { return encodeDescription(complete()) })
	s.mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) {
		x := w.(*wire.Exchange)
		text, err := encoded()
		if err != nil {
			x.Fail(err)
			return
		}
		x.Header()["Cache-Control"] = servedForAnyone
		x.Send(http.StatusOK, append(x.Body(), text...))
	})
}

// encodeDescription returns a description as indented JSON.
func encodeDescription(doc *huma.OpenAPI) ([]byte, error) {
	flat, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("the description: %w", err)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, flat, "", "  "); err != nil {
		return nil, fmt.Errorf("the description: %w", err)
	}
	text.WriteByte('\n')
	return text.Bytes(), nil
}

// orHere returns the base address of the service, or / when there is none.
func orHere(base string) string {
	if base == "" {
		return "/"
	}
	return base
}

// describeOperations adds what is added to the mux without an API, so that the
// description covers everything that is served.
func (s *service) describeOperations(doc *huma.OpenAPI) {
	object := func(properties ...string) *huma.Schema {
		o := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, Required: properties}
		for _, p := range properties {
			o.Properties[p] = &huma.Schema{Type: huma.TypeString}
		}
		return o
	}
	ready := object("status", "version", "generation", "built_at")
	ready.Properties["detail"] = &huma.Schema{Type: huma.TypeString,
		Description: "Only while something is missing, or a change of the library is coming: what, and what is done without it."}
	for _, op := range []struct {
		id, path, summary, media string
		schema                   *huma.Schema
		notReady, forPeople      bool // forPeople is set where browsers get a page
	}{
		{"getLiveness", "/healthz", "Is the process alive?", "application/json", object("status"), false, false},
		{"getReadiness", "/readyz", "Does it serve, and which library?", "application/json", ready, true, false},
		{"getMetrics", "/metrics", "Counters, in the Prometheus text format", "text/plain", &huma.Schema{Type: huma.TypeString}, false, false},
		{"getDescription", "/openapi.json", "This description", "application/json", &huma.Schema{Type: huma.TypeObject}, false, false},
		{"getErrorTable", "/docs/errors", "The error table", "text/plain", &huma.Schema{Type: huma.TypeString}, false, true},
		{"getChangelog", "/changelog", "What changed, by release", "text/plain", &huma.Schema{Type: huma.TypeString}, false, true},
		{"getMigrationGuide", "/docs/migration", "From v1 to v2", "text/plain", &huma.Schema{Type: huma.TypeString}, false, true},
	} {
		operation := &huma.Operation{
			OperationID: op.id, Method: http.MethodGet, Path: op.path, Summary: op.summary,
			Description: "For everyone, without a key; costs nothing.",
			Tags:        []string{"service"}, Security: []map[string][]string{{}},
			Responses: map[string]*huma.Response{
				"200": {
					Description: op.summary,
					Content:     map[string]*huma.MediaType{op.media: {Schema: op.schema}},
				},
				"414": {Ref: "#/components/responses/URITooLong"},
				"431": {Ref: "#/components/responses/HeadersTooLarge"},
			},
		}
		if op.path == "/metrics" {
			operation.Description += " Where others than the machine itself reach the service it is 404, unless the operator wants it there: operators have an address of their own."
			operation.Responses["404"] = &huma.Response{Ref: "#/components/responses/NotFound"}
		}
		if op.forPeople {
			operation.Responses["200"].Content["text/html"] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		}
		if op.notReady {
			operation.Responses["503"] = &huma.Response{Ref: "#/components/responses/Unavailable"}
		}
		doc.AddOperation(operation)
	}
}
