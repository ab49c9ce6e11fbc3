package schema

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// longestExample is how many bytes of JSON an example of a member may have.
const longestExample = 400

// Exemplify gives every member and parameter an example that has none of its own: the first
// value that the examples of the description's operations show of it; else what rest has under
// the names of the schema and the member (Film.tagline, which serves PartialFilm, too); else its
// default, its first word of several, or true.
func Exemplify(doc *huma.OpenAPI, rest map[string]json.RawMessage) {
	schemas := doc.Components.Schemas.Map()
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		for _, op := range []*huma.Operation{doc.Paths[path].Get, doc.Paths[path].Post, doc.Paths[path].Patch, doc.Paths[path].Delete} {
			if op == nil {
				continue
			}
			for _, p := range op.Parameters {
				if p.Schema != nil {
					fallBack(p.Schema, nil)
				}
			}
			if op.RequestBody != nil {
				exemplifyMedia(schemas, op.RequestBody.Content)
			}
			for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
				exemplifyMedia(schemas, op.Responses[status].Content)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(doc.Components.Responses)) {
		exemplifyMedia(schemas, doc.Components.Responses[name].Content)
	}
	for name, s := range schemas {
		for member, p := range s.Properties {
			fallBack(p, rest[strings.TrimPrefix(name, "Partial")+"."+member])
		}
	}
}

// fallBack gives a schema that no example shows one: the given one, or what it is anyway.
func fallBack(s *huma.Schema, given json.RawMessage) {
	switch {
	case s.Ref != "" || len(s.Examples)+len(s.OneOf)+len(s.AnyOf) > 0 || s.Type == huma.TypeObject || s.Items != nil && s.Items.Ref != "":
	case given != nil:
		s.Examples = []any{given}
	case s.Default != nil:
		s.Examples = []any{s.Default}
	case len(s.Enum) > 0:
		s.Examples = []any{s.Enum[0]}
	case s.Type == huma.TypeBoolean:
		s.Examples = []any{true}
	}
}

func exemplifyMedia(schemas map[string]*huma.Schema, content map[string]*huma.MediaType) {
	for _, name := range slices.Sorted(maps.Keys(content)) {
		shown, err := json.Marshal(content[name].Example)
		if err == nil && content[name].Example != nil {
			exemplify(schemas, content[name].Schema, shown)
		}
	}
}

// exemplify walks through a value and its schema. What the schema does not describe is
// left out.
func exemplify(schemas map[string]*huma.Schema, s *huma.Schema, shown json.RawMessage) {
	if s == nil || string(shown) == "null" {
		return
	}
	if s.Ref != "" {
		exemplify(schemas, schemas[s.Ref[len(prefix):]], shown)
		return
	}
	for _, one := range slices.Concat(s.OneOf, s.AnyOf) {
		exemplify(schemas, one, shown)
	}
	var items []json.RawMessage
	if s.Items != nil && json.Unmarshal(shown, &items) == nil {
		for _, item := range items {
			exemplify(schemas, s.Items, item)
		}
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(shown, &members) != nil {
		return
	}
	each, _ := s.AdditionalProperties.(*huma.Schema)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value, p := members[name], s.Properties[name]
		if p == nil {
			exemplify(schemas, each, value)
			continue
		}
		if p.Ref == "" && len(p.Examples)+len(p.OneOf)+len(p.AnyOf) == 0 && len(value) <= longestExample && string(value) != "null" && p.Type != huma.TypeObject {
			p.Examples = []any{value}
		}
		exemplify(schemas, p, value)
	}
}
