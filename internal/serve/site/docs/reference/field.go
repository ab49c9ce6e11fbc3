package reference

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/ordered"
)

// Value says what a parameter or field may be.
type Value struct {
	Type    string // such as "integer", "list of text" or "object or null"
	Says    string // in Markdown
	Bounds  string // such as "1 to 500"; empty for none
	Default string // empty for none
	// What a form lets one choose or type: the values of an enumeration, the ends of a number's
	// range, and the most characters of a text. They are empty or 0 where there is no such bound.
	Choices     []string
	Least, Most string
	Longest     int
}

// Field is a member of an object, with the members it has in turn.
type Field struct {
	Name     string
	Required bool
	Value
	Fields []Field
}

// deepest is how deep members of members are told.
const deepest = 8

// fields returns the members of the objects that a schema describes, also within
// lists and alternatives. They are in the order of the example, which is that of the
// answers, then by name. within are the schemas around this one, so that one that
// holds itself ends.
func (r reader) fields(s *huma.Schema, example []byte, within []string) []Field {
	if s == nil || len(within) > deepest {
		return nil
	}
	if name, ok := strings.CutPrefix(s.Ref, schemaPrefix); ok {
		if slices.Contains(within, name) {
			return nil
		}
		return r.fields(r.doc.Components.Schemas.Map()[name], example, append(slices.Clone(within), name))
	}
	if s.Items != nil {
		var items []json.RawMessage
		_ = json.Unmarshal(example, &items) // an example of another form tells no order
		return r.fields(s.Items, firstOf(items), within)
	}
	for _, one := range slices.Concat(s.OneOf, s.AnyOf, s.AllOf) {
		if f := r.fields(one, example, within); len(f) > 0 && len(s.Properties) == 0 {
			return f
		}
	}
	if len(s.Properties) == 0 {
		more, _ := s.AdditionalProperties.(*huma.Schema)
		var members ordered.Map[json.RawMessage]
		_ = json.Unmarshal(example, &members)
		return r.fields(more, firstMember(members), within)
	}
	return r.members(s, example, within)
}

const schemaPrefix = "#/components/schemas/"

// members returns the members of an object.
func (r reader) members(s *huma.Schema, example []byte, within []string) []Field {
	var shown ordered.Map[json.RawMessage]
	_ = json.Unmarshal(example, &shown)
	names := make([]string, 0, len(s.Properties))
	for _, m := range shown {
		if s.Properties[m.Key] != nil {
			names = append(names, m.Key)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	fields := make([]Field, 0, len(names))
	for _, name := range names {
		p := s.Properties[name]
		sub, _ := shown.Get(name)
		fields = append(fields, Field{
			Name: name, Required: slices.Contains(s.Required, name), Value: r.value(p, ""), Fields: r.fields(p, sub, within),
		})
	}
	return fields
}

func firstOf(items []json.RawMessage) []byte {
	if len(items) == 0 {
		return nil
	}
	return items[0]
}

func firstMember(members ordered.Map[json.RawMessage]) []byte {
	if len(members) == 0 {
		return nil
	}
	return members[0].Value
}

// value says what a schema allows. says replaces the schema's own description unless
// it is empty.
func (r reader) value(s *huma.Schema, says string) Value {
	if s == nil {
		return Value{Says: says}
	}
	of := r.resolved(s)
	v := Value{Type: r.typeOf(s, 0), Says: cmp.Or(says, s.Description, of.Description), Bounds: boundsOf(of), Choices: choicesOf(of), Least: number(of.Minimum), Most: number(of.Maximum)}
	if of.MaxLength != nil {
		v.Longest = *of.MaxLength
	}
	if s.Default != nil {
		v.Default = literal(s.Default)
	}
	return v
}

// resolved returns the schema that a reference names, also when null is the other
// choice.
func (r reader) resolved(s *huma.Schema) *huma.Schema {
	for range deepest {
		switch name, ok := strings.CutPrefix(s.Ref, schemaPrefix); {
		case ok && r.doc.Components.Schemas.Map()[name] != nil:
			s = r.doc.Components.Schemas.Map()[name]
		case len(s.OneOf) > 0:
			s = s.OneOf[0]
		default:
			return s
		}
	}
	return s
}

// typeOf names the type of a schema in words.
func (r reader) typeOf(s *huma.Schema, depth int) string {
	if depth > deepest {
		return "object"
	}
	switch {
	case s.Ref != "":
		if next := r.doc.Components.Schemas.Map()[strings.TrimPrefix(s.Ref, schemaPrefix)]; next != nil {
			return r.typeOf(next, depth+1)
		}
		return "object"
	case len(s.OneOf)+len(s.AnyOf) > 0:
		var names []string
		for _, one := range slices.Concat(s.OneOf, s.AnyOf) {
			if name := r.typeOf(one, depth+1); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		return strings.Join(names, " or ")
	}
	name := s.Type
	switch {
	case s.Type == huma.TypeString && s.Format == "date-time":
		name = "time (RFC 3339)"
	case s.Type == huma.TypeString && s.Format == "binary":
		name = "file"
	case s.Type == huma.TypeString && s.ContentEncoding != "":
		name = "text in " + s.ContentEncoding
	case s.Type == huma.TypeString:
		name = "text"
	case s.Type == huma.TypeArray && s.Items != nil:
		name = "list of " + r.typeOf(s.Items, depth+1)
	case s.Type == "":
		name = "any value"
	}
	if s.Nullable {
		name += " or null"
	}
	return name
}

// boundsOf says within which bounds a value must be, in words.
func boundsOf(s *huma.Schema) string {
	var says []string
	add := func(text string) {
		if text != "" {
			says = append(says, text)
		}
	}
	if len(s.Enum) > 0 {
		add("one of " + strings.Join(choicesOf(s), ", "))
	}
	add(between(number(s.Minimum), number(s.Maximum), ""))
	add(between(whole(s.MinLength), whole(s.MaxLength), " characters"))
	add(between(whole(s.MinItems), whole(s.MaxItems), " items"))
	if s.Items != nil && len(s.Items.Enum) > 0 {
		add("each " + boundsOf(s.Items))
	}
	if s.Pattern != "" {
		add("matches " + s.Pattern)
	}
	return strings.Join(says, "; ")
}

// choicesOf returns the values of an enumeration; nil when a schema is none.
func choicesOf(s *huma.Schema) (choices []string) {
	for _, one := range s.Enum {
		choices = append(choices, literal(one))
	}
	return choices
}

// between says a range in words; either end may be empty.
func between(low, high, unit string) string {
	switch {
	case low == "" && high == "":
		return ""
	case high == "":
		return low + unit + " or more"
	case low == "":
		return "at most " + high + unit
	}
	return low + " to " + high + unit
}

func number(n *float64) string {
	if n == nil {
		return ""
	}
	b, _ := json.Marshal(*n) // bounds are finite
	return string(b)
}

func whole(n *int) string {
	if n == nil {
		return ""
	}
	return fmt.Sprint(*n)
}
