package writersroom

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
)

// Each tool has one type for what its engine writes (CoverageReading and so on):
// the built-in engine fills it in, and its schema is what a language model's answer
// must hold to. The schema is made of the type, with the tags doc, enum, minimum
// and maximum that the interface's own description is made of.

// schemaOf gives the JSON Schema of T: every property required, no others allowed,
// pointers may be null.
func schemaOf[T any]() json.RawMessage {
	b, err := json.Marshal(describe(reflect.TypeFor[T]()))
	if err != nil {
		panic(err) // maps of plain values
	}
	return b
}

// describe returns the schema of a type. It panics on a kind that no engine's
// answer has.
func describe(t reflect.Type) map[string]any {
	switch t.Kind() {
	case reflect.Pointer:
		s := describe(t.Elem())
		s["type"] = []any{s["type"], "null"}
		return s
	case reflect.Slice:
		return map[string]any{"type": "array", "items": describe(t.Elem())}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Struct:
		return describeStruct(t)
	}
	panic("no schema of " + t.String()) // a mistake of ours, which the tests find
}

// describeStruct returns the schema of a struct's exported fields, with those of
// embedded structs among them, under their JSON names.
func describeStruct(t reflect.Type) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous || !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		s := describe(f.Type)
		tagged(s, f.Tag)
		properties[name] = s
		required = append(required, name)
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// tagged adds to a schema what a field's tags doc, enum, minimum and maximum say.
// The values of a nullable enum include null.
func tagged(s map[string]any, tag reflect.StructTag) {
	if doc := tag.Get("doc"); doc != "" {
		s["description"] = doc
	}
	if words := tag.Get("enum"); words != "" {
		values := []any{}
		for word := range strings.SplitSeq(words, ",") {
			values = append(values, word)
		}
		if _, nullable := s["type"].([]any); nullable {
			values = append(values, nil)
		}
		s["enum"] = values
	}
	for _, bound := range []string{"minimum", "maximum"} {
		if v, err := strconv.ParseFloat(tag.Get(bound), 64); err == nil {
			s[bound] = v
		}
	}
}
