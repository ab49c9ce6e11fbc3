package v2

import (
	"maps"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"kinodex/internal/film"
)

// describeFilms adds to the schemas of films what their type cannot say: which fields the
// list view leaves out, and that a projection may leave out all but filmdb_id (REQ F2-13,
// F2-30). It must be called when all routes are registered, since it changes the schemas that
// they made.
func describeFilms(schemas huma.Registry) {
	all := schemas.Map()
	list, detail := all["Film"], all["FilmDetail"]
	list.Description = "A film in list mode: top cast, key crew. With fields, only those asked for and filmdb_id."
	detail.Description = "A film in detail mode: everything."
	maps.DeleteFunc(list.Properties, func(name string, _ *huma.Schema) bool { return !slices.Contains(film.List.Fields(), name) })
	list.Required = []string{"filmdb_id"}
	// A projection may take part of an object (fields=ratings.filmdb).
	for _, name := range []string{"Ratings", "Money", "Awards", "Poster", "Links"} {
		all[name].Required = nil
	}
}
