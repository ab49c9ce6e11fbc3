package wire

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/film"
)

// SandboxMeta is the meta of an answer that has no other, in the sandbox only
// (TRACE A-13).
type SandboxMeta struct {
	Sandbox bool `json:"sandbox" enum:"true" doc:"True: the answer comes from the sandbox."`
}

// AppendSandbox ends an answer that has no meta of its own: {"data":… is there
// already.
func (x *Exchange) AppendSandbox(b []byte) []byte {
	if x.Visit.Bill().Sandbox {
		return append(b, `,"meta":{"sandbox":true}}`...)
	}
	return append(b, '}')
}

// Decade reads a decade parameter; nil when it is absent.
func Decade(s string) (*int, error) {
	if s == "" {
		return nil, nil
	}
	first, err := film.ParseDecade(s)
	return &first, err
}

// schemaName names a type in the description: those of v1 end in V1, so that
// both dialects may have a Film, and those of the writers' room begin with Room,
// so that it may have a Role.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if strings.HasSuffix(t.PkgPath(), "/v1") || slices.Contains(shared, t) {
		name += "V1"
	}
	if strings.HasSuffix(t.PkgPath(), "/writersroom") {
		name = "Room" + name
	}
	return name
}

// shared are shapes of v1 that are here because the connector tells them too.
var shared = []reflect.Type{
	reflect.TypeFor[PredictedProject](), reflect.TypeFor[projectEcho](), reflect.TypeFor[prediction](),
	reflect.TypeFor[intervals](), reflect.TypeFor[release](), reflect.TypeFor[audience](),
	reflect.TypeFor[comparableFilm](), reflect.TypeFor[similarityParts](), reflect.TypeFor[screenplayNote](),
	reflect.TypeFor[SuggestData](), reflect.TypeFor[Suggestion](), reflect.TypeFor[penalty](),
	reflect.TypeFor[tasteProfile](), reflect.TypeFor[suggestInput](), reflect.TypeFor[dislikeEffect](),
}
