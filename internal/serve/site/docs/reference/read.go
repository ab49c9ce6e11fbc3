package reference

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/access"
	"kinodex/internal/serve/wire"
)

// reader reads the operations of a description.
type reader struct{ doc *huma.OpenAPI }

// operation reads one operation.
func (r reader) operation(method, path string, op *huma.Operation, policy *access.Policy) *Operation {
	o := &Operation{ID: op.OperationID, Method: method, Path: path, Summary: op.Summary, Description: op.Description, Deprecated: op.Deprecated}
	need, known := wire.NeedOf(op)
	o.Need, o.Public = policy.Need(need), !known
	for _, p := range op.Parameters {
		if p = r.param(p); p == nil {
			continue
		}
		o.Repeatable = o.Repeatable || p.Name == "Idempotency-Key"
		o.Parameters = append(o.Parameters, Parameter{
			Name: p.Name, In: p.In, Required: p.Required, Value: r.value(p.Schema, p.Description), Example: exampleOf(p.Schema),
		})
	}
	o.Body = r.body(op.RequestBody)
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		if code, _ := strconv.Atoi(status); code >= 400 {
			continue
		}
		o.Answers = append(o.Answers, r.answer(status, op.Responses[status]))
	}
	o.Errors = o.failures(op.Responses)
	o.Call = o.call()
	return o
}

// param returns a parameter, whether it stands in the operation or among the
// components.
func (r reader) param(p *huma.Param) *huma.Param {
	if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
		return r.doc.Components.Parameters[name]
	}
	return p
}

// response returns a response, likewise.
func (r reader) response(a *huma.Response) *huma.Response {
	if name, ok := strings.CutPrefix(a.Ref, "#/components/responses/"); ok {
		return r.doc.Components.Responses[name]
	}
	return a
}

// body reads what a request may carry.
func (r reader) body(b *huma.RequestBody) *Body {
	if b == nil {
		return nil
	}
	body := &Body{Required: b.Required, Media: mediaOf(b.Content)}
	if m := b.Content[jsonMedia]; m != nil {
		body.Example = indented(m.Example)
		body.Fields = r.fields(m.Schema, []byte(body.Example), nil)
	}
	if m := b.Content[formMedia]; m != nil {
		body.Files = r.fields(m.Schema, nil, nil)
	}
	return body
}

const (
	jsonMedia = "application/json"
	formMedia = "multipart/form-data"
)

// answer reads an answer that is no error.
func (r reader) answer(status string, a *huma.Response) Answer {
	a = r.response(a)
	answer := Answer{Status: status, Says: a.Description, Media: mediaOf(a.Content), Headers: slices.Sorted(maps.Keys(a.Headers))}
	for _, media := range answer.Media {
		m := a.Content[media]
		if answer.Example = indented(m.Example); media == jsonMedia || answer.Example != "" {
			answer.Fields = r.fields(m.Schema, []byte(answer.Example), nil)
			break
		}
	}
	return answer
}

// mediaOf returns the media types of a body, JSON first.
func mediaOf(content map[string]*huma.MediaType) []string {
	media := slices.Sorted(maps.Keys(content))
	slices.SortStableFunc(media, func(a, b string) int {
		switch {
		case a == jsonMedia && b != jsonMedia:
			return -1
		case b == jsonMedia && a != jsonMedia:
			return 1
		}
		return 0
	})
	return media
}

// exampleOf returns the example of a parameter, as it stands in an address.
func exampleOf(s *huma.Schema) string {
	if s == nil || len(s.Examples) == 0 {
		return ""
	}
	return literal(s.Examples[0])
}

// literal returns a value of a schema as a reader types it: text as it is, all else as
// JSON.
func literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return v
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
