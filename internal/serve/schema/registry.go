// Package schema makes JSON Schemas of Go types: those of the OpenAPI description
// and those of the connector's tools. Both read the same struct tags (json, doc,
// minimum, enum, nullable, …; docs/decisions/0065 lists them), so a type that
// carries an answer is described once, where it is declared, in any package: tags
// are plain strings and need no import.
//
// Start reading at Registry, then Outliner.
package schema

import (
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// prefix begins references to the schemas of a description.
const prefix = "#/components/schemas/"

// Registry holds the schema of every struct type of a description under its name,
// once. It makes schemas as huma's own registry does, except that the tag
// nullable:"true" is also for slices, which are never null without it, and for
// pointers to structs, which it describes as oneOf the struct and null. Call Tidy
// when all types are in. A Registry is not safe for concurrent use.
type Registry struct {
	name    func(t reflect.Type, hint string) string
	schemas map[string]*huma.Schema
	types   map[string]reflect.Type
	aliases map[reflect.Type]reflect.Type
}

// NewRegistry returns an empty registry. The function gives the name of a type;
// hint names types that have none.
func NewRegistry(name func(t reflect.Type, hint string) string) *Registry {
	return &Registry{name, map[string]*huma.Schema{}, map[string]reflect.Type{}, map[reflect.Type]reflect.Type{}}
}

// Schema returns the schema of a type: a reference if it is a struct and allowRef
// is set. It panics when two types have the same name.
func (r *Registry) Schema(t reflect.Type, allowRef bool, hint string) *huma.Schema {
	pointer := t.Kind() == reflect.Pointer
	if d := described(t); d != t {
		t, pointer = d, true // like a pointer to d, it may be null where the field says so
	}
	whole := t
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if pointer && (t.Kind() == reflect.Array || t.Kind() == reflect.Slice) {
		whole = t
	}
	if alias := r.aliases[t]; alias != nil {
		return r.Schema(alias, allowRef, hint)
	}
	if !isReferred(t) {
		s := huma.SchemaFromType(r, whole)
		switch {
		case s.Type == huma.TypeArray:
			s.Nullable = false
		case t.Kind() == reflect.Int:
			s.Format = "int32" // counts, years, ids of others; what may be larger is an int64 in Go
		}
		return s
	}
	name := r.name(t, hint)
	if known, ok := r.types[name]; ok && known != t {
		panic(fmt.Errorf("schema %s: both %s and %s have this name", name, known, t))
	} else if !ok {
		r.schemas[name], r.types[name] = &huma.Schema{}, t // recursive types refer to it
		*r.schemas[name] = *huma.SchemaFromType(r, t)
	}
	switch {
	case !allowRef:
		return r.schemas[name]
	case pointer:
		// Whether it may be null is known to the field alone: Tidy sees to it.
		return &huma.Schema{OneOf: []*huma.Schema{{Ref: prefix + name}}}
	}
	return &huma.Schema{Ref: prefix + name}
}

// described returns the type whose schema a type has: another one, if it has a method
// that says so, as have types that write themselves.
func described(t reflect.Type) reflect.Type {
	if d, ok := reflect.Zero(t).Interface().(interface{ SchemaType() reflect.Type }); ok && t.Kind() != reflect.Pointer {
		return d.SchemaType()
	}
	return t
}

// isReferred reports whether a type has a schema under a name of its own: structs
// do that are written as objects.
func isReferred(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		return false
	}
	p := reflect.PointerTo(t)
	return !p.Implements(reflect.TypeFor[huma.SchemaProvider]()) && !p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// SchemaFromRef returns the schema that a reference names, nil if there is none.
func (r *Registry) SchemaFromRef(ref string) *huma.Schema {
	return r.schemas[strings.TrimPrefix(ref, prefix)]
}

// TypeFromRef returns the type that a reference names, nil if there is none.
func (r *Registry) TypeFromRef(ref string) reflect.Type {
	return r.types[strings.TrimPrefix(ref, prefix)]
}

// Map returns all schemas by name; changes to it change the registry.
func (r *Registry) Map() map[string]*huma.Schema { return r.schemas }

// MarshalJSON writes all schemas by name.
func (r *Registry) MarshalJSON() ([]byte, error) { return json.Marshal(r.schemas) }

// RegisterTypeAlias has the type t described as alias is, from now on.
func (r *Registry) RegisterTypeAlias(t, alias reflect.Type) { r.aliases[t] = alias }

// Tidy makes the schemas say what the service promises: unknown keys may be added to
// any object (REQ V-08), what may be null is one of its own enum, and every number has
// the format of the machine's number that holds it: int32, int64 or double.
func Tidy(r huma.Registry) {
	for _, s := range r.Map() {
		tidy(s)
	}
}

func tidy(s *huma.Schema) {
	if len(s.OneOf) == 1 { // a pointer to a struct
		one := s.OneOf[0]
		if s.OneOf = nil; s.Nullable {
			s.Nullable, s.OneOf = false, []*huma.Schema{one, {Type: "null"}}
		} else {
			s.Ref = one.Ref
		}
	}
	if s.Nullable && s.Enum != nil && !slices.Contains(s.Enum, nil) {
		s.Enum = append(s.Enum, nil) // what may be null must be allowed to
	}
	for _, one := range slices.Concat(s.OneOf, s.AnyOf) {
		tidy(one)
	}
	switch s.Type {
	case huma.TypeArray:
		tidy(s.Items)
	case huma.TypeObject:
		if _, closed := s.AdditionalProperties.(bool); closed {
			s.AdditionalProperties = nil
		}
		if each, ok := s.AdditionalProperties.(*huma.Schema); ok {
			tidy(each)
		}
		for _, p := range s.Properties {
			tidy(p)
		}
	case huma.TypeInteger:
		s.Format = cmp.Or(s.Format, "int32")
	case huma.TypeNumber:
		Whole(s)
		s.Format = cmp.Or(s.Format, "double")
	}
}

// Whole describes a number as an integer where a tag gives it the format of one: a year
// that is read as a float64, so that 1940.0 is one too.
func Whole(s *huma.Schema) {
	if s.Type == huma.TypeNumber && strings.HasPrefix(s.Format, "int") {
		s.Type = huma.TypeInteger
	}
}
