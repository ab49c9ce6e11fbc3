package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// document is what the checks read of the description.
type document struct {
	OpenAPI string `json:"openapi"`
	Info    struct{ Title, Version string }
	Paths   map[string]map[string]*operation
	// Components are kept as they are: schemas refer to one another.
	Components struct {
		Schemas   map[string]json.RawMessage
		Responses map[string]*response
	}
}

type operation struct {
	ID          string `json:"operationId"`
	Parameters  []parameter
	RequestBody *struct{ Content map[string]media }
	Responses   map[string]*response
}

type parameter struct {
	Name, In string
	Required bool
	Schema   struct{ Examples []any }
}

type response struct {
	Ref     string `json:"$ref"`
	Content map[string]media
}

type media struct {
	Schema  json.RawMessage
	Example json.RawMessage
}

// readDocument reads a description.
func readDocument(text []byte) (*document, error) {
	// In a schema on its own, what it refers to stands under $defs.
	text = bytes.ReplaceAll(text, []byte(`"#/components/schemas/`), []byte(`"#/$defs/`))
	d := new(document)
	return d, json.Unmarshal(text, d)
}

// describes reports whether an operation is described: "GET /api/v2/films".
func (d *document) describes(name string) bool {
	method, path, _ := strings.Cut(name, " ")
	return d.Paths[path][strings.ToLower(method)] != nil
}

// answer returns what is described of an answer with a status; nil for nothing.
func (d *document) answer(op *operation, status int) *response {
	described := op.Responses[fmt.Sprint(status)]
	if described == nil || described.Ref == "" {
		return described
	}
	return d.Components.Responses[strings.TrimPrefix(described.Ref, "#/components/responses/")]
}

// validate holds a body against a schema of the description.
func (d *document) validate(schema json.RawMessage, body []byte) error {
	of := new(jsonschema.Schema)
	if err := json.Unmarshal(schema, of); err != nil {
		return fmt.Errorf("the schema cannot be read: %w", err)
	}
	root := &jsonschema.Schema{Defs: map[string]*jsonschema.Schema{}, AllOf: []*jsonschema.Schema{of}}
	if err := d.define(root.Defs, schema); err != nil {
		return err
	}
	resolved, err := root.Resolve(nil)
	if err != nil {
		return fmt.Errorf("the schema cannot be resolved: %w", err)
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	return resolved.Validate(value)
}

// reference is how a schema names another.
var reference = regexp.MustCompile(`"#/\$defs/([^"/]+)"`)

// define adds the schemas that a schema refers to, and those that these refer to.
func (d *document) define(defs map[string]*jsonschema.Schema, schema json.RawMessage) error {
	for _, found := range reference.FindAllSubmatch(schema, -1) {
		name := string(found[1])
		if defs[name] != nil {
			continue
		}
		defs[name] = new(jsonschema.Schema)
		if err := json.Unmarshal(d.Components.Schemas[name], defs[name]); err != nil {
			return fmt.Errorf("the schema %s cannot be read: %w", name, err)
		}
		if err := d.define(defs, d.Components.Schemas[name]); err != nil {
			return err
		}
	}
	return nil
}

// stated are the operations that the interface states.
var stated = []string{
	"GET /api/v1/films", "GET /api/v1/films/{id}", "GET /api/v1/stats", "GET /api/v1/scripts", "GET /api/v1/scripts/{id}",
	"POST /api/v1/scripts/analyze", "GET /api/v1/search", "POST /api/v1/predict", "POST /api/v1/recommend", "GET /api/v1/styles/writers",
	"GET /api/v1/styles/directors", "GET /api/v1/styles/cinematographers", "GET /api/v1/actors", "GET /api/v1/actors/{id}",
	"GET /api/v1/correlations", "GET /api/v1/model", "GET /api/v1/posters/stats", "GET /api/v1/posters/films", "POST /api/v1/posters/analyze",
	"POST /api/v1/keys/self-generate", "GET /api/v2/films", "GET /api/v2/films/{id}", "GET /api/v2/films/{id}/similar",
	"GET /api/v2/films/{id}/poster-analysis", "GET /api/v2/films/stream", "GET /api/v2/catalog/snapshot", "GET /api/v2/atlas", "POST /api/v2/recommend",
}

// description checks what is described, and that it stands for everyone.
func (r *runner) description() {
	r.group = "description"
	r.expect("it is OpenAPI 3.1 of version 2.0.0, for everyone", question{path: "/openapi.json", keyless: true}, func(a *reply) error {
		if !strings.HasPrefix(r.doc.OpenAPI, "3.1") || r.doc.Info.Version != "2.0.0" {
			return a.differs("OpenAPI %q, version %q", r.doc.OpenAPI, r.doc.Info.Version)
		}
		return errors.Join(a.is(http.StatusOK), a.has("X-RateLimit-Limit", ""))
	})
	for _, name := range stated {
		r.check("it has "+name, func() error {
			if !r.doc.describes(name) {
				return fmt.Errorf("/openapi.json does not describe %s", name)
			}
			return nil
		})
	}
	r.check("its examples are valid by its schemas", func() (err error) {
		for _, path := range slices.Sorted(maps.Keys(r.doc.Paths)) {
			for _, method := range slices.Sorted(maps.Keys(r.doc.Paths[path])) {
				described := r.doc.answer(r.doc.Paths[path][method], http.StatusOK)
				if described == nil || described.Content["application/json"].Example == nil {
					continue
				}
				m := described.Content["application/json"]
				if wrong := r.doc.validate(m.Schema, m.Example); wrong != nil {
					err = errors.Join(err, fmt.Errorf("%s %s: the example: %w", strings.ToUpper(method), path, wrong))
				}
			}
		}
		return err
	})
}
