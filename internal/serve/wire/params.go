package wire

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/param"
	"kinodex/internal/serve/schema"
)

// Params reads the parameters of one route into a P, a struct whose tags also describe them in
// the OpenAPI document: see package param. A path parameter is a string and taken as it is.
//
// A parameter that is given twice, is not UTF-8, holds a NUL or is not what it may be is a
// fault that names it and what it allows (REQ L-10, E-12). Unknown parameters are for the
// dialect to refuse or to ignore.
type Params[P any] struct {
	query *param.Query[P]
	path  []param.Field
	docs  []*huma.Param
}

// NewParams compiles P. A P that breaks the rules of package param is a defect of ours and
// panics when the service starts.
func NewParams[P any](registry huma.Registry) *Params[P] {
	ps := &Params[P]{query: param.NewQuery[P](), path: param.Of(reflect.TypeFor[P](), "path")}
	for i := range ps.path {
		ps.docs = append(ps.docs, describeParam(registry, &ps.path[i], "path"))
	}
	for i := range ps.query.Fields {
		ps.docs = append(ps.docs, describeParam(registry, &ps.query.Fields[i], "query"))
	}
	return ps
}

// Read fills p from the request, and returns the names of parameters that the route does not
// have, as param.Query.Read does.
func (ps *Params[P]) Read(r *http.Request, p *P) (unknown []string, err error) {
	unknown, err = ps.query.Read(r.URL.RawQuery, p)
	v := reflect.ValueOf(p).Elem()
	for i := range ps.path {
		// A part of the path that makes no sense names nothing: that is for the
		// lookup to say (REQ F1-31).
		v.FieldByIndex(ps.path[i].Index).SetString(r.PathValue(ps.path[i].Name))
	}
	return unknown, err
}

// describeParam returns a parameter as the OpenAPI document lists it.
func describeParam(registry huma.Registry, f *param.Field, place string) *huma.Param {
	sf := f.Struct
	if f.Kind == param.Text {
		sf.Type = reflect.TypeFor[string]() // whatever else it may be in JSON
	}
	described := huma.SchemaFromField(registry, sf, "")
	described.Description = ""
	described.Nullable = false // absent is absent, never null
	schema.Whole(described)
	return &huma.Param{Name: f.Name, In: place, Required: f.Required, Description: f.Doc, Schema: described}
}

// Docs gives the parameters as the OpenAPI document lists them.
func (ps *Params[P]) Docs() []*huma.Param { return ps.docs }
