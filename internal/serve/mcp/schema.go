package mcp

import (
	"encoding/json"
	"maps"
	"math"
	"slices"

	"kinodex/internal/param"
	"kinodex/internal/serve/schema"
)

// outputSchema returns the schema of a tool's answers: the members of the concise one, with their
// types. A full answer has more of them, and one part of an answer has others (F2-126).
func (t *tool) outputSchema(of *schema.Outliner) *schema.Outline {
	told := of.Outline(t.output)
	if told.Properties["filmdb_id"] != nil && told.Properties["filmdb_rating"] != nil { // appendInShape moves these
		delete(told.Properties, "filmdb_rating")
		delete(told.Properties, "master_score")
		told.Properties["ratings"] = &schema.Outline{Type: "object"}
		told.Required = slices.DeleteFunc(told.Required, func(name string) bool { return name == "filmdb_rating" || name == "master_score" })
	}
	if t.brief != nil {
		maps.DeleteFunc(told.Properties, func(name string, _ *schema.Outline) bool { return !t.brief.has(name) })
		told.Required = slices.DeleteFunc(told.Required, func(name string) bool { return !t.brief.has(name) })
	}
	if slices.ContainsFunc(t.takes, func(f param.Field) bool { return f.Name == "part" }) {
		told.Required = nil
	}
	return told
}

// property is an argument as JSON Schema describes it. What it may have at most is left out: hardly
// any agent sends that much, and who does is told by the refusal.
type property struct {
	Type        string    `json:"type"`
	Description string    `json:"description,omitempty"`
	Enum        []string  `json:"enum,omitempty"`
	Minimum     *float64  `json:"minimum,omitempty"`
	Maximum     *float64  `json:"maximum,omitempty"`
	MinLength   int       `json:"minLength,omitempty"`
	Items       *property `json:"items,omitempty"`
	Default     any       `json:"default,omitempty"`
}

// schemaOf returns the JSON Schema (2020-12) of what a tool takes, in the tool's own order.
// It forbids other arguments, so that agents do not make any up; a call with one is refused
// (REQ M-16).
func schemaOf(takes []param.Field) []byte {
	b := []byte(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{`)
	required := []string{}
	for i := range takes {
		if i > 0 {
			b = append(b, ',')
		}
		name, _ := json.Marshal(takes[i].Name)
		described, _ := json.Marshal(propertyOf(&takes[i])) // strings and finite numbers
		b = append(append(append(b, name...), ':'), described...)
		if takes[i].Required {
			required = append(required, takes[i].Name)
		}
	}
	b = append(b, '}')
	if len(required) > 0 {
		names, _ := json.Marshal(required)
		b = append(append(b, `,"required":`...), names...)
	}
	return append(b, `,"additionalProperties":false}`...)
}

// propertyOf returns the JSON Schema of an argument. Its bounds are those that hold when it is
// read.
func propertyOf(f *param.Field) property {
	p := property{Type: "string", Description: f.Doc, Enum: f.Enum}
	switch f.Kind {
	case param.Text:
		if f.Default != "" {
			p.Default = f.Default
		}
		if f.Enum == nil {
			p.MinLength = f.Shortest
		}
		return p
	case param.List:
		p.Type, p.Items = "array", &property{Type: "string"}
		return p
	case param.Boolean:
		p.Type = "boolean"
		return p
	}
	p.Type, p.Minimum, p.Maximum = "number", finite(f.Min), finite(f.Max)
	if f.Whole {
		p.Type = "integer"
	}
	if n, ok := param.ParseNumber(f.Default); ok {
		p.Default = n
	}
	return p
}

// finite returns nil for an infinite bound, which is none.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}
