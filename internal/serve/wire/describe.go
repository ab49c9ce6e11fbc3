package wire

import (
	"encoding/json"
	"iter"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/fault"
	"kinodex/internal/serve/schema"
)

// NewDescription makes a description without operations. Only huma's model and
// its schemas of Go types are in use: none of its routes, formats and hooks,
// and none of its global variables is touched.
func NewDescription(info *huma.Info) *huma.OpenAPI {
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
	errors := describeErrors(registry)
	for status, e := range errorDocs {
		doc.Components.Responses[e.name] = &huma.Response{
			Description: e.doc,
			Headers:     headerRefs(append(e.headers, "X-Request-Id")...),
			Content: map[string]*huma.MediaType{"application/json": {
				Schema: errors,
				Example: Error{ErrorDetail{
					Code: e.example.Kind, Message: e.example.Message, Status: status,
					Param: e.example.Param, Allowed: e.example.Allowed,
					RequestID: "req_k7m2vw9xq4t8bn3c", DocsURL: "https://kinodex.example/docs/errors#" + string(e.example.Kind),
				}},
			}},
		}
	}
	return doc
}

// describeErrors adds the envelope of errors to the schemas, and the codes it may have
// under a name of their own. It returns the reference to the envelope.
func describeErrors(registry *schema.Registry) *huma.Schema {
	envelope := registry.Schema(reflect.TypeFor[Error](), true, "")
	code := &huma.Schema{Type: huma.TypeString, Description: "What went wrong, in a word that never changes. Later releases may add others.", Examples: []any{fault.FilmNotFound}}
	for _, c := range codes {
		code.Enum = append(code.Enum, string(c.Kind))
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
	"Link":                  {"string", "", "Where to read about the successor, and where it is."},
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
	http.StatusBadRequest:                  {"BadRequest", "A parameter or the body is not what it may be; nothing was spent.", fault.Param("limit", "an integer from 1 to 500"), nil},
	http.StatusUnauthorized:                {"Unauthorized", "No key, or one that is not good.", fault.New(fault.MissingKey, "an API key is required: send it in the X-API-Key header or the key parameter"), []string{"WWW-Authenticate"}},
	http.StatusForbidden:                   {"Forbidden", "The key is good but does not reach this.", fault.New(fault.TierNotAllowed, "this needs the producer plan or higher"), nil},
	http.StatusNotFound:                    {"NotFound", "There is no such thing.", fault.New(fault.FilmNotFound, "no film has this id"), nil},
	http.StatusRequestTimeout:              {"RequestTimeout", "The body came too slowly; nothing was spent.", fault.New(fault.RequestTimeout, "the body came too slowly"), nil},
	http.StatusConflict:                    {"Conflict", "The request contradicts what is there already; nothing was spent.", fault.New(fault.Conflict, "this Idempotency-Key was used with another body; take a new one"), []string{"Retry-After"}},
	http.StatusRequestEntityTooLarge:       {"TooLarge", "The body is too large.", fault.New(fault.TooLarge, "the body may have at most 1048576 bytes"), nil},
	http.StatusRequestURITooLong:           {"URITooLong", "The address is longer than 8 KiB.", fault.New(fault.URITooLong, "the address may have at most 8192 bytes"), nil},
	http.StatusUnsupportedMediaType:        {"UnsupportedMediaType", "The body is declared to be something other than JSON.", fault.New(fault.UnsupportedMedia, "Content-Type must be application/json"), nil},
	http.StatusTooManyRequests:             {"TooManyRequests", "The day's budget is used up; it is renewed at 00:00 UTC. Or, with code rate_limited, too many requests at once, or too much from the sandbox.", fault.New(fault.QuotaExceeded, "the daily budget of 200 requests is used up; it resets at 00:00 UTC"), append([]string{"Retry-After"}, budgetDocs...)},
	http.StatusRequestHeaderFieldsTooLarge: {"HeadersTooLarge", "The headers are larger than 16 KiB.", fault.New(fault.HeadersTooLarge, "the headers may have at most 16384 bytes"), nil},
	http.StatusInternalServerError:         {"InternalError", "Our mistake; nothing was spent.", fault.New(fault.Internal, "something went wrong on our side"), nil},
	http.StatusServiceUnavailable:          {"Unavailable", "Not now; nothing was spent.", fault.New(fault.Overloaded, "too busy to answer now"), []string{"Retry-After"}},
}

// budgetDocs are the headers that tell a caller's budget.
var budgetDocs = []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Warning", "RateLimit", "RateLimit-Policy"}

// traits are what a route's description follows from.
type traits struct{ public, metered, posts, repeatable, conflicts, strict bool }

// describe completes an operation: the parameters all such routes have, the
// errors it may answer with, the headers its answers carry, and that a public
// one needs no key.
func describe(doc *huma.OpenAPI, op *huma.Operation, is traits) {
	for status := range is.errors(op.Parameters) {
		op.Responses[strconv.Itoa(status)] = &huma.Response{Ref: "#/components/responses/" + errorDocs[status].name}
	}
	headers := []string{"X-Request-Id", "Cache-Control"}
	if is.metered {
		headers = append(headers, budgetDocs...)
	}
	if is.repeatable {
		headers = append(headers, "Idempotent-Replayed")
		op.Parameters = append(op.Parameters, paramRef(repeatedParam))
	}
	if is.public {
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
func (is traits) errors(params []*huma.Param) iter.Seq[int] {
	statuses := []int{http.StatusRequestURITooLong, http.StatusRequestHeaderFieldsTooLarge, http.StatusInternalServerError}
	if !is.public {
		statuses = append(statuses, http.StatusUnauthorized, http.StatusForbidden, http.StatusServiceUnavailable)
	}
	if is.metered {
		statuses = append(statuses, http.StatusTooManyRequests)
	}
	if is.posts {
		statuses = append(statuses, http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if is.strict {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if is.repeatable || is.conflicts {
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
	Description: "Answer from the sandbox, which uses no budget: any value but `0` and `false`. It gives an account 120 answers and 3,000 films a minute, 30,000 films and 60 analyses and forecasts a day. Works without a key for reading, 25 times a day from one address.",
	Schema:      &huma.Schema{Type: "string", Examples: []any{"1"}},
}

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
