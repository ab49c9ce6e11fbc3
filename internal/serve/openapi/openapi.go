// Package openapi describes the interface in an OpenAPI document: what operations share (error
// answers, headers, parameters), the names of schemas, and the examples. Package wire calls
// Complete for each route that it adds; a dialect describes the answers of its own with Success
// and bodies with Takes. The model of the document and the schemas of Go types are huma's.
//
// Start reading at New, then Complete.
package openapi

import (
	"encoding/json"
	"iter"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/app"
	"kinodex/internal/fault"
	"kinodex/internal/serve/schema"
)

// Errors says what the answers that are errors look like.
type Errors struct {
	// Envelope is the type of their body.
	Envelope reflect.Type
	// Codes are the words that its code may be, in the order of the error table.
	Codes []fault.Kind
	// Example makes a body for a fault and a status.
	Example func(f *fault.Fault, status int) any
}

// New returns a description without operations. Only huma's model and its schemas of Go types
// are in use: none of its routes, formats and hooks, and none of its global variables is
// touched.
func New(info *huma.Info, errors Errors) *huma.OpenAPI {
	registry := schema.NewRegistry(schemaName)
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info:    info,
		Components: &huma.Components{
			Schemas:   registry,
			Responses: map[string]*huma.Response{},
			Headers:   map[string]*huma.Header{},
			Parameters: map[string]*huma.Param{
				sandboxParam.Name: sandboxParam, repeatedParam.Name: repeatedParam,
			},
			SecuritySchemes: map[string]*huma.SecurityScheme{
				"key":    {Type: "apiKey", In: "header", Name: "X-API-Key", Description: "An API key, `kdx_live_…` or, for the sandbox, `kdx_test_…`."},
				"bearer": {Type: "http", Scheme: "bearer", Description: "The same key as a bearer token."},
			},
		},
		Security: []map[string][]string{{"key": {}}, {"bearer": {}}},
	}
	for name, h := range headerDocs {
		doc.Components.Headers[name] = &huma.Header{Description: h.doc, Schema: &huma.Schema{Type: h.typ, Format: h.format}}
	}
	envelope := errors.describe(registry)
	for status, e := range errorDocs {
		doc.Components.Responses[e.name] = &huma.Response{
			Description: e.doc,
			Headers:     headerRefs(append(e.headers, "X-Request-Id")...),
			Content: map[string]*huma.MediaType{"application/json": {
				Schema:  envelope,
				Example: errors.Example(e.example, status),
			}},
		}
	}
	return doc
}

// describe adds the envelope of errors to the schemas, and the codes it may have
// under a name of their own. It returns the reference to the envelope.
func (e Errors) describe(registry *schema.Registry) *huma.Schema {
	envelope := registry.Schema(e.Envelope, true, "")
	code := &huma.Schema{Type: huma.TypeString, Description: "What went wrong, in a word that never changes. Later releases may add others.", Examples: []any{fault.FilmNotFound}}
	for _, kind := range e.Codes {
		code.Enum = append(code.Enum, string(kind))
	}
	registry.Map()["ErrorCode"] = code
	registry.Map()["ErrorDetail"].Properties["code"] = &huma.Schema{Ref: "#/components/schemas/ErrorCode"}
	return envelope
}

// headerDocs describes the headers of answers, by name.
var headerDocs = map[string]struct{ typ, format, doc string }{
	"X-Request-Id":          {"string", "", "Names the request in our logs."},
	"ETag":                  {"string", "", "Names this answer; send it back in If-None-Match."},
	"Cache-Control":         {"string", "", "How long the answer may be kept."},
	"Last-Modified":         {"string", "", "When the library that answered was built."},
	"X-RateLimit-Limit":     {"integer", "int32", "The requests a UTC day the account may make."},
	"X-RateLimit-Remaining": {"integer", "int32", "Those left today."},
	"X-RateLimit-Reset":     {"integer", "int64", "When the next day begins, in seconds since 1970."},
	"X-RateLimit-Warning":   {"string", "", "Sent once 80 % of the day's budget is used."},
	"RateLimit":             {"string", "", "What is left, in the words of the draft standard."},
	"RateLimit-Policy":      {"string", "", "The budget, in the words of the draft standard."},
	"Location":              {"string", "", "Where the answer is; it opens for one hour."},
	"Retry-After":           {"integer", "int32", "How many seconds to wait."},
	"Idempotent-Replayed":   {"string", "", "true when this is the answer to an earlier request with the same Idempotency-Key."},
	"WWW-Authenticate":      {"string", "", "How to say who you are."},
	"Deprecation":           {"string", "", "Since when this version is deprecated (RFC 9745)."},
	"Link":                  {"string", "", "Where to read about the successor, and where it is; of CSV, where the next page is."},
	"X-Total-Count":         {"integer", "int32", "All matches, of an answer in CSV."},
	"X-Next-Cursor":         {"string", "", "Pass it as cursor for the next page, of an answer in CSV; absent on the last."},
	"X-Did-You-Mean":        {"string", "", "meta.did_you_mean of an answer in CSV, percent-encoded."},
	"X-Match":               {"string", "", "meta.match of an answer in CSV."},
	"X-Unknown-Genres":      {"string", "", "The genres asked for that no film has, of an answer in CSV: percent-encoded, separated by commas."},
	"X-Unknown-Ids":         {"string", "", "The ids asked for that no film has, of an answer in CSV: percent-encoded, separated by commas."},
	"Server-Timing":         {"string", "", "What the steps of the answer took, in milliseconds."},
}

// headerRefs returns references to the headers of the description, by name.
func headerRefs(names ...string) map[string]*huma.Param {
	refs := map[string]*huma.Param{}
	for _, name := range names {
		refs[name] = &huma.Param{Ref: "#/components/headers/" + name}
	}
	return refs
}

// errorDocs describes the answers that are errors, by status.
var errorDocs = map[int]struct {
	name, doc string
	example   *fault.Fault
	headers   []string
}{
	http.StatusBadRequest:            {"BadRequest", "A parameter or the body is not what it may be; nothing was spent.", fault.Param("limit", "an integer from 1 to 500"), nil},
	http.StatusUnauthorized:          {"Unauthorized", "No key, or one that is not good.", fault.New(fault.MissingKey, "an API key is required: send it in the X-API-Key header or the key parameter"), []string{"WWW-Authenticate"}},
	http.StatusForbidden:             {"Forbidden", "The key is good but does not reach this.", fault.New(fault.TierNotAllowed, "this needs the producer plan or higher"), nil},
	http.StatusNotFound:              {"NotFound", "There is no such thing.", fault.New(fault.FilmNotFound, "no film has this id"), nil},
	http.StatusRequestTimeout:        {"RequestTimeout", "The body came too slowly; nothing was spent.", fault.New(fault.RequestTimeout, "the body came too slowly"), nil},
	http.StatusConflict:              {"Conflict", "The request contradicts what is there already; nothing was spent.", fault.New(fault.Conflict, "this Idempotency-Key was used with another body; take a new one"), []string{"Retry-After"}},
	http.StatusRequestEntityTooLarge: {"TooLarge", "The body is too large.", fault.New(fault.TooLarge, "the body may have at most 1048576 bytes"), nil},
	http.StatusRequestURITooLong:     {"URITooLong", "The address is longer than 8 KiB.", fault.New(fault.URITooLong, "the address may have at most 8192 bytes"), nil},
	http.StatusUnsupportedMediaType:  {"UnsupportedMediaType", "The body is declared to be something other than JSON.", fault.New(fault.UnsupportedMedia, "Content-Type must be application/json"), nil},
	http.StatusTooManyRequests: {"TooManyRequests", "The day's budget is used up; it is renewed at 00:00 UTC. " +
		"Or, with code rate_limited, too many requests at once, or too much from the sandbox.",
		fault.New(fault.QuotaExceeded, "the daily budget of 200 requests is used up; it resets at 00:00 UTC"), append([]string{"Retry-After"}, budgetDocs...)},
	http.StatusRequestHeaderFieldsTooLarge: {"HeadersTooLarge", "The headers are larger than 16 KiB.", fault.New(fault.HeadersTooLarge, "the headers may have at most 16384 bytes"), nil},
	http.StatusInternalServerError:         {"InternalError", "Our mistake; nothing was spent.", fault.New(fault.Internal, "something went wrong on our side"), nil},
	http.StatusServiceUnavailable:          {"Unavailable", "Not now; nothing was spent.", fault.New(fault.Overloaded, "too busy to answer now"), []string{"Retry-After"}},
}

// budgetDocs are the headers that tell a caller's budget.
var budgetDocs = []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Warning", "RateLimit", "RateLimit-Policy"}

// Traits are what a route's description follows from.
type Traits struct {
	Public     bool // no key is needed
	Metered    bool // its answers use the day's budget
	Posts      bool // it reads a body
	Repeatable bool // it takes an Idempotency-Key
	Conflicts  bool // it may contradict what is there
	Strict     bool // it refuses parameters that it does not have
	Timed      bool // its answers say what they took
	Tables     bool // its answers are also CSV
}

// Complete adds to an operation the parameters all such routes have, the
// errors it may answer with, the headers its answers carry, and that a public
// one needs no key.
func Complete(op *huma.Operation, is Traits) {
	for status := range is.errors(op.Parameters) {
		op.Responses[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + errorDocs[status].name}
	}
	headers := []string{"X-Request-Id", "Cache-Control"}
	if is.Metered {
		headers = append(headers, budgetDocs...)
	}
	if is.Timed {
		headers = append(headers, "Server-Timing")
	}
	if is.Tables {
		op.Description += " With `Accept: text/csv` the list comes as a table."
		headers = append(headers, "Link", "X-Total-Count", "X-Next-Cursor")
		op.Responses["200"].Content["text/csv"] = &huma.MediaType{Schema: &huma.Schema{
			Type: huma.TypeString, Description: "The list as a table: a row of names, then a row for each element, with one or more columns a field.",
		}}
	}
	if is.Repeatable {
		headers = append(headers, "Idempotent-Replayed")
		op.Parameters = append(op.Parameters, paramRef(repeatedParam))
	}
	if is.Public {
		op.Security = []map[string][]string{{}}
	} else {
		op.Parameters = append(op.Parameters, paramRef(sandboxParam))
	}
	for _, status := range []string{"200", "201"} {
		success := op.Responses[status]
		if success == nil {
			continue
		}
		if success.Headers == nil {
			success.Headers = map[string]*huma.Param{}
		}
		maps.Copy(success.Headers, headerRefs(headers...))
	}
}

// errors yields the statuses of the errors a route may answer with.
// A status may come twice.
func (is Traits) errors(params []*huma.Param) iter.Seq[int] {
	statuses := []int{http.StatusRequestURITooLong, http.StatusRequestHeaderFieldsTooLarge, http.StatusInternalServerError}
	if !is.Public {
		statuses = append(statuses, http.StatusUnauthorized, http.StatusForbidden, http.StatusServiceUnavailable)
	}
	if is.Metered {
		statuses = append(statuses, http.StatusTooManyRequests)
	}
	if is.Posts {
		statuses = append(statuses, http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if is.Strict {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if is.Repeatable || is.Conflicts {
		statuses = append(statuses, http.StatusConflict)
	}
	for _, p := range params {
		switch p.In {
		case "path":
			statuses = append(statuses, http.StatusNotFound)
		case "query":
			statuses = append(statuses, http.StatusBadRequest)
		}
	}
	return slices.Values(statuses)
}

// paramRef refers to a parameter that many operations have.
func paramRef(p *huma.Param) *huma.Param {
	return &huma.Param{Ref: "#/components/parameters/" + p.Name}
}

var sandboxParam = &huma.Param{
	Name: "X-Sandbox", In: "header",
	Description: "Answer from the sandbox, which uses no budget: any value but `0` and `false`. " +
		"It gives an account 120 answers and 3,000 films a minute, 30,000 films and 60 analyses and forecasts a day. " +
		"Works without a key for reading, 25 times a day from one address; a list then ends after its first 1," +
		"000, and what is more than 20 films comes from a share of the catalogue that all without a key have together in a day.",
	Schema: &huma.Schema{Type: "string", Examples: []any{"1"}},
}

// IdempotencyKey is the header that names a request which may be sent again.
const IdempotencyKey = "Idempotency-Key"

var repeatedParam = func() *huma.Param {
	least, most := 1, app.MaxIdempotencyKey
	return &huma.Param{
		Name: IdempotencyKey, In: "header",
		Description: "Names this request, so that it can be sent again: within 24 hours the same request gets the same answer, is not executed and not counted.",
		Schema:      &huma.Schema{Type: "string", MinLength: &least, MaxLength: &most, Examples: []any{"5f0c7a1e-key-for-the-cutting-room"}},
	}
}()

// Success describes an answer that is no error: the schema of T and an example,
// given as JSON. The headers are names of components.
func Success[T any](doc *huma.OpenAPI, says string, example []byte, headers ...string) *huma.Response {
	return SuccessAs[T](doc, "application/json", says, example, headers...)
}

// SuccessAs is Success for another media type.
func SuccessAs[T any](doc *huma.OpenAPI, media, says string, example []byte, headers ...string) *huma.Response {
	t := reflect.TypeFor[T]()
	return &huma.Response{
		Description: says,
		Headers:     headerRefs(headers...),
		Content: map[string]*huma.MediaType{media: {
			Schema:  doc.Components.Schemas.Schema(t, true, t.Name()),
			Example: json.RawMessage(example),
		}},
	}
}

// Takes describes a body: the schema of T and an example, given as JSON.
func Takes[T any](doc *huma.OpenAPI, required bool, example string) *huma.RequestBody {
	return &huma.RequestBody{Required: required, Content: map[string]*huma.MediaType{"application/json": {
		Schema:  doc.Components.Schemas.Schema(reflect.TypeFor[T](), true, ""),
		Example: json.RawMessage(example),
	}}}
}

// Unchanged describes the answer with status 304.
func Unchanged() *huma.Response {
	return &huma.Response{
		Description: "You hold this answer already; nothing was spent.",
		Headers:     headerRefs("ETag", "Cache-Control", "Last-Modified", "X-Request-Id"),
	}
}

// Redirects describes an answer with status 302.
func Redirects(to string) *huma.Response {
	return &huma.Response{
		Description: to,
		Headers:     headerRefs(append([]string{"Location", "Cache-Control", "X-Request-Id"}, budgetDocs...)...),
	}
}
