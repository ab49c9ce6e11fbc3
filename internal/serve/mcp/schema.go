package mcp

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"

	"kinodex/internal/param"
	"kinodex/internal/serve/schema"
)

// truncation are the members of an answer that was cut, whatever it is of (fit.go).
type truncation struct {
	Truncated bool `json:"truncated,omitempty"`
	Rest      *struct {
		How   string `json:"how"`
		Parts []struct {
			Part   string `json:"part"`
			Offset int    `json:"offset"`
			Total  int    `json:"total"`
		} `json:"parts"`
	} `json:"rest,omitempty"`
}

// onePart is the answer to a call with part: Items of a list, or Text.
type onePart struct {
	Part       string            `json:"part"`
	Offset     int               `json:"offset"`
	Total      int               `json:"total"`
	Items      []json.RawMessage `json:"items,omitempty"`
	Text       string            `json:"text,omitempty"`
	NextOffset *int              `json:"next_offset"`
}

// outputSchema returns the schema of a tool's answers: whole, cut, or one part.
func (t *tool) outputSchema(of *schema.Outliner) *schema.Outline {
	whole := of.Outline(t.output)
	takesPart := slices.ContainsFunc(t.takes, func(f param.Field) bool { return f.Name == "part" })
	if takesPart || t.rest != "" {
		maps.Copy(whole.Properties, of.Outline(reflect.TypeFor[truncation]()).Properties)
	}
	if takesPart {
		part := of.Outline(reflect.TypeFor[onePart]())
		maps.Copy(whole.Properties, part.Properties)
		whole.AnyOf = []schema.Outline{{Required: whole.Required}, {Required: part.Required}}
		whole.Required = nil
	}
	return whole
}

// property is an argument as JSON Schema describes it.
type property struct {
	Type        string    `json:"type"`
	Description string    `json:"description,omitempty"`
	Enum        []string  `json:"enum,omitempty"`
	Minimum     *float64  `json:"minimum,omitempty"`
	Maximum     *float64  `json:"maximum,omitempty"`
	MinLength   int       `json:"minLength,omitempty"`
	MaxLength   int       `json:"maxLength,omitempty"`
	Items       *property `json:"items,omitempty"`
	MinItems    int       `json:"minItems,omitempty"`
	MaxItems    int       `json:"maxItems,omitempty"`
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
			p.MinLength, p.MaxLength = f.Shortest, f.Longest
		}
		return p
	case param.List:
		p.Type, p.Items = "array", &property{Type: "string"}
		p.MinItems, p.MaxItems = f.Shortest, f.Longest
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
