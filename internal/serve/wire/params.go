package wire

import (
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/param"
)

// Params reads the parameters of one route into a P, a struct whose tags also describe them in
// the OpenAPI document: see package param. A path parameter is a string and taken as it is.
//
// A parameter that is given twice, is not UTF-8, holds a NUL or is not what it may be is a
// fault that names it and what it allows (REQ L-10, E-12). Unknown parameters are for the
// dialect to refuse or to ignore (see unknown.go).
type Params[P any] struct {
	initial P // with the defaults
	query   []param.Field
	path    []param.Field
	docs    []*huma.Param
}

// NewParams compiles P. A P that breaks the rules of package param is a defect of ours and
// panics when the service starts.
func NewParams[P any](registry huma.Registry) *Params[P] {
	t := reflect.TypeFor[P]()
	ps := &Params[P]{path: param.Of(t, "path"), query: param.Of(t, "query")}
	if len(ps.query) > 64 {
		panic("more than 64 query parameters")
	}
	for i := range ps.path {
		ps.docs = append(ps.docs, describeParam(registry, &ps.path[i], "path"))
	}
	initial := reflect.ValueOf(&ps.initial).Elem()
	for i := range ps.query {
		f := &ps.query[i]
		ps.docs = append(ps.docs, describeParam(registry, f, "query"))
		if f.Default == "" {
			continue
		}
		if err := f.SetText(initial, f.Default); err != nil {
			panic(fmt.Errorf("default of %s: %w", f.Name, err))
		}
	}
	return ps
}

// describeParam returns a parameter as the OpenAPI document lists it.
func describeParam(registry huma.Registry, f *param.Field, place string) *huma.Param {
	sf := f.Struct
	if f.Kind == param.Text {
		sf.Type = reflect.TypeFor[string]() // whatever else it may be in JSON
	}
	schema := huma.SchemaFromField(registry, sf, "")
	schema.Description = ""
	schema.Nullable = false // absent is absent, never null
	return &huma.Param{Name: f.Name, In: place, Required: f.Required, Description: f.Doc, Schema: schema}
}

// Docs gives the parameters as the OpenAPI document lists them.
func (ps *Params[P]) Docs() []*huma.Param { return ps.docs }
