package wire

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/fault"
)

// Params reads the parameters of one route into a P, a struct whose tags also
// describe them in the OpenAPI document. A field is a string, an int, a bool, a
// *int or a *float64 (nil when the parameter is absent), with the tags
//
//	query:"name" or path:"name"
//	doc, example, default, minimum, maximum, maxLength, enum   as huma knows them
//	required:"true"  says so in the description; whoever reads P refuses an empty one
//	allowed:"…"      what the parameter may be, in words; else made from the bounds
//	beyond:"clamp"   a number out of bounds becomes the nearest bound (REQ F1-26)
//	beyond:"accept"  a number out of bounds is evaluated as written (REQ F1-13)
//	alias:"a,b"      names it goes by elsewhere; who sends one is pointed to it
//
// Where what a parameter may be is a table elsewhere, P has a method
//
//	Describe() map[string]string  descriptions by name, instead of the doc tag
//
// A path parameter is a string and taken as it is.
//
// A parameter that is given twice, is not UTF-8, holds a NUL or is not what it may
// be is a fault that names it and what it allows (REQ L-10, E-12). An empty value
// is as good as none for a string and malformed for everything else. Unknown
// parameters are for the dialect to refuse or to ignore (see unknown.go).
type Params[P any] struct {
	initial P // with the defaults
	query   []field
	path    []field
	docs    []*huma.Param
}

// field is one parameter: where it goes and what it may be.
type field struct {
	name     string
	index    int
	kind     kind
	min, max float64 // infinite when there is no bound
	beyond   string
	longest  int // characters of a string; 0 for no bound
	alias    []string
	enum     []string
	allowed  string
}

type kind uint8

const (
	text kind = iota
	integer
	number
	boolean
)

// NewParams compiles P. A P that breaks the rules above is a defect of ours and
// panics when the service starts.
func NewParams[P any](registry huma.Registry) *Params[P] {
	ps := &Params[P]{}
	t := reflect.TypeFor[P]()
	initial := reflect.ValueOf(&ps.initial).Elem()
	described := map[string]string{}
	if p, ok := any(ps.initial).(interface{ Describe() map[string]string }); ok {
		described = p.Describe()
	}
	for i := range t.NumField() {
		sf := t.Field(i)
		f, place := newField(sf, i)
		switch place {
		case "path":
			ps.path = append(ps.path, f)
		case "query":
			ps.query = append(ps.query, f)
		default:
			continue
		}
		schema := huma.SchemaFromField(registry, sf, "")
		schema.Description = cmp.Or(described[f.name], schema.Description)
		schema.Nullable = false // absent is absent, never null
		if f.allowed == "" {
			f.allowed = schema.Description
		}
		if d := sf.Tag.Get("default"); d != "" {
			if err := f.set(initial.Field(i), d); err != nil {
				panic(err)
			}
		}
		ps.docs = append(ps.docs, &huma.Param{
			Name: f.name, In: place, Required: place == "path" || sf.Tag.Get("required") == "true",
			Description: schema.Description, Schema: schema,
		})
		schema.Description = ""
	}
	if len(ps.query) > 64 {
		panic("more than 64 query parameters")
	}
	return ps
}

func newField(sf reflect.StructField, index int) (f field, place string) {
	for _, place = range []string{"query", "path", ""} {
		if f.name = sf.Tag.Get(place); f.name != "" {
			break
		}
	}
	if place == "" {
		return f, ""
	}
	f.index, f.beyond = index, sf.Tag.Get("beyond")
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.String:
		f.kind = text
	case reflect.Int:
		f.kind = integer
	case reflect.Float64:
		f.kind = number
	case reflect.Bool:
		f.kind = boolean
	default:
		panic(fmt.Sprintf("parameter %s: %s cannot be read", f.name, sf.Type))
	}
	f.min, f.max = bound(sf, "minimum", math.Inf(-1)), bound(sf, "maximum", math.Inf(1))
	f.longest = int(bound(sf, "maxLength", 0))
	if e := sf.Tag.Get("enum"); e != "" {
		f.enum = strings.Split(e, ",")
	}
	if a := sf.Tag.Get("alias"); a != "" {
		f.alias = strings.Split(a, ",")
	}
	if f.allowed = sf.Tag.Get("allowed"); f.allowed == "" {
		f.allowed = f.describe()
	}
	return f, place
}

func bound(sf reflect.StructField, tag string, absent float64) float64 {
	s := sf.Tag.Get(tag)
	if s == "" {
		return absent
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("parameter %s: %s: %v", sf.Name, tag, err))
	}
	return v
}

// describe says in words what the parameter may be.
func (f *field) describe() string {
	noun := map[kind]string{text: "text", integer: "an integer", number: "a number", boolean: "true or false"}[f.kind]
	switch {
	case f.enum != nil:
		return "one of " + strings.Join(f.enum, ", ")
	case f.longest > 0:
		return fmt.Sprintf("at most %d characters", f.longest)
	}
	return fault.Bounds(noun, f.min, f.max)
}

// Docs gives the parameters as the OpenAPI document lists them.
func (ps *Params[P]) Docs() []*huma.Param { return ps.docs }
