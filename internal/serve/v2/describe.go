package v2

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/film"
)

// describeFilms adds to the schemas of films what their type cannot say: which fields the
// list view leaves out, and that a projection may leave out all but filmdb_id (REQ F2-13,
// F2-30). It must be called when all routes are registered, since it changes the schemas that
// they made.
func describeFilms(schemas huma.Registry) {
	all := schemas.Map()
	describeNames(all["FilmBatchRequest"], "fields")
	describeNames(all["FilmsRequest"], "ids", "fields", "facets")
	for name, words := range (filmsParams{}).Describe() {
		all["FilmsRequest"].Properties[name].Description = words
	}
	list, detail := all["Film"], all["FilmDetail"]
	list.Description = "A film in list mode: top cast, key crew."
	detail.Description = "A film in detail mode: everything."
	part := project(all, "PartialFilm", detail)
	part.Description, part.Required = "A film of which only some fields were asked for: those, and filmdb_id.", []string{"filmdb_id"}
	missing := func(name string, _ *huma.Schema) bool { return !slices.Contains(film.List.Fields(), name) }
	maps.DeleteFunc(list.Properties, missing)
	list.Required = slices.DeleteFunc(list.Required, func(name string) bool { return missing(name, nil) })
}

// project adds a schema of the same properties, none of which is required, and returns it.
// A projection may take part of an object (fields=ratings.filmdb), so those of its properties
// that are objects are projected too.
func project(all map[string]*huma.Schema, name string, whole *huma.Schema) *huma.Schema {
	part := *whole
	part.Properties, part.Required = maps.Clone(whole.Properties), nil
	all[name] = &part
	for key, p := range part.Properties {
		of, ok := strings.CutPrefix(p.Ref, "#/components/schemas/")
		if !ok || len(all[of].Properties) == 0 {
			continue
		}
		if all["Partial"+of] == nil {
			project(all, "Partial"+of, all[of])
		}
		reference := *p
		reference.Ref = "#/components/schemas/Partial" + of
		part.Properties[key] = &reference
	}
	return &part
}

// Schema describes a film in a list whose fields may have been chosen.
func (listFilm) Schema(r huma.Registry) *huma.Schema {
	return anyOf(r, reflect.TypeFor[Film]())
}

// Schema describes a film in detail mode whose fields may have been chosen.
func (foundFilm) Schema(r huma.Registry) *huma.Schema {
	return anyOf(r, reflect.TypeFor[FilmDetail]())
}

// Schema describes a film of a batch, in either mode, whose fields may have been chosen, or
// null.
func (batchFilm) Schema(r huma.Registry) *huma.Schema {
	s := anyOf(r, reflect.TypeFor[Film](), reflect.TypeFor[FilmDetail]())
	s.AnyOf = append(s.AnyOf, &huma.Schema{Type: "null"})
	return s
}

// anyOf returns the choice between whole films and one of which only some fields were asked
// for.
func anyOf(r huma.Registry, films ...reflect.Type) *huma.Schema {
	s := &huma.Schema{}
	for _, t := range films {
		s.AnyOf = append(s.AnyOf, r.Schema(t, true, ""))
	}
	s.AnyOf = append(s.AnyOf, &huma.Schema{Ref: "#/components/schemas/PartialFilm"})
	return s
}
