package films

import (
	"fmt"

	"kinodex/internal/film"
	"kinodex/internal/serve/site/page"
	"kinodex/internal/serve/site/part"
)

// linkedCast is how many of the cast stand in the film as JSON-LD.
const linkedCast = 10

// preview returns what other sites learn of the page of a film. It has no ratings: they are not our
// readers', as search engines ask of those that a page states.
func (r *record) preview() *page.Preview {
	f := r.f
	path := part.FilmPath(f.ID, f.Title)
	linked := map[string]any{"@type": "Movie", "name": f.Title, "url": r.v.Base() + path, "image": r.v.CoverImage(f.ID)}
	set := func(name string, value any, known bool) {
		if known {
			linked[name] = value
		}
	}
	set("alternateName", film.Value(f.OriginalTitle), f.OriginalTitle != nil && *f.OriginalTitle != f.Title)
	set("description", film.Value(f.Overview), f.Overview != nil)
	set("datePublished", film.Value(f.ReleaseDate), f.ReleaseDate != nil)
	if f.ReleaseDate == nil && f.Year != nil {
		linked["datePublished"] = fmt.Sprint(*f.Year)
	}
	if f.Runtime != nil {
		linked["duration"] = fmt.Sprintf("PT%dM", *f.Runtime)
	}
	set("genre", f.Genres, len(f.Genres) > 0)
	set("inLanguage", film.Value(f.Language), f.Language != nil)
	set("keywords", f.Keywords, len(f.Keywords) > 0)
	set("countryOfOrigin", named("Country", countryNames(f)), len(f.Countries) > 0)
	set("director", named("Person", directors(f)), len(directors(f)) > 0)
	var cast []string
	for _, role := range f.Cast[:min(linkedCast, len(f.Cast))] {
		cast = append(cast, role.Name)
	}
	set("actor", named("Person", cast), len(cast) > 0)
	return &page.Preview{Path: path, Type: "video.movie", Film: f, Linked: linked}
}

// named returns things of a type of schema.org by their names.
func named(kind string, names []string) (all []map[string]any) {
	for _, name := range names {
		all = append(all, map[string]any{"@type": kind, "name": name})
	}
	return all
}
