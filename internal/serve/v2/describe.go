package v2

import (
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// describeFilms completes the schemas that are made from package film, which
// says what a film is but not how it is documented: what each field means, what
// may be null, which keys are always there.
func describeFilms(schemas huma.Registry) {
	all := schemas.Map()
	for path, says := range meanings {
		schema, property, _ := strings.Cut(path, ".")
		for _, name := range strings.Split(schema, "|") {
			p := all[name].Properties[property]
			if p.Ref != "" {
				// The reference has no room for words of its own in some tools.
				all[strings.TrimPrefix(p.Ref, "#/components/schemas/")].Description = says
				continue
			}
			p.Description = says
		}
	}
	for _, name := range []string{"Film", "FilmDetail"} {
		all[name].Properties["filmdb_id"].Pattern = `^tt\d+$`
		all[name].Properties["filmdb_id"].Examples = []any{"tt0041959"}
	}
	all["Film"].Description = "A film in list mode: top cast, key crew. With fields, only those asked for and filmdb_id."
	all["FilmDetail"].Description = "A film in detail mode: everything."
	all["Film"].Required = []string{"filmdb_id"}
	// A projection may take part of an object (fields=ratings.filmdb).
	for _, name := range []string{"Ratings", "Money", "Awards", "Poster", "Links"} {
		all[name].Required = nil
	}
	all["FilmDetail"].Required = slices.Sorted(maps.Keys(all["FilmDetail"].Properties))

	all["Poster"].Properties["source"].Enum = []any{"storage", "cdn", nil}
	all["Awards"].Properties["best_picture"].Enum = []any{"won", "nominated", nil}
	for _, property := range []string{"filmdb", "moviedb"} {
		bounds(all["Ratings"].Properties[property], 0, 10)
	}
	for _, property := range []string{"critics", "master_score"} {
		bounds(all["Ratings"].Properties[property], 0, 100)
	}
}

func bounds(s *huma.Schema, low, high float64) { s.Minimum, s.Maximum = &low, &high }

// meanings are what the fields of a film mean, by schema and property.
var meanings = map[string]string{
	"Film|FilmDetail.filmdb_id":       "The film's id: tt and digits.",
	"Film|FilmDetail.title":           "The title it is known by.",
	"Film|FilmDetail.original_title":  "The title in its own language, when it is another.",
	"Film|FilmDetail.year":            "Year of release.",
	"Film|FilmDetail.release_date":    "First release, YYYY-MM-DD.",
	"Film|FilmDetail.runtime":         "Minutes.",
	"Film|FilmDetail.genres":          "Genres.",
	"Film|FilmDetail.director":        "Everyone who directed, separated by a comma and a space.",
	"Film|FilmDetail.language":        "Original language, ISO 639-1.",
	"Film|FilmDetail.languages":       "Languages spoken, the original one first.",
	"Film|FilmDetail.countries":       "Countries of origin, ISO 3166-1 alpha-2; provenance tells stated from inferred.",
	"Film|FilmDetail.overview":        "Synopsis.",
	"Film|FilmDetail.tagline":         "Tagline.",
	"Film|FilmDetail.keywords":        "Keywords.",
	"Film|FilmDetail.ratings":         "Ratings and votes.",
	"Film|FilmDetail.box_office":      "Cost and takings, in US dollars.",
	"Film|FilmDetail.awards":          "Academy Awards; null when no source covers the film's years.",
	"Film|FilmDetail.poster":          "The poster and where it is kept.",
	"Film|FilmDetail.poster_full_url": "The poster in full resolution.",
	"Film|FilmDetail.poster_mini_url": "The poster, small.",
	"Film|FilmDetail.cast":            "Cast in billing order; in list mode the first five.",
	"Film|FilmDetail.crew_summary":    "Crew by department; in list mode the key departments.",
	"Film|FilmDetail.provenance":      "Of each metric that is not null, what it measures, where, when, and who says so.",
	"Film|FilmDetail.links":           "Where to go from here; null where there is nothing.",
	"FilmDetail.production_companies": "Who produced it.",
	"FilmDetail.watch_providers":      "Where it can be seen, by country, ISO 3166-1 alpha-2.",
	"FilmDetail.external_ids":         "The film's ids elsewhere.",
	"Ratings.filmdb":                  "User rating.",
	"Ratings.filmdb_votes":            "How many users rated it.",
	"Ratings.critics":                 "Critic percentage.",
	"Ratings.moviedb":                 "The second database's user rating.",
	"Ratings.moviedb_votes":           "How many of its users rated it.",
	"Ratings.master_score":            "Composite score; never null.",
	"Money.budget":                    "US dollars.",
	"Money.worldwide_gross":           "US dollars.",
	"Money.roi":                       "(worldwide_gross - budget) / budget; null unless both are above 0.",
	"Money.budget_original":           "A budget stated in another currency, not converted.",
	"Amount.currency":                 "ISO 4217.",
	"Awards.oscar_noms":               "Academy Award nominations.",
	"Awards.oscar_wins":               "Academy Awards won.",
	"Awards.best_picture":             "How it fared for Best Picture.",
	"Poster.source":                   "storage: the service's own; cdn: a third party's.",
	"Role.character":                  "Who they play.",
	"Role.order":                      "Place in the billing, from 0.",
	"Provenance.metric_type":          "What kind of measure it is.",
	"Provenance.market":               "The market it covers: a country, or worldwide.",
	"Provenance.period":               "When it was taken.",
	"Provenance.source":               "Who says so.",
	"Links.self":                      "This film.",
	"Links.similar":                   "Films like it.",
	"Links.poster_analysis":           "What its poster shows.",
}
