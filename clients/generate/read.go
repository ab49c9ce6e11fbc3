package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// document is the part of an OpenAPI document that is read.
type document struct {
	Paths      map[string]map[string]operation
	Components struct {
		Schemas   map[string]*schema
		Responses map[string]response
	}
}

type operation struct {
	OperationID, Summary, Description string
	Deprecated                        bool
	Parameters                        []parameter
	RequestBody                       *struct {
		Required bool
		Content  map[string]media
	}
	Responses map[string]response
}

type parameter struct {
	Ref         string `json:"$ref"`
	Name, In    string
	Description string
	Required    bool
	Schema      *schema
}

type response struct{ Content map[string]media }

type media struct{ Schema *schema }

type schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Format, Description  string
	Enum                 []any
	Items                *schema
	Properties           map[string]*schema
	Required             []string
	AdditionalProperties json.RawMessage
	AnyOf, OneOf         []*schema
	Minimum              *float64
	Maximum              float64
}

const (
	schemaPrefix = "#/components/schemas/"
	jsonMedia    = "application/json"
	linesMedia   = "application/x-ndjson"
	// partial begins the names of models of which only some fields were asked for. Methods
	// are typed by the whole.
	partial = "Partial"
)

// reader reads a document.
type reader struct {
	doc   document
	named map[string]*Model
}

// read returns the operations of a description that programs call (those under /api/ that
// are not deprecated), and the models they need.
func read(text []byte) (*API, error) {
	r := &reader{named: map[string]*Model{}}
	if err := json.Unmarshal(text, &r.doc); err != nil {
		return nil, err
	}
	api := &API{}
	for _, path := range slices.Sorted(maps.Keys(r.doc.Paths)) {
		for _, method := range []string{"get", "post", "put", "patch", "delete"} {
			op, ok := r.doc.Paths[path][method]
			if !ok || !strings.HasPrefix(path, "/api/") || op.Deprecated {
				continue
			}
			o, err := r.operation(strings.ToUpper(method), path, op)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", op.OperationID, err)
			}
			api.Operations = append(api.Operations, o)
		}
	}
	slices.SortStableFunc(api.Operations, func(a, b *Operation) int { return cmp.Compare(a.ID, b.ID) })
	r.markAsked(api)
	r.model(partial + "Film")
	for _, name := range slices.Sorted(maps.Keys(r.named)) {
		api.Models = append(api.Models, r.named[name])
	}
	codes := r.doc.Components.Schemas["ErrorCode"]
	if codes == nil {
		return nil, fmt.Errorf("no schema ErrorCode")
	}
	api.Codes = words(codes.Enum)
	return api, nil
}

// operation reads one operation.
func (r *reader) operation(method, path string, op operation) (*Operation, error) {
	o := &Operation{ID: op.OperationID, Method: method, Path: path, Summary: op.Summary, Doc: op.Description}
	for _, p := range op.Parameters {
		f := &Field{Name: p.Name, Doc: p.Description, Required: p.Required}
		switch {
		case strings.HasSuffix(p.Ref, "/Idempotency-Key"):
			o.Repeatable = true
			continue
		case p.Ref != "":
			continue
		}
		f.Type, f.Maximum = r.typeOf(p.Schema, ""), int64(p.Schema.Maximum)
		// The schema is that of a text.
		f.Several = f.Type.Kind == String && strings.Contains(p.Description, "commas")
		if _, redirects := op.Responses["302"]; redirects && len(f.Type.Words) == 1 { // without it the answer is a redirect
			o.Always = append(o.Always, f)
			continue
		}
		if p.Name == "limit" && p.Schema.Minimum != nil && *p.Schema.Minimum == 0 {
			o.Counts = true
		}
		if p.In == "path" {
			o.InPath = append(o.InPath, f)
		} else if p.In == "query" {
			o.InQuery = append(o.InQuery, f)
		}
	}
	if op.RequestBody != nil {
		t := r.typeOf(op.RequestBody.Content[jsonMedia].Schema, "")
		if t.Kind != Object {
			return nil, fmt.Errorf("the body is no object with a name")
		}
		o.Body, o.BodyRequired = r.model(t.Name), op.RequestBody.Required
	}
	content := cmp.Or(op.Responses["200"].Content[jsonMedia].Schema, op.Responses["201"].Content[jsonMedia].Schema)
	if lines := op.Responses["200"].Content[linesMedia].Schema; lines != nil {
		o.Lines, o.Answer = true, r.typeOf(lines, "")
		return o, nil
	}
	if content == nil {
		return nil, fmt.Errorf("no answer in JSON")
	}
	o.Answer = r.typeOf(content, "")
	if o.Answer.Kind != Object {
		return nil, fmt.Errorf("the answer is no object with a name")
	}
	r.unwrap(o, r.model(o.Answer.Name))
	return o, nil
}

// unwrap has the method return the data of an answer alone, unless they are a list or come
// with a meta that says more than that it is the sandbox's. It finds how a list is paged.
func (r *reader) unwrap(o *Operation, answer *Model) {
	data, meta := answer.field("data"), answer.field("meta")
	if data == nil {
		return
	}
	if data.Type.Kind != List {
		if meta == nil || !meta.Required {
			o.Member, o.Answer = "data", data.Type
		}
		return
	}
	if meta == nil {
		return
	}
	says := r.model(meta.Type.Name)
	for _, p := range []Paging{{Param: "cursor", Next: "next_cursor"}, {Param: "before", Next: "next_before"}, {Param: "offset"}} {
		if !slices.ContainsFunc(o.InQuery, func(f *Field) bool { return f.Name == p.Param }) || p.Next != "" && says.field(p.Next) == nil {
			continue
		}
		p.Row = data.Type.Of
		for _, f := range o.InQuery {
			switch f.Name {
			case "limit":
				p.Most = f.Maximum
			case p.Param:
				p.Type = f.Type
			}
		}
		o.Paging = &p
		return
	}
}

// field returns the field of a name, nil if there is none.
func (m *Model) field(name string) *Field {
	for _, f := range m.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// model returns the model of a schema of the document.
func (r *reader) model(name string) *Model {
	if m := r.named[name]; m != nil {
		return m
	}
	s := r.doc.Components.Schemas[name]
	return r.add(name, s)
}

// add makes a model of a schema under a name.
func (r *reader) add(name string, s *schema) *Model {
	m := &Model{Name: name, Doc: s.Description, Words: words(s.Enum)}
	r.named[name] = m // recursive schemas refer to it
	for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
		p := s.Properties[key]
		t := r.typeOf(p, name+camel(key))
		doc := p.Description
		if at := strings.TrimPrefix(p.Ref, schemaPrefix); doc == "" && at != "" {
			doc = r.doc.Components.Schemas[at].Description
		}
		m.Fields = append(m.Fields, &Field{Name: key, Doc: doc, Type: t, Required: slices.Contains(s.Required, key)})
	}
	return m
}

// typeOf returns the type of a schema; hint names an object that has no name.
func (r *reader) typeOf(s *schema, hint string) *Type {
	if name, ok := strings.CutPrefix(s.Ref, schemaPrefix); ok {
		if of := r.doc.Components.Schemas[name]; len(of.AnyOf) > 0 && len(of.Properties) == 0 {
			return r.choice(of.AnyOf, name)
		}
		r.model(name)
		return &Type{Kind: Object, Name: name}
	}
	if choices := slices.Concat(s.OneOf, s.AnyOf); len(choices) > 0 && len(s.Properties) == 0 {
		return r.choice(choices, hint)
	}
	t := &Type{}
	kind, _ := s.Type.(string)
	if both, ok := s.Type.([]any); ok {
		kind, t.Nullable = both[0].(string), true
	}
	switch {
	case kind == "string" && s.Format == "date-time":
		t.Kind = Time
	case kind == "string":
		t.Kind, t.Words = String, words(s.Enum)
	case kind == "boolean":
		t.Kind = Bool
	case kind == "integer" && s.Format == "int64":
		t.Kind = Int64
	case kind == "integer":
		t.Kind = Int32
	case kind == "number":
		t.Kind = Double
	case kind == "array":
		t.Kind, t.Of = List, r.typeOf(s.Items, hint)
	case kind == "object":
		r.object(t, s, hint)
	}
	return t
}

// object completes the type of an object without a name: a map if all its members are of
// one type, such as the features of a screenplay.
func (r *reader) object(t *Type, s *schema, hint string) {
	var each *schema
	_ = json.Unmarshal(s.AdditionalProperties, &each) // true and false are no schemas
	switch {
	case each != nil:
		t.Kind, t.Of = Map, r.typeOf(each, hint)
	case len(s.Properties) == 0:
		t.Kind, t.Of = Map, &Type{}
	default:
		var members []*Type
		for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
			members = append(members, r.typeOf(s.Properties[key], hint))
		}
		if len(members) > 5 && !slices.ContainsFunc(members, func(m *Type) bool { return !m.same(members[0]) }) {
			t.Kind, t.Of = Map, members[0]
			return
		}
		t.Kind, t.Name = Object, hint
		r.add(hint, s)
	}
}

// same reports whether two types are one.
func (t *Type) same(o *Type) bool {
	return t.Kind == o.Kind && t.Name == o.Name && t.Nullable == o.Nullable && (t.Of == nil) == (o.Of == nil) && (t.Of == nil || t.Of.same(o.Of))
}

// choice returns the type of a choice: of null, which makes the other nullable, or of what
// is no part of another choice.
func (r *reader) choice(choices []*schema, hint string) *Type {
	t := &Type{Kind: Choice}
	for i, one := range choices {
		if one.Type == "null" {
			t.Nullable = true
			continue
		}
		if strings.HasPrefix(one.Ref, schemaPrefix+partial) {
			continue
		}
		name := hint
		if len(one.Properties) > 0 && len(choices) > 2 {
			name = hint + "By" + camel(slices.Sorted(maps.Keys(one.Properties))[0])
		} else if i > 0 && name == "" {
			name = "Choice"
		}
		of := r.typeOf(one, name)
		t.Nullable = t.Nullable || of.Nullable
		of.Nullable = false
		t.Choices = append(t.Choices, of)
	}
	if len(t.Choices) == 1 {
		t.Choices[0].Nullable = t.Nullable
		return t.Choices[0]
	}
	return t
}

// markAsked finds the models that are part of bodies only.
func (r *reader) markAsked(api *API) {
	told := map[string]bool{}
	for _, o := range api.Operations {
		r.reach(o.Answer, told)
	}
	for _, o := range api.Operations {
		if o.Body == nil {
			continue
		}
		asked := map[string]bool{}
		r.reach(&Type{Kind: Object, Name: o.Body.Name}, asked)
		for name := range asked {
			r.named[name].Asked = !told[name]
		}
	}
}

// reach notes the models that a type is made of.
func (r *reader) reach(t *Type, seen map[string]bool) {
	switch {
	case t == nil:
		return
	case t.Kind == Object && !seen[t.Name]:
		seen[t.Name] = true
		for _, f := range r.named[t.Name].Fields {
			r.reach(f.Type, seen)
		}
	case t.Of != nil:
		r.reach(t.Of, seen)
	}
	for _, one := range t.Choices {
		r.reach(one, seen)
	}
}

// words returns the texts of an enumeration.
func words(enum []any) (all []string) {
	for _, one := range enum {
		if s, ok := one.(string); ok {
			all = append(all, s)
		}
	}
	return all
}
