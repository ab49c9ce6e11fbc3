package schema

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Outline is a JSON Schema that says which members an answer has and of what type
// they are, and little more: no descriptions, bounds or formats. An agent reads the
// schemas of all tools before it asks anything, and pays for every byte of them.
type Outline struct {
	Type       any                 `json:"type,omitempty"` // a name, or a list of a name and "null"
	Properties map[string]*Outline `json:"properties,omitempty"`
	Required   []string            `json:"required,omitempty"`
}

// Outliner makes outlines. Types have many types in common, above all that of a film, and
// an Outliner describes each of them once. It is not safe for concurrent use.
type Outliner struct{ registry *Registry }

// NewOutliner returns an outliner that knows no type yet.
func NewOutliner() *Outliner {
	return &Outliner{NewRegistry(func(t reflect.Type, hint string) string { return t.PkgPath() + "." + t.String() + hint })}
}

// Outline returns the outline of a struct type: its members, with their types and
// whether they are required. What lies deeper is left out.
func (l *Outliner) Outline(t reflect.Type) *Outline {
	r := l.registry
	s := r.Schema(t, false, "")
	Tidy(r)
	o := &Outline{Type: s.Type, Properties: map[string]*Outline{}, Required: s.Required}
	for name, p := range s.Properties {
		o.Properties[name] = r.member(p)
	}
	return o
}

// member outlines a member of the outermost object.
func (r *Registry) member(s *huma.Schema) *Outline {
	nullable := s.Nullable
	if len(s.OneOf) == 2 { // a struct or null
		s, nullable = s.OneOf[0], true
	}
	s = r.resolved(s)
	o := &Outline{}
	switch {
	case nullable && s.Type != "":
		o.Type = []string{s.Type, "null"}
	case s.Type != "":
		o.Type = s.Type
	}
	return o
}

func (r *Registry) resolved(s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return r.SchemaFromRef(s.Ref)
	}
	return s
}
